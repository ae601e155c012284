import { ArrowRight, Plus, X } from 'lucide-react';
import { useId } from 'react';
import { type UseFormReturn, useFieldArray } from 'react-hook-form';
import { fieldReason } from '../../failures/field-reason.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Input } from '../../ui/input.tsx';
import type { SettingsValues } from './settings-values.ts';

interface RenameRowsProps {
  form: UseFormReturn<SettingsValues, unknown, SettingsValues>;
  name: 'event_names' | 'property_names';
  /** What is renamed: "event" or "property". */
  noun: string;
  /** The name of the tool. */
  tool: string;
  /** Names that are likely. */
  proposed: readonly string[];
  disabled: boolean;
}

const PLAIN = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;

/** Our name, and the one in the tool, row by row. */
export function RenameRows({ form, name, noun, tool, proposed, disabled }: RenameRowsProps) {
  const rows = useFieldArray({ control: form.control, name });
  const listId = useId();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {rows.fields.length > 0 && (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
          {rows.fields.map(({ id }, at) => (
            <RenameRow
              key={id}
              form={form}
              name={name}
              noun={noun}
              tool={tool}
              disabled={disabled}
              listId={listId}
              at={at}
              onRemove={() => rows.remove(at)}
            />
          ))}
        </ul>
      )}
      {disabled && rows.fields.length === 0 && <p className="text-sm text-text-3">None is renamed.</p>}
      {!disabled && (
        <Button size="sm" className="w-fit" onClick={() => rows.append({ ours: '', theirs: '' })}>
          <Plus aria-hidden />
          Rename {noun === 'event' ? 'an event' : 'a property'}
        </Button>
      )}
      <datalist id={listId}>
        {proposed.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </div>
  );
}

interface RenameRowProps extends Omit<RenameRowsProps, 'proposed'> {
  listId: string;
  at: number;
  onRemove: () => void;
}

function RenameRow({ form, name, noun, tool, disabled, listId, at, onRemove }: RenameRowProps) {
  const wrong = form.formState.errors[name]?.[at];
  const reason =
    fieldReason('Our name', wrong?.ours?.message) ?? fieldReason('The new name', wrong?.theirs?.message);
  const reasonId = `${listId}-${at}`;
  const described = reason ? { 'aria-describedby': reasonId } : {};
  return (
    <li className="grid gap-1">
      <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)_auto] items-center gap-2">
        <Input
          aria-label={`Our name of ${noun} ${at + 1}`}
          aria-invalid={wrong?.ours ? true : undefined}
          list={listId}
          placeholder="Our name"
          disabled={disabled}
          {...PLAIN}
          {...described}
          {...form.register(`${name}.${at}.ours`)}
        />
        <ArrowRight aria-hidden className="size-3.5 text-text-3" />
        <Input
          aria-label={`Name of ${noun} ${at + 1} in ${tool}`}
          aria-invalid={wrong?.theirs ? true : undefined}
          placeholder={`Name in ${tool}`}
          disabled={disabled}
          {...PLAIN}
          {...described}
          {...form.register(`${name}.${at}.theirs`)}
        />
        {!disabled && (
          <IconButton size="sm" side="left" label={`Remove renamed ${noun} ${at + 1}`} onClick={onRemove}>
            <X aria-hidden />
          </IconButton>
        )}
      </div>
      {reason && (
        <p id={reasonId} className="text-sm text-bad">
          {reason}
        </p>
      )}
    </li>
  );
}
