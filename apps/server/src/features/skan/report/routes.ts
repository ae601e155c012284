import { exportSkanCsv, getSkanOverlap, getSkanReport } from '@trailmark/contract/skan-report';
import type { Membership } from '../../../access/caller.ts';
import { campaignScope } from '../../../access/campaign-scope.ts';
import { type HandledRoute, onProject } from '../../../http/handled.ts';
import { exportSkanReport } from './export-csv.ts';
import { readSkanOverlap } from './read-overlap.ts';
import { readSkanReport } from './read-report.ts';
import type { SkanSelection } from './selection.ts';

type SkanQuery = Omit<SkanSelection, 'projectId' | 'scope' | 'dayBasis' | 'conversionTypes'> & {
  day_basis: SkanSelection['dayBasis'];
  conversion_types?: string[] | undefined;
};

function selectionOf(membership: Membership, query: SkanQuery): SkanSelection {
  const { from, to, networks, campaigns, countries, windows, frameworks } = query;
  return {
    projectId: membership.projectId,
    scope: campaignScope(membership),
    dayBasis: query.day_basis,
    conversionTypes: query.conversion_types,
    from,
    to,
    networks,
    campaigns,
    countries,
    windows,
    frameworks,
  };
}

export const reportRoutes: HandledRoute[] = [
  onProject(getSkanReport, ({ kit, membership, query }) =>
    readSkanReport(kit.db, kit.clock.now(), {
      selection: selectionOf(membership, query),
      breakdown: query.breakdown,
    }),
  ),

  onProject(exportSkanCsv, ({ kit, membership, query }) =>
    exportSkanReport(kit, selectionOf(membership, query), query.breakdown),
  ),

  onProject(getSkanOverlap, ({ kit, membership, query }) =>
    readSkanOverlap(kit.db, kit.clock.now(), selectionOf(membership, query)),
  ),
];
