import { listEventPeople as listEventPeopleRoute } from '@trailmark/contract/event-people';
import {
  countPeople as countPeopleRoute,
  getPerson as getPersonRoute,
  listJourney as listJourneyRoute,
  listPeople as listPeopleRoute,
  recomputeDecision as recomputeDecisionRoute,
} from '@trailmark/contract/people';
import type { Membership } from '../../access/caller.ts';
import { campaignScope } from '../../access/campaign-scope.ts';
import { type HandledRoute, onProject } from '../../http/handled.ts';
import { filterOf } from '../../report/filter-of.ts';
import { getPerson } from './get-person.ts';
import { listEventPeople } from './list-event-people.ts';
import { listJourney } from './list-journey.ts';
import { countPeople, listPeople } from './list-people.ts';
import { recomputeDecision } from './recompute-decision.ts';

const readerOf = (membership: Membership) => ({
  projectId: membership.projectId,
  scope: campaignScope(membership),
});

export const routes: HandledRoute[] = [
  onProject(listPeopleRoute, ({ kit, membership, query }) =>
    listPeople(kit, { ...query, ...readerOf(membership) }),
  ),

  onProject(countPeopleRoute, ({ kit, membership, query }) =>
    countPeople(kit, { ...query, ...readerOf(membership) }),
  ),

  onProject(listEventPeopleRoute, ({ kit, membership, query }) => {
    const { event, except, hour, cursor, limit } = query;
    const filter = { ...filterOf(membership, query), compare: undefined };
    return listEventPeople(kit, { ...filter, event, except, hour, cursor, limit });
  }),

  onProject(getPersonRoute, ({ kit, membership, query }) =>
    getPerson(kit, { ...readerOf(membership), userId: query.user_id, installId: query.install_id }),
  ),

  onProject(listJourneyRoute, ({ kit, membership, query }) =>
    listJourney(kit, {
      ...readerOf(membership),
      installId: query.install_id,
      cursor: query.cursor,
      limit: query.limit,
    }),
  ),

  onProject(recomputeDecisionRoute, ({ kit, membership, body }) =>
    recomputeDecision(kit, {
      ...readerOf(membership),
      installId: body.install_id,
      revision: body.revision,
    }),
  ),
];
