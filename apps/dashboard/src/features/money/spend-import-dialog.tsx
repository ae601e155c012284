import { useMutation, useQueryClient } from '@tanstack/react-query';
import { importSpend } from '@trailmark/contract/spend';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { failureAdvice } from '../../failures/failure-advice.ts';
import { CsvField } from '../../project/csv-field.tsx';
import { CsvProblems } from '../../project/csv-problems.tsx';
import { projectQuery, useProject } from '../../project/current-project.tsx';
import { fullValue } from '../../report/format-value.ts';
import { Dialog, DialogContent } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast-store.ts';
import { countInWords } from '../../words/count-in-words.ts';
import { listInWords } from '../../words/list-in-words.ts';

interface SpendImportDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function SpendImportDialog({ open, onOpenChange }: SpendImportDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title="Import spend"
        description="What each campaign cost on each day. A line replaces what was imported for that day earlier."
        className="w-[min(640px,calc(100vw-24px))]"
      >
        <SpendImportForm onDone={() => onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  );
}

// A component of its own, so that what was pasted is forgotten on closing.
function SpendImportForm({ onDone }: { onDone: () => void }) {
  const { project_id, currency } = useProject();
  const queryClient = useQueryClient();
  const [csv, setCsv] = useState('');
  const send = useMutation({
    mutationFn: (dry_run: boolean) => call(importSpend, { body: { project_id, csv, dry_run } }),
    onSuccess: async ({ imported, problems }, isTrial) => {
      if (isTrial || problems.length > 0) return;
      toast({ title: `${countInWords(imported, 'line')} of spend imported` });
      onDone();
      // Spend is in every metric of cost and return.
      await queryClient.invalidateQueries({ queryKey: projectQuery(project_id).queryKey });
    },
  });
  const { data, error } = send;
  const isChecked = data !== undefined && data.problems.length === 0;
  const change = (next: string) => {
    setCsv(next);
    send.reset();
  };
  return (
    <DialogForm
      onSubmit={() => send.mutate(!isChecked)}
      submitLabel={isChecked ? `Import ${countInWords(data.imported, 'line')}` : 'Check the lines'}
      pending={send.isPending}
      disabled={csv.trim() === ''}
    >
      <CsvField
        value={csv}
        onChange={change}
        placeholder={'date,campaign,amount,currency\n2026-06-01,Brand search,1250.00,INR'}
        hint={
          <>
            Columns: date, campaign (id, display id or name) and amount. Optional: currency (default:{' '}
            {currency}) and link.
          </>
        }
      />
      <div role="status" className="empty:hidden">
        {isChecked && (
          <Notice tone="good" title={`${countInWords(data.imported, 'line')} can be imported`}>
            {listInWords(
              data.total.map((money) =>
                fullValue({ unit: 'money' }, money.amount, { currency: money.currency }),
              ),
              'and',
            )}{' '}
            in total.
          </Notice>
        )}
      </div>
      {data && <CsvProblems problems={data.problems} />}
      {error && (
        <Notice tone="bad" role="alert" title="We couldn’t read the file">
          {failureAdvice(error)}
        </Notice>
      )}
    </DialogForm>
  );
}
