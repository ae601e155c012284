import { useMutation, useQueryClient } from '@tanstack/react-query';
import { saveVerificationObject, type VerificationForm } from '@trailmark/contract/domains';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { call } from '../../api/client.ts';
import { showServerReasons } from '../../failures/field-reason.ts';
import { toastFailure } from '../../failures/toast-failure.ts';
import { useProject } from '../../project/current-project.tsx';
import { verificationObjectsQuery } from '../../project/domains-query.ts';
import { toast } from '../../ui/toast-store.ts';

type VerificationFile = Omit<VerificationForm, 'project_id'>;

/** Saves the file of a platform, from the form or pasted. */
export function useSaveVerification<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  onSaved: () => void,
) {
  const { project_id } = useProject();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (file: VerificationFile) => call(saveVerificationObject, { body: { project_id, ...file } }),
    onSuccess: async ({ path }) => {
      await queryClient.invalidateQueries({ queryKey: verificationObjectsQuery(project_id).queryKey });
      toast({ title: 'The file is saved', description: `Every verified domain serves it at ${path}.` });
      onSaved();
    },
    onError: (error) => {
      showServerReasons(form, error);
      toastFailure('The file was not saved', error);
    },
  });
}
