import type { ReactNode } from 'react';
import { Field } from '../../../ui/field.tsx';

interface SettingRowProps {
  label: string;
  hint: ReactNode;
  error?: ReactNode;
  /** The control. */
  children: ReactNode;
  /** Below the setting, over the whole width. */
  below?: ReactNode;
}

/** One setting of a card: what it does at the left, its control at the right, or below it on a phone. */
export function SettingRow({ label, hint, error, children, below }: SettingRowProps) {
  return (
    <div className="grid gap-x-6 gap-y-1.5 border-t border-line px-4 py-3 sm:grid-cols-[minmax(0,1fr)_15rem] sm:gap-y-0.5">
      <Field
        label={label}
        hint={hint}
        error={error}
        className="contents [&>label]:text-text [&>p]:col-start-1"
      >
        <div className="flex gap-2 sm:col-start-2 sm:row-span-2 sm:row-start-1 sm:self-center">
          {children}
        </div>
      </Field>
      {below && <div className="sm:col-span-2">{below}</div>}
    </div>
  );
}
