import type { Step } from '../../pipeline/group.ts';
import { loadEventPlaces } from './event-places.ts';

/** What was the first of its kind until an earlier one arrived does not count as the first any more. */
export const uncountFirsts: Step = async (tx, group) => {
  if (group.movedFirsts.length === 0) return;
  const places = await loadEventPlaces(tx, group.projectId, group.movedFirsts);
  for (const { eventId, counts } of group.movedFirsts) {
    const place = places.get(eventId);
    if (place) group.deltas.add({ ...place, ...counts }, -1);
  }
};
