import type { Step } from '../../pipeline/group.ts';
import { loadEventDimensions } from './event-dimensions.ts';

/** What was the first of its kind until an earlier one arrived does not count as the first any more. */
export const uncountFirsts: Step = async (tx, group) => {
  if (group.movedFirsts.length === 0) return;
  const dimensions = await loadEventDimensions(tx, group.projectId, group.movedFirsts);
  for (const { eventId, counts } of group.movedFirsts) {
    const own = dimensions.get(eventId);
    if (own) group.deltas.add({ ...own, ...counts }, -1);
  }
};
