import { eventWords, INSTALL } from '@trailmark/contract/event-words';
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { useProjectWords } from '../../project/project-words.ts';
import { Button } from '../../ui/button.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { Field } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Select } from '../../ui/select.tsx';
import {
  FEWEST_STEPS,
  type FunnelView,
  hoursInWords,
  MOST_STEPS,
  moveStep,
  WITHIN_CHOICES,
} from './funnel-view.ts';

interface FunnelStepsProps {
  steps: readonly string[];
  withinHours: number;
  onChange: (change: Partial<FunnelView>) => void;
  /** Events of the chosen days. */
  names: readonly string[];
  isLoading: boolean;
}

/** The steps of a funnel in their order, and the time that they may take. */
export function FunnelSteps({ steps, withinHours, onChange, names, isLoading }: FunnelStepsProps) {
  const words = useProjectWords();
  const known = [...new Set([INSTALL, ...names, ...steps.filter(Boolean)])];
  const options = known.map((value) => ({
    value,
    label: eventWords(value, words),
    hint: value === eventWords(value, words) ? undefined : value,
  }));
  const hours = [...new Set([...WITHIN_CHOICES, withinHours])].sort((a, b) => a - b);
  const change = (next: string[]) => onChange({ steps: next });
  return (
    <div className="grid grid-cols-1 gap-4">
      <ol className="grid grid-cols-1 gap-2">
        {steps.map((name, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same event may be two steps
          <li key={at} className="flex items-center gap-1">
            <span aria-hidden className="num w-5 shrink-0 text-sm text-text-3">
              {at + 1}
            </span>
            <Combobox
              aria-label={`Step ${at + 1}`}
              options={options}
              value={name || null}
              onValueChange={(next) => change(steps.map((step, index) => (index === at ? next : step)))}
              placeholder={isLoading ? 'Loading events…' : 'Choose an event…'}
              searchPlaceholder="Find an event…"
            />
            <StepButtons at={at} steps={steps} onChange={change} />
          </li>
        ))}
      </ol>
      <Button className="w-fit" disabled={steps.length >= MOST_STEPS} onClick={() => change([...steps, ''])}>
        <Plus aria-hidden />
        Add a step
      </Button>
      <Field label="All within" hint="Counted from the first step.">
        <Select
          className="w-40"
          options={hours.map((value) => ({ value: String(value), label: hoursInWords(value) }))}
          value={String(withinHours)}
          onValueChange={(next) => onChange({ withinHours: Number(next) })}
        />
      </Field>
    </div>
  );
}

interface StepButtonsProps {
  at: number;
  steps: readonly string[];
  onChange: (steps: string[]) => void;
}

function StepButtons({ at, steps, onChange }: StepButtonsProps) {
  return (
    <span className="flex shrink-0">
      <IconButton
        size="sm"
        label={`Move step ${at + 1} up`}
        disabled={at === 0}
        onClick={() => onChange(moveStep(steps, at, at - 1))}
      >
        <ArrowUp aria-hidden />
      </IconButton>
      <IconButton
        size="sm"
        label={`Move step ${at + 1} down`}
        disabled={at === steps.length - 1}
        onClick={() => onChange(moveStep(steps, at, at + 1))}
      >
        <ArrowDown aria-hidden />
      </IconButton>
      <IconButton
        size="sm"
        label={`Remove step ${at + 1}`}
        disabled={steps.length <= FEWEST_STEPS}
        onClick={() => onChange(steps.filter((_, index) => index !== at))}
      >
        <X aria-hidden />
      </IconButton>
    </span>
  );
}
