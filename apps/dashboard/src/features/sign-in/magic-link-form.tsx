import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { Email } from '@trailmark/contract/fields';
import { sendMagicLink } from '@trailmark/contract/sign-in';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { call } from '../../api/client.ts';
import { failureAdvice } from '../../failures/failure-advice.ts';
import { fieldReason, showServerReasons } from '../../failures/field-reason.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Notice } from '../../ui/notice.tsx';

const LinkRequest = z.object({ email: Email });

export interface SentLink {
  email: string;
  minutes: number;
}

interface MagicLinkFormProps {
  email: string;
  returnTo: string | null;
  /** The first thing to do on the page, where there is no button above it. */
  primary: boolean;
  onSent: (sent: SentLink) => void;
}

export function MagicLinkForm({ email, returnTo, primary, onSent }: MagicLinkFormProps) {
  const form = useForm({ resolver: zodResolver(LinkRequest), defaultValues: { email } });
  const send = useMutation({
    mutationFn: (values: { email: string }) =>
      call(sendMagicLink, { body: { ...values, return_to: returnTo ?? undefined } }),
    onSuccess: (answer, values) => onSent({ email: values.email, minutes: answer.expires_in_minutes }),
    onError: (error) => showServerReasons(form, error),
  });
  return (
    <form noValidate className="grid gap-3" onSubmit={form.handleSubmit((values) => send.mutate(values))}>
      <Field label="E-mail" error={fieldReason('This', form.formState.errors.email?.message)}>
        <Input
          type="email"
          autoComplete="email"
          inputMode="email"
          spellCheck={false}
          autoCapitalize="none"
          placeholder="you@company.com"
          className="h-control-lg"
          {...form.register('email')}
        />
      </Field>
      {send.isError && (
        <Notice tone="bad" role="alert" title="The link was not sent">
          {failureAdvice(send.error)}
        </Notice>
      )}
      <Button
        type="submit"
        size="lg"
        variant={primary ? 'primary' : 'default'}
        loading={send.isPending}
        className="w-full"
      >
        Send a sign-in link
      </Button>
    </form>
  );
}
