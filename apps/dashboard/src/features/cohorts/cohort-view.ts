import {
  COHORT_GROUPS,
  COHORT_METRICS,
  COHORT_MODES,
  COHORT_SPANS,
  MAX_COHORT_DAY,
} from '@trailmark/contract/cohorts';
import type { Unit } from '@trailmark/contract/metric';
import { capital, type ProjectWords } from '@trailmark/contract/project-words';
import { choiceParam, integerParam } from '../../address/address-params.ts';
import type { AddressSchema } from '../../address/address-state.ts';
import type { SelectOption } from '../../ui/select.tsx';

export type CohortMetric = (typeof COHORT_METRICS)[number];
export type CohortMode = (typeof COHORT_MODES)[number];
export type CohortSpan = (typeof COHORT_SPANS)[number];
export type CohortGroup = (typeof COHORT_GROUPS)[number];

/** What a cohort table shows. */
export interface CohortView {
  metric: CohortMetric;
  mode: CohortMode;
  span: CohortSpan;
  group: CohortGroup;
  days: number;
}

export const DEFAULT_COHORT_VIEW: CohortView = {
  metric: 'retention',
  mode: 'classic',
  span: 'day',
  group: 'none',
  days: 30,
};

/** The choices of how long installs are followed. */
export const COHORT_DAYS = [7, 14, 30, 60, MAX_COHORT_DAY] as const;

export const COHORT_VIEW: AddressSchema<CohortView> = {
  metric: choiceParam('figure', COHORT_METRICS),
  mode: choiceParam('mode', COHORT_MODES),
  span: choiceParam('span', COHORT_SPANS),
  group: choiceParam('by', COHORT_GROUPS),
  days: integerParam('days', { min: 1, max: MAX_COHORT_DAY }),
};

export const COHORT_METRIC_WORDS: Record<CohortMetric, { label: string; unit: Unit }> = {
  retention: { label: 'Retention', unit: 'percent' },
  revenue: { label: 'Revenue', unit: 'money' },
  ltv: { label: 'LTV', unit: 'money' },
  roas: { label: 'ROAS', unit: 'ratio' },
};

const MODE_WORDS: Record<CohortMode, { label: string; active: string }> = {
  classic: { label: 'On day n', active: 'active on day n' },
  rolling: { label: 'Day n or later', active: 'active on day n or later' },
  cumulative: { label: 'By day n', active: 'that came back on any of the days 1 to n' },
};

/** How retention is counted. */
function modeMeaning(mode: CohortMode, { allInstalls }: ProjectWords): string {
  return `${capital(allInstalls)} ${MODE_WORDS[mode].active} ÷ those for which day n is over.`;
}

/** The definition of a view's metric. */
export function meaningOf({ metric, mode }: Pick<CohortView, 'metric' | 'mode'>, words: ProjectWords) {
  const { allInstalls, installs } = words;
  return {
    retention: modeMeaning(mode, words),
    revenue: `What ${allInstalls} paid from day 0 to day n, less refunds.`,
    ltv: `Revenue of days 0 to n ÷ ${allInstalls} for which day n is over.`,
    roas: `Attributed revenue of days 0 to n ÷ spend on the days of those ${installs}.`,
  }[metric];
}

const labelled = <Value extends string>(words: Record<Value, { label: string }>): SelectOption<Value>[] =>
  (Object.keys(words) as Value[]).map((value) => ({ value, label: words[value].label }));

export const COHORT_METRIC_OPTIONS = labelled(COHORT_METRIC_WORDS);
export function modeOptions(words: ProjectWords): SelectOption<CohortMode>[] {
  return COHORT_MODES.map((value) => ({
    value,
    label: MODE_WORDS[value].label,
    hint: modeMeaning(value, words),
  }));
}
export const SPAN_OPTIONS = labelled<CohortSpan>({
  day: { label: 'Day' },
  week: { label: 'Week' },
  month: { label: 'Month' },
});
const GROUP_WORDS: Record<Exclude<CohortGroup, 'none'>, string> = {
  campaign: 'Campaign',
  network: 'Network',
  country: 'Country',
  platform: 'Platform',
};

/** What a row of the table is: by default the installs of a day, a week or a month. */
export function groupWords(group: CohortGroup, span: CohortSpan, { arrival }: ProjectWords): string {
  return group === 'none' ? `${capital(arrival)} ${span}` : GROUP_WORDS[group];
}

export function groupOptions(words: ProjectWords): { value: CohortGroup; label: string }[] {
  return COHORT_GROUPS.map((value) => ({
    value,
    label: `By ${groupWords(value, 'day', words).toLowerCase()}`,
  }));
}
