import { useQuery } from '@tanstack/react-query';
import { CallError } from '@trailmark/contract/call';
import type { NetworkAd } from '@trailmark/contract/network-spend';
import { useState } from 'react';
import { failureAdvice } from '../../failures/failure-advice.ts';
import { fieldReason } from '../../failures/field-reason.ts';
import { ReloadHint } from '../../failures/reload-hint.tsx';
import { linksQuery } from '../../project/campaign-links-query.ts';
import { useProject } from '../../project/current-project.tsx';
import { useCampaignName } from '../../report/campaign-choice.tsx';
import { CampaignField } from '../../report/campaign-field.tsx';
import { Dialog, DialogContent } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { RadioCards } from '../../ui/radio-cards.tsx';
import { Select } from '../../ui/select.tsx';
import { NETWORK_WORDS } from '../../words/network-name.ts';
import { LEVEL_WORDS, spentWords } from './match-words.ts';
import { useMatchAd } from './use-match-ad.ts';

interface MatchDialogProps {
  ad: NetworkAd;
  onClose: () => void;
}

export function MatchDialog({ ad, onClose }: MatchDialogProps) {
  const facts = [
    `${LEVEL_WORDS[ad.level]} of ${NETWORK_WORDS[ad.kind]}`,
    ...ad.parents,
    spentWords(ad) && `${spentWords(ad)} in 30 days`,
  ];
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={`Match ${ad.name}`} description={facts.filter(Boolean).join(' · ')}>
        <MatchForm ad={ad} onDone={onClose} />
      </DialogContent>
    </Dialog>
  );
}

const CHOICES = [
  { value: 'campaign', title: 'One of your campaigns', text: 'Its spend counts there.' },
  { value: 'ignored', title: 'Ignore it', text: 'Its spend is left out on purpose.' },
] as const;

function MatchForm({ ad, onDone }: { ad: NetworkAd; onDone: () => void }) {
  const [choice, setChoice] = useState<'campaign' | 'ignored'>(ad.ignored ? 'ignored' : 'campaign');
  const [campaignId, setCampaignId] = useState(ad.campaign?.campaign_id ?? null);
  const [linkId, setLinkId] = useState(ad.link?.link_id ?? null);
  const knownName = ad.campaign?.campaign_id === campaignId ? ad.campaign?.name : undefined;
  const name = useCampaignName(campaignId, knownName);
  const match = useMatchAd(ad);
  const fields = match.error instanceof CallError ? match.error.fields : {};
  const isIgnored = choice === 'ignored';
  const submit = () => {
    const campaign = isIgnored || campaignId === null ? null : { campaign_id: campaignId, name };
    match.mutate({ campaign, link_id: campaign && linkId, ignored: isIgnored }, { onSuccess: onDone });
  };
  return (
    <DialogForm
      onSubmit={submit}
      submitLabel={isIgnored ? 'Ignore' : 'Match'}
      pending={match.isPending}
      disabled={!isIgnored && campaignId === null}
    >
      <RadioCards
        aria-label="What it belongs to"
        options={CHOICES}
        value={choice}
        onValueChange={setChoice}
      />
      {!isIgnored && (
        <>
          <Field label="Campaign" error={fieldReason('Campaign', fields.campaign_id)}>
            <CampaignField
              value={campaignId}
              name={knownName}
              onChoose={(next) => {
                if (next !== campaignId) setLinkId(null);
                setCampaignId(next);
              }}
            />
          </Field>
          {campaignId !== null && (
            <LinkField
              campaignId={campaignId}
              value={linkId}
              onChange={setLinkId}
              error={fieldReason('Link', fields.link_id)}
            />
          )}
        </>
      )}
      {match.error && !fields.campaign_id && !fields.link_id && (
        <Notice tone="bad" role="alert">
          {failureAdvice(match.error)}
        </Notice>
      )}
    </DialogForm>
  );
}

const WHOLE = 'whole';

interface LinkFieldProps {
  campaignId: string;
  value: string | null;
  onChange: (linkId: string | null) => void;
  error: string | undefined;
}

function LinkField({ campaignId, value, onChange, error }: LinkFieldProps) {
  const { project_id } = useProject();
  const links = useQuery(linksQuery(project_id, campaignId));
  const options = [
    { value: WHOLE, label: 'The campaign as a whole' },
    ...(links.data ?? []).map(({ link_id, name }) => ({ value: link_id, label: name })),
  ];
  return (
    <Field
      label="Link"
      hint={
        links.isLoadingError ? (
          <ReloadHint what="the links" query={links} />
        ) : (
          'Choose one to see its cost by link.'
        )
      }
      error={error}
    >
      <Select
        options={options}
        value={value ?? WHOLE}
        onValueChange={(next) => onChange(next === WHOLE ? null : next)}
      />
    </Field>
  );
}
