import type { MailState } from '@trailmark/contract/mail-states';
import type { MailReason, ReportMail, ScheduledReport } from '@trailmark/contract/scheduled-reports';

export const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

export const hourWords = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

/** "Daily at 08:00", "Mondays at 08:00". */
export function scheduleWords({
  cadence,
  weekday,
  hour,
}: Pick<ScheduledReport, 'cadence' | 'weekday' | 'hour'>) {
  const days = cadence === 'daily' ? 'Daily' : `${WEEKDAYS[weekday - 1] ?? 'Monday'}s`;
  return `${days} at ${hourWords(hour)}`;
}

export const titleOf = ({ view, view_is_gone }: Pick<ScheduledReport, 'view' | 'view_is_gone'>) =>
  view?.name ?? (view_is_gone ? 'Unavailable view' : 'Overview');

export const STATE_WORDS: Record<MailState, { label: string; tone: 'good' | 'bad' | 'warn' | 'neutral' }> = {
  waiting: { label: 'Sending', tone: 'neutral' },
  sent: { label: 'Sent', tone: 'good' },
  skipped: { label: 'Not sent', tone: 'warn' },
  failed: { label: 'Failed', tone: 'bad' },
};

export const REASON_WORDS: Record<MailReason, string> = {
  not_a_member: 'The recipient had left the project.',
  unsubscribed: 'The recipient had unsubscribed.',
  view_is_gone: 'The view was deleted, or is not shared any more. Choose another.',
  server_was_down: 'Trailmark was not running at that time.',
  mail_server_refused: 'The mail server rejected it.',
  report_failed: 'We couldn’t read the numbers.',
};

/** What became of a mail, and what is tried next. */
export function outcomeWords({ state, reason }: Pick<ReportMail, 'state' | 'reason'>): string | null {
  if (reason === null) return null;
  return state === 'waiting' ? `${REASON_WORDS[reason]} It will be retried.` : REASON_WORDS[reason];
}
