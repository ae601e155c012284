import { type ClipboardEvent, type ComponentProps, type KeyboardEvent, useRef, useState } from 'react';
import { Chip } from './chip.tsx';
import { cn } from './cn.ts';
import { useFieldWiring } from './field.tsx';
import { joinValues } from './join-values.ts';

interface ChipsInputProps {
  values: readonly string[];
  onValues: (values: string[]) => void;
  placeholder?: string;
  disabled?: boolean;
  /** Also ends one value and begins the next; a comma, a tab and Enter always do. */
  splitAtSpaces?: boolean;
}

/** Short texts, each a chip as soon as it is finished. Needs a Field around it. */
export function ChipsInput({ values, onValues, placeholder, disabled, splitAtSpaces }: ChipsInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState('');
  const wired = useFieldWiring<ComponentProps<'input'>>({});
  const separator = splitAtSpaces ? /[,\s]+/ : /[,\n\r\t]+/;
  const add = (text: string) => {
    onValues(joinValues(values, text, separator));
    setDraft('');
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const ends = event.key === 'Enter' || event.key === ',' || (splitAtSpaces && event.key === ' ');
    if (ends && draft.trim()) {
      event.preventDefault();
      add(draft);
    } else if (event.key === 'Backspace' && draft === '') {
      onValues(values.slice(0, -1));
    }
  };
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text');
    if (!separator.test(text)) return;
    event.preventDefault();
    add(draft + text);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a larger place to hit; the input itself takes the keyboard
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <div
      data-slot="chips-input"
      onClick={() => input.current?.focus()}
      className={cn(
        'flex min-h-control flex-wrap content-start gap-1 rounded-sm border border-line-strong bg-raised p-px transition-colors',
        'focus-within:border-accent focus-within:outline-1 focus-within:outline-accent',
        values.length > 0 && 'p-1',
        disabled ? 'cursor-not-allowed bg-hover' : 'hover:border-line-control',
        wired['aria-invalid'] && 'border-bad',
      )}
    >
      {values.map((value) => (
        <Chip
          key={value}
          className="bg-panel"
          removeLabel={`Remove ${value}`}
          {...(disabled ? {} : { onRemove: () => onValues(values.filter((one) => one !== value)) })}
        >
          <span className="truncate">{value}</span>
        </Chip>
      ))}
      <input
        ref={input}
        type="text"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        disabled={disabled}
        placeholder={values.length === 0 ? placeholder : undefined}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onBlur={() => add(draft)}
        className="h-control-sm min-w-24 flex-1 bg-transparent px-2 outline-none disabled:cursor-not-allowed pointer-coarse:text-[16px]"
        {...wired}
      />
    </div>
  );
}
