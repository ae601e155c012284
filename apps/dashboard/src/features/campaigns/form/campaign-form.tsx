import type { ReactNode } from 'react';
import { BasicsSection, DeepLinksSection, DestinationsSection } from './campaign-form-sections.tsx';
import { MoreSection, ParametersSection, WindowsSection } from './campaign-more-sections.tsx';
import { SkanSection } from './campaign-skan-section.tsx';
import type { CampaignFormControl, FilledCampaign } from './campaign-values.ts';

interface CampaignFormProps {
  form: CampaignFormControl;
  disabled?: boolean;
  onSubmit: (filled: FilledCampaign) => void;
  /** The buttons at its end. */
  children: ReactNode;
}

/** All that a person can set of a campaign. */
export function CampaignForm({ form, disabled = false, onSubmit, children }: CampaignFormProps) {
  return (
    <form noValidate aria-label="Campaign" className="grid gap-4" onSubmit={form.handleSubmit(onSubmit)}>
      <BasicsSection form={form} disabled={disabled} />
      <DestinationsSection form={form} disabled={disabled} />
      <DeepLinksSection form={form} disabled={disabled} />
      <ParametersSection form={form} disabled={disabled} />
      <WindowsSection form={form} disabled={disabled} />
      <SkanSection form={form} disabled={disabled} />
      <MoreSection form={form} disabled={disabled} />
      {children}
    </form>
  );
}
