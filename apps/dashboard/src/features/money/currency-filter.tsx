import { Combobox } from '../../ui/combobox.tsx';
import { CURRENCIES } from './currencies.ts';

const ALL = 'ALL';

interface CurrencyFilterProps {
  value: string | null;
  onChange: (currency: string | null) => void;
}

export function CurrencyFilter({ value, onChange }: CurrencyFilterProps) {
  return (
    <Combobox
      aria-label="Currency"
      className="w-44"
      options={[{ value: ALL, label: 'All currencies' }, ...CURRENCIES]}
      value={value ?? ALL}
      onValueChange={(next) => onChange(next === ALL ? null : next)}
      searchPlaceholder="Find a currency…"
    />
  );
}
