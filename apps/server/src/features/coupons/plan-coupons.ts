import { decisionId } from '../../connections/decision-id.ts';
import { bulk } from '../../db/bulk.ts';
import { prepare } from '../../db/run-prepared.ts';
import { type AttributedEvent, attributedEventsOf } from '../../pipeline/attributed-event.ts';
import type { Group, Step } from '../../pipeline/group.ts';
import type { GroupJobs } from '../../pipeline/group-jobs.ts';
import type { ProjectConfig } from '../../pipeline/project-config.ts';

type CouponRule = ProjectConfig['couponRules'][number];

interface Plan {
  pool_id: string;
  person: string;
  install_id: string;
  user_id: string | null;
  source_id: string;
}
const PLANS = bulk<Plan>({
  pool_id: 'uuid',
  person: 'text',
  install_id: 'text',
  user_id: 'text',
  source_id: 'uuid',
});

/** Who is planned already is left out by looking, not by a conflict: it would wait for the job that issues the code. */
const INSERT_PLANS = prepare<{ person: string }>(`
  insert into coupon_plans (project_id, ${PLANS.names}, planned_at)
  select $1::uuid, ${PLANS.names}, $2::timestamptz from ${PLANS.table(3)}
  where not exists (select from coupon_plans p
    where p.project_id = $1::uuid and p.pool_id = r.pool_id and p.person = r.person)
  order by pool_id, person
  on conflict do nothing
  returning person`);

const isOpen = ({ validFrom, validTo }: CouponRule, now: Date) =>
  (validFrom === null || validFrom <= now) && (validTo === null || validTo >= now);

function planOf(event: AttributedEvent, { poolId }: CouponRule): Plan {
  const { installId, userId } = event;
  return {
    pool_id: poolId,
    person: userId === null ? `i:${installId}` : `u:${userId}`,
    install_id: installId,
    user_id: userId,
    source_id: event.storedIn === 'decisions' ? decisionId(event) : event.id,
  };
}

/** One for each pool and person. */
function plansOf(group: Group, rules: readonly CouponRule[]): Plan[] {
  const ruleOf = new Map(rules.filter((rule) => isOpen(rule, group.now)).map((rule) => [rule.event, rule]));
  const plans = new Map<string, Plan>();
  for (const event of attributedEventsOf(group)) {
    const rule = ruleOf.get(event.name);
    // What is decided again has happened before.
    if (!rule || event.isImported || event.isRevised) continue;
    const plan = planOf(event, rule);
    const key = `${plan.pool_id} ${plan.person}`;
    if (!plans.has(key)) plans.set(key, plan);
  }
  return [...plans.values()];
}

/**
 * Plans codes for those who had an event that a pool waits for, in the transaction that stores it. A job issues them, so
 * that no event waits for a pool, or is refused because one is empty.
 */
export function createPlanCoupons(addJob: GroupJobs): Step {
  return async (tx, group) => {
    const rules = group.items[0]?.project.couponRules ?? [];
    if (rules.length === 0) return;
    const plans = plansOf(group, rules);
    if (plans.length === 0) return;
    const planned = await INSERT_PLANS(tx, [group.projectId, group.now, ...PLANS.values(plans)]);
    if (planned.length > 0) await addJob(tx, group, 'issue-coupons', { project_id: group.projectId });
  };
}
