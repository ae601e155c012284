import type { AlertCondition } from '@trailmark/contract/alert-condition';
import type { Measured } from '@trailmark/contract/alerts';
import { isMuted } from '@trailmark/core/alerts/is-muted';
import type { NextFirings } from '@trailmark/core/alerts/next-firings';
import { sql } from 'kysely';
import { bulk } from '../../db/bulk.ts';
import type { Tx } from '../../db/connection.ts';
import { enqueue } from '../../jobs/queue.ts';
import { newId } from '../../platform/ids.ts';
import type { Kit } from '../../platform/kit.ts';
import { listRuleRows, type RuleRow } from './store.ts';

export interface OpenFiring {
  firingId: string;
  subject: string;
  wasMuted: boolean;
}

/** What became of a rule; its version says of which condition. */
export interface EvaluatedRule {
  ruleId: string;
  condition: AlertCondition;
  version: number;
  next: NextFirings<OpenFiring>;
}

/** What a mail says of a firing. */
interface Notice {
  firingId: string;
  isEnd: boolean;
}

interface Within {
  tx: Tx;
  now: Date;
  projectId: string;
}

/** It opens once: another worker may have measured at the same time. */
async function openFiring(
  { tx, now, projectId }: Within,
  { rule, measured }: { rule: RuleRow; measured: Measured },
): Promise<string | null> {
  const row = await tx
    .insertInto('alert_firings')
    .values({
      project_id: projectId,
      firing_id: newId(now),
      rule_id: rule.rule_id,
      subject: measured.subject,
      subject_name: measured.name,
      condition: JSON.stringify(rule.condition),
      measured: JSON.stringify(measured),
      latest: JSON.stringify(measured),
      was_muted: isMuted(rule, now),
      opened_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'rule_id', 'subject']).where('closed_at', 'is', null).doNothing(),
    )
    .returning('firing_id')
    .executeTakeFirst();
  return row?.firing_id ?? null;
}

const LATEST = bulk<{ firing_id: string; latest: Measured }>({ firing_id: 'uuid', latest: 'jsonb' });

async function keepFirings({ tx, projectId }: Within, kept: EvaluatedRule['next']['kept']): Promise<void> {
  if (kept.length === 0) return;
  const rows = kept.map(({ firing, measured }) => ({ firing_id: firing.firingId, latest: measured }));
  await sql`update alert_firings f set latest = r.latest from ${LATEST.rows(rows)}
    where f.project_id = ${projectId} and f.firing_id = r.firing_id and f.closed_at is null`.execute(tx);
}

async function closeFiring(
  { tx, now, projectId }: Within,
  { firing, measured, because }: EvaluatedRule['next']['closed'][number],
): Promise<boolean> {
  const row = await tx
    .updateTable('alert_firings')
    .set({
      closed_at: now,
      closed_because: because,
      ...(measured ? { latest: JSON.stringify(measured) } : {}),
    })
    .where('project_id', '=', projectId)
    .where('firing_id', '=', firing.firingId)
    .where('closed_at', 'is', null)
    .returning('firing_id')
    .executeTakeFirst();
  return row !== undefined;
}

const tellsEnd = (rule: RuleRow, { wasMuted }: OpenFiring, now: Date) =>
  rule.notifies_end && !wasMuted && !isMuted(rule, now);

async function storeRule(within: Within, rule: RuleRow, { next }: EvaluatedRule): Promise<Notice[]> {
  const { tx, now, projectId } = within;
  const notices: Notice[] = [];
  for (const measured of next.opened) {
    const firingId = await openFiring(within, { rule, measured });
    if (firingId && !isMuted(rule, now)) notices.push({ firingId, isEnd: false });
  }
  await keepFirings(within, next.kept);
  for (const closed of next.closed) {
    const { firing } = closed;
    if ((await closeFiring(within, closed)) && tellsEnd(rule, firing, now)) {
      notices.push({ firingId: firing.firingId, isEnd: true });
    }
  }
  await tx
    .updateTable('alert_rules')
    .set({ evaluated_at: now })
    .where('project_id', '=', projectId)
    .where('rule_id', '=', rule.rule_id)
    .execute();
  return notices;
}

/** One mail to each person, whatever happened at the same time. */
async function planMail(
  { tx, now, projectId }: Within,
  { userId, email, notices }: { userId: string; email: string; notices: Notice[] },
): Promise<void> {
  const mailId = newId(now);
  await tx
    .insertInto('alert_mails')
    .values({
      project_id: projectId,
      mail_id: mailId,
      user_id: userId,
      email,
      state: 'waiting',
      created_at: now,
    })
    .execute();
  await tx
    .insertInto('alert_mail_firings')
    .values(
      notices.map(({ firingId, isEnd }) => ({
        project_id: projectId,
        mail_id: mailId,
        firing_id: firingId,
        is_end: isEnd,
      })),
    )
    .execute();
  await enqueue(tx, 'send-alert', { project_id: projectId, mail_id: mailId });
}

/** Stores what opened and closed, with the mails about it: all of it, or nothing. */
export async function storeFirings(
  { db, clock }: Kit,
  projectId: string,
  evaluated: readonly EvaluatedRule[],
): Promise<void> {
  const now = clock.now();
  await db.transaction().execute(async (tx) => {
    const ids = evaluated.map(({ ruleId }) => ruleId);
    await sql`select rule_id from alert_rules where project_id = ${projectId} and rule_id = any(${ids}::uuid[])
      order by rule_id for update`.execute(tx);
    const rules = new Map((await listRuleRows(tx, projectId)).map((row) => [row.rule_id, row]));
    const mails = new Map<string, { userId: string; email: string; notices: Notice[] }>();
    for (const one of evaluated) {
      const rule = rules.get(one.ruleId);
      // Somebody changed, switched off or deleted it while it was measured.
      if (!rule?.enabled || rule.version !== one.version) continue;
      const notices = await storeRule({ tx, now, projectId }, rule, one);
      for (const { user_id: userId, email } of notices.length > 0 ? rule.recipients : []) {
        const mail = mails.get(userId) ?? { userId, email, notices: [] };
        mail.notices.push(...notices);
        mails.set(userId, mail);
      }
    }
    for (const mail of mails.values()) await planMail({ tx, now, projectId }, mail);
  });
}
