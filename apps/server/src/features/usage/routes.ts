import {
  getCredits as getCreditsRoute,
  getDataUsages as getDataUsagesRoute,
} from '@trailmark/contract/usage';
import { type Handled, onProject } from '../../http/handled.ts';
import { getCredits, getDataUsages } from './store.ts';

export const routes: Handled[] = [
  onProject(getCreditsRoute, ({ kit, membership }) => getCredits(kit.db, membership.projectId)),

  onProject(getDataUsagesRoute, ({ kit, query }) =>
    getDataUsages(kit.db, kit.clock.now(), { projectId: query.project_id, from: query.from, to: query.to }),
  ),
];
