import { type AlertCondition, isAboutMetrics } from '@trailmark/contract/alert-condition';
import { MAX_ALERTS, type MuteChoice } from '@trailmark/contract/alerts';
import type { AuditAction } from '@trailmark/contract/audit-log';
import { PERMISSIONS } from '@trailmark/contract/permissions';
import type { Actor } from '../../access/caller.ts';
import { requireMembers } from '../../access/recipients.ts';
import { type AuditValues, differences, recordChange } from '../../audit/record.ts';
import type { Tx } from '../../db/connection.ts';
import { enqueue } from '../../jobs/queue.ts';
import { AppError, badField } from '../../platform/app-error.ts';
import { DAY_MS, HOUR_MS, later } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import type { Kit } from '../../platform/kit.ts';
import { alertsJobKey } from './find-due-alerts.ts';
import { closeFirings, listRuleRows, type RuleRow } from './store.ts';

export interface Acting {
  projectId: string;
  actor: Actor;
}

interface RuleFields {
  name: string;
  condition: AlertCondition;
  enabled: boolean;
  notifies_end: boolean;
}
type RuleChange = { [Field in keyof RuleFields]?: RuleFields[Field] | undefined } & {
  recipients?: string[] | undefined;
};

export const noAlert = () => new AppError('not_found', 'We couldn’t find this alert.');

/** A campaign that the condition is limited to is one of the project. */
async function checkCondition(tx: Tx, projectId: string, condition: AlertCondition): Promise<void> {
  if (!isAboutMetrics(condition) || condition.campaign_id === null) return;
  const campaign = await tx
    .selectFrom('campaigns')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', '=', condition.campaign_id)
    .executeTakeFirst();
  if (!campaign) throw badField('condition.campaign_id', 'is not a campaign of this project');
}

async function setRecipients(
  tx: Tx,
  now: Date,
  {
    projectId,
    ruleId,
    recipients,
  }: {
    projectId: string;
    ruleId: string;
    recipients: string[];
  },
): Promise<void> {
  await requireMembers(tx, projectId, { recipients, roles: PERMISSIONS['alerts.see'].roles });
  await tx
    .deleteFrom('alert_recipients')
    .where('project_id', '=', projectId)
    .where('rule_id', '=', ruleId)
    .execute();
  if (recipients.length === 0) return;
  await tx
    .insertInto('alert_recipients')
    .values(recipients.map((user_id) => ({ project_id: projectId, rule_id: ruleId, user_id, added_at: now })))
    .execute();
}

const valuesOf = (fields: RuleFields, recipients: number): AuditValues => ({
  name: fields.name,
  condition: JSON.stringify(fields.condition),
  enabled: fields.enabled,
  notifies_end: fields.notifies_end,
  recipients,
});

interface Note {
  action: AuditAction;
  target: string;
  before?: AuditValues;
  after?: AuditValues;
}
const note = (tx: Tx, at: Date, acting: Acting, change: Note) =>
  recordChange(tx, at, { ...acting, ...change });

/** Who makes a rule sees at once what it says. */
const evaluateSoon = (tx: Tx, projectId: string) =>
  enqueue(tx, 'evaluate-alerts', { project_id: projectId }, { key: alertsJobKey(projectId) });

