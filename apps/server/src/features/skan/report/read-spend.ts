import type { Money } from '@trailmark/contract/report-filter';
import type { SkanDimension } from '@trailmark/contract/skan-report';
import { add, type Decimal, ZERO } from '@trailmark/core/metrics/decimal';
import { isInScope } from '../../../access/campaign-scope.ts';
import type { Tx } from '../../../db/connection.ts';
import type { Context } from '../../../report/context.ts';
import { readSums } from '../../../report/read-sums.ts';
import type { NamedSkanCampaign } from './campaign-store.ts';
import { networkKey } from './read-sources.ts';
import type { SkanSelection } from './selection.ts';

/** What campaigns that carry SKAN ids cost; null: for these rows it cannot be known. */
export interface SkanSpend {
  total: Decimal | null;
  at(dimension: SkanDimension, key: string): Decimal | null;
  unconverted: Money[];
}

/** Spend is known by campaign and day, not by what Apple says about a conversion. */
const isKnowable = ({ countries, windows, conversionTypes, frameworks }: SkanSelection): boolean =>
  [countries, windows, conversionTypes, frameworks].every((filter) => filter === undefined);

export const NO_SPEND: SkanSpend = { total: null, at: () => null, unconverted: [] };

/** The network that the postbacks of a campaign are of. */
const networkOf = ({ skanNetworkId, network }: NamedSkanCampaign): string =>
  skanNetworkId === null ? network : networkKey(skanNetworkId);

function selected({ scope, campaigns, networks }: SkanSelection, one: NamedSkanCampaign): boolean {
  return (
    isInScope(scope, one.campaignId) &&
    (!campaigns || campaigns.includes(one.campaignId)) &&
    (!networks || networks.includes(networkOf(one)))
  );
}

/** The same spend as everywhere else in the product, of the campaigns that postbacks can be of. */
export async function readSkanSpend(
  tx: Tx,
  { selection, context }: { selection: SkanSelection; context: Context },
  campaigns: readonly NamedSkanCampaign[],
): Promise<SkanSpend> {
  const meant = campaigns.filter((one) => selected(selection, one));
  if (!isKnowable(selection) || meant.length === 0) return NO_SPEND;
  const { projectId, scope } = selection;
  const filter = { projectId, scope, campaigns: meant.map(({ campaignId }) => campaignId) };
  const by = ['campaign', 'date'] as const;
  const sums = await readSums(tx, { filter, context, range: context.range, by, reads: new Set(['spend']) });
  const spendOf = (dimension: 'campaign' | 'date', key: string) =>
    sums.at(dimension, key).money.spend ?? null;
  const addUp = (some: readonly NamedSkanCampaign[]) =>
    some.reduce<Decimal>((sum, { campaignId }) => add(sum, spendOf('campaign', campaignId) ?? ZERO), ZERO);
  const ofNetwork = (network: string) => {
    const own = meant.filter((one) => networkOf(one) === network);
    return own.length > 0 ? addUp(own) : null;
  };
  const ofCampaign = (id: string) =>
    meant.some(({ campaignId }) => campaignId === id) ? (spendOf('campaign', id) ?? ZERO) : null;
  return {
    total: addUp(meant),
    unconverted: sums.notesByMoney.spend.unconverted,
    at(dimension, key) {
      if (dimension === 'campaign') return ofCampaign(key);
      if (dimension === 'network') return ofNetwork(key);
      return dimension === 'day' ? (spendOf('date', key) ?? ZERO) : null;
    },
  };
}
