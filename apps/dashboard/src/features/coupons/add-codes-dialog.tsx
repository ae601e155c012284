import { type CouponPool, generateCouponCodes, importCouponCodes } from '@trailmark/contract/coupon-pools';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { failureAdvice } from '../../failures/failure-advice.ts';
import { toastFailure } from '../../failures/toast-failure.ts';
import { CsvField } from '../../project/csv-field.tsx';
import { CsvProblems } from '../../project/csv-problems.tsx';
import { useProject } from '../../project/current-project.tsx';
import { Dialog, DialogContent } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast-store.ts';
import { countInWords } from '../../words/count-in-words.ts';
import { useCouponChange } from './coupons-query.ts';

interface AddCodesDialogProps {
  pool: CouponPool;
  how: 'import' | 'generate';
  onClose: () => void;
}

/** More codes for a pool, of a file or made up. */
export function AddCodesDialog({ pool, how, onClose }: AddCodesDialogProps) {
  const isImport = how === 'import';
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={`${isImport ? 'Import' : 'Generate'} codes for ${pool.name}`}
        description={
          isImport ? 'Either all lines are imported, or none.' : 'Every # becomes a random letter or digit.'
        }
        className="w-[min(600px,calc(100vw-24px))]"
      >
        {isImport ? (
          <ImportForm pool={pool} onDone={onClose} />
        ) : (
          <GenerateForm pool={pool} onDone={onClose} />
        )}
      </DialogContent>
    </Dialog>
  );
}

interface AddCodesFormProps {
  pool: CouponPool;
  onDone: () => void;
}

function ImportForm({ pool, onDone }: AddCodesFormProps) {
  const { project_id } = useProject();
  const [csv, setCsv] = useState('');
  const send = useCouponChange((dry_run: boolean) =>
    call(importCouponCodes, {
      params: { pool_id: pool.pool_id },
      query: { project_id },
      body: { csv, dry_run },
    }),
  );
  const { data, error } = send;
  const isChecked = data !== undefined && data.problems.length === 0;
  const submit = () =>
    send.mutate(!isChecked, {
      onSuccess: ({ imported, problems }) => {
        if (!isChecked || problems.length > 0) return;
        toast({ title: `${countInWords(imported, 'code')} imported` });
        onDone();
      },
    });
  return (
    <DialogForm
      onSubmit={submit}
      submitLabel={isChecked ? `Import ${countInWords(data.imported, 'code')}` : 'Check the lines'}
      pending={send.isPending}
      disabled={csv.trim() === ''}
    >
      <CsvField
        value={csv}
        onChange={(next) => {
          setCsv(next);
          send.reset();
        }}
        placeholder={'code,valid_to,max_uses\nHOLI-7KQM,2026-12-31,1'}
        hint="With the column code, and optionally campaign_ref, valid_from, valid_to and max_uses."
      />
      {data && <CsvProblems problems={data.problems} />}
      {error && (
        <Notice tone="bad" role="alert" title="We couldn’t import the codes">
          {failureAdvice(error)}
        </Notice>
      )}
    </DialogForm>
  );
}

function GenerateForm({ pool, onDone }: AddCodesFormProps) {
  const { project_id } = useProject();
  const [count, setCount] = useState('100');
  const [pattern, setPattern] = useState('HOLI-######');
  const send = useCouponChange(() =>
    call(generateCouponCodes, {
      params: { pool_id: pool.pool_id },
      query: { project_id },
      body: { count: Number(count), pattern },
    }),
  );
  const submit = () =>
    send.mutate(undefined, {
      onSuccess: ({ generated }) => {
        toast({ title: `${countInWords(generated, 'code')} generated` });
        onDone();
      },
      onError: (error) => toastFailure('No code was generated', error),
    });
  return (
    <DialogForm onSubmit={submit} submitLabel="Generate codes" pending={send.isPending}>
      <Field label="How many" required>
        <Input type="number" min={1} value={count} onChange={(event) => setCount(event.target.value)} />
      </Field>
      <Field label="Pattern" required hint="Use enough # so that codes cannot be guessed.">
        <Input
          autoComplete="off"
          spellCheck={false}
          className="mono"
          value={pattern}
          onChange={(event) => setPattern(event.target.value)}
        />
      </Field>
    </DialogForm>
  );
}
