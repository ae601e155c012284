import type { MailState } from '@trailmark/contract/mail-states';
import { may } from '@trailmark/contract/permissions';
import { sql } from 'kysely';
import { findMembership } from '../../access/membership.ts';
import type { Db } from '../../db/connection.ts';
import { unsubscribeHeaders, unsubscribeUrl } from '../../http/mail-lists.ts';
import { job } from '../../jobs/runner.ts';
import { sendWholeMail } from '../../jobs/send-whole-mail.ts';
import type { Kit } from '../../platform/kit.ts';
import type { WholeMail } from '../../platform/mail.ts';
import { type AlertContent, subjectOf } from './alert-content.ts';
import { presentFiring } from './present.ts';
import { alertHtml, alertText } from './render-alert.ts';
import { listFiringRows } from './store.ts';

interface MailKey {
  projectId: string;
  mailId: string;
}

interface WaitingRow {
  user_id: string;
  email: string;
  created_at: Date;
  project_name: string;
  currency: string;
  timezone: string;
}

async function findWaiting(db: Db, { projectId, mailId }: MailKey): Promise<WaitingRow | undefined> {
  return await db
    .selectFrom('alert_mails as m')
    .innerJoin('projects as p', 'p.project_id', 'm.project_id')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.user_id', 'u.email', 'm.created_at', 'p.name as project_name', 'p.currency', 'p.timezone'])
    .where('m.project_id', '=', projectId)
    .where('m.mail_id', '=', mailId)
    .where('m.state', '=', 'waiting')
    .executeTakeFirst();
}

interface MailedFiring {
  firing_id: string;
  is_end: boolean;
}

/** What the mail is about, of rules whose recipient the person still is. */
async function listMailed(db: Db, { projectId, mailId }: MailKey, userId: string): Promise<MailedFiring[]> {
  const { rows } = await sql<MailedFiring>`
    select i.firing_id, i.is_end from alert_mail_firings i
    join alert_firings f on f.project_id = i.project_id and f.firing_id = i.firing_id
    join alert_recipients a on a.project_id = f.project_id and a.rule_id = f.rule_id
    where i.project_id = ${projectId} and i.mail_id = ${mailId} and a.user_id = ${userId}`.execute(db);
  return rows;
}

async function noteOutcome(
  { db, clock }: Kit,
  { projectId, mailId }: MailKey,
  { state, reason }: { state: MailState; reason: string | null },
): Promise<void> {
  await db
    .updateTable('alert_mails')
    .set({ state, reason, sent_at: state === 'sent' ? clock.now() : null })
    .where('project_id', '=', projectId)
    .where('mail_id', '=', mailId)
    .execute();
}

async function composeMail(
  kit: Kit,
  { projectId, mailId }: MailKey,
  { row, mailed }: { row: WaitingRow; mailed: readonly MailedFiring[] },
): Promise<WholeMail> {
  const firingIds = mailed.map(({ firing_id }) => firing_id);
  const rows = await listFiringRows(kit.db, projectId, { firingIds, limit: firingIds.length });
  const firings = rows.map(presentFiring);
  const ends = new Set(mailed.filter(({ is_end }) => is_end).map(({ firing_id }) => firing_id));
  const unsubscribe = unsubscribeUrl(kit, { projectId, alertMailId: mailId, userId: row.user_id });
  const content: AlertContent = {
    projectName: row.project_name,
    currency: row.currency,
    timezone: row.timezone,
    opened: firings.filter(({ firing_id }) => !ends.has(firing_id)),
    ended: firings.filter(({ firing_id }) => ends.has(firing_id)),
    publicUrl: kit.publicUrl,
    alertsUrl: `${kit.publicUrl}/alerts?p_id=${projectId}`,
    unsubscribeUrl: unsubscribe,
  };
  return {
    subject: subjectOf(content),
    html: alertHtml(content),
    text: alertText(content),
    // The same for the same mail, so that one which a worker sent as it died is recognised as the same.
    messageId: `<alert.${mailId}@${new URL(kit.publicUrl).hostname}>`,
    headers: unsubscribeHeaders(unsubscribe),
  };
}

/** Sends one mail about alerts that opened or closed. */
export const sendAlert = job('send-alert', async (kit, payload) => {
  const key = { projectId: payload.project_id, mailId: payload.mail_id };
  const row = await findWaiting(kit.db, key);
  if (!row) return;
  const note = (outcome: Parameters<typeof noteOutcome>[2]) => noteOutcome(kit, key, outcome);
  const found = await findMembership(kit.db, row.user_id, key.projectId);
  if (!found || found.isDeleted || !may(found.membership.role, 'alerts.see')) {
    return await note({ state: 'skipped', reason: 'not_a_member' });
  }
  const mailed = await listMailed(kit.db, key, row.user_id);
  if (mailed.length === 0) return await note({ state: 'skipped', reason: 'unsubscribed' });
  await sendWholeMail(kit, {
    to: row.email,
    dueAt: row.created_at,
    compose: () => composeMail(kit, key, { row, mailed }),
    note,
  });
});