async function countRules(tx: Tx, projectId: string): Promise<number> {
  // The project is the lock: two who create at the same time do not go over the limit.
  await tx
    .selectFrom('projects')
    .select('project_id')
    .where('project_id', '=', projectId)
    .forUpdate()
    .execute();
  const { count } = await tx
    .selectFrom('alert_rules')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function createRule(
  { db, clock }: Kit,
  acting: Acting,
  { recipients = [acting.actor.userId], ...fields }: RuleFields & { recipients?: string[] | undefined },
): Promise<string> {
  const now = clock.now();
  const { projectId, actor } = acting;
  const ruleId = newId(now);
  await db.transaction().execute(async (tx) => {
    if ((await countRules(tx, projectId)) >= MAX_ALERTS) {
      throw new AppError('conflict', `A project has at most ${MAX_ALERTS} alerts.`);
    }
    await checkCondition(tx, projectId, fields.condition);
    await tx
      .insertInto('alert_rules')
      .values({
        project_id: projectId,
        rule_id: ruleId,
        created_by: actor.userId,
        ...fields,
        condition: JSON.stringify(fields.condition),
        next_at: now,
        version: 1,
        created_at: now,
        updated_at: now,
      })
      .execute();
    await setRecipients(tx, now, { projectId, ruleId, recipients });
    const after = valuesOf(fields, recipients.length);
    await note(tx, now, acting, { action: 'alert.created', target: fields.name, after });
    await evaluateSoon(tx, projectId);
  });
  return ruleId;
}

async function lockRule(tx: Tx, projectId: string, ruleId: string): Promise<RuleRow> {
  await tx
    .selectFrom('alert_rules')
    .select('rule_id')
    .where('project_id', '=', projectId)
    .where('rule_id', '=', ruleId)
    .forUpdate()
    .execute();
  const [row] = await listRuleRows(tx, projectId, { ruleId });
  if (!row) throw noAlert();
  return row;
}

// Columns of JSON have an order of their own.
const isSame = (one: AlertCondition, other: AlertCondition) => {
  const text = (condition: AlertCondition) => JSON.stringify(Object.entries(condition).sort());
  return text(one) === text(other);
};

export async function updateRule(
  { db, clock }: Kit,
  acting: Acting,
  { ruleId, recipients, ...change }: RuleChange & { ruleId: string },
): Promise<void> {
  const now = clock.now();
  const { projectId } = acting;
  await db.transaction().execute(async (tx) => {
    const row = await lockRule(tx, projectId, ruleId);
    const fields: RuleFields = {
      name: change.name ?? row.name,
      condition: change.condition ?? row.condition,
      enabled: change.enabled ?? row.enabled,
      notifies_end: change.notifies_end ?? row.notifies_end,
    };
    if (change.condition) await checkCondition(tx, projectId, change.condition);
    const isOther = !isSame(fields.condition, row.condition);
    const isNew = isOther || fields.enabled !== row.enabled;
    await tx
      .updateTable('alert_rules')
      .set({
        ...fields,
        condition: JSON.stringify(fields.condition),
        updated_at: now,
        ...(isNew ? { version: row.version + 1, next_at: now, evaluated_at: null } : {}),
      })
      .where('project_id', '=', projectId)
      .where('rule_id', '=', ruleId)
      .execute();
    if (isNew) await closeFirings(tx, now, { projectId, ruleId, because: isOther ? 'changed' : 'off' });
    if (isNew && fields.enabled) await evaluateSoon(tx, projectId);
    if (recipients) await setRecipients(tx, now, { projectId, ruleId, recipients });
    const kept = row.recipients.length;
    const changed = differences(valuesOf(row, kept), valuesOf(fields, recipients?.length ?? kept));
    if (changed) await note(tx, now, acting, { action: 'alert.changed', target: fields.name, ...changed });
  });
}

export async function deleteRule({ db, clock }: Kit, acting: Acting, ruleId: string): Promise<void> {
  const { projectId } = acting;
  await db.transaction().execute(async (tx) => {
    const row = await lockRule(tx, projectId, ruleId);
    await tx
      .deleteFrom('alert_rules')
      .where('project_id', '=', projectId)
      .where('rule_id', '=', ruleId)
      .execute();
    const before = valuesOf(row, row.recipients.length);
    await note(tx, clock.now(), acting, { action: 'alert.deleted', target: row.name, before });
  });
}

const MUTE_MS = { hour: HOUR_MS, day: DAY_MS, week: 7 * DAY_MS };

/** Mails nothing until then, or from now on again; what fires stays as it is. */
export async function muteRule(
  { db, clock }: Kit,
  acting: Acting,
  { ruleId, choice }: { ruleId: string; choice: MuteChoice | null },
): Promise<void> {
  const now = clock.now();
  const { projectId } = acting;
  await db.transaction().execute(async (tx) => {
    const row = await lockRule(tx, projectId, ruleId);
    const until = choice === null || choice === 'forever' ? null : later(now, MUTE_MS[choice]);
    await tx
      .updateTable('alert_rules')
      .set({ muted_at: choice === null ? null : now, muted_until: until, updated_at: now })
      .where('project_id', '=', projectId)
      .where('rule_id', '=', ruleId)
      .execute();
    const action = choice === null ? 'alert.unmuted' : 'alert.muted';
    const after = { until: until?.toISOString() ?? null };
    await note(tx, now, acting, { action, target: row.name, ...(choice === null ? {} : { after }) });
  });
}
