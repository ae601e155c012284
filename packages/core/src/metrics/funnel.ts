/** Something that an install did. */
export interface Deed {
  name: string;
  atMs: number;
  /** It lies in the range that is asked for, so that a funnel can begin with it. */
  isInRange: boolean;
}

interface Place {
  atMs: number;
  firstMs: number;
  before: Place | null;
}

function timesOf(place: Place | null): number[] {
  const times: number[] = [];
  for (let at = place; at; at = at.before) times.unshift(at.atMs);
  return times;
}

/**
 * How far an install came: the times of its steps, each later than the one before and all within a time of the
 * first. Whatever happens in between is passed over. `deeds` come oldest first.
 */
export function funnelPath(steps: readonly string[], deeds: readonly Deed[], withinMs: number): number[] {
  // Of all ways to a step, the one that began last has the most time left, so that no other need be kept.
  const best: (Place | null)[] = steps.map(() => null);
  let deepest: Place | null = null;
  let depth = 0;
  const reach = (step: number, place: Place) => {
    const known = best[step];
    if (!known || place.firstMs > known.firstMs) best[step] = place;
    if (step + 1 <= depth) return;
    depth = step + 1;
    deepest = place;
  };
  for (let index = 0; index < deeds.length; ) {
    const atMs = (deeds[index] as Deed).atMs;
    const reached: [number, Place][] = [];
    for (; deeds[index]?.atMs === atMs; index += 1) {
      const { name, isInRange } = deeds[index] as Deed;
      for (const [step, wanted] of steps.entries()) {
        if (wanted !== name) continue;
        const before = step === 0 ? null : (best[step - 1] ?? null);
        if (step === 0 ? !isInRange : !before || atMs - before.firstMs > withinMs) continue;
        reached.push([step, { atMs, firstMs: before?.firstMs ?? atMs, before }]);
      }
    }
    // Only now: what happens at the same time is not later.
    for (const [step, place] of reached) reach(step, place);
  }
  return timesOf(deepest);
}

/** The middle of some numbers; between the two middle ones of an even number of them; null of none. */
export function medianOf(numbers: number[]): number | null {
  const sorted = [...numbers].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const [low, high] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}
