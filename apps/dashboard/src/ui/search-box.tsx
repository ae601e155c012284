import { Search } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { cn } from './cn.ts';
import { Input } from './input.tsx';

const TYPING_MS = 300;

interface SearchBoxProps {
  value: string;
  onSearch: (text: string) => void;
  label: string;
  placeholder: string;
  /** What it accepts, shown before something is typed. */
  hint?: string;
}

/** Searches when the typing rests. */
export function SearchBox({ value, onSearch, label, placeholder, hint }: SearchBoxProps) {
  const hintId = useId();
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    // The back button and "clear" change the address without the box.
    if (value !== sent.current) setText(value);
    sent.current = value;
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const change = (next: string) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      sent.current = next.trim();
      onSearch(sent.current);
    }, TYPING_MS);
  };
  return (
    <search className={cn('group relative', hint ? 'w-56 sm:w-80' : 'w-44 sm:w-60')}>
      <Input
        type="search"
        aria-label={label}
        aria-describedby={hint && hintId}
        placeholder={placeholder}
        icon={<Search />}
        maxLength={200}
        value={text}
        onChange={(event) => change(event.target.value)}
      />
      {hint && (
        <p
          id={hintId}
          className={cn(
            'absolute inset-x-0 top-full z-20 mt-1 hidden rounded-sm border border-line-strong bg-raised px-2.5 py-2 text-sm text-text-2 shadow-lg',
            // In the one row of a phone there is no room below.
            text === '' && 'sm:group-focus-within:block',
          )}
        >
          {hint}
        </p>
      )}
    </search>
  );
}
