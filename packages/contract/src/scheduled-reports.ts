import { z } from 'zod';
import { Instant, ProjectId, UserId } from './fields.ts';
import { MailState } from './mail-states.ts';
import { inProject, route } from './route.ts';
import { ViewId } from './saved-views.ts';

export const CADENCES = ['daily', 'weekly'] as const;
export const Cadence = z.enum(CADENCES, { error: 'is not daily or weekly' });
export type Cadence = z.infer<typeof Cadence>;

/** Screens whose views can be sent: their metrics fit into a mail. */
export const MAILED_SCREENS = ['/overview', '/campaigns'] as const;

export const MAX_REPORTS = 100;
export const MAX_RECIPIENTS = 50;
/** How many mails of the past the history shows. */
export const SHOWN_MAILS = 100;

export const ReportId = z.uuid('is not a report id').toLowerCase();

/** A daily report covers the previous day, a weekly one the seven days before its weekday, both in the project's zone. */
const Schedule = {
  cadence: Cadence,
  /** 1 is Monday; of weekly reports. */
  weekday: z.int('is not a weekday').min(1, 'is not a weekday').max(7, 'is not a weekday').default(1),
  hour: z.int('is not an hour').min(0, 'is not an hour').max(23, 'is not an hour'),
};

const Recipients = z
  .array(UserId)
  .min(1, 'names at least one member')
  .max(MAX_RECIPIENTS, `names at most ${MAX_RECIPIENTS} members`)
  .refine((ids) => new Set(ids).size === ids.length, { message: 'names a member twice' });

/** Why a mail was not sent, or not yet. */
export const MAIL_REASONS = [
  'not_a_member',
  'unsubscribed',
  'view_is_gone',
  'server_was_down',
  'mail_server_refused',
  'report_failed',
] as const;
export const MailReason = z.enum(MAIL_REASONS);
export type MailReason = z.infer<typeof MailReason>;

export const ReportMail = z.object({
  mail_id: z.uuid(),
  report_id: z.uuid(),
  email: z.string(),
  /** The day of the project on which it was due; null for one that was asked for. */
  slot: z.iso.date().nullable(),
  from: z.iso.date(),
  to: z.iso.date(),
  state: MailState,
  reason: MailReason.nullable(),
  sent_at: Instant.nullable(),
  created_at: Instant,
});
export type ReportMail = z.infer<typeof ReportMail>;

export const ScheduledReport = z.object({
  report_id: z.uuid(),
  /** null: the overview. */
  view: z.object({ view_id: z.uuid(), name: z.string(), screen: z.string() }).nullable(),
  /** The view was deleted, or is not shared any more: nothing is sent until another is chosen. */
  view_is_gone: z.boolean(),
  cadence: Cadence,
  weekday: z.number(),
  hour: z.number(),
  active: z.boolean(),
  /** Only the caller, where they may not see members. */
  recipients: z.array(z.object({ user_id: UserId, name: z.string(), email: z.string() })),
  created_by: z.object({ user_id: UserId, name: z.string().nullable() }),
  subscribed: z.boolean(),
  may_change: z.boolean(),
  /** null while it is paused. */
  next_at: Instant.nullable(),
  last: ReportMail.pick({ state: true, reason: true, sent_at: true, created_at: true }).nullable(),
});
export type ScheduledReport = z.infer<typeof ScheduledReport>;

const tag = 'Scheduled reports';
const one = z.object({ project_id: ProjectId, report_id: ReportId });

export const listScheduledReports = route({
  method: 'GET',
  path: '/project/scheduled-reports',
  tag,
  summary: 'The reports that are mailed to me or that I may change, and whether a mail server is set up',
  access: inProject('reports.see'),
  query: z.object({ project_id: ProjectId }),
  response: z.object({
    reports: z.array(ScheduledReport),
    /** Without one, mails are printed in the terminal of the server. */
    has_mail_server: z.boolean(),
  }),
});

export const createScheduledReport = route({
  method: 'POST',
  path: '/project/scheduled-reports',
  tag,
  summary: 'Mail a view or the overview to me, or to members of the project, daily or weekly',
  access: inProject('reports.see'),
  body: z.object({
    project_id: ProjectId,
    view_id: ViewId.nullable().default(null),
    ...Schedule,
    /** The caller alone unless others are named. */
    recipients: Recipients.optional(),
  }),
  response: ScheduledReport,
});

export const updateScheduledReport = route({
  method: 'PUT',
  path: '/project/scheduled-reports',
  tag,
  summary: 'Change what is mailed, when and to whom, or pause it',
  access: inProject('reports.see'),
  body: z.object({
    project_id: ProjectId,
    report_id: ReportId,
    view_id: ViewId.nullable().optional(),
    cadence: Cadence.optional(),
    weekday: Schedule.weekday.unwrap().optional(),
    hour: Schedule.hour.optional(),
    recipients: Recipients.optional(),
    active: z.boolean().optional(),
  }),
  response: ScheduledReport,
});

export const deleteScheduledReport = route({
  method: 'DELETE',
  path: '/project/scheduled-reports',
  tag,
  summary: 'Delete a scheduled report',
  access: inProject('reports.see'),
  query: one,
  response: z.object({ deleted: z.boolean() }),
});

export const leaveScheduledReport = route({
  method: 'DELETE',
  path: '/project/scheduled-reports/subscription',
  tag,
  summary: 'No longer get a scheduled report; one without recipients is deleted',
  access: inProject('reports.see'),
  query: one,
  response: z.object({ unsubscribed: z.boolean() }),
});

export const sendScheduledReport = route({
  method: 'POST',
  path: '/project/scheduled-reports/send',
  tag,
  summary: 'Mail a report to me now',
  access: inProject('reports.see'),
  body: one,
  response: z.object({ queued: z.boolean() }),
});

export const listReportMails = route({
  method: 'GET',
  path: '/project/scheduled-reports/mails',
  tag,
  summary:
    'The latest mails of scheduled reports, with their outcome; of others only where I may change the report',
  access: inProject('reports.see'),
  query: z.object({ project_id: ProjectId, report_id: ReportId.optional() }),
  response: z.object({ mails: z.array(ReportMail) }),
});
