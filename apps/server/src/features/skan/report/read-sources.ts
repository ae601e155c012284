import { skanNetworkOf } from '@trailmark/contract/skan-networks';
import {
  campaignResolver,
  type DigitsKept,
  type SkanResolution,
  type SkanSource,
} from '@trailmark/core/skan/report/resolve-campaign';
import { type RawBuilder, sql } from 'kysely';
import { isInScope } from '../../../access/campaign-scope.ts';
import type { Tx } from '../../../db/connection.ts';
import type { Context } from '../../../report/context.ts';
import { findDigitsKept, listSkanCampaigns, type NamedSkanCampaign } from './campaign-store.ts';
import { matchesPostback, type SkanSelection } from './selection.ts';

/** Where postbacks of the period were advertised, and of which campaign they are. */
export interface ResolvedSource extends SkanSource {
  /** A known network, or the id of another; empty where there is none. */
  network: string;
  resolution: SkanResolution;
}

export interface Sources {
  /** Those that the selection means and the caller may see. */
  list: ResolvedSource[];
  campaigns: NamedSkanCampaign[];
  digitsKept: DigitsKept;
}

async function listSources(tx: Tx, selection: SkanSelection, context: Context): Promise<SkanSource[]> {
  const { rows } = await sql<SkanSource>`
    select distinct p.network_id as "networkId", p.source_identifier as "sourceIdentifier",
      p.campaign_number as "campaignNumber", p.network_campaign_id as "networkCampaignId"
    from skan_postbacks p where ${matchesPostback(selection, context)}`.execute(tx);
  return rows;
}

/** The network as reports name it. */
export const networkKey = (networkId: string | null): string => skanNetworkOf(networkId) ?? networkId ?? '';

function isSelected({ scope, networks, campaigns }: SkanSelection, source: ResolvedSource): boolean {
  const { resolution, network } = source;
  const campaignId = resolution.state === 'resolved' ? resolution.campaignId : null;
  if (!isInScope(scope, campaignId)) return false;
  if (networks && !networks.includes(network)) return false;
  return !campaigns || (campaignId !== null && campaigns.includes(campaignId));
}

/** The sources of a period. They are resolved among all campaigns: what two of them could be is nobody's. */
export async function readSources(tx: Tx, selection: SkanSelection, context: Context): Promise<Sources> {
  const found = await listSources(tx, selection, context);
  const own = [...new Set(found.flatMap(({ networkCampaignId }) => networkCampaignId ?? []))];
  const campaigns = await listSkanCampaigns(tx, selection.projectId, own);
  const digitsKept = await findDigitsKept(tx, selection.projectId);
  const resolve = campaignResolver(campaigns, digitsKept);
  const list = found.map((source) => ({
    ...source,
    network: networkKey(source.networkId),
    resolution: resolve(source),
  }));
  return { list: list.filter((source) => isSelected(selection, source)), campaigns, digitsKept };
}

/** The condition that a postback `p` is of a source `s`, whatever it does not say. */
const isOfSource = sql<boolean>`(coalesce(p.network_id, '') = s.network_id
  and coalesce(p.source_identifier, '') = s.source_identifier and coalesce(p.campaign_number, -1) = s.campaign_number
  and coalesce(p.network_campaign_id, '') = s.network_campaign_id)`;

/** The sources as rows `s`, by their positions. */
const sourceRows = (list: readonly SkanSource[]) => sql`
  unnest(${list.map(({ networkId }) => networkId ?? '')}::text[],
    ${list.map(({ sourceIdentifier }) => sourceIdentifier ?? '')}::text[],
    ${list.map(({ campaignNumber }) => campaignNumber ?? -1)}::int[],
    ${list.map(({ networkCampaignId }) => networkCampaignId ?? '')}::text[])
  with ordinality as s (network_id, source_identifier, campaign_number, network_campaign_id, position)`;

/** Joins postbacks `p` with their sources. */
export function joinSources(list: readonly SkanSource[]): RawBuilder<unknown> {
  return sql`join ${sourceRows(list)} on ${isOfSource}`;
}

/** The condition that a postback `p` is of one of the sources. */
export function isOfSources(list: readonly SkanSource[]): RawBuilder<boolean> {
  return sql<boolean>`exists (select from ${sourceRows(list)} where ${isOfSource})`;
}
