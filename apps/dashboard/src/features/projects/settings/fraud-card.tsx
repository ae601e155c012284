import {
  DEFAULT_PLAUSIBILITY_LEVELS,
  type PlausibilityLevel,
  type PlausibilityLevels,
} from '@trailmark/contract/plausibility';
import { Controller } from 'react-hook-form';
import { useProjectWords } from '../../../project/project-words.ts';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { Select } from '../../../ui/select.tsx';
import { fraudFields, LEVEL_WORDS } from './fraud-fields.ts';
import { SettingHint } from './setting-hint.tsx';
import type { SettingsCardProps } from './settings-form.tsx';
import { ThresholdField } from './threshold-field.tsx';

const LEVEL_OPTIONS = (Object.keys(LEVEL_WORDS) as PlausibilityLevel[]).map((value) => ({
  value,
  ...LEVEL_WORDS[value],
}));

/** From when on a touch is suspicious, and what follows from it. */
export function FraudCard({ form, disabled }: SettingsCardProps) {
  const words = useProjectWords();
  return (
    <Card>
      <CardHeader
        title="Fraud checks"
        description="Which touches are suspicious, and what happens then. An unknown click id is never credited. A change applies from now on."
        className="pb-3"
      />
      {fraudFields(words).map(({ name, label, explanation, thresholds }) => (
        <div
          key={name}
          className="grid gap-x-6 gap-y-2.5 border-t border-line px-4 py-3 sm:grid-cols-[minmax(0,1fr)_15rem]"
        >
          <div className="grid content-start gap-2.5">
            <div className="grid gap-0.5">
              <h3 className="text-sm font-medium">{label}</h3>
              <p className="text-sm text-text-3">{explanation}</p>
            </div>
            {thresholds.length > 0 && (
              <div className="grid gap-3 sm:grid-cols-2">
                {thresholds.map((key) => (
                  <ThresholdField key={key} form={form} name={key} disabled={disabled} />
                ))}
              </div>
            )}
          </div>
          <LevelField form={form} name={name} label={label} disabled={disabled} />
        </div>
      ))}
    </Card>
  );
}

interface LevelFieldProps extends SettingsCardProps {
  name: keyof PlausibilityLevels;
  label: string;
}

function LevelField({ form, name, label, disabled }: LevelFieldProps) {
  return (
    <Controller
      control={form.control}
      name={`plausibility.levels.${name}`}
      render={({ field }) => {
        const level = field.value ?? DEFAULT_PLAUSIBILITY_LEVELS[name];
        return (
          <div className="grid content-start gap-1.5">
            <Select
              aria-label={`What follows from: ${label}`}
              options={LEVEL_OPTIONS}
              value={level}
              onValueChange={field.onChange}
              disabled={disabled}
            />
            <p className="text-sm text-text-3">
              <SettingHint
                effect={`${LEVEL_WORDS[level].hint}.`}
                usual={LEVEL_WORDS[DEFAULT_PLAUSIBILITY_LEVELS[name]].label.toLowerCase()}
              />
            </p>
          </div>
        );
      }}
    />
  );
}
