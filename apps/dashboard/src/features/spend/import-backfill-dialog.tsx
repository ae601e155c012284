import { CallError } from '@trailmark/contract/call';
import { MOST_BACKFILL_DAYS, type NetworkImport } from '@trailmark/contract/network-spend';
import { useState } from 'react';
import { failureAdvice } from '../../failures/failure-advice.ts';
import { fieldReason } from '../../failures/field-reason.ts';
import { useProject } from '../../project/current-project.tsx';
import { zoneLabel } from '../../project/zone-label.ts';
import { addDays, countDays, isDay, todayIn } from '../../report/calendar-day.ts';
import { DayFields } from '../../report/day-fields.tsx';
import { Dialog, DialogContent } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { countInWords } from '../../words/count-in-words.ts';
import { NETWORK_WORDS } from '../../words/network-name.ts';
import { useChangeImport } from './use-change-import.ts';

interface ImportBackfillDialogProps {
  account: NetworkImport;
  onClose: () => void;
}

export function ImportBackfillDialog({ account, onClose }: ImportBackfillDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={`Backfill ${account.name}`}
        description={`Imports earlier days from ${NETWORK_WORDS[account.kind]}. New numbers replace those imported before.`}
      >
        <BackfillForm account={account} onDone={onClose} />
      </DialogContent>
    </Dialog>
  );
}

const DEFAULT_DAYS = 90;

function BackfillForm({ account, onDone }: { account: NetworkImport; onDone: () => void }) {
  const { timezone } = useProject();
  const zone = account.time_zone ?? timezone;
  const today = todayIn(zone, new Date());
  const earliest = addDays(today, 1 - MOST_BACKFILL_DAYS);
  const [days, setDays] = useState({ from: addDays(today, 1 - DEFAULT_DAYS), to: today });
  const change = useChangeImport(account);
  const { from, to } = days;
  const isPeriod = isDay(from) && isDay(to) && from >= earliest && from <= to && to <= today;
  const fields = change.error instanceof CallError ? change.error.fields : {};
  const tooEarly = isDay(from) && from < earliest ? `At most ${MOST_BACKFILL_DAYS} days ago.` : undefined;
  const tooLate = isDay(to) && to > today ? 'That day is in the future.' : undefined;
  return (
    <DialogForm
      onSubmit={() => change.mutate({ action: 'start', days }, { onSuccess: onDone })}
      submitLabel="Start the backfill"
      pending={change.isPending}
      disabled={!isPeriod}
    >
      <DayFields
        days={days}
        onChange={setDays}
        min={earliest}
        max={today}
        errors={{
          from: tooEarly ?? fieldReason('First day', fields.from),
          to: tooLate ?? fieldReason('Last day', fields.to),
        }}
      />
      <div role="status" className="grid min-h-10 content-start gap-0.5 text-sm text-text-2">
        {isPeriod && <p className="num">{countInWords(countDays(from, to), 'day')} to import.</p>}
        <p className="text-text-3">
          Days of the ad account, {zoneLabel(zone, new Date())}. At most {MOST_BACKFILL_DAYS} days.
        </p>
      </div>
      {change.error && !fields.from && !fields.to && (
        <Notice tone="bad" role="alert">
          {failureAdvice(change.error)}
        </Notice>
      )}
    </DialogForm>
  );
}
