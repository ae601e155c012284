import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CallError } from '@trailmark/contract/call';
import { putRate, type Rate } from '@trailmark/contract/rates';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { failureAdvice } from '../../failures/failure-advice.ts';
import { fieldReason } from '../../failures/field-reason.ts';
import { useProject } from '../../project/current-project.tsx';
import { useToday } from '../../report/use-report-range.ts';
import { Combobox } from '../../ui/combobox.tsx';
import { Dialog, DialogContent } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast-store.ts';
import { CURRENCIES } from './currencies.ts';

interface RateDialogProps {
  open: boolean;
  /** The one that is changed; null for a new one. */
  rate: Rate | null;
  onClose: () => void;
}

export function RateDialog({ open, rate, onClose }: RateDialogProps) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
      <DialogContent
        title={rate ? `Change the rate of ${rate.currency}` : 'Add a rate'}
        description="It applies from its day until the next rate, in every project of this installation."
      >
        <RateForm rate={rate} onDone={onClose} />
      </DialogContent>
    </Dialog>
  );
}

// A component of its own, so that what was typed is forgotten on closing.
function RateForm({ rate, onDone }: { rate: Rate | null; onDone: () => void }) {
  const { currency: own } = useProject();
  const today = useToday();
  const queryClient = useQueryClient();
  const [date, setDate] = useState(rate?.date ?? today);
  const [currency, setCurrency] = useState(rate?.currency ?? own);
  const [perUsd, setPerUsd] = useState(rate?.per_usd ?? '');
  const save = useMutation({
    mutationFn: () => call(putRate, { body: { date, currency, per_usd: perUsd.trim() } }),
    onSuccess: async () => {
      toast({ title: 'The rate is set' });
      onDone();
      // Every amount of every report may be another one now.
      await queryClient.invalidateQueries();
    },
  });
  const fields = save.error instanceof CallError ? save.error.fields : {};
  return (
    <DialogForm onSubmit={() => save.mutate()} submitLabel="Set the rate" pending={save.isPending}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="From this day on" error={fieldReason('The day', fields.date)}>
          <Input
            type="date"
            value={date}
            disabled={rate !== null}
            onChange={(event) => setDate(event.target.value)}
          />
        </Field>
        <Field label="Currency" error={fieldReason('Currency', fields.currency)}>
          <Combobox
            options={CURRENCIES}
            value={currency}
            disabled={rate !== null}
            onValueChange={setCurrency}
            searchPlaceholder="Find a currency…"
          />
        </Field>
      </div>
      <Field label={`${currency} for one US dollar`} error={fieldReason('The rate', fields.per_usd)}>
        <Input
          inputMode="decimal"
          autoComplete="off"
          placeholder="83.12"
          className="num"
          value={perUsd}
          onChange={(event) => setPerUsd(event.target.value)}
        />
      </Field>
      {save.error && Object.keys(fields).length === 0 && (
        <Notice tone="bad" role="alert">
          {failureAdvice(save.error)}
        </Notice>
      )}
    </DialogForm>
  );
}
