import { useQueryClient } from '@tanstack/react-query';
import { deleteSpend } from '@trailmark/contract/spend';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { projectQuery, useProject } from '../../project/current-project.tsx';
import { DayFields } from '../../report/day-fields.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
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
  const [chosen, setChosen] = useState(days);
  const remove = async () => {
    const { deleted } = await call(deleteSpend, { query: { project_id, ...chosen } });
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
      <DayFields days={chosen} onChange={setChosen} />
    </ConfirmDialog>
  );
}
