import { listRows } from '@trailmark/contract/rows';
import { type HandledRoute, onProject } from '../../http/handled.ts';
import { filterOf } from '../../report/filter-of.ts';
import { selectedBy } from '../../report/table-selection.ts';
import { readRows } from './rows.ts';

export const rowRoutes: HandledRoute[] = [
  onProject(listRows, ({ kit, membership, query }) => {
    const { metric, cursor, limit, link_id, ad_set, creative, filter, search, network, tag } = query;
    const reportFilter = { ...filterOf(membership, query), compare: undefined };
    const { projectId, scope } = reportFilter;
    const selected = selectedBy(query.group_by, { projectId, scope, filter, search, network, tag });
    const links = { link_id, ad_set, creative };
    return readRows(kit.db, kit.clock.now(), { ...reportFilter, metric, cursor, limit, ...selected, links });
  }),
];
