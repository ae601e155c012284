import { useQuery } from '@tanstack/react-query';
import { type CouponPool, createCouponPool, updateCouponPool } from '@trailmark/contract/coupon-pools';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { toastFailure } from '../../failures/toast-failure.ts';
import { useProject } from '../../project/current-project.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { Dialog, DialogContent } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Switch } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast-store.ts';
import { poolCampaignsQuery, useCouponChange } from './coupons-query.ts';

interface PoolValues {
  name: string;
  campaign_id: string | null;
  uses_per_code: string;
  max_codes: string;
  window_days: string;
  valid_from: string;
  valid_to: string;
  after_event: string;
  one_per_person: boolean;
}

const dayOf = (at: string | null | undefined) => at?.slice(0, 10) ?? '';

const valuesOf = (pool: CouponPool | null): PoolValues => ({
  name: pool?.name ?? '',
  campaign_id: pool?.campaign_id ?? null,
  uses_per_code: String(pool?.uses_per_code ?? 1),
  max_codes: String(pool?.max_codes ?? 100_000),
  window_days: String((pool?.window_hours ?? 720) / 24),
  valid_from: dayOf(pool?.valid_from),
  valid_to: dayOf(pool?.valid_to),
  after_event: pool?.after_event ?? '',
  one_per_person: pool?.one_per_person ?? true,
});

const bodyOf = (values: PoolValues) => ({
  name: values.name,
  uses_per_code: Number(values.uses_per_code),
  max_codes: Number(values.max_codes),
  window_hours: Math.round(Number(values.window_days) * 24),
  valid_from: values.valid_from ? `${values.valid_from}T00:00:00Z` : null,
  valid_to: values.valid_to ? `${values.valid_to}T23:59:59Z` : null,
  after_event: values.after_event.trim() || null,
  one_per_person: values.one_per_person,
});

interface PoolDialogProps {
  adNetworkId: string;
  /** Null for a new one. */
  pool: CouponPool | null;
  onClose: () => void;
}

export function PoolDialog({ adNetworkId, pool, onClose }: PoolDialogProps) {
  const { project_id } = useProject();
  const [values, setValues] = useState(valuesOf(pool));
  const change = (part: Partial<PoolValues>) => setValues((before) => ({ ...before, ...part }));
  const save = useCouponChange(() =>
    pool
      ? call(updateCouponPool, {
          ...{ params: { pool_id: pool.pool_id }, query: { project_id }, body: bodyOf(values) },
        })
      : call(createCouponPool, {
          body: {
            ...{ project_id, ad_network_id: adNetworkId, campaign_id: values.campaign_id ?? '' },
            ...bodyOf(values),
          },
        }),
  );
  const submit = () =>
    save.mutate(undefined, {
      onSuccess: ({ name }) => {
        toast({ title: `${name} is saved` });
        onClose();
      },
      onError: (error) => toastFailure('The pool was not saved', error),
    });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={pool ? `Change ${pool.name}` : 'Add a pool'}
        description="A pool has the codes of one campaign: an install by one of them is credited to it."
        className="w-[min(560px,calc(100vw-24px))]"
      >
        <DialogForm
          onSubmit={submit}
          submitLabel={pool ? 'Save' : 'Add pool'}
          pending={save.isPending}
          disabled={values.name.trim() === '' || values.campaign_id === null}
        >
          <PoolFields values={values} change={change} isNew={pool === null} />
        </DialogForm>
      </DialogContent>
    </Dialog>
  );
}

interface PoolFieldsProps {
  values: PoolValues;
  change: (part: Partial<PoolValues>) => void;
  isNew: boolean;
}

function PoolFields({ values, change, isNew }: PoolFieldsProps) {
  const { project_id } = useProject();
  const campaigns = useQuery({ ...poolCampaignsQuery(project_id), enabled: isNew });
  const options = campaigns.data?.map(({ campaign_id, name }) => ({ value: campaign_id, label: name })) ?? [];
  const number = (name: 'uses_per_code' | 'max_codes' | 'window_days') => (
    <Input
      type="number"
      min={1}
      value={values[name]}
      onChange={(event) => change({ [name]: event.target.value })}
    />
  );
  const day = (name: 'valid_from' | 'valid_to') => (
    <Input type="date" value={values[name]} onChange={(event) => change({ [name]: event.target.value })} />
  );
  return (
    <>
      <Field label="Name" required>
        <Input
          autoComplete="off"
          maxLength={100}
          value={values.name}
          onChange={(event) => change({ name: event.target.value })}
        />
      </Field>
      {isNew && (
        <Field label="Campaign" required hint={campaigns.isError ? 'We couldn’t load campaigns.' : undefined}>
          <Combobox
            options={options}
            value={values.campaign_id}
            onValueChange={(campaign_id) => change({ campaign_id })}
            searchPlaceholder="Find a campaign…"
          />
        </Field>
      )}
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label="Uses per code">{number('uses_per_code')}</Field>
        <Field label="Most codes">{number('max_codes')}</Field>
        <Field label="Window in days">{number('window_days')}</Field>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Valid from (UTC)">{day('valid_from')}</Field>
        <Field label="Valid to (UTC)">{day('valid_to')}</Field>
      </div>
      <Field
        label="Issue after event"
        hint="Your server then asks by this event, once the person has had it. Empty: whenever it asks."
      >
        <Input
          autoComplete="off"
          placeholder="tutorial_done"
          value={values.after_event}
          onChange={(event) => change({ after_event: event.target.value })}
        />
      </Field>
      <Field label="One code per person" inline>
        <Switch
          checked={values.one_per_person}
          onCheckedChange={(one_per_person) => change({ one_per_person })}
        />
      </Field>
    </>
  );
}
