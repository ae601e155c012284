import type { DifferenceCause } from '@trailmark/contract/network-spend';

interface Difference {
  claimed: string;
  ours: number;
  items: readonly { cause: DifferenceCause; installs: string }[];
}

/** A bar on a line from 0 to 1, which ends at the largest number. */
export interface Bar {
  start: number;
  end: number;
}

export interface WaterfallStep {
  cause: DifferenceCause;
  /** What is added on the way from the network's number to ours: less where the network counts more. */
  change: number;
  /** What is left after it. */
  after: number;
  bar: Bar;
}

export interface Waterfall {
  /** Bars do not begin at 0: between two large numbers a small difference could not be seen. */
  isCut: boolean;
  claimed: Bar;
  steps: WaterfallStep[];
  ours: Bar;
}

/** Tenths and hundredths of installs, as estimates have them, add up without a remainder. */
const rounded = (value: number) => Math.round(value * 1e6) / 1e6;

/** From what the network claims, cause by cause, to what we count. */
export function waterfall({ claimed, ours, items }: Difference): Waterfall {
  let at = Number(claimed);
  const levels = [at, ours];
  const walked = items.map(({ cause, installs }) => {
    const change = -Number(installs);
    const before = at;
    at = rounded(at + change);
    levels.push(at);
    return { cause, change, before, after: at };
  });
  const [lowest, highest] = [Math.min(...levels), Math.max(...levels)];
  const isCut = lowest > highest / 2 && lowest < highest;
  const least = isCut ? lowest - (highest - lowest) / 2 : Math.min(lowest, 0);
  const size = highest - least || 1;
  const share = (value: number) => Math.max((value - least) / size, 0);
  const barOf = (one: number, other: number): Bar => ({
    start: share(Math.min(one, other)),
    end: share(Math.max(one, other)),
  });
  return {
    isCut,
    claimed: barOf(0, Number(claimed)),
    steps: walked.map(({ cause, change, before, after }) => ({
      cause,
      change,
      after,
      bar: barOf(before, after),
    })),
    ours: barOf(0, ours),
  };
}
