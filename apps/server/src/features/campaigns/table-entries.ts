import type { CampaignGroup } from '@trailmark/contract/campaign-report';
import { NO_ID } from '@trailmark/core/metrics/counters';
import { sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import { type CampaignSelection, matching } from '../../report/campaign-selection.ts';
import { keyOf } from '../../report/dimensions.ts';
import { joinPart, matchingPart, partKindOf } from '../../report/table-selection.ts';

/** A row of the table, before its metrics. */
export interface Entry {
  key: string;
  label: string;
  campaignId: string | null;
  campaignName: string | null;
  displayId: string | null;
  network: string | null;
  networkName: string | null;
  /** How many campaigns it is in, where that can be several. */
  campaigns: number | null;
  /** Of a link, an ad set or a creative. */
  links?: { count: number; active: number };
  /** Of a campaign, an ad set or a creative. */
  tags?: readonly string[];
  /** Of an ad set or a creative. */
  archivedAt?: Date | null;
  /** Rows in the order that they were made in. */
  order: string;
}

interface LinkRow {
  id: string;
  name: string;
  ad_set: string | null;
  creative: string | null;
  active: boolean;
  campaign_id: string;
  campaign_name: string;
  display_id: string;
  network: string;
  network_name: string | null;
  tags: string[] | null;
  archived_at: Date | null;
  is_selected: boolean;
  is_of_campaign: boolean;
}

interface CampaignEntryRow extends Pick<LinkRow, 'id' | 'name' | 'display_id' | 'network' | 'network_name'> {
  tags: string[];
}

async function campaignEntries(tx: Tx, selection: CampaignSelection): Promise<Entry[]> {
  const { rows } = await sql<CampaignEntryRow>`
    select c.id, c.name, c.display_id, c.network, c.network_name, c.tags
    from campaigns c where ${matching(selection)}`.execute(tx);
  return rows.map(({ id, name, display_id: displayId, network, network_name: networkName, tags }) => {
    const own = {
      campaignId: id,
      campaignName: name,
      displayId,
      network,
      networkName,
      campaigns: null,
      tags,
    };
    return { key: id, label: name, ...own, order: id };
  });
}

const PART = {
  link: (row: LinkRow) => ({ id: row.id, label: row.name, order: row.id }),
  ad_set: ({ ad_set }: LinkRow) => ({ id: ad_set ?? '', label: ad_set ?? '', order: '' }),
  creative: ({ creative }: LinkRow) => ({ id: creative ?? '', label: creative ?? '', order: '' }),
};

/** The key of what has no link of its campaign: its spend as a whole, and claims of networks that name none. */
const NO_PART = { link: NO_ID, ad_set: '', creative: '' };

async function linkEntries(
  tx: Tx,
  selection: CampaignSelection,
  { group, found }: EntryOptions<keyof typeof PART>,
) {
  const kind = partKindOf(group);
  const isOfCampaign = matching(selection);
  const isSelected = kind ? matchingPart(selection, kind) : isOfCampaign;
  const { rows } = await sql<LinkRow>`
    select l.id, l.name, l.ad_set, l.creative, l.active, c.id as campaign_id, c.name as campaign_name,
      c.display_id, c.network, c.network_name, ${kind ? sql`p.tags, p.archived_at` : sql`null as tags, null as archived_at`},
      ${isSelected} as is_selected, ${isOfCampaign} as is_of_campaign
    from campaigns c join links l on l.project_id = c.project_id and l.campaign_id = c.id
    ${kind ? joinPart(selection, kind) : sql``}
    where c.project_id = ${selection.projectId} and (${isSelected} or ${isOfCampaign})`.execute(tx);
  const entries = new Map<string, Entry>();
  const keys = new Set(found);
  for (const row of rows) {
    const { campaign_id: campaignId, campaign_name: campaignName, display_id: displayId, network } = row;
    const { id, label, order } = PART[group](row);
    const own = {
      campaignId,
      campaignName,
      displayId,
      network,
      networkName: row.network_name,
      campaigns: null,
    };
    const key = keyOf([campaignId, id]);
    if (row.is_selected) {
      const { count, active } = entries.get(key)?.links ?? { count: 0, active: 0 };
      const links = { count: count + 1, active: active + Number(row.active) };
      const kept = { tags: row.tags ?? [], archivedAt: row.archived_at };
      entries.set(key, { key, label, ...own, links, ...kept, order: `${campaignId}${order}` });
    }
    const rest = keyOf([campaignId, NO_PART[group]]);
    if (row.is_of_campaign && keys.has(rest) && !entries.has(rest)) {
      entries.set(rest, { key: rest, label: '', ...own, order: campaignId });
    }
  }
  return [...entries.values()];
}

const noCampaign = {
  campaignId: null,
  campaignName: null,
  displayId: null,
  network: null,
  networkName: null,
  campaigns: null,
};

interface NameRow {
  name: string;
  campaigns: number;
  /** Of the only one. */
  campaign_id: string | null;
  campaign_name: string | null;
  network: string | null;
  links: number;
  active: number;
  tags: string[] | null;
  archived_at: Date | null;
}

/** Names of ad sets or creatives, whatever campaigns they are in; the empty one for all without. */
async function nameEntries(
  tx: Tx,
  selection: CampaignSelection,
  { group, found }: EntryOptions<'ad_set_name' | 'creative_name'>,
): Promise<Entry[]> {
  const kind = partKindOf(group) ?? 'creative';
  const onlyCampaign = (of: string) =>
    sql`case when count(distinct c.id) = 1 then min(${sql.ref(of)}::text) end`;
  const { rows } = await sql<NameRow>`
    select coalesce(${sql.ref(`l.${kind}`)}, '') as name, p.tags, p.archived_at, count(distinct c.id)::int as campaigns,
      ${onlyCampaign('c.id')} as campaign_id, ${onlyCampaign('c.name')} as campaign_name,
      case when min(c.network) = max(c.network) then min(c.network) end as network,
      count(*)::int as links, (count(*) filter (where l.active))::int as active
    from campaigns c join links l on l.project_id = c.project_id and l.campaign_id = c.id
    ${joinPart(selection, kind)}
    where ${matchingPart(selection, kind)}
    group by 1, 2, 3`.execute(tx);
  const entries = rows.map(({ name, campaigns, network, ...row }): Entry => {
    const links = { count: row.links, active: row.active };
    const kept = { tags: row.tags ?? [], archivedAt: row.archived_at };
    // What has no name may have numbers of other campaigns too, in which nothing has a link.
    const only = name === '' ? {} : { campaignId: row.campaign_id, campaignName: row.campaign_name };
    return {
      ...noCampaign,
      ...only,
      key: name,
      label: name,
      network,
      campaigns,
      links,
      ...kept,
      order: name,
    };
  });
  const hasRest = found.includes('') && !rows.some(({ name }) => name === '');
  return hasRest ? [...entries, { ...noCampaign, key: '', label: '', order: '' }] : entries;
}

interface EntryOptions<Group = CampaignGroup> {
  group: Group;
  /** The keys that have metrics. */
  found: string[];
}

/**
 * The rows of the table: all campaigns and their links, also those without a number; networks, countries and
 * platforms where there is one.
 */
export async function tableEntries(
  tx: Tx,
  selection: CampaignSelection,
  options: EntryOptions,
): Promise<Entry[]> {
  const { group, found } = options;
  if (group === 'campaign') return await campaignEntries(tx, selection);
  if (group === 'link' || group === 'ad_set' || group === 'creative') {
    return await linkEntries(tx, selection, { group, found });
  }
  if (group === 'ad_set_name' || group === 'creative_name') {
    return await nameEntries(tx, selection, { group, found });
  }
  return found.map((key) => {
    const network = group === 'network' ? key : null;
    return { ...noCampaign, key, label: key, network, order: key };
  });
}
