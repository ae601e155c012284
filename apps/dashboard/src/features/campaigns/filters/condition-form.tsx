import { METRICS, metricOf, metricsFor } from '@trailmark/contract/metrics';
import type { Platform } from '@trailmark/contract/projects';
import { type FormEvent, useMemo, useState } from 'react';
import { useProject } from '../../../project/current-project.tsx';
import { Button } from '../../../ui/button.tsx';
import { Combobox } from '../../../ui/combobox.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { Select } from '../../../ui/select.tsx';
import {
  type MetricCondition,
  OPERATOR_WORDS,
  OPERATORS,
  type Operator,
  shownNumber,
  typedNumber,
} from './conditions.ts';

function metricOptions(platform: Platform) {
  return Object.entries(metricsFor(platform)).map(([value, { label, formula }]) => ({
    value,
    label,
    keywords: [formula],
  }));
}

const OPERATOR_NAMES: Record<Operator, string> = {
  gt: 'more than',
  gte: 'at least',
  lt: 'less than',
  lte: 'at most',
};

interface ConditionFormProps {
  condition: MetricCondition | undefined;
  onApply: (condition: MetricCondition) => void;
}

/** A metric compared with a number: Installs > 50. */
export function ConditionForm({ condition, onApply }: ConditionFormProps) {
  const { currency, platform } = useProject();
  const [metric, setMetric] = useState(condition?.metric ?? 'installs');
  const [operator, setOperator] = useState<Operator>(condition?.operator ?? 'gt');
  const [typed, setTyped] = useState(condition ? shownNumber(condition) : '');
  const [tried, setTried] = useState(false);
  const unit = metricOf(metric)?.unit;
  const number = typedNumber(typed, metric);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (number !== null) onApply({ metric, operator, number });
  };
  // An event that is not in the list was chosen in another way, and stays.
  const known = useMemo(() => metricOptions(platform), [platform]);
  const options = METRICS[metric]
    ? known
    : [{ value: metric, label: metricOf(metric, platform)?.label ?? metric }, ...known];
  return (
    <form onSubmit={submit} className="grid gap-3">
      <Field label="Metric">
        <Combobox
          options={options}
          value={metric}
          onValueChange={setMetric}
          searchPlaceholder="Search metrics"
        />
      </Field>
      <div className="grid grid-cols-[3fr_2fr] gap-2">
        <Field label="Is">
          <Select
            options={OPERATORS.map((value) => ({
              value,
              label: `${OPERATOR_WORDS[value]} ${OPERATOR_NAMES[value]}`,
            }))}
            value={operator}
            onValueChange={setOperator}
          />
        </Field>
        <Field label="Number" error={tried && number === null ? 'Type a number.' : undefined}>
          <Input
            inputMode="decimal"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            trailing={unit === 'percent' ? '%' : unit === 'money' ? currency : undefined}
          />
        </Field>
      </div>
      <Button type="submit" variant="primary" size="sm" className="justify-self-end">
        Show
      </Button>
    </form>
  );
}
