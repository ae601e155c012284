import { metricOf } from '@trailmark/contract/metrics';
import { PROJECT_WORDS, type ProjectWords } from '@trailmark/contract/project-words';
import type { Platform } from '@trailmark/contract/projects';
import type { Values } from '@trailmark/contract/report-filter';
import { drawable, type Value } from './format-value.ts';

/** What a reader should know of a number before they act on it. */
export interface Judgement {
  kind: 'loss' | 'few' | 'odd';
  reason: string;
}

/** A sign goes with each colour; as a style, so that a number that is copied is a number. */
export const judgedStyle: Readonly<Record<Judgement['kind'], string>> = {
  loss: "text-bad before:content-['▾_']",
  few: "text-text-3 before:content-['~_']",
  odd: "text-warn before:content-['⚑_']",
};

/** Fewer than these say little about a rate; the percent of ten clicks is chance. */
const LEAST: Readonly<Record<string, number>> = {
  impressions: 1000,
  clicks: 100,
  visits: 100,
  installs: 30,
  attributed_installs: 30,
};

const SAMPLES: Readonly<Record<string, string>> = {
  ctr: 'impressions',
  click_to_install: 'clicks',
  cpc: 'clicks',
  signup_rate: 'installs',
  arpu: 'installs',
  cpi: 'attributed_installs',
  cpa: 'attributed_installs',
  roas: 'attributed_installs',
  bounce_rate: 'visits',
  pages_per_visit: 'visits',
  suspicious_rate: 'installs',
};

/** The count that a rate is measured on; null for what is no rate. */
export function sampleOf(metric: string): string | null {
  if (/^(retention|ltv)_d\d+$/.test(metric)) return 'installs';
  if (/^roas_d\d+$/.test(metric)) return 'attributed_installs';
  return SAMPLES[metric] ?? null;
}

/** Columns with the counts that their rates are judged by. */
export function withSamples(columns: readonly string[]): string[] {
  return [...new Set([...columns, ...columns.flatMap((column) => sampleOf(column) ?? [])])];
}

interface Oddity {
  metric: string;
  isOdd: (value: number, values: Values) => boolean;
  reason: (words: ProjectWords) => string;
}

/** What people hardly ever do, and what is the likely reason. */
const ODD: readonly Oddity[] = [
  {
    metric: 'click_to_install',
    isOdd: (value) => value > 0.5,
    reason: ({ newInstalls }) =>
      `Implausible: there are more than half as many ${newInstalls} as clicks. Clicks may be missing, or ${newInstalls} claimed.`,
  },
  {
    metric: 'click_to_install',
    isOdd: (value, { clicks }) => value < 0.0005 && Number(clicks) >= 10_000,
    reason: ({ newInstalls }) =>
      `Implausible: fewer than 5 ${newInstalls} from 10,000 clicks. Click flooding looks like this.`,
  },
  {
    metric: 'suspicious_rate',
    isOdd: (value) => value > 0.15,
    reason: ({ newInstalls, firstOpen }) =>
      `Implausible: many ${newInstalls} failed a fraud check, such as a ${firstOpen} seconds after the click (CTIT). Open the number to see which.`,
  },
  {
    metric: 'retention_d1',
    isOdd: (value) => value > 0.9 || value < 0.01,
    reason: () => 'Implausible: nearly everyone or nobody came back on the next day. Bots look like this.',
  },
  {
    metric: 'retention_d7',
    isOdd: (value) => value > 0.8 || value < 0.002,
    reason: () => 'Implausible: nearly everyone or nobody came back after a week. Bots look like this.',
  },
];

const isReturn = (metric: string) => /^roas(_d\d+)?$|^blended_roas$/.test(metric);

/** Whether a number rests on too little to act on, or says that ads do not pay back. */
export function judgeValue(
  metric: string,
  { value, values, platform }: { value: Value | undefined; values: Values | undefined; platform: Platform },
): Judgement | null {
  const number = drawable(value);
  if (number === null) return null;
  const sample = sampleOf(metric);
  const size = sample === null ? null : drawable(values?.[sample]);
  if (sample !== null && size !== null && size < (LEAST[sample] ?? 0)) {
    const name = (metricOf(sample, platform)?.label ?? sample).toLowerCase();
    return {
      kind: 'few',
      reason: `Small sample: ${size} ${name}. Under ${LEAST[sample]}, this is mostly chance.`,
    };
  }
  const odd = ODD.find((one) => one.metric === metric && one.isOdd(number, values ?? {}));
  if (odd) return { kind: 'odd', reason: odd.reason(PROJECT_WORDS[platform]) };
  if (!isReturn(metric) || number >= 1) return null;
  return { kind: 'loss', reason: 'Below 1: it has earned less than it cost in this period.' };
}
