import { DELIVERY_KINDS } from '@trailmark/contract/deliveries';
import { useState } from 'react';
import { ChoiceList } from '../../report/choice-list.tsx';
import { FilterChip } from '../../report/filter-chip.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { MESSAGE_WORDS, messageWords } from '../../words/delivery-words.ts';

// Tests are answered at once; they are in no ledger.
const KINDS = DELIVERY_KINDS.filter((kind) => kind !== 'test').map((value) => ({
  value: value as string,
  label: value === 'event' ? 'Any event of the app' : MESSAGE_WORDS[value],
}));

interface EventFilterProps {
  event: string;
  onChange: (event: string) => void;
}

/** A kind of message, or an event by its name. */
export function EventFilter({ event, onChange }: EventFilterProps) {
  return (
    <FilterChip label="Event" value={event === '' ? null : messageWords(event)} onRemove={() => onChange('')}>
      {(close) => {
        const choose = (next: string) => {
          onChange(next);
          close();
        };
        return (
          <div className="grid gap-3">
            <NameForm name={KINDS.some(({ value }) => value === event) ? '' : event} onChoose={choose} />
            <div className="max-h-64 overflow-y-auto border-t border-line p-1.5 pt-3">
              <ChoiceList options={KINDS} value={event} onChoose={choose} />
            </div>
          </div>
        );
      }}
    </FilterChip>
  );
}

function NameForm({ name, onChoose }: { name: string; onChoose: (name: string) => void }) {
  const [typed, setTyped] = useState(name);
  return (
    <form
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim()) onChoose(typed.trim());
      }}
    >
      <Field label="Name of an event" className="min-w-0 flex-1">
        <Input
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={256}
          placeholder="add_to_cart"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <Button type="submit" disabled={typed.trim() === ''}>
        Show
      </Button>
    </form>
  );
}
