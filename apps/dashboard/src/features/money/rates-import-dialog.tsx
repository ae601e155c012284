import { useMutation, useQueryClient } from '@tanstack/react-query';
import { importRates } from '@trailmark/contract/rates';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { failureAdvice } from '../../failures/failure-advice.ts';
import { CsvField } from '../../project/csv-field.tsx';
import { CsvProblems } from '../../project/csv-problems.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { Dialog, DialogContent } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast-store.ts';
import { countInWords } from '../../words/count-in-words.ts';
import { CURRENCIES } from './currencies.ts';

interface RatesImportDialogProps {
  open: boolean;
  onClose: () => void;
}

export function RatesImportDialog({ open, onClose }: RatesImportDialogProps) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
      <DialogContent
        title="Import exchange rates"
        description="Central banks publish such tables. A line replaces the earlier rate of that day."
        className="w-[min(640px,calc(100vw-24px))]"
      >
        <RatesImportForm onDone={onClose} />
      </DialogContent>
    </Dialog>
  );
}

// A component of its own, so that what was pasted is forgotten on closing.
function RatesImportForm({ onDone }: { onDone: () => void }) {
  const queryClient = useQueryClient();
  const [csv, setCsv] = useState('');
  const [base, setBase] = useState('USD');
  const send = useMutation({
    mutationFn: () => call(importRates, { body: { csv, base } }),
    onSuccess: async ({ imported, problems }) => {
      if (problems.length > 0) return;
      toast({ title: `${countInWords(imported, 'rate')} imported` });
      onDone();
      // Every amount of every report may be another one now.
      await queryClient.invalidateQueries();
    },
  });
  const { data, error } = send;
  return (
    <DialogForm
      onSubmit={() => send.mutate()}
      submitLabel="Import rates"
      pending={send.isPending}
      disabled={csv.trim() === ''}
    >
      <Field label="For one unit of" hint="The currency that the table is in.">
        <Combobox
          options={CURRENCIES}
          value={base}
          onValueChange={setBase}
          searchPlaceholder="Find a currency…"
        />
      </Field>
      <CsvField
        value={csv}
        onChange={(next) => {
          setCsv(next);
          send.reset();
        }}
        placeholder={'date,currency,rate\n2026-06-01,INR,83.12'}
        hint={`With the columns date, currency and rate: units of the currency for one ${base}.`}
      />
      {data && <CsvProblems problems={data.problems} />}
      {error && (
        <Notice tone="bad" role="alert" title="We couldn’t read the file">
          {failureAdvice(error)}
        </Notice>
      )}
    </DialogForm>
  );
}
