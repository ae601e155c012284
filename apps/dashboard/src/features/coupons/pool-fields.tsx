import { useQuery } from '@tanstack/react-query';
import { fieldReason } from '../../failures/field-reason.ts';
import { ReloadHint } from '../../failures/reload-hint.tsx';
import { linksQuery } from '../../project/campaign-links-query.ts';
import { useProject } from '../../project/current-project.tsx';
import { eventNamesQuery } from '../../project/event-names-query.ts';
import { Combobox } from '../../ui/combobox.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { poolCampaignsQuery } from './coupons-query.ts';
import { OWN_EVENTS, type PoolValues } from './pool-values.ts';

interface PoolFieldsProps {
  values: PoolValues;
  change: (part: Partial<PoolValues>) => void;
  isNew: boolean;
  /** What the server says about a field. */
  reasons: Record<string, string>;
}

export function PoolFields({ values, change, isNew, reasons }: PoolFieldsProps) {
  const input = (name: 'name' | 'valid_from' | 'valid_to', type: 'text' | 'date' = 'date') => (
    <Input
      type={type}
      autoComplete="off"
      maxLength={100}
      value={values[name]}
      onChange={(event) => change({ [name]: event.target.value })}
    />
  );
  return (
    <>
      <Field label="Name" required error={fieldReason('Name', reasons.name)}>
        {input('name', 'text')}
      </Field>
      {isNew && <CampaignField values={values} change={change} reasons={reasons} />}
      <NumberFields values={values} change={change} reasons={reasons} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Valid from (UTC)" error={fieldReason('The first day', reasons.valid_from)}>
          {input('valid_from')}
        </Field>
        <Field label="Valid to (UTC)" error={fieldReason('The last day', reasons.valid_to)}>
          {input('valid_to')}
        </Field>
      </div>
      <EventField values={values} change={change} reasons={reasons} />
      <LinkField values={values} change={change} reasons={reasons} />
      <Field
        label="One code per person"
        hint="A server that asks again for the same person gets the same code."
        inline
      >
        <Switch
          checked={values.one_per_person}
          onCheckedChange={(one_per_person) => change({ one_per_person })}
        />
      </Field>
    </>
  );
}

type PoolFieldProps = Omit<PoolFieldsProps, 'isNew'>;

function CampaignField({ values, change, reasons }: PoolFieldProps) {
  const { project_id } = useProject();
  const campaigns = useQuery(poolCampaignsQuery(project_id));
  const options = (campaigns.data ?? []).map(({ campaign_id, name, display_id }) => ({
    value: campaign_id,
    label: name,
    hint: display_id,
  }));
  return (
    <Field
      label="Campaign"
      required
      hint={campaigns.isLoadingError && <ReloadHint what="the campaigns" query={campaigns} />}
      error={fieldReason('Campaign', reasons.campaign_id)}
    >
      <Combobox
        options={options}
        value={values.campaign_id}
        onValueChange={(campaign_id) => change({ campaign_id, link_id: '' })}
        searchPlaceholder="Find a campaign…"
        emptyText={campaigns.isPending ? 'Loading…' : 'No campaign matches.'}
      />
    </Field>
  );
}

const NUMBERS = [
  { name: 'uses_per_code', label: 'Uses per code', field: 'uses_per_code', hint: undefined },
  { name: 'max_codes', label: 'Maximum codes', field: 'max_codes', hint: undefined },
  {
    name: 'window_days',
    label: 'Window in days',
    field: 'window_hours',
    hint: 'Between redemption and install.',
  },
] as const;

function NumberFields({ values, change, reasons }: PoolFieldProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      {NUMBERS.map(({ name, label, field, hint }) => (
        <Field key={name} label={label} hint={hint} error={fieldReason(label, reasons[field])}>
          <Input
            type="number"
            min={1}
            value={values[name]}
            onChange={(event) => change({ [name]: event.target.value })}
          />
        </Field>
      ))}
    </div>
  );
}

function EventField({ values, change, reasons }: PoolFieldProps) {
  const { project_id } = useProject();
  const names = useQuery(eventNamesQuery(project_id));
  const options = [
    { value: '', label: 'No event: only when your server asks' },
    ...OWN_EVENTS,
    ...(names.data ?? []).map((name) => ({ value: name, label: name, hint: 'event' })),
  ];
  return (
    <Field
      label="Issue after event"
      hint={
        values.after_event === ''
          ? 'With an event, everyone who has it from now on gets one code.'
          : 'Everyone who sends it from now on gets one code, which the app can show.'
      }
      error={fieldReason('The event', reasons.after_event)}
    >
      <Combobox
        options={options}
        value={values.after_event}
        onValueChange={(after_event) => change({ after_event })}
        searchPlaceholder="Find or type an event…"
        allowsOwn
      />
    </Field>
  );
}

function LinkField({ values, change, reasons }: PoolFieldProps) {
  const { project_id } = useProject();
  const { campaign_id } = values;
  const links = useQuery({
    ...linksQuery(project_id, campaign_id ?? ''),
    enabled: campaign_id !== null,
  });
  const others = (links.data ?? []).filter(
    ({ is_default, active, link_id }) => !is_default && (active || link_id === values.link_id),
  );
  const options = [
    { value: DEFAULT_LINK, label: 'The default link of the campaign' },
    ...others.map(({ link_id, name, slug }) => ({ value: link_id, label: `${name} (${slug})` })),
  ];
  return (
    <Field
      label="Deep link"
      hint={
        links.isLoadingError ? (
          <ReloadHint what="the links of the campaign" query={links} />
        ) : (
          'The link that comes with each code, with coupon=<code> added.'
        )
      }
      error={fieldReason('The link', reasons.link_id)}
    >
      <Select
        options={options}
        value={values.link_id || DEFAULT_LINK}
        disabled={campaign_id === null}
        onValueChange={(link) => change({ link_id: link === DEFAULT_LINK ? '' : link })}
      />
    </Field>
  );
}

/** A choice of a list cannot be empty. */
const DEFAULT_LINK = 'default';
