import { skanNetworkOf } from '@trailmark/contract/skan-networks';
import {
  campaignResolver,
  type DigitsKept,
  type SkanResolution,
} from '@trailmark/core/skan/report/resolve-campaign';
import { isInScope } from '../../../access/campaign-scope.ts';
import type { Tx } from '../../../db/connection.ts';
import { findDigitsKept, listSkanCampaigns, type NamedSkanCampaign } from './campaign-store.ts';
import { listSources, type StoredSource } from './list-sources.ts';
import type { SkanSelection } from './selection.ts';

/** Where postbacks were advertised, and of which campaign they are. */
export interface ResolvedSource extends StoredSource {
  /** A known network, or the id of another; empty where there is none. */
  network: string;
  resolution: SkanResolution;
}

export interface Sources {
  /** Those that the selection means and the caller may see. */
  list: ResolvedSource[];
  /** Whether these are all that the project has. */
  isAll: boolean;
  campaigns: NamedSkanCampaign[];
  digitsKept: DigitsKept;
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

/** The sources of a project. They are resolved among all campaigns: what two of them could be is nobody's. */
export async function readSources(tx: Tx, selection: SkanSelection): Promise<Sources> {
  const found = await listSources(tx, selection.projectId);
  const own = [...new Set(found.flatMap(({ networkCampaignId }) => networkCampaignId ?? []))];
  const campaigns = await listSkanCampaigns(tx, selection.projectId, own);
  const digitsKept = await findDigitsKept(tx, selection.projectId);
  const resolve = campaignResolver(campaigns, digitsKept);
  const list = found
    .map((source) => ({ ...source, network: networkKey(source.networkId), resolution: resolve(source) }))
    .filter((source) => isSelected(selection, source));
  return { list, isAll: list.length === found.length, campaigns, digitsKept };
}
