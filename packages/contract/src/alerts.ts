import { z } from 'zod';
import { AlertCondition, AlertScope } from './alert-condition.ts';
import { Instant, ProjectId, text, UserId } from './fields.ts';
import { MailState } from './mail-states.ts';
import { inProject, route } from './route.ts';

export const MAX_ALERTS = 100;
export const MAX_ALERT_RECIPIENTS = 50;
/** How many firings of the past the history shows. */
export const SHOWN_FIRINGS = 100;
/** How many firing alerts are named at once. */
export const NAMED_FIRINGS = 20;
/** How many subjects a preview names. */
export const PREVIEWED_SUBJECTS = 5;

export const AlertId = z.uuid('is not an alert id').toLowerCase();

/** Nobody is fine: an alert is also shown in the dashboard. */
const AlertRecipients = z
  .array(UserId)
  .max(MAX_ALERT_RECIPIENTS, `names at most ${MAX_ALERT_RECIPIENTS} members`)
  .refine((ids) => new Set(ids).size === ids.length, { message: 'names a member twice' });

/** What was measured of a subject: the project, a network, a campaign or a connection. */
export const Measured = z.object({
  subject: z.string(),
  scope: z.enum([...AlertScope.options, 'connection']),
  name: z.string(),
  /** What is compared: events, installs, CPI or ROAS; null where there is none. */
  value: z.string().nullable(),
  installs: z.number().nullable(),
  spend: z.string().nullable(),
  /** Of the report that the numbers are from. */
  from: z.iso.date().nullable(),
  to: z.iso.date().nullable(),
  /** Of no events: the latest one of the last eight days, and on how many of seven days there were some at this time. */
  last_event_at: Instant.nullable(),
  usual_days: z.number().nullable(),
  /** Of connections: why it fails; null while it works. */
  problem: z.string().nullable(),
  /** The screen that shows the same number. */
  path: z.string(),
});
export type Measured = z.infer<typeof Measured>;

/** too_small: there is too little of it to say. */
export const VERDICTS = ['firing', 'ok', 'too_small'] as const;
export const Verdict = z.enum(VERDICTS);
export type Verdict = z.infer<typeof Verdict>;

/**
 * Why a firing ended. over: the condition is no longer true. too_small: too few installs or too little spend are left
 * to say. gone: there is no such campaign or connection any more. changed, off: somebody changed the rule or switched it off.
 */
export const CLOSED_BECAUSE = ['over', 'too_small', 'gone', 'changed', 'off'] as const;
export const ClosedBecause = z.enum(CLOSED_BECAUSE);
export type ClosedBecause = z.infer<typeof ClosedBecause>;

export const AlertFiring = z.object({
  firing_id: z.uuid(),
  rule_id: z.uuid(),
  rule_name: z.string(),
  condition: AlertCondition,
  opened_at: Instant,
  closed_at: Instant.nullable(),
  closed_because: ClosedBecause.nullable(),
  /** When it opened, and last. */
  measured: Measured,
  latest: Measured,
  was_muted: z.boolean(),
  /** Only of the opening. */
  mails: z.array(z.object({ email: z.string(), state: MailState })),
});
export type AlertFiring = z.infer<typeof AlertFiring>;

/** new: not evaluated yet. */
export const ALERT_STATES = ['new', 'ok', 'firing', 'muted', 'off'] as const;
export const AlertState = z.enum(ALERT_STATES);
export type AlertState = z.infer<typeof AlertState>;

export const AlertRule = z.object({
  rule_id: z.uuid(),
  name: z.string(),
  condition: AlertCondition,
  /** The name of the campaign that the condition is limited to; null without one, or when it is deleted. */
  campaign_name: z.string().nullable(),
  enabled: z.boolean(),
  notifies_end: z.boolean(),
  state: AlertState,
  /** Also while it is muted. */
  firing_since: Instant.nullable(),
  firing_count: z.number(),
  muted_until: Instant.nullable(),
  evaluated_at: Instant.nullable(),
  recipients: z.array(z.object({ user_id: UserId, name: z.string(), email: z.string() })),
  subscribed: z.boolean(),
  created_by: z.object({ user_id: UserId, name: z.string().nullable() }),
});
export type AlertRule = z.infer<typeof AlertRule>;

