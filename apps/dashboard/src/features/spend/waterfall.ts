import type { DifferenceCause } from '@trailmark/contract/network-spend';

interface Difference {
  claimed: string;
  ours: number;
  items: readonly { cause: DifferenceCause; installs: string }[];
}

/** A bar on a line from 0 to 1. */
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
  claimed: Bar;
  steps: WaterfallStep[];
  ours: Bar;
}

/** Tenths and hundredths of installs, as estimates have them, add up without a remainder. */
const rounded = (value: number) => Math.round(value * 1e6) / 1e6;

/** From what the network claims, cause by cause, to what we count. */
export function waterfall({ claimed, ours, items }: Difference): Waterfall {
  let at = Number(claimed);
  const levels = [0, at, ours];
  const walked = items.map(({ cause, installs }) => {
    const change = -Number(installs);
    const before = at;
    at = rounded(at + change);
    levels.push(at);
    return { cause, change, before, after: at };
  });
  const least = Math.min(...levels);
  const size = Math.max(...levels) - least || 1;
  const share = (value: number) => (value - least) / size;
  const barOf = (one: number, other: number): Bar => ({
    start: share(Math.min(one, other)),
    end: share(Math.max(one, other)),
  });
  return {
    claimed: barOf(0, Number(claimed)),
    steps: walked.map(({ cause, change, before, after }) => ({
      ...{ cause, change, after, bar: barOf(before, after) },
    })),
    ours: barOf(0, ours),
  };
}
