import { Fragment, type ReactNode } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { fieldReason, showServerReasons } from '../../failures/field-reason.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { Dialog, DialogContent } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { OutsideLink } from '../../ui/outside-link.tsx';
import { SaveFailed, tokenHint } from './account-fields.tsx';
import { AD_NETWORKS, type AdNetwork } from './ad-networks.ts';
import { APP_FIELDS, APP_GUIDES, type AppField } from './app-fields.ts';
import type { AppSettings, AppValues } from './network-api.ts';
import { useSaveApp } from './use-network.ts';
import { Instructions } from './vendor-help.tsx';

interface AppFormProps {
  kind: AdNetwork;
  app: AppSettings;
}

/** What is entered, and how it is saved; `frame` puts the fields and the error into a form. */
function useAppForm({ kind, app }: AppFormProps, onSaved: () => void) {
  const isNew = app.id === null;
  const form = useForm<AppValues>({
    defaultValues: Object.fromEntries(APP_FIELDS[kind].map(({ name }) => [name, app.values[name] ?? ''])),
  });
  const save = useSaveApp(kind, isNew);
  const submit = form.handleSubmit((values) =>
    save.mutate(values, {
      onSuccess: onSaved,
      onError: (error) => showServerReasons(form, error),
    }),
  );
  const marked = Object.keys(form.formState.errors).length > 0;
  const failure = marked ? null : save.error;
  return { form, submit, isPending: save.isPending, failure };
}

interface AppFieldsProps extends AppFormProps {
  form: UseFormReturn<AppValues>;
  failure: Error | null;
}

interface AppInputProps {
  field: AppField;
  /** How the secret that is entered begins; null: none is. */
  stored: string | null;
  form: UseFormReturn<AppValues>;
}

function AppInput({ field, stored, form }: AppInputProps) {
  const { name, label, hint, isSecret = false, isOptional = false } = field;
  const isRequired = !isOptional && !stored;
  return (
    <Field
      label={isOptional ? `${label} (optional)` : label}
      required={isRequired}
      hint={tokenHint(stored, hint)}
      error={fieldReason(label, form.formState.errors[name]?.message)}
    >
      {/* The class keeps the session recorder away from secrets. */}
      <Input
        className={isSecret ? 'mp-block mono' : 'mono'}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.register(name, {
          validate: (value) => !isRequired || (value ?? '').trim() !== '' || 'is required',
        })}
      />
    </Field>
  );
}

function AppFields({ kind, app, form, failure }: AppFieldsProps) {
  return (
    <>
      {APP_FIELDS[kind].map((field) => {
        const stored = app.hints[field.name] ?? null;
        const isDeleted = form.watch(field.name) === null;
        return (
          <Fragment key={field.name}>
            {!isDeleted && <AppInput field={field} stored={stored} form={form} />}
            {field.deleteLabel && stored && (
              <Field label={field.deleteLabel} inline>
                <Checkbox
                  checked={isDeleted}
                  onCheckedChange={(checked) => form.setValue(field.name, checked === true ? null : '')}
                />
              </Field>
            )}
          </Fragment>
        );
      })}
      <SaveFailed error={failure} />
    </>
  );
}

/** The first step: what to create where, and what to enter here. */
export function AppStep({ kind, app }: AppFormProps) {
  const { form, submit, isPending, failure } = useAppForm({ kind, app }, () => undefined);
  const { steps, page } = APP_GUIDES[kind];
  return (
    <form noValidate onSubmit={submit} className="grid max-w-[640px] grid-cols-[minmax(0,1fr)] gap-4">
      <Instructions steps={steps} link={<OutsideLink href={page.url}>{page.label}</OutsideLink>} />
      <RedirectField kind={kind} app={app} />
      <AppFields kind={kind} app={app} form={form} failure={failure} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" variant="primary" loading={isPending}>
          Save {APP_GUIDES[kind].noun}
        </Button>
        <p className="text-sm text-text-3">Secrets are stored encrypted and never shown again.</p>
      </div>
    </form>
  );
}

export function RedirectField({ kind, app }: AppFormProps): ReactNode {
  return (
    <Field
      label={APP_GUIDES[kind].redirect}
      hint={`Enter exactly this address at ${APP_GUIDES[kind].page.label}.`}
    >
      <CopyField value={app.redirectUri} copyLabel="Copy the redirect address" />
    </Field>
  );
}

/** Another app, or another secret of the same. */
export function AppDialog({ kind, app, onClose }: AppFormProps & { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={`Change your ${APP_GUIDES[kind].noun}`}
        description={`If you enter another one, everyone has to sign in at ${AD_NETWORKS[kind].label} again.`}
      >
        <AppDialogForm kind={kind} app={app} onDone={onClose} />
      </DialogContent>
    </Dialog>
  );
}

function AppDialogForm({ kind, app, onDone }: AppFormProps & { onDone: () => void }) {
  const { form, submit, isPending, failure } = useAppForm({ kind, app }, onDone);
  return (
    <DialogForm onSubmit={submit} submitLabel="Save" pending={isPending}>
      <AppFields kind={kind} app={app} form={form} failure={failure} />
      <RedirectField kind={kind} app={app} />
    </DialogForm>
  );
}
