import type { Output } from '@trailmark/contract/call';
import type { GroupRow, listCampaigns as route } from '@trailmark/contract/campaign-report';
import { z } from 'zod';
import type { Tx } from '../../db/connection.ts';
import { createCursor } from '../../platform/cursor.ts';
import type { Kit } from '../../platform/kit.ts';
import type { ReportFilter } from '../../report/context.ts';
import { inSnapshot } from '../../report/snapshot.ts';
import { readLateInstalls } from './late-installs.ts';
import { presentCampaign } from './present.ts';
import { isRankable } from './rank-campaigns.ts';
import { type CampaignPage, readPage } from './read-page.ts';
import { readTable } from './read-table.ts';
import { getCampaignRows } from './store.ts';
import type { Entry } from './table-entries.ts';
import type { TableQuery } from './table-order.ts';

interface Page extends TableQuery {
  cursor?: string | undefined;
  limit: number;
}

const offsetCursor = createCursor(z.tuple([z.int().min(0).max(1_000_000_000)]));

function presentGroup(page: CampaignPage, entry: Entry): GroupRow {
  return {
    key: entry.key,
    label: entry.label,
    campaign_id: entry.campaignId,
    campaign_name: entry.campaignName,
    network: entry.network,
    network_name: entry.networkName,
    campaigns: entry.campaigns,
    links: entry.links ?? null,
    tags: [...(entry.tags ?? [])],
    archived_at: entry.archivedAt?.toISOString() ?? null,
    values: page.valuesOf(entry.key),
    previous: page.previousOf(entry.key),
  };
}

/** The campaigns of one page with all that is known of them. */
async function presentItems(
  tx: Tx,
  publicUrl: string,
  { page, filter }: { page: CampaignPage; filter: ReportFilter },
) {
  const rows = await getCampaignRows(tx, { ...filter, ids: page.ids });
  const late = await readLateInstalls(tx, { ...filter, ids: rows.map(({ id }) => id) });
  return rows.map((row) => ({
    ...presentCampaign(row, publicUrl),
    values: page.valuesOf(row.id),
    previous: page.previousOf(row.id),
    late_installs: late.get(row.id) ?? null,
  }));
}

interface Slice {
  filter: ReportFilter;
  query: TableQuery;
  offset: number;
  limit: number;
}

/** A page of rows that the database does not rank: all of them are read. */
async function sliceTable(tx: Tx, now: Date, { offset, limit, ...slice }: Slice) {
  const table = await readTable(tx, now, slice);
  const entries = table.entries.slice(offset, offset + limit);
  return { page: { ...table, ids: entries.map(({ key }) => key), count: table.entries.length }, entries };
}

/** One page of the campaign table, with the totals of all pages. */
export async function listCampaigns(
  { db, clock, publicUrl }: Pick<Kit, 'db' | 'clock' | 'publicUrl'>,
  filter: ReportFilter,
  query: Page,
): Promise<Output<typeof route>> {
  const [offset] = offsetCursor.read(query.cursor) ?? [0];
  const { group_by: group, sort, having = [], limit } = query;
  const isByCampaign = group === 'campaign';
  return await inSnapshot(db, filter.projectId, async (tx) => {
    const slice = { filter, query, offset, limit };
    const { page, entries } =
      isByCampaign && isRankable({ sort, having })
        ? { page: await readPage(tx, clock.now(), slice), entries: [] }
        : await sliceTable(tx, clock.now(), slice);
    return {
      ...page.context,
      items: isByCampaign ? await presentItems(tx, publicUrl, { page, filter }) : [],
      groups: isByCampaign ? [] : entries.map((entry) => presentGroup(page, entry)),
      next_cursor: offset + limit < page.count ? offsetCursor.write([offset + limit]) : null,
      count: page.count,
      totals: page.totals,
      previous_totals: page.previousTotals,
    };
  });
}
