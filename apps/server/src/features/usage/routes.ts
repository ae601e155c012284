import { CURRENCIES } from '@trailmark/contract/currencies';
import { listReachedLimits, type ReachedLimit } from '@trailmark/contract/limits';
import {
  getCredits as getCreditsRoute,
  getDataUsages as getDataUsagesRoute,
  setCreditPool as setCreditPoolRoute,
} from '@trailmark/contract/usage';
import { actorOf } from '../../access/caller.ts';
import { requireOperator } from '../../access/operator.ts';
import { type HandledRoute, onProject } from '../../http/handled.ts';
import { DAY_MS, later } from '../../platform/clock.ts';
import type { Env } from '../../platform/env.ts';
import { getCredits, setCreditPool } from './credits.ts';
import { getDataUsages } from './data-usages.ts';
import { type LimitHitRow, listLimitHits } from './store.ts';

/** What is longer ago has been put right. */
const SHOWN_MS = 7 * DAY_MS;

function present({ limits }: Env, row: LimitHitRow): ReachedLimit {
  const { kind, beyond, example } = row;
  const limit = {
    event_names: limits.eventNames,
    property_keys: limits.propertyKeys,
    integration_keys: limits.integrationKeys,
    currencies: CURRENCIES.length,
    consent: 0,
    bots: 0,
  }[kind];
  const times = { first_at: row.first_at.toISOString(), last_at: row.last_at.toISOString() };
  return { kind, limit, beyond, example, ...times };
}

export const routes: HandledRoute[] = [
  onProject(getCreditsRoute, ({ kit, membership }) =>
    getCredits(kit.db, kit.clock.now(), membership.projectId),
  ),

  onProject(setCreditPoolRoute, async ({ kit, person, membership, client, body }) => {
    await requireOperator(kit, person, 'How many credits a project has');
    const { projectId } = membership;
    return await setCreditPool(kit, { projectId, actor: actorOf(person, client), pool: body.pool });
  }),

  onProject(getDataUsagesRoute, ({ kit, query }) =>
    getDataUsages(kit.db, kit.clock.now(), { projectId: query.project_id, from: query.from, to: query.to }),
  ),

  onProject(listReachedLimits, async ({ kit, membership }) => {
    const rows = await listLimitHits(kit.db, membership.projectId, later(kit.clock.now(), -SHOWN_MS));
    return { reached: rows.map((row) => present(kit.env, row)) };
  }),
];
