import { hasSkanIds, MAX_SKAN_IDS } from '@trailmark/contract/skan-networks';
import { useMay, useProject } from '../../../project/current-project.tsx';
import { Section, type SectionProps } from './campaign-form-sections.tsx';
import { ListField } from './campaign-more-sections.tsx';
import { CampaignTextField } from './campaign-text-field.tsx';

/** How Apple's postbacks name this campaign; only apps have them. */
export function SkanSection({ form, disabled: isClosed }: SectionProps) {
  const { platform } = useProject();
  // A guest who edits a shared campaign does not say which postbacks are of it.
  const mayEdit = useMay()('campaigns.edit');
  const disabled = isClosed || !mayEdit;
  const isKnown = hasSkanIds(form.watch('network'));
  if (platform === 'web') return null;
  return (
    <Section
      title="SKAN"
      description="Apple’s postbacks name no campaign, only a number that the network gave the ad. With it, the SKAN report can say which postbacks are of this campaign."
    >
      <ListField
        form={form}
        name="skan_ids"
        label="SKAN ids"
        hint={`Source identifiers of four digits, and campaign ids of older versions (0 to 100); at most ${MAX_SKAN_IDS}.`}
        placeholder="5239, 39"
        splitAtSpaces
        disabled={disabled}
      />
      <CampaignTextField
        form={form}
        name="skan_network_id"
        label="Ad network id"
        hint={
          isKnown
            ? 'Leave it empty to use the known ids of this network.'
            : 'Apple’s id of the network that sends these postbacks. Required, because none is known for the network above.'
        }
        placeholder="abc123.skadnetwork"
        disabled={disabled}
        spellCheck={false}
        autoCapitalize="none"
      />
    </Section>
  );
}
