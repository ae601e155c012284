import { skanNetworkOf } from '@trailmark/contract/skan-networks';

/** What a postback says about where it was advertised. */
export interface SkanSource {
  networkId: string | null;
  /** 2 to 4 digits; null before version 4. */
  sourceIdentifier: string | null;
  /** Before version 4. */
  campaignNumber: number | null;
  /** The network's own id of its campaign, which it adds to what it forwards. */
  networkCampaignId: string | null;
}

/** A campaign and how postbacks name it. */
export interface SkanCampaign {
  campaignId: string;
  network: string;
  /** null: the ids known of its network. */
  skanNetworkId: string | null;
  /** Four digits, or 0 to 100. */
  skanIds: readonly string[];
  /** Ids of network campaigns that were matched to it. */
  networkCampaignIds: readonly string[];
}

/** Which end of a source identifier Apple keeps where the crowd is small. */
export type DigitsKept = 'last' | 'first';

export type SkanResolution =
  | { state: 'resolved'; campaignId: string }
  /** Several campaigns end (or begin) with the same digits. */
  | { state: 'unresolved'; candidates: string[] }
  | { state: 'unknown' };

const FOUR_DIGITS = 4;

/** The digits that are left of an identifier. */
export function keepDigits(identifier: string, digits: number, kept: DigitsKept): string {
  if (identifier.length <= digits) return identifier;
  return kept === 'last' ? identifier.slice(-digits) : identifier.slice(0, digits);
}

const KEPT_LENGTHS = [2, 3, FOUR_DIGITS];

/** Names under which a campaign is found. The ids of a network are found under each of its ad network ids. */
function namesOf(campaign: SkanCampaign, kept: DigitsKept): string[] {
  const { skanNetworkId, network, skanIds, networkCampaignIds } = campaign;
  const owner = skanNetworkId ?? network;
  const ofIds = skanIds.flatMap((id) =>
    id.length === FOUR_DIGITS
      ? KEPT_LENGTHS.map((digits) => `${owner}/${keepDigits(id, digits, kept)}`)
      : [`${owner}/#${id}`],
  );
  // An id of a network that is neither the campaign's nor named by it may be the same by chance.
  const owners = [...new Set([owner, network])];
  return [...ofIds, ...networkCampaignIds.flatMap((id) => owners.map((one) => `${one}/own:${id}`))];
}

function resolutionOf(found: ReadonlySet<string>): SkanResolution {
  const [campaignId] = found;
  if (campaignId === undefined) return { state: 'unknown' };
  return found.size === 1
    ? { state: 'resolved', campaignId }
    : { state: 'unresolved', candidates: [...found].sort() };
}

/** Finds the campaign of a postback: by the network's own id where there is one, else by its SKAN ids. */
export function campaignResolver(campaigns: readonly SkanCampaign[], kept: DigitsKept) {
  const byName = new Map<string, Set<string>>();
  for (const campaign of campaigns) {
    for (const name of namesOf(campaign, kept)) {
      byName.set(name, (byName.get(name) ?? new Set()).add(campaign.campaignId));
    }
  }
  const find = (name: string) => byName.get(name) ?? new Set<string>();
  return ({ networkId, networkCampaignId, ...source }: SkanSource): SkanResolution => {
    if (networkId === null) return { state: 'unknown' };
    const known = skanNetworkOf(networkId);
    const findOf = (name: string) =>
      new Set([...find(`${networkId.toLowerCase()}/${name}`), ...find(`${known}/${name}`)]);
    const named = networkCampaignId === null ? new Set<string>() : findOf(`own:${networkCampaignId}`);
    if (named.size > 0) return resolutionOf(named);
    const id = source.sourceIdentifier ?? (source.campaignNumber === null ? '' : `#${source.campaignNumber}`);
    return resolutionOf(findOf(id));
  };
}
