import type { Output } from '@trailmark/contract/call';
import type { GroupRow, listCampaigns as route } from '@trailmark/contract/campaign-report';
import { z } from 'zod';
import type { Tx } from '../../db/connection.ts';
import { createCursor } from '../../platform/cursor.ts';
import type { Kit } from '../../platform/kit.ts';
import type { ReportFilter } from '../../report/context.ts';
import { inSnapshot } from '../../report/snapshot.ts';
import { presentCampaign } from './present.ts';
import { readTable, type Table, type TableQuery } from './read-table.ts';
import { getCampaignRows } from './store.ts';
import type { Entry } from './table-entries.ts';

interface Page extends TableQuery {
  cursor?: string | undefined;
  limit: number;
}

const offsetCursor = createCursor(z.tuple([z.int().min(0).max(1_000_000_000)]));

function presentGroup(table: Table, entry: Entry): GroupRow {
  return {
    key: entry.key,
    label: entry.label,
    campaign_id: entry.campaignId,
    campaign_name: entry.campaignName,
    network: entry.network,
    values: table.valuesOf(entry),
    previous: table.previousOf(entry),
  };
}

interface Shown {
  table: Table;
  entries: Entry[];
  asked: ReportFilter;
}

/** The campaigns of one page with all that is known of them; of the others only figures were read. */
async function presentItems(tx: Tx, publicUrl: string, { table, entries, asked }: Shown) {
  const byId = new Map(entries.map((entry) => [entry.key, entry]));
  const rows = await getCampaignRows(tx, { ...asked, ids: [...byId.keys()] });
  return rows.flatMap((row) => {
    const entry = byId.get(row.id);
    if (!entry) return [];
    const figures = { values: table.valuesOf(entry), previous: table.previousOf(entry) };
    return [{ ...presentCampaign(row, publicUrl), ...figures }];
  });
}

/** One page of the campaign table, with the totals of all pages. */
export async function listCampaigns(
  { db, clock, publicUrl }: Pick<Kit, 'db' | 'clock' | 'publicUrl'>,
  asked: ReportFilter,
  query: Page,
): Promise<Output<typeof route>> {
  const [offset] = offsetCursor.read(query.cursor) ?? [0];
  return await inSnapshot(db, async (tx) => {
    const table = await readTable(tx, clock.now(), { asked, query });
    const entries = table.entries.slice(offset, offset + query.limit);
    const isByCampaign = query.group_by === 'campaign';
    const end = offset + query.limit;
    return {
      ...table.context,
      items: isByCampaign ? await presentItems(tx, publicUrl, { table, entries, asked }) : [],
      groups: isByCampaign ? [] : entries.map((entry) => presentGroup(table, entry)),
      next_cursor: end < table.entries.length ? offsetCursor.write([end]) : null,
      count: table.entries.length,
      totals: table.totals,
      previous_totals: table.previousTotals,
    };
  });
}
