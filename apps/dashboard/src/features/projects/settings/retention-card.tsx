import {
  DEFAULT_DELIVERY_DAYS,
  DEFAULT_RETENTION_DAYS,
  MAX_DELIVERY_DAYS,
  MAX_RETENTION_DAYS,
  MIN_DELIVERY_DAYS,
  MIN_RETENTION_DAYS,
} from '@trailmark/contract/projects';
import { fieldReason } from '../../../failures/field-reason.ts';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { Input } from '../../../ui/input.tsx';
import { windowWords } from '../../../words/attribution-windows.ts';
import { SettingHint } from './setting-hint.tsx';
import { SettingRow } from './setting-row.tsx';
import type { SettingsCardProps } from './settings-form.tsx';

const KEPT = [
  {
    name: 'retention_days',
    label: 'Keep raw clicks, views and events for',
    effect: 'Older clicks, views and events are deleted every night; reports keep their numbers.',
    usual: DEFAULT_RETENTION_DAYS,
    min: MIN_RETENTION_DAYS,
    max: MAX_RETENTION_DAYS,
  },
  {
    name: 'delivery_retention_days',
    label: 'Keep deliveries for',
    effect: 'Older deliveries are deleted with what was sent; daily totals stay.',
    usual: DEFAULT_DELIVERY_DAYS,
    min: MIN_DELIVERY_DAYS,
    max: MAX_DELIVERY_DAYS,
  },
] as const;

/** How long raw data about people is kept. */
export function RetentionCard({ form, disabled }: SettingsCardProps) {
  const { errors } = form.formState;
  return (
    <Card>
      <CardHeader
        title="Data retention"
        description="How long raw data about people is kept. Deleted data cannot be restored."
        className="pb-3"
      />
      {KEPT.map(({ name, label, effect, usual, min, max }) => (
        <SettingRow
          key={name}
          label={label}
          hint={<SettingHint effect={effect} usual={windowWords(usual, 'days')} />}
          error={fieldReason('The time', errors[name]?.message)}
        >
          <Input
            type="number"
            inputMode="numeric"
            min={min}
            max={max}
            step={1}
            trailing="days"
            disabled={disabled}
            className="num"
            {...form.register(name, { valueAsNumber: true })}
          />
        </SettingRow>
      ))}
    </Card>
  );
}
