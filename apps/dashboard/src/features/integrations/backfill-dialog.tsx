import { useQuery } from '@tanstack/react-query';
import { TOOLS, type ToolConnection } from '@trailmark/contract/analytics-tools';
import { CallError } from '@trailmark/contract/call';
import { useState } from 'react';
import { failureAdvice } from '../../failures/failure-advice.ts';
import { fieldReason } from '../../failures/field-reason.ts';
import { useProject } from '../../project/current-project.tsx';
import { zoneLabel } from '../../project/zone-label.ts';
import { addDays } from '../../report/calendar-day.ts';
import { DayFields } from '../../report/day-fields.tsx';
import { useToday } from '../../report/use-report-range.ts';
import { Dialog, DialogContent } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { backfillInstants } from './backfill-days.ts';
import { backfillQuery } from './tools-query.ts';
import { useSyncTool } from './use-sync-tool.ts';

interface BackfillDialogProps {
  connection: ToolConnection;
  onClose: () => void;
}

export function BackfillDialog({ connection, onClose }: BackfillDialogProps) {
  const { label } = TOOLS[connection.tool];
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={`Backfill ${label}`}
        description="Uses the current settings: the same events under the same names. New events go first."
      >
        <BackfillForm connection={connection} onDone={onClose} />
      </DialogContent>
    </Dialog>
  );
}

const DEFAULT_DAYS = 30;

function BackfillForm({ connection: { tool }, onDone }: { connection: ToolConnection; onDone: () => void }) {
  const { project_id, timezone } = useProject();
  const today = useToday();
  const mostAge: number | null = TOOLS[tool].mostAgeDays;
  const earliest = mostAge === null ? undefined : addDays(today, -mostAge);
  const [days, setDays] = useState(() => ({
    from: addDays(today, 1 - Math.min(DEFAULT_DAYS, mostAge ?? DEFAULT_DAYS)),
    to: today,
  }));
  // Of the moment when the dialog was opened, so that the same days are the same query.
  const [now] = useState(() => new Date());
  const period = backfillInstants(days, { timezone, now });
  const size = useQuery({
    ...backfillQuery({ project_id, tool, from: period?.from ?? '', to: period?.to ?? '' }),
    enabled: period !== null,
  });
  const sync = useSyncTool(tool);
  const fields = sync.error instanceof CallError ? sync.error.fields : {};
  const isElsewhere = sync.error && !fields.from && !fields.to;
  return (
    <DialogForm
      onSubmit={() => period && sync.mutate({ action: 'backfill', ...period }, { onSuccess: onDone })}
      submitLabel="Start the backfill"
      pending={sync.isPending}
      disabled={period === null}
    >
      <DayFields
        days={days}
        onChange={setDays}
        min={earliest}
        max={today}
        errors={{ from: fieldReason('First day', fields.from), to: fieldReason('Last day', fields.to) }}
      />
      <div role="status" className="grid min-h-10 content-start gap-0.5 text-sm text-text-2">
        {period && <BackfillSize size={size} />}
        <p className="text-text-3">Days of {zoneLabel(timezone, new Date())}.</p>
      </div>
      {isElsewhere && (
        <Notice tone="bad" role="alert">
          {failureAdvice(sync.error)}
        </Notice>
      )}
    </DialogForm>
  );
}

const count = new Intl.NumberFormat('en');

interface BackfillSizeProps {
  size: { data: { items: number; already_sent: number } | undefined; error: unknown };
}

function BackfillSize({ size: { data, error } }: BackfillSizeProps) {
  if (error) return <p className="text-bad">We couldn’t count the items. {failureAdvice(error)}</p>;
  if (!data) return <p>Counting…</p>;
  const { items, already_sent } = data;
  const sent =
    already_sent > 0 ? ` ${count.format(already_sent)} were sent already and are not sent again.` : '';
  return (
    <p className="num">
      {items === 0
        ? 'Nothing is left to send in this period.'
        : `${count.format(items)} ${items === 1 ? 'item' : 'items'} to send.`}
      {sent}
    </p>
  );
}
