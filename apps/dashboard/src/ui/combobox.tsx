import { Check, ChevronsUpDown } from 'lucide-react';
import { type ComponentProps, type ReactNode, type UIEvent, useMemo, useState } from 'react';
import { cn } from './cn.ts';
import { Command, CommandInput, CommandItem, CommandList } from './command.tsx';
import { useFieldWiring } from './field.tsx';
import { type FilterableOption, filterOptions } from './filter-options.ts';
import { controlStyle } from './input.tsx';
import { Popover, PopoverContent, PopoverTrigger } from './popover.tsx';

export interface ComboboxOption extends FilterableOption {
  /** Faint text at the end of the row, such as an offset or a symbol. */
  hint?: ReactNode;
}

interface ComboboxProps extends Omit<ComponentProps<'button'>, 'value' | 'onChange' | 'children'> {
  options: readonly ComboboxOption[];
  value: string | null;
  onValueChange: (value: string) => void;
  placeholder?: string;
  searchPlaceholder?: string;
  emptyText?: string;
  /** Text that is not in the list can be taken too. */
  allowsOwn?: boolean;
}

/** A searchable choice from a long list. Needs aria-label unless a Field is around it. */
export function Combobox(props: ComboboxProps) {
  const {
    options,
    value,
    onValueChange,
    placeholder = 'Choose…',
    searchPlaceholder = 'Search…',
    ...rest
  } = props;
  const { emptyText = 'Nothing matches.', allowsOwn = false, className, ...trigger } = rest;
  const [open, setOpen] = useState(false);
  const wired = useFieldWiring(trigger);
  const selected = options.find((option) => option.value === value);
  const label = selected?.label ?? (allowsOwn && value ? value : undefined);
  const choose = (next: string) => {
    onValueChange(next);
    setOpen(false);
  };
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <button
          type="button"
          role="combobox"
          aria-expanded={open}
          data-slot="combobox"
          className={cn(
            controlStyle(),
            'flex h-control items-center justify-between gap-2 pr-2 pl-2.5 text-left data-[state=open]:border-line-control',
            className,
          )}
          {...wired}
        >
          <span className={cn('truncate', label === undefined && 'text-text-3')}>{label ?? placeholder}</span>
          <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-text-3" />
        </button>
      </PopoverTrigger>
      <PopoverContent
        align="start"
        aria-label={searchPlaceholder}
        className="w-(--radix-popover-trigger-width) min-w-60 p-0"
      >
        <ComboboxList
          options={options}
          value={value}
          onChoose={choose}
          searchPlaceholder={searchPlaceholder}
          emptyText={emptyText}
          allowsOwn={allowsOwn}
        />
      </PopoverContent>
    </Popover>
  );
}

interface ComboboxListProps {
  options: readonly ComboboxOption[];
  value: string | null;
  onChoose: (value: string) => void;
  searchPlaceholder: string;
  emptyText: string;
  allowsOwn: boolean;
}

const pageRows = 30;

function ComboboxList(props: ComboboxListProps) {
  const { options, value, onChoose, searchPlaceholder, emptyText, allowsOwn } = props;
  const [query, setQuery] = useState('');
  const [rows, setRows] = useState(pageRows);
  const matches = useMemo(() => {
    const found = filterOptions(options, query);
    if (query) return found;
    // The choice that holds comes first, so that it is in sight however long the list is.
    return found.sort((a, b) => Number(b.value === value) - Number(a.value === value));
  }, [options, query, value]);
  const own = allowsOwn && !options.some((option) => option.value === query.trim()) ? query.trim() : '';
  const grow = (event: UIEvent<HTMLDivElement>) => {
    const { scrollTop, clientHeight, scrollHeight } = event.currentTarget;
    if (scrollTop + clientHeight > scrollHeight - 120)
      setRows((shown) => Math.min(shown + pageRows, matches.length));
  };
  return (
    <Command shouldFilter={false} label={searchPlaceholder}>
      <CommandInput
        value={query}
        placeholder={searchPlaceholder}
        onValueChange={(next) => {
          setQuery(next);
          setRows(pageRows);
        }}
      />
      {matches.length === 0 && !own && (
        <p className="px-2 pt-5 pb-4 text-center text-sm text-text-3">{emptyText}</p>
      )}
      <CommandList onScroll={grow} label={searchPlaceholder} className="max-h-64">
        {own && (
          <CommandItem value={own} onSelect={() => onChoose(own)}>
            <span className="flex-1 truncate">Use “{own}”</span>
          </CommandItem>
        )}
        {matches.slice(0, rows).map((option) => (
          <CommandItem key={option.value} value={option.value} onSelect={() => onChoose(option.value)}>
            <span className="flex-1 truncate">{option.label}</span>
            {option.hint && <span className="num text-xs text-text-3">{option.hint}</span>}
            <Check
              aria-hidden
              className={cn('size-3.5 text-accent', option.value !== value && 'invisible')}
            />
          </CommandItem>
        ))}
      </CommandList>
    </Command>
  );
}
