import type { ScheduledReport } from '@trailmark/contract/scheduled-reports';
import { BellOff, MoreHorizontal, Pause, Pencil, Play, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { toastFailure } from '../../failures/toast-failure.ts';
import { useProject } from '../../project/current-project.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../ui/dropdown-menu.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { TableCell, TableRow } from '../../ui/table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { shortInstant } from '../../words/format-instant.ts';
import { outcomeWords, STATE_WORDS, scheduleWords, titleOf } from './report-words.ts';
import { useChangeReports } from './reports-query.ts';

const NAMED = 2;

function recipientWords({ recipients }: ScheduledReport): string {
  const names = recipients.slice(0, NAMED).map(({ name }) => name);
  const more = recipients.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

export function ReportRow({ report, onChange }: { report: ScheduledReport; onChange: () => void }) {
  const { timezone } = useProject();
  const { last, next_at, active, view_is_gone: isGone } = report;
  const outcome = last && outcomeWords(last);
  return (
    <TableRow>
      <TableCell>
        <span className="grid gap-0.5 py-1.5">
          <span className="flex flex-wrap items-center gap-2 font-medium">
            {titleOf(report)}
            {!active && <Tag>Paused</Tag>}
            {isGone && <Tag tone="warn">Choose another view</Tag>}
          </span>
          <span className="text-sm text-text-3">{scheduleWords(report)}</span>
          <span className="text-sm whitespace-normal text-text-3 sm:hidden">{recipientWords(report)}</span>
        </span>
      </TableCell>
      <TableCell className="max-sm:hidden">
        <span title={report.recipients.map(({ email }) => email).join(', ')}>{recipientWords(report)}</span>
      </TableCell>
      <TableCell className="num max-sm:hidden">{next_at ? shortInstant(next_at, timezone) : '–'}</TableCell>
      <TableCell className="max-sm:hidden">
        {last ? (
          <span className="flex flex-wrap items-center gap-x-2">
            <Tag tone={STATE_WORDS[last.state].tone}>{STATE_WORDS[last.state].label}</Tag>
            <RelativeTime at={last.sent_at ?? last.created_at} timeZone={timezone} className="text-text-3" />
            {outcome && <span className="text-sm whitespace-normal text-text-3">{outcome}</span>}
          </span>
        ) : (
          <span className="text-text-3">None yet</span>
        )}
      </TableCell>
      <TableCell>
        <RowMenu report={report} onChange={onChange} />
      </TableCell>
    </TableRow>
  );
}

function RowMenu({ report, onChange }: { report: ScheduledReport; onChange: () => void }) {
  const { send, change, leave, remove } = useChangeReports();
  const [confirming, setConfirming] = useState(false);
  const { report_id, active, subscribed, may_change: mayChange } = report;
  const pause = () =>
    change.mutate(
      { report_id, active: !active },
      { onError: (error) => toastFailure('The report was not changed', error) },
    );
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <IconButton label={`More for ${titleOf(report)}`} tooltip={false}>
            <MoreHorizontal aria-hidden />
          </IconButton>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          {subscribed && (
            <DropdownMenuItem icon={<Send />} onSelect={() => send.mutate(report)}>
              Send me one now
            </DropdownMenuItem>
          )}
          {mayChange && (
            <>
              <DropdownMenuItem icon={<Pencil />} onSelect={onChange}>
                Change…
              </DropdownMenuItem>
              <DropdownMenuItem icon={active ? <Pause /> : <Play />} onSelect={pause}>
                {active ? 'Pause' : 'Resume'}
              </DropdownMenuItem>
            </>
          )}
          {subscribed && (
            <DropdownMenuItem icon={<BellOff />} onSelect={() => leave.mutate(report)}>
              Unsubscribe me
            </DropdownMenuItem>
          )}
          {mayChange && (
            <DropdownMenuItem danger icon={<Trash2 />} onSelect={() => setConfirming(true)}>
              Delete…
            </DropdownMenuItem>
          )}
        </DropdownMenuContent>
      </DropdownMenu>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={`Delete the report ${titleOf(report)}?`}
        text="It is no longer sent, and its history is deleted."
        confirmLabel="Delete report"
        onConfirm={() => remove.mutateAsync(report)}
      />
    </>
  );
}
