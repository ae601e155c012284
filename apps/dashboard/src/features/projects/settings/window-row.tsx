import { DEFAULT_WINDOWS } from '@trailmark/contract/windows';
import { type ReactNode, useState } from 'react';
import { type ControllerRenderProps, useController } from 'react-hook-form';
import { fieldReason } from '../../../failures/field-reason.ts';
import { Input } from '../../../ui/input.tsx';
import { Select } from '../../../ui/select.tsx';
import { presetOf, type WindowField, windowWords } from '../../../words/attribution-windows.ts';
import type { ProjectValues } from '../form/project-values.ts';
import { SettingHint } from './setting-hint.tsx';
import { SettingRow } from './setting-row.tsx';
import type { SettingsCardProps } from './settings-form.tsx';

interface WindowRowProps extends SettingsCardProps {
  window: WindowField;
  /** What the change would move, below the setting. */
  below?: ReactNode;
}

/** One window: what it decides, and how long it is. */
export function WindowRow({ form, window, disabled, below }: WindowRowProps) {
  const { field, fieldState } = useController({ control: form.control, name: `windows.${window.name}` });
  const { name, label, unit, explanation } = window;
  return (
    <SettingRow
      label={`${label} window`}
      hint={<SettingHint effect={explanation} usual={windowWords(DEFAULT_WINDOWS[name], unit)} />}
      error={fieldReason(`${label} window`, fieldState.error?.message)}
      below={below}
    >
      <WindowChoice field={field} window={window} disabled={disabled} />
    </SettingRow>
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
  // The value that was typed under "Custom…": one that is set from elsewhere, as by discarding, closes it.
  const [typed, setTyped] = useState<number | null>(null);
  const custom = preset === 'custom' || Object.is(typed, field.value);
  const options = [
    ...window.presets.map((value) => ({ value: String(value), label: windowWords(value, window.unit) })),
    { value: 'custom', label: 'Custom…' },
  ];
  const choose = (value: string) => {
    setTyped(value === 'custom' ? field.value : null);
    if (value !== 'custom') field.onChange(Number(value));
  };
  const type = (value: number) => {
    setTyped(value);
    field.onChange(value);
  };
  return (
    <>
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
          onChange={(event) => type(event.target.valueAsNumber)}
          onBlur={field.onBlur}
          trailing={window.unit}
          disabled={disabled}
          className="num"
        />
      )}
    </>
  );
}
