import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createLink, type Link, updateLink } from '@trailmark/contract/links';
import type { ComponentProps } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { call } from '../../../api/client.ts';
import { fieldReason, showServerReasons } from '../../../failures/field-reason.ts';
import { toastFailure } from '../../../failures/toast-failure.ts';
import { useMay, useProject } from '../../../project/current-project.tsx';
import { zoneLabel } from '../../../project/zone-label.ts';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { campaignsKey } from '../campaigns-query.ts';
import { type FilledLink, type LinkValues, linkResolver, linkValues } from './link-values.ts';

interface LinkFormProps {
  campaignId: string;
  link?: Link | undefined;
  onSaved: () => void;
}

export function LinkForm({ campaignId, link, onSaved }: LinkFormProps) {
  const { project_id, timezone } = useProject();
  // A guest may not choose an address: a refusal would reveal campaigns that are not shared with them.
  const mayName = useMay()('campaigns.edit');
  const queryClient = useQueryClient();
  const form = useForm<LinkValues, unknown, FilledLink>({
    resolver: linkResolver(timezone),
    defaultValues: linkValues(link, timezone),
  });
  const save = useMutation({
    mutationFn: ({ slug, ...filled }: FilledLink) =>
      link
        ? call(updateLink, { body: { project_id, link_id: link.link_id, ...filled } })
        : call(createLink, { body: { project_id, campaign_id: campaignId, slug, ...filled } }),
    onSuccess: ({ name }) => {
      toast({ title: link ? `${name} is saved` : `${name} is ready` });
      void queryClient.invalidateQueries({ queryKey: campaignsKey(project_id) });
      onSaved();
    },
    onError: (error) => {
      showServerReasons(form, error);
      toastFailure(link ? 'The link was not saved' : 'The link was not added', error);
    },
  });
  const zone = zoneLabel(timezone, new Date());
  return (
    <DialogForm
      onSubmit={form.handleSubmit((filled) => save.mutate(filled))}
      submitLabel={link ? 'Save' : 'Add link'}
      pending={save.isPending}
    >
      <TextField form={form} name="name" label="Name" required placeholder="Lookalike 1 %, video A" />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField form={form} name="ad_set" label="Ad set" placeholder="Lookalike 1 %" />
        <TextField form={form} name="creative" label="Creative" placeholder="Video A" />
      </div>
      {!link && mayName && (
        <TextField
          form={form}
          name="slug"
          label="End of the address"
          hint="Letters, digits, dashes and underscores. Leave it empty to generate one. It cannot be changed later."
          placeholder="monsoon-video"
          spellCheck={false}
          autoCapitalize="none"
        />
      )}
      <TextField
        form={form}
        name="expires_at"
        label="Ends"
        hint={`Time of ${zone}. Empty: as long as the campaign.`}
        type="datetime-local"
      />
    </DialogForm>
  );
}

interface TextFieldProps extends Omit<ComponentProps<typeof Input>, 'name' | 'form'> {
  form: UseFormReturn<LinkValues, unknown, FilledLink>;
  name: keyof LinkValues;
  label: string;
  hint?: string;
}

function TextField({ form, name, label, hint, required = false, ...input }: TextFieldProps) {
  const error = fieldReason(label, form.formState.errors[name]?.message);
  return (
    <Field label={label} hint={hint} required={required} error={error}>
      <Input autoComplete="off" maxLength={120} {...input} {...form.register(name)} />
    </Field>
  );
}
