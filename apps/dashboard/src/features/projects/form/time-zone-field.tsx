import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { fieldReason } from '../../../failures/field-reason.ts';
import { Combobox } from '../../../ui/combobox.tsx';
import { Field } from '../../../ui/field.tsx';
import { SettingHint } from '../settings/setting-hint.tsx';
import { zoneOption } from './time-zones.ts';
import { timeZonesQuery } from './time-zones-query.ts';

interface TimeZoneFieldProps {
  value: string;
  onChange: (value: string) => void;
  error?: string;
  disabled?: boolean;
}

export function TimeZoneField({ value, onChange, error, disabled }: TimeZoneFieldProps) {
  const zones = useQuery(timeZonesQuery);
  const options = useMemo(() => {
    const known = (zones.data ?? []).map(zoneOption);
    // The zone that is set stays in sight even while the list is on its way.
    if (!value || known.some((option) => option.value === value)) return known;
    return [{ value, label: value.replaceAll('_', ' '), hint: '', keywords: [] }, ...known];
  }, [zones.data, value]);
  const failed = zones.isError ? 'We couldn’t load the list of time zones.' : undefined;
  return (
    <Field
      label="Time zone"
      hint={
        zones.isError ? (
          <button type="button" className="link" onClick={() => void zones.refetch()}>
            Load the list again
          </button>
        ) : (
          <SettingHint effect="The days of your reports begin at its midnight." usual="your browser’s" />
        )
      }
      error={failed ?? fieldReason('Time zone', error)}
    >
      <Combobox
        options={options}
        value={value || null}
        onValueChange={onChange}
        placeholder={zones.isPending ? 'Loading…' : 'Choose a time zone'}
        searchPlaceholder="Search by city or offset…"
        emptyText="No such time zone."
        disabled={disabled}
      />
    </Field>
  );
}
