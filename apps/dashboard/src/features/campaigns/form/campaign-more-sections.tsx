import { MAX_PASSTHROUGH, MAX_TAGS } from '@trailmark/contract/campaigns';
import { Controller } from 'react-hook-form';
import { fieldReason } from '../../../failures/field-reason.ts';
import { useMay, useProject } from '../../../project/current-project.tsx';
import { zoneLabel } from '../../../project/zone-label.ts';
import { ChipsInput } from '../../../ui/chips-input.tsx';
import { Field } from '../../../ui/field.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { WINDOW_FIELDS } from '../../../words/attribution-windows.ts';
import { listReason } from '../../../words/list-reason.ts';
import { pair, Section, type SectionProps } from './campaign-form-sections.tsx';
import { CampaignTextField } from './campaign-text-field.tsx';
import type { CampaignValues } from './campaign-values.ts';

const UTM_FIELDS: readonly { name: keyof CampaignValues['utm']; placeholder: string }[] = [
  { name: 'source', placeholder: 'instagram' },
  { name: 'medium', placeholder: 'paid_social' },
  { name: 'campaign', placeholder: 'monsoon_26' },
  { name: 'content', placeholder: 'video_a' },
  { name: 'term', placeholder: 'groceries' },
];

export function ParametersSection({ form, disabled }: SectionProps) {
  return (
    <Section
      title="Parameters"
      description="UTM values are added to every page that a visitor is sent to. The parameters named below are passed on from the link."
    >
      <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {UTM_FIELDS.map(({ name, placeholder }) => (
          <CampaignTextField
            key={name}
            form={form}
            name={`utm.${name}`}
            label={`utm_${name}`}
            placeholder={placeholder}
            maxLength={255}
            disabled={disabled}
            spellCheck={false}
            autoCapitalize="none"
          />
        ))}
      </div>
      <ListField
        form={form}
        name="passthrough"
        label="Passed on from the link"
        hint={`Names of query parameters, such as coupon; at most ${MAX_PASSTHROUGH}.`}
        placeholder="coupon, ref"
        splitAtSpaces
        disabled={disabled}
      />
    </Section>
  );
}

export function WindowsSection({ form, disabled }: SectionProps) {
  const { windows } = useProject();
  return (
    <Section
      title="Attribution windows"
      description="How old a touch of this campaign can be to get credit. An empty field uses the project’s window. Changes apply from now on."
    >
      <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {WINDOW_FIELDS.map(({ name, label, unit, min, max }) => (
          <CampaignTextField
            key={name}
            form={form}
            name={`windows.${name}`}
            label={`${label} window`}
            type="number"
            inputMode="numeric"
            min={min}
            max={max}
            step={1}
            placeholder={windows ? `${windows[name]} (project)` : 'as in the project'}
            trailing={unit}
            className="num"
            disabled={disabled}
          />
        ))}
      </div>
    </Section>
  );
}

export function MoreSection({ form, disabled }: SectionProps) {
  const { timezone } = useProject();
  // A guest may not rename: a refusal would reveal campaigns that are not shared with them.
  const mayName = useMay()('campaigns.edit');
  return (
    <Section title="More">
      <CampaignTextField
        form={form}
        name="display_id"
        label="Custom id"
        hint="Its name in exports and your own systems. Leave it empty to generate one."
        placeholder="monsoon-26"
        maxLength={64}
        spellCheck={false}
        autoCapitalize="none"
        disabled={disabled || !mayName}
      />
      <ListField
        form={form}
        name="tags"
        label="Tags"
        hint={`To find and group campaigns; at most ${MAX_TAGS}.`}
        placeholder="summer, retargeting"
        disabled={disabled}
      />
      <div className={pair}>
        <CampaignTextField
          form={form}
          name="expires_at"
          label="Ends"
          hint={`Its links are closed from then on; time of ${zoneLabel(timezone, new Date())}. Empty: never.`}
          type="datetime-local"
          disabled={disabled}
        />
        <Controller
          control={form.control}
          name="owned_media"
          render={({ field }) => (
            <Field
              inline
              label="Owned media"
              hint="Your own site, mail or app instead of paid ads. Devices may be matched without an identifier, also on iOS."
              className="sm:pt-6"
            >
              <Switch checked={field.value} onCheckedChange={field.onChange} disabled={disabled} />
            </Field>
          )}
        />
      </div>
    </Section>
  );
}

interface ListFieldProps extends SectionProps {
  name: 'tags' | 'passthrough' | 'skan_ids';
  label: string;
  hint: string;
  placeholder: string;
  splitAtSpaces?: boolean;
}

export function ListField({ form, name, label, hint, disabled, ...input }: ListFieldProps) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field }) => (
        <Field
          label={label}
          hint={hint}
          error={fieldReason(label, listReason(form.formState.errors[name], field.value))}
        >
          <ChipsInput values={field.value} onValues={field.onChange} disabled={disabled} {...input} />
        </Field>
      )}
    />
  );
}
