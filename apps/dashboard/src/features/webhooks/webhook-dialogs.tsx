import type { Webhook } from '@trailmark/contract/webhooks';
import { useState } from 'react';
import { toastFailure } from '../../failures/toast-failure.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog, DialogContent } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast-store.ts';
import { KEEP_OLD_OPTIONS } from '../../words/keep-old-choices.ts';
import { useChangeWebhook } from './use-change-webhook.ts';
import { WebhookForm } from './webhook-form.tsx';
import { webhookName } from './webhook-words.ts';

interface WebhookDialogProps {
  webhook: Webhook;
  onClose: () => void;
}

const WIDE = 'w-[min(560px,calc(100vw-24px))]';

const SECRET_WORDS = {
  title: 'The signing secret',
  description: 'Store it where your endpoint can read it.',
  noun: 'secret',
  warning: 'It cannot be shown again. With it your endpoint checks that a message is from us and unchanged.',
  testId: 'webhook-secret',
} as const;

/** A new endpoint, and then its secret. */
export function AddWebhookDialog({ onClose }: { onClose: () => void }) {
  const [secret, setSecret] = useState<string | null>(null);
  const take = (made: string | null) => {
    if (made) return setSecret(made);
    // A Slack channel checks no signature, so that there is no secret to store.
    toast({ title: 'The endpoint is added' });
    onClose();
  };
  return (
    <SecretDialog
      title="Add an endpoint"
      description="A URL that gets a signed message for each event. Its secret is shown once."
      secret={secret}
      words={SECRET_WORDS}
      onClose={onClose}
      className={WIDE}
    >
      <WebhookForm webhook={null} onSaved={take} />
    </SecretDialog>
  );
}

export function EditWebhookDialog({ webhook, onClose }: WebhookDialogProps) {
  const done = () => {
    toast({ title: `${webhookName(webhook)} is changed` });
    onClose();
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={`Change ${webhookName(webhook)}`}
        description="It applies to what happens from now on; queued messages go to the new URL."
        className={WIDE}
      >
        <WebhookForm webhook={webhook} onSaved={done} />
      </DialogContent>
    </Dialog>
  );
}

/** Another secret; the old one signs as well until every receiver knows the new one. */
export function RotateSecretDialog({ webhook, onClose }: WebhookDialogProps) {
  const [hours, setHours] = useState('24');
  const [secret, setSecret] = useState<string | null>(null);
  const change = useChangeWebhook();
  const rotate = () =>
    change.mutate(
      { webhook_id: webhook.webhook_id, rotate_secret: { keep_old_hours: Number(hours) } },
      {
        onSuccess: (answer) => setSecret(answer.secret),
        onError: (error) => toastFailure('The secret was not replaced', error),
      },
    );
  return (
    <SecretDialog
      title={`Rotate the secret of ${webhookName(webhook)}`}
      description="Creates a new secret, which is shown once."
      secret={secret}
      words={SECRET_WORDS}
      onClose={onClose}
    >
      <DialogForm onSubmit={rotate} submitLabel="Rotate secret" pending={change.isPending}>
        <Field label="Keep signing with the old secret too for" hint="Long enough to update your endpoint.">
          <Select options={KEEP_OLD_OPTIONS} value={hours} onValueChange={setHours} />
        </Field>
        {hours === '0' && (
          <Notice tone="warn">
            An endpoint that still checks with the old secret refuses messages from this moment on.
          </Notice>
        )}
      </DialogForm>
    </SecretDialog>
  );
}

export function RemoveWebhookDialog({ webhook, onClose }: WebhookDialogProps) {
  const change = useChangeWebhook();
  const remove = async () => {
    await change.mutateAsync({ webhook_id: webhook.webhook_id, remove: true });
    toast({ title: `${webhookName(webhook)} is removed` });
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Remove ${webhookName(webhook)}?`}
      text="Nothing more is sent there, and queued deliveries are dropped. The delivery history keeps what was sent. Its secret cannot be recovered."
      confirmLabel="Remove endpoint"
      onConfirm={remove}
    />
  );
}
