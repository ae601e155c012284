import { DEFAULT_PLAUSIBILITY_THRESHOLDS } from '@trailmark/contract/plausibility';
import { fieldReason } from '../../../failures/field-reason.ts';
import { useProjectWords } from '../../../project/project-words.ts';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { thresholdFields } from './fraud-fields.ts';
import { SettingHint } from './setting-hint.tsx';
import { SettingRow } from './setting-row.tsx';
import type { SettingsCardProps } from './settings-form.tsx';
import { ThresholdInput } from './threshold-field.tsx';

/** How alike a click and an install have to be where no identifier connects them. */
export function SimilarityCard({ form, disabled }: SettingsCardProps) {
  const { label, effect } = thresholdFields(useProjectWords()).min_likeness;
  const error = form.formState.errors.plausibility?.thresholds?.min_likeness?.message;
  return (
    <Card>
      <CardHeader
        title="Probabilistic matching"
        description="Matches a click and an install by address and device where no identifier connects them."
        className="pb-3"
      />
      <SettingRow
        label={label}
        hint={
          <SettingHint effect={effect} usual={`${DEFAULT_PLAUSIBILITY_THRESHOLDS.min_likeness} of 100`} />
        }
        error={fieldReason('It', error)}
      >
        <ThresholdInput form={form} name="min_likeness" disabled={disabled} />
      </SettingRow>
    </Card>
  );
}
