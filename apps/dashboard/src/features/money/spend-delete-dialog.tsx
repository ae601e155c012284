import { useQueryClient } from '@tanstack/react-query';
import { deleteSpend } from '@trailmark/contract/spend';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { projectQuery, useProject } from '../../project/current-project.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toast-store.ts';
import { countInWords } from '../../words/count-in-words.ts';

interface SpendDeleteDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  days: { from: string; to: string };
}

/** Takes a wrong import back. */
export function SpendDeleteDialog({ open, onOpenChange, days }: SpendDeleteDialogProps) {
  const { project_id } = useProject();
  const queryClient = useQueryClient();
  const [from, setFrom] = useState(days.from);
  const [to, setTo] = useState(days.to);
  const remove = async () => {
    const { deleted } = await call(deleteSpend, { query: { project_id, from, to } });
    toast({ title: `${countInWords(deleted, 'line')} of spend deleted` });
    await queryClient.invalidateQueries({ queryKey: projectQuery(project_id).queryKey });
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Delete imported spend?"
      text="The spend that was imported for this period is deleted, for all campaigns. What networks report stays. You can import it again."
      confirmLabel="Delete spend"
      onConfirm={remove}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First day">
          <Input type="date" value={from} onChange={(event) => setFrom(event.target.value)} />
        </Field>
        <Field label="Last day">
          <Input type="date" value={to} onChange={(event) => setTo(event.target.value)} />
        </Field>
      </div>
    </ConfirmDialog>
  );
}
