import { zodResolver } from '@hookform/resolvers/zod';
import type { Webhook } from '@trailmark/contract/webhooks';
import { Controller, useForm } from 'react-hook-form';
import { z } from 'zod';
import { fieldReason, showServerReasons } from '../../failures/field-reason.ts';
import { toastFailure } from '../../failures/toast-failure.ts';
import { EventChoice } from '../../project/event-choice.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { withScheme } from '../../ui/with-scheme.ts';
import { useChangeWebhook } from './use-change-webhook.ts';
import { CHOSEN_TYPES } from './webhook-words.ts';

interface WebhookValues {
  url: string;
  name: string;
  event_types: string[] | null;
}

const Values = z.object({
  url: z.string().trim().min(1, 'is required'),
  name: z.string().trim().max(100, 'is longer than 100 characters'),
  event_types: z.array(z.string()).min(1, 'Choose at least one, or all.').nullable(),
});
const resolver = zodResolver<WebhookValues, unknown, WebhookValues>(Values);

interface WebhookFormProps {
  /** Null for a new one. */
  webhook: Webhook | null;
  /** Gets the secret of a new one. */
  onSaved: (secret: string | null) => void;
}

export function WebhookForm({ webhook, onSaved }: WebhookFormProps) {
  const form = useForm<WebhookValues, unknown, WebhookValues>({
    resolver,
    defaultValues: {
      url: webhook?.url ?? '',
      name: webhook?.name ?? '',
      event_types: webhook?.event_types ?? null,
    },
  });
  const change = useChangeWebhook();
  const { errors } = form.formState;
  const save = ({ url, name, event_types }: WebhookValues) => {
    // The address of a Slack channel is a secret and comes back shortened: it is sent only when it was typed.
    const address = webhook && url === webhook.url ? {} : { url: withScheme(url) };
    change.mutate(
      { ...(webhook && { webhook_id: webhook.webhook_id }), ...address, ...(name && { name }), event_types },
      {
        onSuccess: ({ secret }) => onSaved(secret),
        onError: (error) => {
          showServerReasons(form, error);
          toastFailure(webhook ? 'The endpoint was not changed' : 'The endpoint was not added', error);
        },
      },
    );
  };
  return (
    <DialogForm
      onSubmit={form.handleSubmit(save)}
      submitLabel={webhook ? 'Save' : 'Add endpoint'}
      pending={change.isPending}
    >
      <Field
        label="URL"
        required
        hint="An incoming webhook of Slack gets messages to read instead of JSON."
        error={fieldReason('URL', errors.url?.message)}
      >
        <Input
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="url"
          placeholder="https://example.com/webhooks/trailmark"
          {...form.register('url')}
        />
      </Field>
      <Field
        label="Name"
        hint="Empty: the host of the URL."
        error={fieldReason('Name', errors.name?.message)}
      >
        <Input autoComplete="off" placeholder="Warehouse" {...form.register('name')} />
      </Field>
      <Controller
        control={form.control}
        name="event_types"
        render={({ field, fieldState }) => (
          <EventChoice
            value={field.value}
            onChange={field.onChange}
            kinds={CHOSEN_TYPES}
            error={fieldState.error?.message}
          />
        )}
      />
    </DialogForm>
  );
}
