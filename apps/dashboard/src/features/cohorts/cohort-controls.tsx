import { capital } from '@trailmark/contract/project-words';
import { useProjectWords } from '../../project/project-words.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { Toolbar, ToolbarPart } from '../../ui/toolbar.tsx';
import {
  COHORT_DAYS,
  COHORT_METRIC_OPTIONS,
  type CohortGroup,
  type CohortView,
  groupOptions,
  modeOptions,
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
  const words = useProjectWords();
  const { metric, mode, span, group, days } = view;
  const choices = [...new Set([...COHORT_DAYS, days])].sort((a, b) => a - b);
  return (
    <Toolbar>
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
          options={modeOptions(words)}
          value={mode}
          onValueChange={(next) => onChange({ mode: next })}
        />
      )}
      <ToolbarPart atEnd>
        <Select
          aria-label="Rows by"
          className="w-36"
          options={groupOptions(words).filter(({ value }) => !without.includes(value))}
          value={group}
          onValueChange={(next) => onChange({ group: next })}
        />
        {group === 'none' && (
          <Segmented
            aria-label={`${capital(words.newInstalls)} of one`}
            options={SPAN_OPTIONS}
            value={span}
            onValueChange={(next) => onChange({ span: next })}
          />
        )}
        <Select
          aria-label={`Days after the ${words.arrival}`}
          className="w-28"
          options={choices.map((value) => ({ value: String(value), label: `D0–D${value}` }))}
          value={String(days)}
          onValueChange={(next) => onChange({ days: Number(next) })}
        />
      </ToolbarPart>
    </Toolbar>
  );
}
