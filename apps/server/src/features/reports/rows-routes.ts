import { listRows } from '@trailmark/contract/rows';
import { askedOf } from '../../figures/asked-of.ts';
import { type Handled, onProject } from '../../http/handled.ts';
import { readRows } from './rows.ts';

export const rowRoutes: Handled[] = [
  onProject(listRows, ({ kit, membership, query }) => {
    const { metric, cursor, limit } = query;
    const asked = { ...askedOf(membership, query), compare: undefined };
    return readRows(kit.db, kit.clock.now(), { ...asked, metric, cursor, limit });
  }),
];
