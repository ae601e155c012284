import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Chip } from '../../../ui/chip.tsx';
import { ChipsInput } from '../../../ui/chips-input.tsx';
import { Combobox } from '../../../ui/combobox.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { type FormBase, readAmounts, readNumbers } from './schema-form.ts';

interface BaseEditorProps {
  base: FormBase;
  events: readonly string[];
  disabled: boolean;
  onChange: (base: FormBase) => void;
}

/** The fields of one base. */
export function BaseEditor({ base, events, disabled, onChange }: BaseEditorProps) {
  switch (base.type) {
    case 'event':
      return (
        <EventField
          value={base.event}
          events={events}
          disabled={disabled}
          onChange={(event) => onChange({ ...base, event })}
        />
      );
    case 'funnel':
      return (
        <StepsField
          steps={base.steps}
          events={events}
          disabled={disabled}
          onChange={(steps) => onChange({ ...base, steps })}
        />
      );
    case 'engagement':
      return (
        <div className="grid gap-3 sm:grid-cols-2">
          <EventField
            value={base.event}
            events={events}
            disabled={disabled}
            onChange={(event) => onChange({ ...base, event })}
          />
          <ListField
            label="Times"
            hint="A level for each, such as 1, 5, 20."
            values={base.counts}
            disabled={disabled}
            onText={(text) => onChange({ ...base, counts: readNumbers(text) })}
          />
        </div>
      );
    case 'retention':
      return (
        <ListField
          label="Days"
          hint="After the first open. Day 1 has a fine value; days 2 to 34 make coarse values."
          values={base.days}
          disabled={disabled}
          onText={(text) => onChange({ ...base, days: readNumbers(text) })}
        />
      );
    case 'revenue':
      return <RevenueFields base={base} disabled={disabled} onChange={onChange} />;
  }
}

interface EventFieldProps {
  value: string;
  events: readonly string[];
  disabled: boolean;
  onChange: (event: string) => void;
}

function EventField({ value, events, disabled, onChange }: EventFieldProps) {
  return (
    <Field label="Event">
      <Combobox
        options={events.map((name) => ({ value: name, label: name }))}
        value={value || null}
        disabled={disabled}
        onValueChange={onChange}
        placeholder="Choose an event"
        searchPlaceholder="Search events"
      />
    </Field>
  );
}

const MOST_PROPOSED = 8;

interface StepsFieldProps {
  steps: readonly string[];
  events: readonly string[];
  disabled: boolean;
  onChange: (steps: string[]) => void;
}

/** Steps by name; events that the project has seen are a click away. */
function StepsField({ steps, events, disabled, onChange }: StepsFieldProps) {
  const proposed = events.filter((name) => !steps.includes(name)).slice(0, MOST_PROPOSED);
  return (
    <div className="grid gap-2">
      <Field label="Steps, first to last" hint="Names of events. Press Enter after each.">
        <ChipsInput values={steps} disabled={disabled} onValues={onChange} />
      </Field>
      {!disabled && proposed.length > 0 && (
        <ul aria-label="Events to add as a step" className="flex flex-wrap gap-1.5">
          {proposed.map((name) => (
            <li key={name} className="max-w-full">
              <Chip dashed icon={<Plus aria-hidden />} onClick={() => onChange([...steps, name])}>
                <span className="truncate">{name}</span>
              </Chip>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface ListFieldProps {
  label: string;
  hint: string;
  values: readonly (number | string)[];
  disabled: boolean;
  onText: (text: string) => void;
}

/** A list that is typed as a text: what is typed stays, also where it is no number yet. */
function ListField({ label, hint, values, disabled, onText }: ListFieldProps) {
  const [text, setText] = useState(values.join(', '));
  return (
    <Field label={label} hint={hint}>
      <Input
        value={text}
        disabled={disabled}
        inputMode="decimal"
        onChange={({ target }) => {
          setText(target.value);
          onText(target.value);
        }}
      />
    </Field>
  );
}

type Revenue = Extract<FormBase, { type: 'revenue' }>;

/** Absent fields are left out: the server takes none that is empty. */
function revenueOf(
  bounds: readonly string[],
  buckets: number | undefined,
  currency: string | undefined,
): Revenue {
  return {
    type: 'revenue',
    ...(currency ? { currency } : {}),
    ...(bounds.length > 0 ? { bounds: [...bounds] } : {}),
    ...(bounds.length === 0 && buckets ? { buckets } : {}),
  };
}

function RevenueFields({
  base,
  disabled,
  onChange,
}: {
  base: Revenue;
  disabled: boolean;
  onChange: (base: Revenue) => void;
}) {
  const { bounds = [], buckets, currency } = base;
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <ListField
        label="Bounds"
        hint="Where buckets begin, such as 1, 5, 20. Empty: from your payments."
        values={bounds}
        disabled={disabled}
        onText={(text) => onChange(revenueOf(readAmounts(text), buckets, currency))}
      />
      <ListField
        label="Buckets"
        hint="Empty: as many as there is room for."
        values={buckets ? [buckets] : []}
        disabled={disabled || bounds.length > 0}
        onText={(text) => onChange(revenueOf(bounds, readNumbers(text)[0], currency))}
      />
    </div>
  );
}
