import { NETWORKS, type Network } from '@trailmark/contract/campaigns';
import type { ReactNode } from 'react';
import { Controller } from 'react-hook-form';
import { fieldReason } from '../../../failures/field-reason.ts';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { NETWORK_WORDS } from '../../../words/network-name.ts';
import { ADDRESS_INPUT, CampaignTextField } from './campaign-text-field.tsx';
import type { CampaignFormControl } from './campaign-values.ts';
import { StoreListingField } from './store-listing-field.tsx';

export interface SectionProps {
  form: CampaignFormControl;
  disabled: boolean;
}

interface SectionFrameProps {
  title: string;
  description?: string;
  children: ReactNode;
}

export function Section({ title, description, children }: SectionFrameProps) {
  return (
    <Card>
      <CardHeader title={title} description={description} />
      <CardBody className="grid gap-5">{children}</CardBody>
    </Card>
  );
}

export const pair = 'grid gap-5 sm:grid-cols-2';

const NETWORK_OPTIONS = NETWORKS.map((network) => ({ value: network, label: NETWORK_WORDS[network] }));

export function BasicsSection({ form, disabled }: SectionProps) {
  const network = form.watch('network');
  return (
    <Section title="Campaign">
      <CampaignTextField
        form={form}
        name="name"
        label="Name"
        required
        maxLength={120}
        placeholder="Monsoon basket"
        disabled={disabled}
      />
      <div className={pair}>
        <Controller
          control={form.control}
          name="network"
          render={({ field, fieldState }) => (
            <Field
              label="Network"
              hint="Where you buy the ads. It decides which reports and postbacks the campaign belongs to."
              error={fieldReason('Network', fieldState.error?.message)}
            >
              <Select
                options={NETWORK_OPTIONS}
                value={field.value}
                onValueChange={(value) => field.onChange(value as Network)}
                disabled={disabled}
              />
            </Field>
          )}
        />
        {network === 'OTHER' && (
          <CampaignTextField
            form={form}
            name="network_name"
            label="Name of the network"
            maxLength={80}
            placeholder="Radio Mirchi"
            disabled={disabled}
          />
        )}
      </div>
    </Section>
  );
}

export function DestinationsSection({ form, disabled }: SectionProps) {
  return (
    <Section
      title="Where visitors go"
      description="A phone opens its own web page if there is one, otherwise its store, the desktop page or the project’s website."
    >
      <CampaignTextField
        form={form}
        name="desktop_redirect"
        label="Desktop page"
        placeholder="kite.example/monsoon"
        disabled={disabled}
        {...ADDRESS_INPUT}
      />
      <div className={pair}>
        <StoreListingField form={form} platform="IOS" disabled={disabled} />
        <StoreListingField form={form} platform="ANDROID" disabled={disabled} />
        <CampaignTextField
          form={form}
          name="ios_web_redirect"
          label="Web page for iOS"
          hint="Instead of the App Store."
          placeholder="m.kite.example/monsoon"
          disabled={disabled}
          {...ADDRESS_INPUT}
        />
        <CampaignTextField
          form={form}
          name="android_web_redirect"
          label="Web page for Android"
          hint="Instead of Google Play."
          placeholder="m.kite.example/monsoon"
          disabled={disabled}
          {...ADDRESS_INPUT}
        />
      </div>
    </Section>
  );
}

export function DeepLinksSection({ form, disabled }: SectionProps) {
  return (
    <Section title="In the app">
      <div className={pair}>
        <CampaignTextField
          form={form}
          name="deep_link"
          label="Deep link"
          hint="Opens the app where it is installed."
          placeholder="kite://offers/monsoon"
          disabled={disabled}
          {...ADDRESS_INPUT}
        />
        <CampaignTextField
          form={form}
          name="deferred_deep_link"
          label="Deferred deep link"
          hint="Passed to the app at its first open after the install."
          placeholder="kite://welcome/monsoon"
          disabled={disabled}
          {...ADDRESS_INPUT}
        />
      </div>
    </Section>
  );
}
