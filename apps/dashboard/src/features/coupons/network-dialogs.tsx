import { CallError } from '@trailmark/contract/call';
import {
  type CouponNetwork,
  createCouponNetwork,
  deleteCouponNetwork,
  replaceCouponSecret,
  updateCouponNetwork,
} from '@trailmark/contract/coupons';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { failureAdvice } from '../../failures/failure-advice.ts';
import { toastFailure } from '../../failures/toast-failure.ts';
import { useProject } from '../../project/current-project.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog, DialogContent } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { Select } from '../../ui/select.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { toast } from '../../ui/toast-store.ts';
import { KEEP_OLD_OPTIONS } from '../../words/keep-old-choices.ts';
import { useCouponChange } from './coupons-query.ts';
import { profileText, readProfile } from './read-profile.ts';

const SECRET_WORDS = {
  title: 'The secret of this network',
  description: 'Hand it to the network over a safe channel.',
  noun: 'secret',
  warning: 'It cannot be shown again. The network signs its calls with it, and checks our postbacks by it.',
  testId: 'coupon-secret',
} as const;

interface AddNetworkDialogProps {
  onAdded: (adNetworkId: string) => void;
  onClose: () => void;
}

/** A new network, and then its secret. */
export function AddNetworkDialog({ onAdded, onClose }: AddNetworkDialogProps) {
  const { project_id } = useProject();
  const [name, setName] = useState('');
  const [secret, setSecret] = useState<string | null>(null);
  const add = useCouponChange(() => call(createCouponNetwork, { body: { project_id, name } }));
  const submit = () =>
    add.mutate(undefined, {
      onSuccess: (made) => {
        setSecret(made.secret);
        onAdded(made.network.ad_network_id);
      },
      onError: (error) => toastFailure('The network was not added', error),
    });
  return (
    <SecretDialog
      title="Add a network"
      description="A coupon network, or any affiliate network that takes postbacks. Its secret is shown once."
      secret={secret}
      words={SECRET_WORDS}
      onClose={onClose}
    >
      <DialogForm
        onSubmit={submit}
        submitLabel="Add network"
        pending={add.isPending}
        disabled={name.trim() === ''}
      >
        <Field label="Name" required hint="Your team’s name for it.">
          <Input
            autoComplete="off"
            maxLength={100}
            placeholder="JioCoupons"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
      </DialogForm>
    </SecretDialog>
  );
}

interface NetworkDialogProps {
  network: CouponNetwork;
  onClose: () => void;
}

const PROFILE_EXAMPLE = `{
  "fields": { "coupon_code": "data.voucher" },
  "types": { "BURNED": "redeemed", "CANCELLED": "reversed" }
}`;

/** The name of a network, and how it writes its calls. */
export function ChangeNetworkDialog({ network, onClose }: NetworkDialogProps) {
  const { project_id } = useProject();
  const [name, setName] = useState(network.name);
  const [text, setText] = useState(profileText(network.provider_profile));
  const { profile, problem } = readProfile(text);
  const save = useCouponChange(() =>
    call(updateCouponNetwork, {
      params: { ad_network_id: network.ad_network_id },
      query: { project_id },
      body: { name, provider_profile: profile },
    }),
  );
  const submit = () =>
    save.mutate(undefined, {
      onSuccess: (saved) => {
        toast({ title: `${saved.name} is saved` });
        onClose();
      },
    });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={`Change ${network.name}`}
        description="Its key, its address and its secret stay as they are."
        className="w-[min(600px,calc(100vw-24px))]"
      >
        <DialogForm
          onSubmit={submit}
          submitLabel="Save"
          pending={save.isPending}
          disabled={name.trim() === '' || problem !== null}
        >
          <Field label="Name" required hint="Your team’s name for it.">
            <Input
              autoComplete="off"
              maxLength={100}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          </Field>
          <Field
            label="Provider profile"
            hint="Only for a network that does not write its calls as documented. “fields” says where our fields are in its body, “types” which of its words mean issued, redeemed and reversed. Never put a secret here. Empty: as documented."
            error={problem ?? undefined}
          >
            <Textarea
              rows={8}
              spellCheck={false}
              className="mono"
              placeholder={PROFILE_EXAMPLE}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          </Field>
          {save.error && (
            <Notice tone="bad" role="alert" title="We couldn’t save the network">
              {save.error instanceof CallError ? save.error.message : failureAdvice(save.error)}
            </Notice>
          )}
        </DialogForm>
      </DialogContent>
    </Dialog>
  );
}

export function ReplaceSecretDialog({ network, onClose }: NetworkDialogProps) {
  const { project_id } = useProject();
  const [hours, setHours] = useState('24');
  const [secret, setSecret] = useState<string | null>(null);
  const replace = useCouponChange(() =>
    call(replaceCouponSecret, {
      params: { ad_network_id: network.ad_network_id },
      query: { project_id },
      body: { keep_old_hours: Number(hours) },
    }),
  );
  const submit = () =>
    replace.mutate(undefined, {
      onSuccess: (made) => setSecret(made.secret),
      onError: (error) => toastFailure('The secret was not replaced', error),
    });
  return (
    <SecretDialog
      title={`Replace the secret of ${network.name}`}
      description="Creates a new secret, which is shown once."
      secret={secret}
      words={SECRET_WORDS}
      onClose={onClose}
    >
      <DialogForm onSubmit={submit} submitLabel="Replace secret" pending={replace.isPending}>
        <Field label="Keep accepting the old secret for" hint="Long enough for the network to change it.">
          <Select options={KEEP_OLD_OPTIONS} value={hours} onValueChange={setHours} />
        </Field>
      </DialogForm>
    </SecretDialog>
  );
}

export function RemoveNetworkDialog({ network, onClose }: NetworkDialogProps) {
  const { project_id } = useProject();
  const remove = useCouponChange(() =>
    call(deleteCouponNetwork, { params: { ad_network_id: network.ad_network_id }, query: { project_id } }),
  );
  const confirm = async () => {
    await remove.mutateAsync(undefined);
    toast({ title: `${network.name} is removed` });
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Remove ${network.name}?`}
      text="Its key and secret stop working at once, nothing more is sent to it, and its pools are closed. What was redeemed stays in your reports. This cannot be undone."
      confirmLabel="Remove network"
      onConfirm={confirm}
    />
  );
}
