import {
  getCredits as getCreditsRoute,
  getDataUsages as getDataUsagesRoute,
  setCreditPool as setCreditPoolRoute,
} from '@trailmark/contract/usage';
import { actorOf } from '../../access/caller.ts';
import { requireOperator } from '../../access/operator.ts';
import { type Handled, onProject } from '../../http/handled.ts';
import { getCredits, setCreditPool } from './credits.ts';
import { getDataUsages } from './data-usages.ts';

export const routes: Handled[] = [
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
];
