/** Steps that people count in; two and a half only where the axis need not round it. */
const STEPS = [1, 2, 2.5, 5, 10];
const MOST_STEPS = 4;

interface TickOptions {
  /** There are no halves of what is counted. */
  whole?: boolean | undefined;
}

function nextStep(least: number, whole: boolean): number {
  const size = 10 ** Math.floor(Math.log10(least));
  const step = STEPS.find((one) => one * size >= least * (1 - 1e-9) && (one !== 2.5 || size >= 10)) ?? 10;
  return whole ? Math.max(1, step * size) : step * size;
}

/** Round numbers from below the lowest value to above the highest; zero is one of them. */
export function ticksOf(values: readonly number[], { whole = false }: TickOptions = {}): number[] {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  if (low === high) return [0, 1];
  let step = nextStep((high - low) / MOST_STEPS, whole);
  const first = () => Math.floor(low / step + 1e-9);
  const last = () => Math.ceil(high / step - 1e-9);
  while (last() - first() > MOST_STEPS) step = nextStep(step * 1.01, whole);
  // Divided, not multiplied: three tenths are 0.3 then.
  const parts = 1 / step;
  return Array.from({ length: last() - first() + 1 }, (_, at) => {
    const n = first() + at;
    return step < 1 ? n / Math.round(parts) : n * step;
  });
}

interface NameOptions {
  /** Pixels from one point to the next. */
  step: number;
  widthOf: (name: string) => number;
  gap: number;
  /** Pixels right of the first point, the last point included. */
  room: number;
}

/** Which names of points an axis has room for: the first one, and from there every n-th. */
export function namedPoints(names: readonly string[], { step, widthOf, gap, room }: NameOptions): number[] {
  if (names.length === 0) return [];
  const widths = names.map(widthOf);
  const every = names.findIndex((_, n) => {
    if (n === 0) return false;
    return widths.every((width, at) => {
      const next = at % n === 0 ? widths[at + n] : undefined;
      return next === undefined || n * step >= (width + next) / 2 + gap;
    });
  });
  const fits = (at: number) => at === 0 || at * step + (widths[at] ?? 0) / 2 <= room;
  return names.map((_, at) => at).filter((at) => (every < 1 ? at === 0 : at % every === 0) && fits(at));
}
