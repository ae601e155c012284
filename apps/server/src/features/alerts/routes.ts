import {
  type AlertRule,
  createAlert,
  deleteAlert,
  leaveAlert,
  listAlerts,
  listFiringNow,
  listFirings,
  muteAlert,
  NAMED_FIRINGS,
  PREVIEWED_SUBJECTS,
  previewAlert,
  SHOWN_FIRINGS,
  updateAlert,
  VERDICTS,
} from '@trailmark/contract/alerts';
import { judge } from '@trailmark/core/alerts/judge';
import { sql } from 'kysely';
import { actorOf, type ClientInfo, type Membership, type Person } from '../../access/caller.ts';
import { type HandledRoute, onProject } from '../../http/handled.ts';
import type { Kit } from '../../platform/kit.ts';
import { createRule, deleteRule, muteRule, noAlert, updateRule } from './change-rule.ts';
import { findProject } from './find-project.ts';
import { measure } from './measure.ts';
import type { AlertReports } from './measure-options.ts';
import { presentFiring, presentRule } from './present.ts';
import { listFiringRows, listRuleRows, removeRecipient } from './store.ts';

interface Within {
  kit: Kit;
  person: Person;
  membership: Membership;
  client: ClientInfo;
}

const actingOf = ({ person, membership: { projectId }, client }: Within) => ({
  projectId,
  actor: actorOf(person, client),
});

async function listRules({ kit, person, membership }: Within, ruleId?: string): Promise<AlertRule[]> {
  const rows = await listRuleRows(kit.db, membership.projectId, { ruleId });
  return rows.map((row) => presentRule(row, kit.clock.now(), person));
}

async function getRule(context: Within, ruleId: string): Promise<AlertRule> {
  const [rule] = await listRules(context, ruleId);
  if (!rule) throw noAlert();
  return rule;
}

const ruleRoutes: HandledRoute[] = [
  onProject(listAlerts, async (context) => ({
    alerts: await listRules(context),
    has_mail_server: context.kit.env.smtpUrl !== null,
  })),

  onProject(createAlert, async (context) => {
    const { project_id: _, ...fields } = context.body;
    return await getRule(context, await createRule(context.kit, actingOf(context), fields));
  }),

  onProject(updateAlert, async (context) => {
    const { project_id: _, rule_id: ruleId, ...change } = context.body;
    await updateRule(context.kit, actingOf(context), { ruleId, ...change });
    return await getRule(context, ruleId);
  }),

  onProject(deleteAlert, async (context) => {
    await deleteRule(context.kit, actingOf(context), context.query.rule_id);
    return { deleted: true };
  }),

  onProject(muteAlert, async (context) => {
    const { rule_id: ruleId, for: choice } = context.body;
    await muteRule(context.kit, actingOf(context), { ruleId, choice });
    return await getRule(context, ruleId);
  }),

  onProject(leaveAlert, async ({ kit, person: { userId }, membership: { projectId }, query }) => {
    const left = await removeRecipient(kit.db, projectId, { ruleIds: [query.rule_id], userId });
    if (!left) throw noAlert();
    return { unsubscribed: true };
  }),
];

const firingRoutes: HandledRoute[] = [
  onProject(listFirings, async ({ kit, membership: { projectId }, query }) => {
    const where = query.rule_id ? sql`f.rule_id = ${query.rule_id}` : sql`true`;
    const rows = await listFiringRows(kit.db, projectId, { where, limit: SHOWN_FIRINGS });
    return { firings: rows.map(presentFiring) };
  }),

  onProject(listFiringNow, async ({ kit, membership: { projectId } }) => {
    const now = kit.clock.now();
    const isMuted = sql`(r.muted_at is not null and (r.muted_until is null or r.muted_until > ${now}))`;
    const where = sql`f.closed_at is null and not ${isMuted}`;
    const rows = await listFiringRows(kit.db, projectId, { where, limit: NAMED_FIRINGS });
    const { rows: counts } = await sql<{ count: number }>`select count(*)::int as count from alert_firings f
      join alert_rules r on r.project_id = f.project_id and r.rule_id = f.rule_id
      where f.project_id = ${projectId} and ${where}`.execute(kit.db);
    return { count: counts[0]?.count ?? 0, firings: rows.map(presentFiring) };
  }),
];

/** What a condition would say now; those that would fire are named first. */
const previewRoute = (reports: AlertReports): HandledRoute =>
  onProject(previewAlert, async ({ kit, membership: { projectId }, body: { condition } }) => {
    const project = await findProject(kit.db, projectId);
    const measured = await measure(kit, reports, { condition, project, openSubjects: [] });
    const judged = measured.map((one) => ({ ...one, verdict: judge(condition, one, false) }));
    const order = (one: (typeof judged)[number]) => VERDICTS.indexOf(one.verdict);
    return {
      count: judged.length,
      firing: judged.filter(({ verdict }) => verdict === 'firing').length,
      subjects: judged.sort((one, other) => order(one) - order(other)).slice(0, PREVIEWED_SUBJECTS),
    };
  });

export const alertRoutes = (reports: AlertReports): HandledRoute[] => [
  ...ruleRoutes,
  ...firingRoutes,
  previewRoute(reports),
];