const tag = 'Alerts';
const one = z.object({ project_id: ProjectId, rule_id: AlertId });

const Fields = {
  name: text(80),
  condition: AlertCondition,
  /** The caller alone unless others are named. */
  recipients: AlertRecipients.optional(),
};

export const listAlerts = route({
  method: 'GET',
  path: '/project/alerts',
  tag,
  summary: 'The alerts of the project with their state, and whether a mail server is set up',
  access: inProject('alerts.see'),
  query: z.object({ project_id: ProjectId }),
  response: z.object({
    alerts: z.array(AlertRule),
    /** Without one, mails are printed in the terminal of the server. */
    has_mail_server: z.boolean(),
  }),
});

export const createAlert = route({
  method: 'POST',
  path: '/project/alerts',
  tag,
  summary: 'Watch a condition, and mail members of the project when it becomes true',
  access: inProject('alerts.edit'),
  body: z.object({
    project_id: ProjectId,
    ...Fields,
    enabled: z.boolean().default(true),
    notifies_end: z.boolean().default(true),
  }),
  response: AlertRule,
});

export const updateAlert = route({
  method: 'PUT',
  path: '/project/alerts',
  tag,
  summary: 'Change an alert, or switch it on or off; a new condition ends what is firing',
  access: inProject('alerts.edit'),
  body: z.object({
    project_id: ProjectId,
    rule_id: AlertId,
    name: Fields.name.optional(),
    condition: AlertCondition.optional(),
    recipients: Fields.recipients,
    enabled: z.boolean().optional(),
    notifies_end: z.boolean().optional(),
  }),
  response: AlertRule,
});

export const deleteAlert = route({
  method: 'DELETE',
  path: '/project/alerts',
  tag,
  summary: 'Delete an alert with its history',
  access: inProject('alerts.edit'),
  query: one,
  response: z.object({ deleted: z.boolean() }),
});

export const MUTE_CHOICES = ['hour', 'day', 'week', 'forever'] as const;
export type MuteChoice = (typeof MUTE_CHOICES)[number];

export const muteAlert = route({
  method: 'POST',
  path: '/project/alerts/mute',
  tag,
  summary: 'Mute the mails of an alert for a while, or until it is unmuted; its history goes on',
  access: inProject('alerts.edit'),
  body: z.object({
    ...one.shape,
    /** null: mail again from now on. */
    for: z.enum(MUTE_CHOICES, { error: 'is not hour, day, week or forever' }).nullable(),
  }),
  response: AlertRule,
});

export const leaveAlert = route({
  method: 'DELETE',
  path: '/project/alerts/subscription',
  tag,
  summary: 'No longer get an alert by mail',
  access: inProject('alerts.see'),
  query: one,
  response: z.object({ unsubscribed: z.boolean() }),
});

export const previewAlert = route({
  method: 'POST',
  path: '/project/alerts/preview',
  tag,
  summary: 'What a condition would measure now, and whether it would fire',
  access: inProject('alerts.see'),
  body: z.object({ project_id: ProjectId, condition: AlertCondition }),
  response: z.object({
    /** How many subjects there are, and how many would fire. */
    count: z.number(),
    firing: z.number(),
    /** Those that would fire first. */
    subjects: z.array(z.object({ ...Measured.shape, verdict: Verdict })),
  }),
});

export const listFirings = route({
  method: 'GET',
  path: '/project/alerts/history',
  tag,
  summary: 'When alerts fired and why, the latest first: what was measured, until when, and who got a mail',
  access: inProject('alerts.see'),
  query: z.object({ project_id: ProjectId, rule_id: AlertId.optional() }),
  response: z.object({ firings: z.array(AlertFiring) }),
});

export const listFiringNow = route({
  method: 'GET',
  path: '/project/alerts/firing',
  tag,
  summary: 'How many alerts fire now, and the latest of them; muted ones are left out',
  access: inProject('alerts.see'),
  query: z.object({ project_id: ProjectId }),
  response: z.object({ count: z.number(), firings: z.array(AlertFiring) }),
});
