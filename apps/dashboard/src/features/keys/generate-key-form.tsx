import { useMutation, useQueryClient } from '@tanstack/react-query';
import { generatePrivateKey } from '@trailmark/contract/keys';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { toastFailure } from '../../failures/toast-failure.ts';
import { projectQuery, useProject } from '../../project/current-project.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast-store.ts';
import { KEEP_OLD_OPTIONS, keepOldChoice } from '../../words/keep-old-choices.ts';

interface GenerateKeyFormProps {
  replaces: boolean;
  onMade: (secret: string) => void;
}

export function GenerateKeyForm({ replaces, onMade }: GenerateKeyFormProps) {
  const { project_id } = useProject();
  const queryClient = useQueryClient();
  const [keepHours, setKeepHours] = useState(24);
  const generate = useMutation({
    mutationFn: () =>
      call(generatePrivateKey, { body: { project_id, keep_old_hours: replaces ? keepHours : 0 } }),
    onSuccess: async ({ private_key }) => {
      onMade(private_key);
      toast({ title: 'Private key generated', description: 'Store it before you close the dialog.' });
      await queryClient.invalidateQueries({ queryKey: projectQuery(project_id).queryKey });
    },
    onError: (error) => toastFailure('No key was generated', error),
  });
  return (
    <DialogForm onSubmit={() => generate.mutate()} submitLabel="Generate key" pending={generate.isPending}>
      {replaces ? (
        <Field
          label="Keep the old key working for"
          hint="Long enough to deploy the new one to all of your servers."
        >
          <Select
            options={KEEP_OLD_OPTIONS}
            value={String(keepOldChoice(keepHours)?.hours)}
            onValueChange={(hours) => setKeepHours(Number(hours))}
          />
        </Field>
      ) : (
        <p className="text-text-2">This is the first key of the project; it replaces no other.</p>
      )}
      {replaces && keepHours === 0 && (
        <Notice tone="warn">Servers that still use the old key are refused from this moment on.</Notice>
      )}
    </DialogForm>
  );
}
