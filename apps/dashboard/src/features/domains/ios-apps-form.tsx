import type { IosApp } from '@trailmark/contract/domains';
import { useFieldArray, useForm } from 'react-hook-form';
import { fieldReason } from '../../failures/field-reason.ts';
import { Button } from '../../ui/button.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { listReason } from '../../words/list-reason.ts';
import { AppFrame } from './app-frame.tsx';
import { EMPTY_IOS, type FilledIos, type IosValues, iosResolver, iosValues, linesOf } from './app-values.ts';
import { useSaveVerification } from './use-save-verification.ts';

interface IosAppsFormProps {
  apps: IosApp[] | null;
  onSaved: () => void;
}

export function IosAppsForm({ apps, onSaved }: IosAppsFormProps) {
  const form = useForm<IosValues, unknown, FilledIos>({
    resolver: iosResolver,
    defaultValues: iosValues(apps),
  });
  const list = useFieldArray({ control: form.control, name: 'ios_apps' });
  const save = useSaveVerification(form, onSaved);
  const { errors } = form.formState;
  return (
    <DialogForm
      onSubmit={form.handleSubmit((filled) => save.mutate({ platform: 'IOS', ...filled }))}
      submitLabel="Save"
      pending={save.isPending}
      secondary={
        <Button variant="quiet" onClick={() => list.append(EMPTY_IOS)}>
          Add another app
        </Button>
      }
    >
      {list.fields.map(({ id }, at) => {
        const wrong = errors.ios_apps?.[at];
        return (
          <AppFrame
            key={id}
            number={at + 1}
            onRemove={list.fields.length > 1 ? () => list.remove(at) : undefined}
          >
            <div className="grid gap-4 sm:grid-cols-2">
              <Field
                label="Team id"
                required
                hint="Ten letters and digits, from your Apple developer account."
                error={fieldReason('Team id', wrong?.team_id?.message)}
              >
                <Input
                  autoComplete="off"
                  spellCheck={false}
                  placeholder="ABCDE12345"
                  {...form.register(`ios_apps.${at}.team_id`)}
                />
              </Field>
              <Field label="Bundle id" required error={fieldReason('Bundle id', wrong?.bundle_id?.message)}>
                <Input
                  autoComplete="off"
                  autoCapitalize="none"
                  spellCheck={false}
                  placeholder="com.example.kite"
                  {...form.register(`ios_apps.${at}.bundle_id`)}
                />
              </Field>
            </div>
            <Field
              label="Paths"
              hint="One per line, such as /buy/* or NOT /help/*; the first match decides. Empty: every path opens the app."
              error={fieldReason(
                'Paths',
                listReason(wrong?.paths, linesOf(form.getValues(`ios_apps.${at}.paths`))),
              )}
            >
              <Textarea
                rows={3}
                spellCheck={false}
                className="mono"
                {...form.register(`ios_apps.${at}.paths`)}
              />
            </Field>
          </AppFrame>
        );
      })}
    </DialogForm>
  );
}
