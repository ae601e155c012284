import { getEventProperties, getEvents, getFunnel, getFunnelExample } from '@trailmark/contract/stats';
import { type HandledRoute, onProject } from '../../http/handled.ts';
import { filterOf } from '../../report/filter-of.ts';
import { readEventProperties } from './event-properties.ts';
import { readEvents } from './events.ts';
import { readFunnel } from './funnel.ts';
import { readFunnelExample } from './funnel-example.ts';

export const eventRoutes: HandledRoute[] = [
  onProject(getEvents, ({ kit, membership, query }) => {
    const { distinct } = query;
    return readEvents(kit.db, kit.clock.now(), { ...filterOf(membership, query), distinct });
  }),

  onProject(getEventProperties, ({ kit, membership, query }) => {
    const { event, property } = query;
    const filter = { ...filterOf(membership, query), compare: undefined };
    return readEventProperties(kit.db, kit.clock.now(), {
      ...filter,
      event,
      property,
      maxKeys: kit.env.limits.propertyKeys,
    });
  }),

  onProject(getFunnel, ({ kit, membership, body }) => {
    const { steps, within_hours: withinHours } = body;
    const filter = { ...filterOf(membership, body), compare: undefined };
    return readFunnel(kit.db, kit.clock.now(), { ...filter, steps, withinHours });
  }),

  onProject(getFunnelExample, ({ kit, membership, query }) =>
    readFunnelExample(kit.db, kit.clock.now(), { ...filterOf(membership, query), compare: undefined }),
  ),
];
