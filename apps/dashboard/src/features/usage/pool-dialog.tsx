import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CallError } from '@trailmark/contract/call';
import { setCreditPool } from '@trailmark/contract/usage';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { failureAdvice } from '../../failures/failure-advice.ts';
import { fieldReason } from '../../failures/field-reason.ts';
import { useProject } from '../../project/current-project.tsx';
import { useProjectWords } from '../../project/project-words.ts';
import { Dialog, DialogContent } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toast-store.ts';
import { creditsQuery } from './usage-query.ts';

interface PoolDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  pool: number | null;
}

/** For operators of the installation. */
export function PoolDialog({ open, onOpenChange, pool }: PoolDialogProps) {
  const { newInstalls } = useProjectWords();
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title="Credit pool"
        description={`How many attributed ${newInstalls} this project may have. You can set it because you operate this installation.`}
      >
        <PoolForm pool={pool} onDone={() => onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  );
}

// A component of its own, so that what was typed is forgotten on closing.
function PoolForm({ pool, onDone }: { pool: number | null; onDone: () => void }) {
  const { project_id } = useProject();
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState(pool === null ? '' : String(pool));
  const save = useMutation({
    mutationFn: () =>
      call(setCreditPool, { body: { project_id, pool: typed.trim() === '' ? null : Number(typed) } }),
    onSuccess: (credits) => {
      queryClient.setQueryData(creditsQuery(project_id).queryKey, credits);
      toast({ title: 'The credit pool is set' });
      onDone();
    },
  });
  const reason = save.error instanceof CallError ? save.error.fields.pool : undefined;
  const error = save.error && (fieldReason('Pool', reason) ?? failureAdvice(save.error));
  return (
    <DialogForm onSubmit={() => save.mutate()} submitLabel="Set the credit pool" pending={save.isPending}>
      <Field label="Credits" hint="Left empty, there is no limit." error={error}>
        <Input
          type="number"
          inputMode="numeric"
          min={0}
          step={1}
          placeholder="No limit"
          className="num"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
    </DialogForm>
  );
}
