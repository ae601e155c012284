import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { CallbackForm as CallbackSchema, sendCallbackForm } from '@trailmark/contract/feedback';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { call } from '../../api/client.ts';
import { failureAdvice } from '../../failures/failure-advice.ts';
import { fieldReason, showServerReasons } from '../../failures/field-reason.ts';
import { Dialog, DialogContent, DialogTrigger } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { toast } from '../../ui/toast-store.ts';

type Values = z.input<typeof CallbackSchema>;

const EMPTY = { name: '', email: '', company: '', phone: '', message: '' };

/** For somebody who would rather talk to a person first. */
export function CallbackFormDialog() {
  const [open, setOpen] = useState(false);
  return (
    <p>
      Would you rather talk to someone?{' '}
      <Dialog open={open} onOpenChange={setOpen}>
        <DialogTrigger asChild>
          <button type="button" className="link">
            Ask for a call
          </button>
        </DialogTrigger>
        <DialogContent
          title="Ask for a call"
          description="Leave your number and the people who run this server will call you back."
        >
          <CallbackForm onDone={() => setOpen(false)} />
        </DialogContent>
      </Dialog>
    </p>
  );
}

function CallbackForm({ onDone }: { onDone: () => void }) {
  const form = useForm({ resolver: zodResolver(CallbackSchema), defaultValues: EMPTY });
  const send = useMutation({
    mutationFn: (body: Values) => call(sendCallbackForm, { body }),
    onSuccess: () => {
      toast({ title: 'Thank you, we have it', description: 'Someone will call you back.' });
      onDone();
    },
    onError: (error) => showServerReasons(form, error),
  });
  const { errors } = form.formState;
  return (
    <DialogForm
      onSubmit={form.handleSubmit((values) => send.mutate(values))}
      submitLabel="Ask for a call"
      pending={send.isPending}
    >
      <Field label="Name" required error={fieldReason('Name', errors.name?.message)}>
        <Input autoComplete="name" {...form.register('name')} />
      </Field>
      <Field label="E-mail" required error={fieldReason('This', errors.email?.message)}>
        <Input type="email" autoComplete="email" {...form.register('email')} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Phone" error={fieldReason('Phone', errors.phone?.message)}>
          <Input type="tel" autoComplete="tel" {...form.register('phone')} />
        </Field>
        <Field label="Company" error={fieldReason('Company', errors.company?.message)}>
          <Input autoComplete="organization" {...form.register('company')} />
        </Field>
      </div>
      <Field label="What is it about?" error={fieldReason('The message', errors.message?.message)}>
        <Textarea rows={3} {...form.register('message')} />
      </Field>
      {send.isError && (
        <Notice tone="bad" role="alert" title="Your request was not sent">
          {failureAdvice(send.error)}
        </Notice>
      )}
    </DialogForm>
  );
}
