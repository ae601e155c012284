import {
  COHORT_GROUPS,
  COHORT_METRICS,
  COHORT_MODES,
  COHORT_SPANS,
  MAX_COHORT_DAY,
} from '@trailmark/contract/cohorts';
import type { Unit } from '@trailmark/contract/metrics';
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

export const COHORT_METRIC_WORDS: Record<CohortMetric, { label: string; unit: Unit; means: string }> = {
  retention: { label: 'Retention', unit: 'percent', means: '' },
  revenue: {
    label: 'Revenue',
    unit: 'money',
    means: 'What installs + reinstalls paid from day 0 to day n, less refunds.',
  },
  ltv: {
    label: 'LTV',
    unit: 'money',
    means: 'Revenue of days 0 to n ÷ installs + reinstalls for which day n is over.',
  },
  roas: {
    label: 'ROAS',
    unit: 'ratio',
    means: 'Attributed revenue of days 0 to n ÷ spend on the days of those installs.',
  },
};

export const MODE_WORDS: Record<CohortMode, { label: string; means: string }> = {
  classic: {
    label: 'On day n',
    means: 'Installs + reinstalls active on day n ÷ those for which day n is over.',
  },
  rolling: {
    label: 'Day n or later',
    means: 'Installs + reinstalls active on day n or later ÷ those for which day n is over.',
  },
  cumulative: {
    label: 'By day n',
    means: 'Installs + reinstalls that came back on any of the days 1 to n ÷ those for which day n is over.',
  },
};

/** The definition of a view's metric. */
export function meaningOf({ metric, mode }: Pick<CohortView, 'metric' | 'mode'>): string {
  return metric === 'retention' ? MODE_WORDS[mode].means : COHORT_METRIC_WORDS[metric].means;
}

const labelled = <Value extends string>(words: Record<Value, { label: string }>): SelectOption<Value>[] =>
  (Object.keys(words) as Value[]).map((value) => ({ value, label: words[value].label }));

export const COHORT_METRIC_OPTIONS = labelled(COHORT_METRIC_WORDS);
export const MODE_OPTIONS: SelectOption<CohortMode>[] = COHORT_MODES.map((value) => ({
  value,
  label: MODE_WORDS[value].label,
  hint: MODE_WORDS[value].means,
}));
export const SPAN_OPTIONS = labelled<CohortSpan>({
  day: { label: 'Day' },
  week: { label: 'Week' },
  month: { label: 'Month' },
});
export const GROUP_OPTIONS = labelled<CohortGroup>({
  none: { label: 'Install day' },
  campaign: { label: 'Campaign' },
  network: { label: 'Network' },
  country: { label: 'Country' },
  platform: { label: 'Platform' },
});
