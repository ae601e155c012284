import type { ReactNode } from 'react';
import { AdvancedSections } from './advanced-sections.tsx';
import {
  BasicsSection,
  DeepLinksSection,
  DestinationsSection,
  type SectionProps,
} from './campaign-form-sections.tsx';
import { MoreSection, ParametersSection, WindowsSection } from './campaign-more-sections.tsx';
import { SkanSection } from './campaign-skan-section.tsx';
import type { CampaignFormControl, FilledCampaign } from './campaign-values.ts';

interface CampaignFormProps {
  form: CampaignFormControl;
  disabled?: boolean;
  /** A new campaign needs a name and a network; the rest is folded. */
  isNew?: boolean;
  onSubmit: (filled: FilledCampaign) => void;
  /** The buttons at its end. */
  children: ReactNode;
}

/** All that a person can set of a campaign. */
export function CampaignForm(props: CampaignFormProps) {
  const { form, disabled = false, isNew = false, onSubmit, children } = props;
  const rest = <MoreOfCampaign form={form} disabled={disabled} />;
  return (
    <form noValidate aria-label="Campaign" className="grid gap-4" onSubmit={form.handleSubmit(onSubmit)}>
      <BasicsSection form={form} disabled={disabled} />
      {isNew ? <AdvancedSections form={form}>{rest}</AdvancedSections> : rest}
      {children}
    </form>
  );
}

function MoreOfCampaign({ form, disabled }: SectionProps) {
  return (
    <>
      <DestinationsSection form={form} disabled={disabled} />
      <DeepLinksSection form={form} disabled={disabled} />
      <ParametersSection form={form} disabled={disabled} />
      <WindowsSection form={form} disabled={disabled} />
      <SkanSection form={form} disabled={disabled} />
      <MoreSection form={form} disabled={disabled} />
    </>
  );
}
