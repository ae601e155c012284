import { ListField } from './list-field.tsx';
import { type FormBase, type RevenueBase, readAmounts, readNumbers, revenueOf } from './schema-form.ts';

interface RevenueFieldsProps {
  base: RevenueBase;
  disabled: boolean;
  onChange: (base: FormBase) => void;
}

/** Where buckets begin; or how many there are, and from which amount to which. */
export function RevenueFields({ base, disabled, onChange }: RevenueFieldsProps) {
  const { bounds, buckets, min, max } = base;
  const isGiven = bounds !== undefined;
  const change = (changed: Partial<RevenueBase>) => onChange(revenueOf({ ...base, ...changed }));
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <ListField
        label="Bounds"
        hint="Where buckets begin, such as 1, 5, 20. Empty: from your payments."
        values={bounds ?? []}
        disabled={disabled}
        onText={(text) => change({ bounds: readAmounts(text) })}
      />
      <ListField
        label="Buckets"
        hint="Empty: as many as fit."
        values={buckets ? [buckets] : []}
        disabled={disabled || isGiven}
        onText={(text) => change({ buckets: readNumbers(text)[0] })}
      />
      <ListField
        label="Lowest amount"
        hint="Optional: where the first bucket begins."
        values={min ? [min] : []}
        disabled={disabled || isGiven}
        onText={(text) => change({ min: readAmounts(text)[0] })}
      />
      <ListField
        label="Highest amount"
        hint="Optional: where the last bucket begins."
        values={max ? [max] : []}
        disabled={disabled || isGiven}
        onText={(text) => change({ max: readAmounts(text)[0] })}
      />
    </div>
  );
}
