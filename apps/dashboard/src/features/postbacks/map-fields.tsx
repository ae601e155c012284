import { useQuery } from '@tanstack/react-query';
import type { EventMapAccount, MapValue, PostbackEventMap } from '@trailmark/contract/event-maps';
import { NETWORK_EVENT_NAMES } from '@trailmark/contract/network-event-names';
import { Controller, type FieldPath, type UseFormReturn } from 'react-hook-form';
import { fieldReason } from '../../failures/field-reason.ts';
import { useProject } from '../../project/current-project.tsx';
import { eventNamesQuery } from '../../project/event-names-query.ts';
import { Combobox, type ComboboxOption } from '../../ui/combobox.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { currencyOptions } from '../../words/currency-options.ts';
import type { MapValues } from './map-values.ts';
import {
  CONSENT_WORDS,
  INSTALL_WORDS,
  MAPPED_KINDS,
  networkWords,
  ownEventWords,
  TIMES_WORDS,
} from './map-words.ts';
import { conversionActionsQuery } from './postbacks-query.ts';

export type MapFormState = UseFormReturn<MapValues, unknown, MapValues>;

interface MapFieldsProps {
  form: MapFormState;
  account: EventMapAccount;
}

/** Which event becomes which, with what value, for whom. */
export function MapFields({ form, account }: MapFieldsProps) {
  return (
    <>
      <EventFields form={form} account={account} />
      <ValueFields form={form} />
      <RuleFields form={form} />
    </>
  );
}

interface ChoiceFieldProps<Name extends FieldPath<MapValues>> {
  form: MapFormState;
  name: Name;
  label: string;
  hint?: string;
  options: readonly ComboboxOption[];
  placeholder?: string;
  searchPlaceholder: string;
  allowsOwn?: boolean;
}

function ChoiceField<Name extends FieldPath<MapValues>>(props: ChoiceFieldProps<Name>) {
  const { form, name, label, hint, ...choice } = props;
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <Field label={label} required hint={hint} error={fieldReason(label, fieldState.error?.message)}>
          <Combobox ref={field.ref} value={String(field.value)} onValueChange={field.onChange} {...choice} />
        </Field>
      )}
    />
  );
}

function EventFields({ form, account }: MapFieldsProps) {
  const { project_id } = useProject();
  const names = useQuery(eventNamesQuery(project_id));
  const actions = useQuery(conversionActionsQuery(project_id, account));
  const network = networkWords(account);
  const { known, own } = NETWORK_EVENT_NAMES[account.kind];
  const ours = [
    ...MAPPED_KINDS.map((kind) => ({ value: kind as string, label: ownEventWords(kind) })),
    ...(names.data ?? []).map((name) => ({ value: name, label: name, hint: 'event' })),
  ];
  const theirs = [
    ...(actions.data ?? []).map(({ id, name }) => ({ value: id, label: name, hint: id })),
    ...known.map((name) => ({ value: name, label: name })),
  ];
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <ChoiceField
        form={form}
        name="event"
        label="Your event"
        hint="A standard event, or one of your own by name."
        options={ours}
        placeholder="Choose an event…"
        searchPlaceholder="Search or type a name"
        allowsOwn
      />
      <ChoiceField
        form={form}
        name="network_event"
        label={`Event at ${network}`}
        hint={own.hint}
        options={theirs}
        placeholder="Choose a name…"
        searchPlaceholder="Search or type a name"
        allowsOwn
      />
    </div>
  );
}

const VALUE_OPTIONS: readonly { value: MapValue['from']; label: string; hint: string }[] = [
  { value: 'event', label: 'What was paid', hint: 'Of payments: amount and currency as you sent them.' },
  { value: 'property', label: 'A property of the event', hint: 'A number in the data of the event.' },
  { value: 'fixed', label: 'Always the same amount', hint: 'Such as what a sign-up is worth to you.' },
  { value: 'none', label: 'No value', hint: 'The event without a value.' },
];

function ValueFields({ form }: { form: MapFormState }) {
  const { errors } = form.formState;
  const from = form.watch('from');
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Controller
        control={form.control}
        name="from"
        render={({ field }) => (
          <Field label="Value" className={from === 'event' || from === 'none' ? 'sm:col-span-2' : ''}>
            <Select options={VALUE_OPTIONS} value={field.value} onValueChange={field.onChange} />
          </Field>
        )}
      />
      {from === 'property' && (
        <Field label="Property" required error={fieldReason('Property', errors.property?.message)}>
          <Input autoComplete="off" spellCheck={false} placeholder="price" {...form.register('property')} />
        </Field>
      )}
      {from === 'fixed' && (
        <Field label="Amount" required error={fieldReason('Amount', errors.amount?.message)}>
          <Input autoComplete="off" inputMode="decimal" placeholder="2.50" {...form.register('amount')} />
        </Field>
      )}
      {(from === 'property' || from === 'fixed') && (
        <div className="sm:col-span-2">
          <ChoiceField
            form={form}
            name="currency"
            label="Currency"
            options={currencyOptions('en', form.watch('currency'))}
            searchPlaceholder="Search currencies"
          />
        </div>
      )}
    </div>
  );
}

const optionsOf = <Value extends string>(words: Record<Value, { label: string; hint: string }>) =>
  (Object.keys(words) as Value[]).map((value) => ({ value, ...words[value] }));

const TIMES_OPTIONS = (['first', 'daily', 'every'] as const).map((value: PostbackEventMap['times']) => ({
  value,
  label: TIMES_WORDS[value],
}));

function RuleFields({ form }: { form: MapFormState }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Controller
        control={form.control}
        name="installs"
        render={({ field }) => (
          <Field label="Installs" hint={INSTALL_WORDS[field.value].hint}>
            <Select options={optionsOf(INSTALL_WORDS)} value={field.value} onValueChange={field.onChange} />
          </Field>
        )}
      />
      <Controller
        control={form.control}
        name="consent"
        render={({ field }) => (
          <Field label="Consent" hint={CONSENT_WORDS[field.value].hint}>
            <Select options={optionsOf(CONSENT_WORDS)} value={field.value} onValueChange={field.onChange} />
          </Field>
        )}
      />
      <Controller
        control={form.control}
        name="times"
        render={({ field }) => (
          <Field label="How often, for each install" group className="sm:col-span-2">
            <Segmented options={TIMES_OPTIONS} value={field.value} onValueChange={field.onChange} />
          </Field>
        )}
      />
    </div>
  );
}
