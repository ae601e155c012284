import {
  COHORT_FIGURES,
  COHORT_GROUPS,
  COHORT_MODES,
  COHORT_SPANS,
  MAX_COHORT_DAY,
} from '@trailmark/contract/cohorts';
import type { Unit } from '@trailmark/contract/metrics';
import type { SelectOption } from '../../ui/select.tsx';

export type CohortFigure = (typeof COHORT_FIGURES)[number];
export type CohortMode = (typeof COHORT_MODES)[number];
export type CohortSpan = (typeof COHORT_SPANS)[number];
export type CohortGroup = (typeof COHORT_GROUPS)[number];

/** What a cohort table shows, as the address says. */
export interface CohortView {
  figure: CohortFigure;
  mode: CohortMode;
  span: CohortSpan;
  group: CohortGroup;
  days: number;
}

export const USUAL_VIEW: CohortView = {
  figure: 'retention',
  mode: 'classic',
  span: 'day',
  group: 'none',
  days: 30,
};

/** The choices of how long installs are followed. */
export const COHORT_DAYS = [7, 14, 30, 60, MAX_COHORT_DAY] as const;

const one = <Value extends string>(values: readonly Value[], given: unknown, usual: Value): Value =>
  values.find((value) => value === given) ?? usual;

/** Whatever makes no sense in an address is not there. */
export function readCohortView(search: Record<string, unknown>): CohortView {
  const days = Number(search.days);
  return {
    figure: one(COHORT_FIGURES, search.figure, USUAL_VIEW.figure),
    mode: one(COHORT_MODES, search.mode, USUAL_VIEW.mode),
    span: one(COHORT_SPANS, search.span, USUAL_VIEW.span),
    group: one(COHORT_GROUPS, search.by, USUAL_VIEW.group),
    days: Number.isInteger(days) && days >= 1 && days <= MAX_COHORT_DAY ? days : USUAL_VIEW.days,
  };
}

/** As it stands in the address, where the usual is left out. */
export function writeCohortView({ figure, mode, span, group, days }: CohortView) {
  const unless = <Value>(value: Value, usual: Value) => (value === usual ? undefined : value);
  return {
    figure: unless(figure, USUAL_VIEW.figure),
    mode: unless(mode, USUAL_VIEW.mode),
    span: unless(span, USUAL_VIEW.span),
    by: unless(group, USUAL_VIEW.group),
    days: unless(days, USUAL_VIEW.days),
  };
}

export const FIGURE_WORDS: Record<CohortFigure, { label: string; unit: Unit; means: string }> = {
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

/** What the numbers of a view mean. */
export function meaningOf({ figure, mode }: Pick<CohortView, 'figure' | 'mode'>): string {
  return figure === 'retention' ? MODE_WORDS[mode].means : FIGURE_WORDS[figure].means;
}

const labelled = <Value extends string>(words: Record<Value, { label: string }>): SelectOption<Value>[] =>
  (Object.keys(words) as Value[]).map((value) => ({ value, label: words[value].label }));

export const FIGURE_OPTIONS = labelled(FIGURE_WORDS);
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
