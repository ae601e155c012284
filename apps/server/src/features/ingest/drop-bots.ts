import type { Step } from '../../pipeline/group.ts';
import type { LimitHits } from './limit-hits.ts';

/**
 * What a browser without a person sends is answered and left out, with all else of that visitor in the request. It is
 * counted: an engineer who tries an integration with such a browser waits for its calls.
 */
export const createDropBots =
  (hits: LimitHits): Step =>
  async (_tx, group) => {
    if (!group.items.some(({ isBot }) => isBot)) return;
    for (const unit of group.units) {
      const bots = new Set(unit.flatMap(({ isBot, installId }) => (isBot ? [installId] : [])));
      for (const item of unit) if (bots.has(item.installId)) item.isBot = true;
    }
    const dropped = group.items.filter(({ isBot }) => isBot);
    group.items = group.items.filter(({ isBot }) => !isBot);
    const last = dropped.at(-1);
    if (!last) return;
    const example = last.event?.name ?? `$${last.call}`;
    group.afterCommit.push(async () => {
      hits.note({ projectId: group.projectId, kind: 'bots', beyond: dropped.length, example });
    });
  };
