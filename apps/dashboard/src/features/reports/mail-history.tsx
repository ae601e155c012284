import { useQuery } from '@tanstack/react-query';
import type { ReportMail, ScheduledReport } from '@trailmark/contract/scheduled-reports';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { useProject } from '../../project/current-project.tsx';
import { formatDays } from '../../report/calendar-day.ts';
import { useToday } from '../../report/use-report-range.ts';
import { Card, CardHeader } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../ui/table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { shortInstant } from '../../words/format-instant.ts';
import { outcomeWords, STATE_WORDS, titleOf } from './report-words.ts';
import { mailsQuery } from './reports-query.ts';

/** What was sent to whom, and what became of it. */
export function MailHistory({ reports }: { reports: readonly ScheduledReport[] }) {
  const { project_id } = useProject();
  const mails = useQuery(mailsQuery(project_id));
  const titles = new Map(reports.map((report) => [report.report_id, titleOf(report)]));
  return (
    <Card aria-busy={mails.isPending}>
      <CardHeader title="History" description="The latest 100 mails." className="pb-3" />
      {mails.isLoadingError && <LoadFailed what="the history" query={mails} />}
      {mails.data?.length === 0 && (
        <EmptyState title="Nothing was sent yet" text="Mails are listed here with their outcome." />
      )}
      {!mails.isLoadingError && mails.data?.length !== 0 && (
        <Table label="History">
          <TableHead>
            <TableRow>
              <TableHeaderCell>Outcome</TableHeaderCell>
              <TableHeaderCell>Recipient</TableHeaderCell>
              <TableHeaderCell className="max-sm:hidden">Report</TableHeaderCell>
              <TableHeaderCell className="max-sm:hidden">Covers</TableHeaderCell>
              <TableHeaderCell className="max-sm:hidden">Time</TableHeaderCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {mails.isPending && <SkeletonRows rows={3} columns={5} />}
            {mails.data?.map((mail) => (
              <MailRow key={mail.mail_id} mail={mail} title={titles.get(mail.report_id) ?? ''} />
            ))}
          </TableBody>
        </Table>
      )}
    </Card>
  );
}

function MailRow({ mail, title }: { mail: ReportMail; title: string }) {
  const { timezone } = useProject();
  const today = useToday();
  const { label, tone } = STATE_WORDS[mail.state];
  const outcome = outcomeWords(mail);
  return (
    <TableRow>
      <TableCell>
        <span className="grid gap-0.5 py-1">
          <Tag tone={tone}>{label}</Tag>
          {outcome && <span className="text-sm whitespace-normal text-text-3">{outcome}</span>}
        </span>
      </TableCell>
      <TableCell>
        <span className="block max-w-[44vw] truncate sm:max-w-72" title={mail.email}>
          {mail.email}
        </span>
        <span className="num block text-sm text-text-3 sm:hidden">
          {shortInstant(mail.sent_at ?? mail.created_at, timezone)}
        </span>
      </TableCell>
      <TableCell className="max-sm:hidden">
        {title}
        {mail.slot === null && <span className="text-text-3"> (sent on request)</span>}
      </TableCell>
      <TableCell className="num max-sm:hidden">{formatDays(mail.from, mail.to, today)}</TableCell>
      <TableCell className="num max-sm:hidden">
        {shortInstant(mail.sent_at ?? mail.created_at, timezone)}
      </TableCell>
    </TableRow>
  );
}
