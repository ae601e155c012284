import { useQuery } from '@tanstack/react-query';
import { VISIT_EVENTS } from '@trailmark/contract/visits';
import { Plus } from 'lucide-react';
import { Checkbox } from '../ui/checkbox.tsx';
import { Chip } from '../ui/chip.tsx';
import { ChipsInput } from '../ui/chips-input.tsx';
import { Field } from '../ui/field.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { type MessageKind, messageWords } from '../words/delivery-words.ts';
import { useProject } from './current-project.tsx';
import { eventNamesQuery } from './event-names-query.ts';

interface EventChoiceProps {
  /** Kinds and names; null: all. */
  value: readonly string[] | null;
  onChange: (value: string[] | null) => void;
  /** The kinds that there are to choose from. */
  kinds: readonly MessageKind[];
  disabled?: boolean;
  error?: string | undefined;
}

const WAYS = [
  { value: 'all', label: 'All' },
  { value: 'some', label: 'Only some' },
] as const;

/** Which events are sent: all, or some by kind and name. */
export function EventChoice({ value, onChange, kinds, disabled = false, error }: EventChoiceProps) {
  const choose = (way: 'all' | 'some') => onChange(way === 'all' ? null : [...kinds]);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Field label="Events to send" group error={error}>
        <Segmented
          options={WAYS}
          value={value === null ? 'all' : 'some'}
          disabled={disabled}
          onValueChange={choose}
        />
      </Field>
      {value && <SomeEvents value={value} onChange={onChange} kinds={kinds} disabled={disabled} />}
    </div>
  );
}

interface SomeEventsProps {
  value: readonly string[];
  onChange: (value: string[]) => void;
  kinds: readonly MessageKind[];
  disabled: boolean;
}

function SomeEvents({ value, onChange, kinds, disabled }: SomeEventsProps) {
  // Visits are sent only to those who choose them.
  const choices: readonly string[] = [...kinds, ...VISIT_EVENTS];
  const names = value.filter((one) => !choices.includes(one));
  const change = (choice: string, on: boolean) =>
    onChange([...choices.filter((one) => (one === choice ? on : value.includes(one))), ...names]);
  const setNames = (next: string[]) => onChange([...choices.filter((one) => value.includes(one)), ...next]);
  return (
    <>
      <fieldset className="grid min-w-0 grid-cols-[repeat(auto-fill,minmax(190px,1fr))] gap-x-4 gap-y-2.5 pointer-coarse:gap-y-4">
        <legend className="sr-only">Kinds of events</legend>
        {choices.map((choice) => (
          <Field key={choice} label={choiceWords(choice)} inline>
            <Checkbox
              checked={value.includes(choice)}
              disabled={disabled}
              onCheckedChange={(on) => change(choice, on === true)}
            />
          </Field>
        ))}
      </fieldset>
      {!value.includes('event') && <EventNames names={names} onChange={setNames} disabled={disabled} />}
    </>
  );
}

function choiceWords(choice: string): string {
  if (choice === 'event') return 'Every event of the app';
  return messageWords(choice);
}

const MOST_PROPOSED = 12;

interface EventNamesProps {
  names: string[];
  onChange: (names: string[]) => void;
  disabled: boolean;
}

/** Single events by name; those that the app has sent lately are a click away. */
function EventNames({ names, onChange, disabled }: EventNamesProps) {
  const { project_id } = useProject();
  const known = useQuery(eventNamesQuery(project_id));
  const proposed = (known.data ?? []).filter((name) => !names.includes(name)).slice(0, MOST_PROPOSED);
  return (
    <div className="grid gap-2">
      <Field label="And these events of the app" hint="As the app names them. Press Enter after each.">
        <ChipsInput values={names} onValues={onChange} disabled={disabled} placeholder="add_to_cart" />
      </Field>
      {!disabled && proposed.length > 0 && (
        <ul aria-label="Events of the last 30 days" className="flex flex-wrap gap-1.5">
          {proposed.map((name) => (
            <li key={name} className="max-w-full">
              <Chip dashed icon={<Plus aria-hidden />} onClick={() => onChange([...names, name])}>
                <span className="truncate">{name}</span>
              </Chip>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
