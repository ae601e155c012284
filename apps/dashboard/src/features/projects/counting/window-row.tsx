import { useState } from 'react';
import { type ControllerRenderProps, type UseFormReturn, useController } from 'react-hook-form';
import { fieldReason } from '../../../failures/field-reason.ts';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { Select } from '../../../ui/select.tsx';
import { presetOf, type WindowField, windowWords } from '../../../words/attribution-windows.ts';
import type { ProjectValues } from '../form/project-values.ts';

interface WindowRowProps<Output> {
  form: UseFormReturn<ProjectValues, unknown, Output>;
  window: WindowField;
  disabled: boolean;
}

/** One window: what it decides, and how long it is. */
export function WindowRow<Output>({ form, window, disabled }: WindowRowProps<Output>) {
  const { field, fieldState } = useController({ control: form.control, name: `windows.${window.name}` });
  return (
    <div className="grid gap-x-6 gap-y-1.5 border-t border-line px-4 py-3 sm:grid-cols-[minmax(0,1fr)_15rem] sm:gap-y-0.5">
      <Field
        label={`${window.label} window`}
        hint={window.explanation}
        error={fieldReason(`${window.label} window`, fieldState.error?.message)}
        className="contents [&>label]:text-text [&>p]:col-start-1"
      >
        <WindowChoice field={field} window={window} disabled={disabled} />
      </Field>
    </div>
  );
}

type WindowValue = ControllerRenderProps<ProjectValues, `windows.${WindowField['name']}`>;

interface WindowChoiceProps {
  field: WindowValue;
  window: WindowField;
  disabled: boolean;
}

function WindowChoice({ field, window, disabled }: WindowChoiceProps) {
  const preset = presetOf(field.value, window);
  const [custom, setCustom] = useState(preset === 'custom');
  const options = [
    ...window.presets.map((value) => ({ value: String(value), label: windowWords(value, window.unit) })),
    { value: 'custom', label: 'Custom…' },
  ];
  const choose = (value: string) => {
    setCustom(value === 'custom');
    if (value !== 'custom') field.onChange(Number(value));
  };
  return (
    <div className="flex gap-2 sm:col-start-2 sm:row-span-2 sm:row-start-1 sm:self-center">
      <Select
        options={options}
        value={custom ? 'custom' : String(preset)}
        onValueChange={choose}
        disabled={disabled}
        className={custom ? 'w-[6.5rem] shrink-0' : undefined}
      />
      {custom && (
        <Input
          // The label belongs to the select; a second control with its id would take it away.
          id={`${window.name}-value`}
          type="number"
          inputMode="numeric"
          aria-label={`${window.label} window in ${window.unit}`}
          min={window.min}
          max={window.max}
          step={1}
          value={Number.isNaN(field.value) ? '' : field.value}
          onChange={(event) => field.onChange(event.target.valueAsNumber)}
          onBlur={field.onBlur}
          trailing={window.unit}
          disabled={disabled}
          className="num"
        />
      )}
    </div>
  );
}
