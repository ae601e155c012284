import type { AndroidApp } from '@trailmark/contract/domains';
import { useFieldArray, useForm } from 'react-hook-form';
import { fieldReason } from '../../failures/field-reason.ts';
import { Button } from '../../ui/button.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { listReason } from '../../words/list-reason.ts';
import { AppFrame } from './app-frame.tsx';
import {
  type AndroidValues,
  androidResolver,
  androidValues,
  EMPTY_ANDROID,
  type FilledAndroid,
  linesOf,
} from './app-values.ts';
import { useSaveVerification } from './use-save-verification.ts';

interface AndroidAppsFormProps {
  apps: AndroidApp[] | null;
  onSaved: () => void;
}

export function AndroidAppsForm({ apps, onSaved }: AndroidAppsFormProps) {
  const form = useForm<AndroidValues, unknown, FilledAndroid>({
    resolver: androidResolver,
    defaultValues: androidValues(apps),
  });
  const list = useFieldArray({ control: form.control, name: 'android_apps' });
  const save = useSaveVerification(form, onSaved);
  const { errors } = form.formState;
  return (
    <DialogForm
      onSubmit={form.handleSubmit((filled) => save.mutate({ platform: 'ANDROID', ...filled }))}
      submitLabel="Save"
      pending={save.isPending}
      secondary={
        <Button variant="quiet" onClick={() => list.append(EMPTY_ANDROID)}>
          Add another app
        </Button>
      }
    >
      {list.fields.map(({ id }, at) => {
        const wrong = errors.android_apps?.[at];
        return (
          <AppFrame
            key={id}
            number={at + 1}
            onRemove={list.fields.length > 1 ? () => list.remove(at) : undefined}
          >
            <Field label="Package" required error={fieldReason('Package', wrong?.package?.message)}>
              <Input
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                placeholder="com.example.kite"
                {...form.register(`android_apps.${at}.package`)}
              />
            </Field>
            <Field
              label="SHA-256 fingerprints"
              required
              hint="One per line. Google Play shows them under App signing; add that of the upload key for your own builds."
              error={fieldReason(
                'The list',
                listReason(
                  wrong?.sha256_fingerprints,
                  linesOf(form.getValues(`android_apps.${at}.sha256_fingerprints`)),
                ),
              )}
            >
              <Textarea
                rows={4}
                spellCheck={false}
                autoCapitalize="none"
                className="mono"
                placeholder="14:6D:E9:83:C5:73:06:50:…"
                {...form.register(`android_apps.${at}.sha256_fingerprints`)}
              />
            </Field>
          </AppFrame>
        );
      })}
    </DialogForm>
  );
}
