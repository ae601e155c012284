import type { AlertCondition } from '@trailmark/contract/alert-condition';
import { nextFirings } from '@trailmark/core/alerts/next-firings';
import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { type Job, job } from '../../jobs/runner.ts';
import type { Kit } from '../../platform/kit.ts';
import { findProject } from './find-project.ts';
import { measure } from './measure.ts';
import type { AlertReports, MeasuredProject } from './measure-options.ts';
import { type EvaluatedRule, type OpenFiring, storeFirings } from './store-firings.ts';

interface ClaimedRule {
  rule_id: string;
  condition: AlertCondition;
  version: number;
}

/** The rules whose turn has come, for this worker alone: the next turn is set in the same statement. */
async function claimRules(db: Db, now: Date, projectId: string): Promise<ClaimedRule[]> {
  const { rows } = await sql<ClaimedRule>`
    update alert_rules set next_at = ${now}::timestamptz + case
      when condition ->> 'kind' in ('no_events', 'connection_broken') then interval '5 minutes'
      else interval '15 minutes' end
    where project_id = ${projectId} and enabled and next_at <= ${now}
    returning rule_id, condition, version`.execute(db);
  return rows;
}

async function listOpen(db: Db, projectId: string, ruleId: string): Promise<OpenFiring[]> {
  const rows = await db
    .selectFrom('alert_firings')
    .select(['firing_id as firingId', 'subject', 'was_muted as wasMuted'])
    .where('project_id', '=', projectId)
    .where('rule_id', '=', ruleId)
    .where('closed_at', 'is', null)
    .execute();
  return rows;
}

async function evaluate(
  kit: Kit,
  reports: AlertReports,
  { project, rule }: { project: MeasuredProject; rule: ClaimedRule },
): Promise<EvaluatedRule> {
  const { rule_id: ruleId, condition, version } = rule;
  const open = await listOpen(kit.db, project.projectId, ruleId);
  const openSubjects = open.map(({ subject }) => subject);
  const measured = await measure(kit, reports, { condition, project, openSubjects });
  return { ruleId, condition, version, next: nextFirings(condition, open, measured) };
}

/** Evaluates the rules of a project whose turn has come; one that cannot be measured keeps no other from its turn. */
export function createEvaluateAlerts(reports: AlertReports): Job {
  return job('evaluate-alerts', async (kit, { project_id: projectId }) => {
    const rules = await claimRules(kit.db, kit.clock.now(), projectId);
    if (rules.length === 0) return;
    const project = await findProject(kit.db, projectId);
    const evaluated: EvaluatedRule[] = [];
    for (const rule of rules) {
      try {
        evaluated.push(await evaluate(kit, reports, { project, rule }));
      } catch (error) {
        kit.log.warn({ err: error, rule_id: rule.rule_id }, 'an alert could not be evaluated');
      }
    }
    await storeFirings(kit, projectId, evaluated);
  });
}
