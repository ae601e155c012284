import { Check } from 'lucide-react';
import { Checkbox } from '../ui/checkbox.tsx';
import { cn } from '../ui/cn.ts';

interface Option<Value extends string> {
  value: Value;
  label: string;
}

interface ChoiceListProps<Value extends string> {
  options: readonly Option<Value>[];
  value: Value | null;
  onChoose: (value: Value) => void;
}

/** One of a few. */
export function ChoiceList<Value extends string>({ options, value, onChoose }: ChoiceListProps<Value>) {
  return (
    <ul className="-m-1.5 grid">
      {options.map((option) => (
        <li key={option.value}>
          <button
            type="button"
            aria-pressed={option.value === value}
            onClick={() => onChoose(option.value)}
            className="flex h-[30px] w-full items-center justify-between gap-2 rounded-sm px-2 text-left text-[13px] hover:bg-press focus-visible:-outline-offset-2 pointer-coarse:h-9"
          >
            {option.label}
            <Check
              aria-hidden
              className={cn('size-3.5 text-accent', option.value !== value && 'invisible')}
            />
          </button>
        </li>
      ))}
    </ul>
  );
}

interface CheckListProps<Value extends string> {
  options: readonly Option<Value>[];
  chosen: readonly string[];
  onChange: (chosen: Value[]) => void;
}

/** Any of a few; what is ticked holds at once. */
export function CheckList<Value extends string>({ options, chosen, onChange }: CheckListProps<Value>) {
  const change = (value: Value, on: boolean) =>
    onChange(
      options.map((option) => option.value).filter((one) => (one === value ? on : chosen.includes(one))),
    );
  return (
    <ul className="-mx-1.5 -my-1 grid max-h-72 overflow-y-auto">
      {options.map(({ value, label }) => (
        <li key={value}>
          {/* biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is a button, which a label may hold */}
          <label className="flex h-[30px] cursor-pointer items-center gap-2.5 rounded-sm px-2 text-[13px] hover:bg-press pointer-coarse:h-9">
            <Checkbox checked={chosen.includes(value)} onCheckedChange={(on) => change(value, on === true)} />
            <span className="truncate">{label}</span>
          </label>
        </li>
      ))}
    </ul>
  );
}
