import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CallError } from '@trailmark/contract/call';
import { createExport, EXPORT_FORMATS, EXPORT_KINDS, type Export } from '@trailmark/contract/exports';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { failureAdvice } from '../../failures/failure-advice.ts';
import { fieldReason } from '../../failures/field-reason.ts';
import { useProject } from '../../project/current-project.tsx';
import { useProjectWords } from '../../project/project-words.ts';
import { zoneLabel } from '../../project/zone-label.ts';
import { addDays } from '../../report/calendar-day.ts';
import { useToday } from '../../report/use-report-range.ts';
import { Dialog, DialogContent } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Notice } from '../../ui/notice.tsx';
import { RadioCards } from '../../ui/radio-cards.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { FORMAT_WORDS, kindWords } from './export-words.ts';
import { exportsQuery } from './exports-query.ts';

interface NewExportDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function NewExportDialog({ open, onOpenChange }: NewExportDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent title="New export" className="w-[min(560px,calc(100vw-24px))]">
        <NewExportForm onDone={() => onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  );
}

// A component of its own, so that what was chosen is forgotten on closing.
function NewExportForm({ onDone }: { onDone: () => void }) {
  const { project_id, timezone } = useProject();
  const words = useProjectWords();
  const today = useToday();
  const queryClient = useQueryClient();
  const [kind, setKind] = useState<Export['kind']>('installs');
  const [format, setFormat] = useState<Export['format']>('csv');
  const [from, setFrom] = useState(addDays(today, -29));
  const [to, setTo] = useState(today);
  const create = useMutation({
    mutationFn: () => call(createExport, { body: { project_id, kind, format, from, to } }),
    onSuccess: (made) => {
      queryClient.setQueryData(exportsQuery(project_id).queryKey, (before) => [made, ...(before ?? [])]);
      onDone();
    },
  });
  const fields = create.error instanceof CallError ? create.error.fields : {};
  const isElsewhere = create.error && !fields.from && !fields.to;
  return (
    <DialogForm onSubmit={() => create.mutate()} submitLabel="Start the export" pending={create.isPending}>
      <Field label="What" group>
        <RadioCards
          options={EXPORT_KINDS.map((value) => {
            const { label, text } = kindWords(value, words);
            return { value, title: label, text };
          })}
          value={kind}
          onValueChange={setKind}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First day" error={fieldReason('First day', fields.from)}>
          <Input type="date" max={today} value={from} onChange={(event) => setFrom(event.target.value)} />
        </Field>
        <Field label="Last day" error={fieldReason('Last day', fields.to)}>
          <Input type="date" max={today} value={to} onChange={(event) => setTo(event.target.value)} />
        </Field>
      </div>
      <Field label="Format" group hint={`Days of ${zoneLabel(timezone, new Date())}; times in UTC.`}>
        <Segmented
          options={EXPORT_FORMATS.map((value) => ({ value, label: FORMAT_WORDS[value] }))}
          value={format}
          onValueChange={setFormat}
        />
      </Field>
      {isElsewhere && (
        <Notice tone="bad" role="alert">
          {failureAdvice(create.error)}
        </Notice>
      )}
    </DialogForm>
  );
}
