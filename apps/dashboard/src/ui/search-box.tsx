import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Input } from './input.tsx';

const TYPING_MS = 300;

interface SearchBoxProps {
  value: string;
  onSearch: (text: string) => void;
  label: string;
  placeholder: string;
}

/** Searches when the typing rests. */
export function SearchBox({ value, onSearch, label, placeholder }: SearchBoxProps) {
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
    <search className="w-44 sm:w-60">
      <Input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        icon={<Search />}
        maxLength={200}
        value={text}
        onChange={(event) => change(event.target.value)}
      />
    </search>
  );
}
