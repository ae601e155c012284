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
import { actorOf, type ClientInfo, type Membership, type Person } from '../../access/caller.ts';
import { type HandledRoute, onProject } from '../../http/handled.ts';
import type { Kit } from '../../platform/kit.ts';
import { createRule, deleteRule, muteRule, noAlert, updateRule } from './change-rule.ts';
import { findProject } from './find-project.ts';
import { measure } from './measure.ts';
import type { AlertReports } from './measure-options.ts';
import { presentFiring, presentRule } from './present.ts';
import { countOpenFirings, listFiringRows, listRuleRows, removeRecipient } from './store.ts';

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
    const rows = await listFiringRows(kit.db, projectId, { ruleId: query.rule_id, limit: SHOWN_FIRINGS });
    return { firings: rows.map(presentFiring) };
  }),

  onProject(listFiringNow, async ({ kit, membership: { projectId } }) => {
    const openAt = kit.clock.now();
    const rows = await listFiringRows(kit.db, projectId, { openAt, limit: NAMED_FIRINGS });
    return { count: await countOpenFirings(kit.db, projectId, openAt), firings: rows.map(presentFiring) };
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
