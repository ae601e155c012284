import { Plus } from 'lucide-react';
import { Chip } from '../../../ui/chip.tsx';
import { ChipsInput } from '../../../ui/chips-input.tsx';
import { Combobox } from '../../../ui/combobox.tsx';
import { Field } from '../../../ui/field.tsx';
import { ListField } from './list-field.tsx';
import { RevenueFields } from './revenue-fields.tsx';
import { type FormBase, readNumbers } from './schema-form.ts';

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
