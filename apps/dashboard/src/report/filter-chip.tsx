import { type ReactNode, useState } from 'react';
import { Chip } from '../ui/chip.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../ui/popover.tsx';

interface FilterChipProps {
  label: string;
  /** Null while nothing is chosen. */
  value: string | null;
  /** What its choices are called, where it is not the label. */
  title?: string;
  onRemove?: (() => void) | undefined;
  children: (close: () => void) => ReactNode;
}

/** One filter: a click changes it, the cross takes it away. */
export function FilterChip({ label, value, title = label, onRemove, children }: FilterChipProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Chip
          label={label}
          value={value}
          dashed={value === null}
          removeLabel={`Remove the filter ${label} ${value}`}
          {...(value !== null && onRemove ? { onRemove } : {})}
        />
      </PopoverTrigger>
      <PopoverContent align="start" aria-label={title}>
        {children(() => setOpen(false))}
      </PopoverContent>
    </Popover>
  );
}

/** A few of many in a chip: "India and 3 more". */
export function someOf(words: readonly string[]): string | null {
  if (words.length === 0) return null;
  return words.length > 2 ? `${words[0]} and ${words.length - 1} more` : words.join(', ');
}
