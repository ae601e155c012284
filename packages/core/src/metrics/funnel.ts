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

/** The number below which a share of some numbers is, between the two nearest where there is none; null of none. */
export function percentileOf(numbers: readonly number[], share: number): number | null {
  const sorted = [...numbers].sort((one, other) => one - other);
  const at = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  if (low === undefined || high === undefined) return null;
  return low + (high - low) * (at - Math.floor(at));
}
