import type { Step } from '../group.ts';

/** What a browser without a person sends is answered and left out, with all else of that visitor in the request. */
export const dropBots: Step = async (_tx, group) => {
  if (!group.items.some(({ isBot }) => isBot)) return;
  for (const unit of group.units) {
    const bots = new Set(unit.flatMap(({ isBot, installId }) => (isBot ? [installId] : [])));
    for (const item of unit) if (bots.has(item.installId)) item.isBot = true;
  }
  group.items = group.items.filter(({ isBot }) => !isBot);
};
