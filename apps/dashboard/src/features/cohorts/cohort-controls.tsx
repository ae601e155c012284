import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import {
  COHORT_DAYS,
  COHORT_METRIC_OPTIONS,
  type CohortGroup,
  type CohortView,
  GROUP_OPTIONS,
  MODE_OPTIONS,
  SPAN_OPTIONS,
} from './cohort-view.ts';

interface CohortControlsProps {
  view: CohortView;
  onChange: (change: Partial<CohortView>) => void;
  /** Groupings that are useless here, such as campaigns within one campaign. */
  without?: readonly CohortGroup[];
}

/** The metric, the grouping and the number of days. */
export function CohortControls({ view, onChange, without = [] }: CohortControlsProps) {
  const { metric, mode, span, group, days } = view;
  const choices = [...new Set([...COHORT_DAYS, days])].sort((a, b) => a - b);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Segmented
        aria-label="Metric"
        options={COHORT_METRIC_OPTIONS}
        value={metric}
        onValueChange={(next) => onChange({ metric: next })}
      />
      {metric === 'retention' && (
        <Select
          aria-label="Counted as active"
          className="w-38"
          options={MODE_OPTIONS}
          value={mode}
          onValueChange={(next) => onChange({ mode: next })}
        />
      )}
      <div className="flex flex-wrap items-center gap-2 sm:ml-auto">
        <Select
          aria-label="Rows by"
          className="w-36"
          options={GROUP_OPTIONS.filter(({ value }) => !without.includes(value)).map((option) => ({
            ...option,
            label: `By ${String(option.label).toLowerCase()}`,
          }))}
          value={group}
          onValueChange={(next) => onChange({ group: next })}
        />
        {group === 'none' && (
          <Segmented
            aria-label="Installs of one"
            options={SPAN_OPTIONS}
            value={span}
            onValueChange={(next) => onChange({ span: next })}
          />
        )}
        <Select
          aria-label="Days after the install"
          className="w-28"
          options={choices.map((value) => ({ value: String(value), label: `D0–D${value}` }))}
          value={String(days)}
          onValueChange={(next) => onChange({ days: Number(next) })}
        />
      </div>
    </div>
  );
}
