/** An event of an install. */
export interface FunnelEvent {
  name: string;
  atMs: number;
  /** It is in the range of the report, so that a funnel can begin with it. */
  isInRange: boolean;
}

interface Path {
  atMs: number;
  firstMs: number;
  before: Path | null;
}

function timesOf(path: Path | null): number[] {
  const times: number[] = [];
  for (let at = path; at; at = at.before) times.unshift(at.atMs);
  return times;
}

/**
 * How far an install came: the times of its steps, each later than the one before and all within a time of the
 * first. Events in between are ignored. `events` come oldest first.
 */
export function funnelPath(
  steps: readonly string[],
  events: readonly FunnelEvent[],
  withinMs: number,
): number[] {
  // Of all paths to a step, the one that began last has the most time left, so that no other need be kept.
  const best: (Path | null)[] = steps.map(() => null);
  let deepest: Path | null = null;
  let depth = 0;
  const reach = (step: number, path: Path) => {
    const known = best[step];
    if (!known || path.firstMs > known.firstMs) best[step] = path;
    if (step + 1 <= depth) return;
    depth = step + 1;
    deepest = path;
  };
  for (let index = 0; index < events.length; ) {
    const atMs = (events[index] as FunnelEvent).atMs;
    const reached: [number, Path][] = [];
    for (; events[index]?.atMs === atMs; index += 1) {
      const { name, isInRange } = events[index] as FunnelEvent;
      for (const [step, eventName] of steps.entries()) {
        if (eventName !== name) continue;
        const before = step === 0 ? null : (best[step - 1] ?? null);
        if (step === 0 ? !isInRange : !before || atMs - before.firstMs > withinMs) continue;
        reached.push([step, { atMs, firstMs: before?.firstMs ?? atMs, before }]);
      }
    }
    // Only now: an event at the same time is not later.
    for (const [step, path] of reached) reach(step, path);
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
