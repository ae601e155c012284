import { AppWindow, Smartphone } from 'lucide-react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { fieldReason } from '../../../failures/field-reason.ts';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { RadioCards } from '../../../ui/radio-cards.tsx';
import { SettingHint } from '../settings/setting-hint.tsx';
import { CurrencyField } from './currency-field.tsx';
import type { ProjectValues } from './project-values.ts';
import { TimeZoneField } from './time-zone-field.tsx';

const PLATFORM_CARDS = [
  { value: 'app', title: 'App', text: 'An iOS or Android app', icon: <Smartphone /> },
  { value: 'web', title: 'Web', text: 'A website or web app', icon: <AppWindow /> },
] as const;

interface ProjectFieldsProps<Output> {
  form: UseFormReturn<ProjectValues, unknown, Output>;
  disabled?: boolean;
}

/** What a project is: its name, where it lives, and how its days and money are counted. */
export function ProjectFields<Output>({ form, disabled }: ProjectFieldsProps<Output>) {
  const { control, formState } = form;
  const platform = form.watch('platform');
  return (
    <div className="grid gap-5">
      <Field
        label="Name"
        hint="Shown in the project list, in mails and in exports."
        required
        error={fieldReason('Name', formState.errors.name?.message)}
      >
        <Input
          autoComplete="off"
          placeholder="Kite Grocery"
          maxLength={80}
          disabled={disabled}
          {...form.register('name')}
        />
      </Field>
      <Controller
        control={control}
        name="platform"
        render={({ field, fieldState }) => (
          <Field
            label="Platform"
            hint={<SettingHint effect="Decides whether reports count installs or visitors." usual="app" />}
            group
            error={fieldReason('Platform', fieldState.error?.message)}
          >
            <RadioCards
              options={PLATFORM_CARDS}
              value={field.value}
              onValueChange={field.onChange}
              disabled={disabled}
            />
          </Field>
        )}
      />
      <Addresses form={form} disabled={disabled} platform={platform} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Controller
          control={control}
          name="currency"
          render={({ field, fieldState }) => (
            <CurrencyField
              value={field.value}
              onChange={field.onChange}
              error={fieldState.error?.message}
              disabled={disabled}
            />
          )}
        />
        <Controller
          control={control}
          name="timezone"
          render={({ field, fieldState }) => (
            <TimeZoneField
              value={field.value}
              onChange={field.onChange}
              error={fieldState.error?.message}
              disabled={disabled}
            />
          )}
        />
      </div>
    </div>
  );
}

const LINKS = {
  website: {
    label: 'Website',
    placeholder: 'kite.example',
    effect: 'Links without a destination of their own lead here.',
  },
  app_store_link: {
    label: 'App Store link',
    placeholder: 'apps.apple.com/app/id…',
    effect: 'Links lead people on iOS here, unless a campaign names another store listing.',
  },
  play_store_link: {
    label: 'Play Store link',
    placeholder: 'play.google.com/store/apps/details?id=…',
    effect: 'Links lead people on Android here, unless a campaign names another store listing.',
  },
} as const;

interface AddressesProps<Output> extends ProjectFieldsProps<Output> {
  platform: ProjectValues['platform'];
}

function Addresses<Output>({ form, platform, disabled }: AddressesProps<Output>) {
  const names =
    platform === 'web' ? (['website'] as const) : (['app_store_link', 'play_store_link'] as const);
  return (
    <div className="grid gap-5 sm:grid-cols-[repeat(auto-fit,minmax(220px,1fr))]">
      {names.map((name) => (
        <Field
          key={name}
          label={
            <>
              {LINKS[name].label} <span className="font-normal text-text-3">optional</span>
            </>
          }
          hint={<SettingHint effect={LINKS[name].effect} usual="none" />}
          error={fieldReason(LINKS[name].label, form.formState.errors[name]?.message)}
        >
          <Input
            type="text"
            inputMode="url"
            autoComplete="url"
            autoCapitalize="none"
            spellCheck={false}
            placeholder={disabled ? 'Not set' : LINKS[name].placeholder}
            disabled={disabled}
            {...form.register(name)}
          />
        </Field>
      ))}
    </div>
  );
}
