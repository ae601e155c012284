import { metricOf } from '@trailmark/contract/metrics';
import { PROJECT_WORDS, type ProjectWords } from '@trailmark/contract/project-words';
import type { Platform } from '@trailmark/contract/projects';
import type { Values } from '@trailmark/contract/report-filter';
import { countInWords } from '../words/count-in-words.ts';
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

/** Fewer than these say little about a rate: the percent of ten clicks is chance. */
const LEAST_INSTALLS = 30;
const LEAST: Readonly<Record<string, number>> = {
  impressions: 1000,
  clicks: 100,
  visits: 100,
  installs: LEAST_INSTALLS,
  attributed_installs: LEAST_INSTALLS,
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

const dayOf = (metric: string) => /^(?:retention|ltv|roas)_d(\d+)$/.exec(metric)?.[1];

/** The count that a rate is measured on; null for what is no rate. */
function sampleOf(metric: string): string | null {
  const day = dayOf(metric);
  return day === undefined ? (SAMPLES[metric] ?? null) : `cohort_size_d${day}`;
}

function samplesOf(metric: string): readonly string[] {
  const sample = sampleOf(metric);
  if (sample === null) return [];
  return metric === 'roas' ? [sample, 'spend'] : [sample];
}

/** Columns with what their rates are judged by. */
export function withSamples(columns: readonly string[]): string[] {
  return [...new Set([...columns, ...columns.flatMap(samplesOf)])];
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

/** Before that, hardly any ad has paid for itself. */
const FIRST_RETURN_DAY = 7;

function isReturn(metric: string): boolean {
  if (metric === 'roas' || metric === 'blended_roas') return true;
  return metric.startsWith('roas_d') && Number(dayOf(metric)) >= FIRST_RETURN_DAY;
}

interface Judged {
  value: Value | undefined;
  values: Values | undefined;
  platform: Platform;
  /** The CPI of all campaigns in the same period; null where it is not known. */
  usualCpi: number | null;
}

interface Sample {
  size: number;
  least: number;
  /** "12 clicks", "day 7 is over for 3 installs" */
  words: string;
}

/** What a rate is measured on; null where that is not known, and for what is no rate. */
function readSample(metric: string, { values, platform }: Judged): Sample | null {
  const key = sampleOf(metric);
  const size = key === null ? null : drawable(values?.[key]);
  if (key === null || size === null) return null;
  const day = dayOf(metric);
  if (day !== undefined) {
    const words = `day ${day} is over for ${countInWords(size, PROJECT_WORDS[platform].install, PROJECT_WORDS[platform].installs)}`;
    return { size, least: LEAST_INSTALLS, words };
  }
  const name = (metricOf(key, platform)?.label ?? key).toLowerCase();
  return { size, least: LEAST[key] ?? 0, words: `${size} ${name}` };
}

/** Why a number rests on too little; null where it rests on enough. */
function whyFew(metric: string, sample: Sample | null, { values, usualCpi }: Judged): string | null {
  if (sample === null || sample.size >= sample.least) return null;
  const { least, words } = sample;
  if (metric !== 'roas') return `Small sample: ${words}. Under ${least}, this is mostly chance.`;
  // Spend that would have bought enough installs elsewhere is evidence too: the worst creative has no installs at all.
  const spend = drawable(values?.spend);
  if (spend !== null && usualCpi !== null && spend >= least * usualCpi) return null;
  return `Small sample: ${words}, and spend that usually buys fewer than ${least}. This is mostly chance.`;
}

/** Whether a number rests on too little to act on, or says that ads do not pay back. */
export function judgeValue(metric: string, judged: Judged): Judgement | null {
  const { values, platform } = judged;
  const number = drawable(judged.value);
  if (number === null) return null;
  const sample = readSample(metric, judged);
  const few = whyFew(metric, sample, judged);
  if (few !== null) return { kind: 'few', reason: few };
  // Without knowing how many it rests on, nobody is suspected.
  const odd = sample && ODD.find((one) => one.metric === metric && one.isOdd(number, values ?? {}));
  if (odd) return { kind: 'odd', reason: odd.reason(PROJECT_WORDS[platform]) };
  if (!isReturn(metric) || number >= 1) return null;
  return { kind: 'loss', reason: 'Below 1: it has earned less than it cost in this period.' };
}
