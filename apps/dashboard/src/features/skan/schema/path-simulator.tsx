import { Minus, Plus } from 'lucide-react';
import { Field } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Input } from '../../../ui/input.tsx';
import { eventsOf, type FormBase } from './schema-form.ts';
import type { SchemaPreview, SkanPathInput } from './schema-queries.ts';

interface PathSimulatorProps {
  bases: readonly FormBase[];
  path: SkanPathInput;
  reached: SchemaPreview['reached'];
  onChange: (path: SkanPathInput) => void;
}

const WINDOWS = ['first', 'second', 'third'] as const;

function answerOf(reached: SchemaPreview['reached']): string {
  if (!reached) return 'Add a base to see a value.';
  if (reached.sequence === null) return 'After day 34 there is no window: nothing is reported.';
  const value = reached.fine === null ? reached.coarse : `${reached.fine}, ${reached.coarse}`;
  const lock = reached.lock ? ' The window is locked, and its postback comes sooner.' : '';
  return `gets ${value} in the ${WINDOWS[reached.sequence] ?? ''} window.${lock}`;
}

/** "A person who does this … gets 37". */
export function PathSimulator({ bases, path, reached, onChange }: PathSimulatorProps) {
  const names = [...new Set(bases.flatMap(eventsOf))].filter(Boolean);
  const countOf = (name: string) => path.events.find((event) => event.name === name)?.count ?? 0;
  const setCount = (name: string, count: number) =>
    onChange({ ...path, events: [...path.events.filter((event) => event.name !== name), { name, count }] });
  return (
    <div className="grid gap-3">
      <p className="text-sm text-text-2">A person who does this</p>
      {names.length > 0 && (
        <ul className="grid gap-1">
          {names.map((name) => (
            <li key={name} className="flex items-center justify-between gap-2">
              <span className="min-w-0 truncate">{name}</span>
              <span className="flex items-center gap-1">
                <IconButton
                  label={`${name} once less`}
                  size="sm"
                  disabled={countOf(name) === 0}
                  onClick={() => setCount(name, countOf(name) - 1)}
                >
                  <Minus aria-hidden />
                </IconButton>
                <span className="num w-8 text-center">{countOf(name)}</span>
                <IconButton
                  label={`${name} once more`}
                  size="sm"
                  onClick={() => setCount(name, countOf(name) + 1)}
                >
                  <Plus aria-hidden />
                </IconButton>
              </span>
            </li>
          ))}
        </ul>
      )}
      <div className="grid grid-cols-2 gap-3">
        <Field label="Days after the install">
          <Input
            type="number"
            min={0}
            max={40}
            value={path.day}
            onChange={({ target }) =>
              onChange({ ...path, day: Math.min(40, Math.max(0, Math.floor(Number(target.value)))) })
            }
          />
        </Field>
        <Field label="Paid in the window">
          <Input
            inputMode="decimal"
            value={path.revenue}
            onChange={({ target }) => onChange({ ...path, revenue: target.value.replace(/[^\d.]/g, '') })}
          />
        </Field>
      </div>
      <p role="status" className="font-medium">
        {answerOf(reached)}
      </p>
    </div>
  );
}
