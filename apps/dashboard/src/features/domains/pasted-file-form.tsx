import { zodResolver } from '@hookform/resolvers/zod';
import type { AppPlatform, VerificationObject } from '@trailmark/contract/domains';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { fieldReason } from '../../failures/field-reason.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { useSaveVerification } from './use-save-verification.ts';

const FILE_NAME: Record<AppPlatform, string> = {
  IOS: 'apple-app-site-association',
  ANDROID: 'assetlinks.json',
};

const resolver = zodResolver(z.object({ json: z.string().trim().min(1, 'is required') }));

interface PastedFileFormProps {
  platform: AppPlatform;
  object: VerificationObject | null;
  onSaved: () => void;
}

/** For those who have the file already; what phones would not understand is refused with the reason. */
export function PastedFileForm({ platform, object, onSaved }: PastedFileFormProps) {
  const form = useForm({ resolver, defaultValues: { json: object?.json ?? '' } });
  const save = useSaveVerification(form, onSaved);
  return (
    <DialogForm
      onSubmit={form.handleSubmit(({ json }) => save.mutate({ platform, json }))}
      submitLabel="Save"
      pending={save.isPending}
    >
      <Field
        label={FILE_NAME[platform]}
        required
        error={fieldReason('The file', form.formState.errors.json?.message)}
      >
        <Textarea
          rows={14}
          spellCheck={false}
          autoCapitalize="none"
          className="mono leading-[1.6]"
          {...form.register('json')}
        />
      </Field>
    </DialogForm>
  );
}
