import { MailState } from '@trailmark/contract/mail-states';
import { may } from '@trailmark/contract/permissions';
import { MailReason, type ReportMail, type ScheduledReport } from '@trailmark/contract/scheduled-reports';
import type { Membership } from '../../access/caller.ts';
import { nameOf } from '../../access/recipients.ts';
import type { ReportRow } from './store.ts';

export interface Viewer {
  userId: string;
  membership: Membership;
}

/** Who made a report may change it, and who keeps the project in order. */
export function mayChange(row: Pick<ReportRow, 'created_by'>, { userId, membership }: Viewer): boolean {
  return row.created_by === userId || may(membership.role, 'settings.edit');
}

/** A report exists for those who get it and those who may change it. */
export function existsFor(row: ReportRow, viewer: Viewer): boolean {
  return mayChange(row, viewer) || row.recipients.some(({ user_id }) => user_id === viewer.userId);
}

const instant = (at: Date | string | null) => at && new Date(at).toISOString();

export function presentReport(
  row: ReportRow,
  viewer: Viewer,
  { next }: { next: Date | undefined },
): ScheduledReport {
  const seesMembers = may(viewer.membership.role, 'members.see');
  const { view_id, view_name, view_screen, creator, last } = row;
  return {
    report_id: row.report_id,
    view:
      view_id !== null && view_name !== null && view_screen !== null
        ? { view_id, name: view_name, screen: view_screen }
        : null,
    view_is_gone: view_id !== null && view_name === null,
    cadence: row.cadence,
    weekday: row.weekday,
    hour: row.hour,
    active: row.active,
    recipients: row.recipients
      .filter(({ user_id }) => seesMembers || user_id === viewer.userId)
      .map((one) => ({ user_id: one.user_id, name: nameOf(one), email: one.email })),
    created_by: { user_id: row.created_by, name: creator && seesMembers ? nameOf(creator) : null },
    subscribed: row.recipients.some(({ user_id }) => user_id === viewer.userId),
    may_change: mayChange(row, viewer),
    next_at: instant(next ?? null),
    last: last && {
      state: MailState.parse(last.state),
      reason: MailReason.nullable().catch(null).parse(last.reason),
      sent_at: instant(last.sent_at),
      created_at: instant(last.created_at) ?? '',
    },
  };
}

interface MailRow {
  mail_id: string;
  report_id: string;
  email: string;
  slot: string | null;
  from_day: string;
  to_day: string;
  state: string;
  reason: string | null;
  sent_at: Date | null;
  created_at: Date;
}

export function presentMail(row: MailRow): ReportMail {
  return {
    mail_id: row.mail_id,
    report_id: row.report_id,
    email: row.email,
    slot: row.slot,
    from: row.from_day,
    to: row.to_day,
    state: MailState.parse(row.state),
    reason: MailReason.nullable().catch(null).parse(row.reason),
    sent_at: instant(row.sent_at),
    created_at: row.created_at.toISOString(),
  };
}
