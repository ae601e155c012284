import { tierOfFirst } from './estimated-tier.ts';
import { hasNoValue, isWinningFirst, type PostbackCell } from './postback-cell.ts';

/** What is counted for every row of a report. */
export interface PostbackCounts {
  postbacks: number;
  installs: number;
  redownloads: number;
  reengagements: number;
  /** First postbacks about conversions that another network won. */
  lost: number;
  winningFirst: number;
  withoutValue: number;
}

export const noCounts = (): PostbackCounts => ({
  postbacks: 0,
  installs: 0,
  redownloads: 0,
  reengagements: 0,
  lost: 0,
  winningFirst: 0,
  withoutValue: 0,
});

const BY_TYPE = {
  download: 'installs',
  redownload: 'redownloads',
  're-engagement': 'reengagements',
} as const;

/** Adds a cell to the counts of its row. */
export function countCell(counts: PostbackCounts, cell: PostbackCell): void {
  counts.postbacks += cell.count;
  if (cell.sequence !== 0) return;
  if (!cell.won) {
    counts.lost += cell.count;
    return;
  }
  counts.winningFirst += cell.count;
  if (hasNoValue(cell)) counts.withoutValue += cell.count;
  if (cell.conversionType !== null) counts[BY_TYPE[cell.conversionType]] += cell.count;
}

/** The share of winning first postbacks without any value; null without one. */
export const nullRateOf = ({ winningFirst, withoutValue }: PostbackCounts): number | null =>
  winningFirst === 0 ? null : withoutValue / winningFirst;

/** Winning postbacks of a window by their coarse value. */
export interface CoarseSplit {
  low: number;
  medium: number;
  high: number;
  /** A fine value instead. */
  fine: number;
  none: number;
}

/** How values are spread over all rows. */
export interface ValueSpread {
  /** Winning first postbacks by estimated tier. */
  tiers: number[];
  /** Those of versions that have no tiers. */
  withoutTier: number;
  /** Winning first postbacks by fine value, 0 to 63. */
  fine: number[];
  /** By window. */
  coarse: CoarseSplit[];
}

const FINE_VALUES = 64;
const noSplit = (): CoarseSplit => ({ low: 0, medium: 0, high: 0, fine: 0, none: 0 });

function splitOf({ fine, coarse }: PostbackCell): keyof CoarseSplit {
  if (fine !== null) return 'fine';
  return coarse ?? 'none';
}

/** How the values of winning postbacks are spread. */
export function spreadOf(cells: readonly PostbackCell[]): ValueSpread {
  const spread: ValueSpread = {
    tiers: [0, 0, 0, 0],
    withoutTier: 0,
    fine: new Array(FINE_VALUES).fill(0),
    coarse: [noSplit(), noSplit(), noSplit()],
  };
  for (const cell of cells) {
    if (!cell.won) continue;
    // Versions before 4 have no coarse values, so that they are in no split.
    const split = cell.isEarly ? undefined : spread.coarse[cell.sequence];
    if (split) split[splitOf(cell)] += cell.count;
    if (!isWinningFirst(cell)) continue;
    if (cell.fine !== null) spread.fine[cell.fine] = (spread.fine[cell.fine] ?? 0) + cell.count;
    if (cell.isEarly) {
      spread.withoutTier += cell.count;
      continue;
    }
    const signs = { hasFine: cell.fine !== null, hasCoarse: cell.coarse !== null };
    const tier = tierOfFirst({ ...signs, digits: cell.digits, hasSource: cell.hasSource });
    spread.tiers[tier] = (spread.tiers[tier] ?? 0) + cell.count;
  }
  return spread;
}
