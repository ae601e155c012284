import { withArticle } from '@trailmark/contract/project-words';
import { CalendarDays, Timer } from 'lucide-react';
import { Controller } from 'react-hook-form';
import { fieldReason } from '../../../failures/field-reason.ts';
import { useProjectWords } from '../../../project/project-words.ts';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { Field } from '../../../ui/field.tsx';
import { RadioCards } from '../../../ui/radio-cards.tsx';
import { SettingHint } from './setting-hint.tsx';
import type { SettingsCardProps } from './settings-form.tsx';

const dayKinds = (arrival: string) =>
  [
    {
      value: 'calendar',
      title: 'Calendar days',
      text: `Day 1 begins at the first midnight after the ${arrival}, in the project’s time zone.`,
      icon: <CalendarDays />,
    },
    {
      value: '24h',
      title: '24-hour days',
      text: `Day 1 begins exactly 24 hours after the ${arrival}, whatever the clock says.`,
      icon: <Timer />,
    },
  ] as const;

/** When a day after an install begins. */
export function DayKindCard({ form, disabled }: SettingsCardProps) {
  const { arrival } = useProjectWords();
  return (
    <Card>
      <CardHeader
        title={`Days after ${withArticle(arrival)}`}
        description="A change recomputes all reports, which can take a while."
      />
      <CardBody>
        <Controller
          control={form.control}
          name="day_kind"
          render={({ field, fieldState }) => (
            <Field
              label={`Day n after ${withArticle(arrival)}`}
              hint={
                <SettingHint
                  effect="Decides which day of retention and cohorts an activity counts for."
                  usual="calendar days"
                />
              }
              group
              error={fieldReason('It', fieldState.error?.message)}
            >
              <RadioCards
                options={dayKinds(arrival)}
                value={field.value}
                onValueChange={field.onChange}
                disabled={disabled}
              />
            </Field>
          )}
        />
      </CardBody>
    </Card>
  );
}
