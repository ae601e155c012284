import {
  ALERT_SCOPES,
  type AlertScope,
  MAX_ALERT_DAYS,
  MAX_MINUTES,
  MIN_MINUTES,
} from '@trailmark/contract/alert-condition';
import { CREDITED_NETWORKS } from '@trailmark/contract/networks';
import { fieldReason } from '../../failures/field-reason.ts';
import { useProject } from '../../project/current-project.tsx';
import { CampaignField } from '../../report/campaign-field.tsx';
import { networkWords } from '../../report/dimension-words.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import type { AlertDraft, DraftErrors } from './alert-draft.ts';

interface ConditionFieldsProps {
  draft: AlertDraft;
  onChange: (draft: AlertDraft) => void;
  errors: DraftErrors;
}

interface NumberFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  unit?: string;
  hint?: string;
  /** Of the contract: continues the label. */
  error: string | undefined;
}

function NumberField({ label, value, onChange, unit, hint, error }: NumberFieldProps) {
  return (
    <Field label={label} hint={hint} error={fieldReason(label, error)}>
      <Input
        inputMode="decimal"
        value={value}
        trailing={unit}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}

/** The parameters of a kind of alert. */
export function ConditionFields(props: ConditionFieldsProps) {
  const { draft, onChange, errors } = props;
  if (draft.kind === 'connection_broken') {
    return (
      <p className="text-sm text-text-3">
        Watches webhooks, analytics tools, ad accounts, logins with networks and imports of spend. What you
        paused is not broken.
      </p>
    );
  }
  if (draft.kind === 'no_events') {
    return (
      <NumberField
        label="Minutes without an event"
        value={draft.minutes}
        onChange={(minutes) => onChange({ ...draft, minutes })}
        hint={`${MIN_MINUTES} to ${MAX_MINUTES}. It only fires at times when events usually arrive: on at least three of the seven days before.`}
        error={errors.minutes}
      />
    );
  }
  return <MetricFields {...props} />;
}

const SCOPE_WORDS: Record<AlertScope, string> = {
  project: 'The total',
  network: 'Each network',
  campaign: 'Each campaign',
};

function MetricFields({ draft, onChange, errors }: ConditionFieldsProps) {
  const { currency } = useProject();
  const isSpend = draft.kind === 'spend_without_installs';
  const set = (change: Partial<AlertDraft>) => onChange({ ...draft, ...change });
  const scopes = ALERT_SCOPES.filter((scope) => !isSpend || scope !== 'project');
  const label = isSpend ? 'Minimum spend' : draft.kind === 'cpi_above' ? 'CPI above' : 'ROAS below';
  return (
    <>
      <Field label="Watch" group>
        <Segmented
          options={scopes.map((value) => ({ value, label: SCOPE_WORDS[value] }))}
          value={draft.each}
          onValueChange={(each) => set({ each })}
        />
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <NumberField
          label={label}
          value={draft.threshold}
          onChange={(threshold) => set({ threshold })}
          {...(draft.kind === 'roas_below' ? {} : { unit: currency })}
          error={errors.threshold ?? errors.amount}
        />
        <NumberField
          label="Days"
          value={draft.days}
          onChange={(days) => set({ days })}
          hint={`Up to ${MAX_ALERT_DAYS}`}
          error={errors.days}
        />
      </div>
      <Field label="Days end" group>
        <Segmented
          options={[
            { value: 'yesterday', label: 'Yesterday' },
            { value: 'today', label: 'Today' },
          ]}
          value={draft.includesToday ? 'today' : 'yesterday'}
          onValueChange={(end) => set({ includesToday: end === 'today' })}
        />
      </Field>
      {!isSpend && (
        <div className="grid grid-cols-2 gap-3">
          <NumberField
            label="Minimum installs"
            value={draft.minInstalls}
            onChange={(minInstalls) => set({ minInstalls })}
            hint="Fewer do not fire"
            error={errors.min_installs}
          />
          <NumberField
            label="Minimum spend"
            value={draft.minSpend}
            onChange={(minSpend) => set({ minSpend })}
            unit={currency}
            hint="Less does not fire"
            error={errors.min_spend}
          />
        </div>
      )}
      <OnlyFields draft={draft} set={set} />
    </>
  );
}

const ALL = 'all';
const NETWORK_OPTIONS = [
  { value: ALL, label: 'All networks' },
  ...CREDITED_NETWORKS.map((value) => ({ value, label: networkWords(value) })),
];

/** What the condition is limited to. */
function OnlyFields({ draft, set }: { draft: AlertDraft; set: (change: Partial<AlertDraft>) => void }) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field label="Network">
        <Select
          options={NETWORK_OPTIONS}
          value={draft.network ?? ALL}
          onValueChange={(value) => set({ network: value === ALL ? null : value })}
        />
      </Field>
      <Field label="Campaign">
        <CampaignField value={draft.campaignId} onChoose={(campaignId) => set({ campaignId })} />
      </Field>
      {draft.campaignId !== null && (
        <Button size="sm" className="w-fit" onClick={() => set({ campaignId: null })}>
          Watch all campaigns
        </Button>
      )}
    </div>
  );
}
