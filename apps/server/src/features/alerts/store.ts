import type { AlertCondition } from '@trailmark/contract/alert-condition';
import type { Measured } from '@trailmark/contract/alerts';
import type { MailState } from '@trailmark/contract/mail-states';
import { sql } from 'kysely';
import { type Recipient, recipientJson } from '../../access/recipients.ts';
import type { Db, Tx } from '../../db/connection.ts';

export interface RuleRow {
  rule_id: string;
  created_by: string;
  name: string;
  condition: AlertCondition;
  enabled: boolean;
  notifies_end: boolean;
  muted_at: Date | null;
  muted_until: Date | null;
  evaluated_at: Date | null;
  version: number;
  campaign_name: string | null;
  creator: Recipient | null;
  recipients: Recipient[];
  firing_since: Date | null;
  firing_count: number;
}

/** The rules of a project; recipients who are no members any more are left out. */
export async function listRuleRows(
  db: Db | Tx,
  projectId: string,
  { ruleId = null }: { ruleId?: string | null | undefined } = {},
): Promise<RuleRow[]> {
  const { rows } = await sql<RuleRow>`
    select r.rule_id, r.created_by, r.name, r.condition, r.enabled, r.notifies_end, r.muted_at, r.muted_until,
      r.evaluated_at, r.version, c.name as campaign_name,
      (select ${recipientJson} from project_members m join users u on u.id = m.user_id
        where m.project_id = ${projectId} and m.user_id = r.created_by) as creator,
      coalesce((select json_agg(${recipientJson} order by u.email) from alert_recipients a
        join project_members m on m.project_id = a.project_id and m.user_id = a.user_id and m.role <> 'guest'
        join users u on u.id = a.user_id
        where a.project_id = ${projectId} and a.rule_id = r.rule_id), '[]') as recipients,
      f.firing_since, coalesce(f.firing_count, 0) as firing_count
    from alert_rules r
    left join campaigns c on c.project_id = ${projectId} and c.id = (r.condition ->> 'campaign_id')::uuid
    left join (select rule_id, min(opened_at) as firing_since, count(*)::int as firing_count
      from alert_firings where project_id = ${projectId} and closed_at is null group by rule_id) f
      on f.rule_id = r.rule_id
    where r.project_id = ${projectId} and (${ruleId}::uuid is null or r.rule_id = ${ruleId})
    order by r.created_at, r.rule_id`.execute(db);
  return rows;
}

export interface FiringRow {
  firing_id: string;
  rule_id: string;
  rule_name: string;
  subject: string;
  condition: AlertCondition;
  measured: Measured;
  latest: Measured;
  was_muted: boolean;
  opened_at: Date;
  closed_at: Date | null;
  closed_because: string | null;
  mails: { email: string; state: MailState }[];
}

interface FiringFilter {
  ruleId?: string | undefined;
  firingIds?: readonly string[] | undefined;
  /** Only those that are open then, of rules that are not muted. */
  openAt?: Date | undefined;
}

/** The condition on firings `f` of rules `r`. */
const isMeant = ({ ruleId, firingIds, openAt }: FiringFilter) => sql`
  ${ruleId === undefined ? sql`true` : sql`f.rule_id = ${ruleId}`}
  and ${firingIds ? sql`f.firing_id = any(${firingIds}::uuid[])` : sql`true`}
  and ${
    openAt
      ? sql`f.closed_at is null
        and not (r.muted_at is not null and (r.muted_until is null or r.muted_until > ${openAt}))`
      : sql`true`
  }`;

export async function countOpenFirings(db: Db, projectId: string, openAt: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from alert_firings f
    join alert_rules r on r.project_id = f.project_id and r.rule_id = f.rule_id
    where f.project_id = ${projectId} and ${isMeant({ openAt })}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The latest first. */
export async function listFiringRows(
  db: Db | Tx,
  projectId: string,
  { limit, ...filter }: FiringFilter & { limit: number },
): Promise<FiringRow[]> {
  const { rows } = await sql<FiringRow>`
    select f.firing_id, f.rule_id, r.name as rule_name, f.subject, f.condition, f.measured, f.latest, f.was_muted,
      f.opened_at, f.closed_at, f.closed_because,
      coalesce((select json_agg(json_build_object('email', m.email, 'state', m.state) order by m.email)
        from alert_mail_firings i
        join alert_mails m on m.project_id = i.project_id and m.mail_id = i.mail_id
        where i.project_id = ${projectId} and i.firing_id = f.firing_id and not i.is_end), '[]') as mails
    from alert_firings f
    join alert_rules r on r.project_id = f.project_id and r.rule_id = f.rule_id
    where f.project_id = ${projectId} and ${isMeant(filter)}
    order by f.opened_at desc, f.firing_id desc limit ${limit}`.execute(db);
  return rows;
}

/** Takes people off rules; what nobody gets by mail is still shown. */
export async function removeRecipient(
  tx: Db | Tx,
  projectId: string,
  { ruleIds, userId }: { ruleIds: readonly string[]; userId: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from alert_recipients
    where project_id = ${projectId} and user_id = ${userId} and rule_id = any(${ruleIds}::uuid[])`.execute(
    tx,
  );
  return (numAffectedRows ?? 0n) > 0n;
}

/** Ends what fires of a rule because of what somebody did with it; nobody is mailed. */
export async function closeFirings(
  tx: Tx,
  now: Date,
  {
    projectId,
    ruleId,
    because,
  }: {
    projectId: string;
    ruleId: string;
    because: 'changed' | 'off';
  },
): Promise<void> {
  await tx
    .updateTable('alert_firings')
    .set({ closed_at: now, closed_because: because })
    .where('project_id', '=', projectId)
    .where('rule_id', '=', ruleId)
    .where('closed_at', 'is', null)
    .execute();
}
