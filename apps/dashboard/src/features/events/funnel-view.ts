import { INSTALL } from '@trailmark/contract/event-words';
import { integerParam, textsParam } from '../../address/address-params.ts';
import type { AddressSchema } from '../../address/address-state.ts';

/** The state of the funnel. */
export interface FunnelView {
  /** Names of events in their order; an empty one is still to be chosen. None at all: an example is shown. */
  steps: readonly string[];
  withinHours: number;
}

export const FEWEST_STEPS = 2;
export const MOST_STEPS = 8;
const MOST_HOURS = 2160;
const MAX_NAME_LENGTH = 128;

export const WITHIN_CHOICES = [1, 24, 72, 168, 336, 720, MOST_HOURS] as const;

/** "1 hour", "7 days". */
export function hoursInWords(hours: number): string {
  const isDays = hours % 24 === 0;
  const count = isDays ? hours / 24 : hours;
  const noun = isDays ? 'day' : 'hour';
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

export const DEFAULT_FUNNEL: FunnelView = { steps: [], withinHours: 168 };

/** Where there is nothing to make an example of. */
export const NO_STEPS: readonly string[] = [INSTALL, ''];

const stepsParam = textsParam('steps');

export const FUNNEL_VIEW: AddressSchema<FunnelView> = {
  steps: {
    read: (search) => {
      const given = stepsParam.read(search) ?? [];
      const steps = given.filter(({ length }) => length <= MAX_NAME_LENGTH).slice(0, MOST_STEPS);
      if (steps.length === 0) return undefined;
      return steps.length < FEWEST_STEPS ? [...steps, ''] : steps;
    },
    write: stepsParam.write,
  },
  withinHours: integerParam('within', { min: 1, max: MOST_HOURS }),
};

/** The steps that are chosen; a funnel needs at least two. */
export function chosenSteps(steps: readonly string[]): string[] {
  return steps.filter((name) => name !== '');
}

/** The step at one place goes to another. */
export function moveStep(steps: readonly string[], from: number, to: number): string[] {
  const moved = steps[from];
  if (moved === undefined || to < 0 || to >= steps.length) return [...steps];
  const others = steps.filter((_, at) => at !== from);
  return [...others.slice(0, to), moved, ...others.slice(to)];
}

const UNITS = [
  [86_400, 'd'],
  [3600, 'h'],
  [60, 'min'],
  [1, 's'],
] as const;

/** A time in its two largest units: "2 d 4 h", "35 s". */
export function timeInWords(seconds: number): string {
  const whole = Math.round(seconds);
  const at = UNITS.findIndex(([size]) => whole >= size);
  const [first, second] = [UNITS[at], UNITS[at + 1]];
  if (!first) return '0 s';
  const rest = second ? Math.floor((whole % first[0]) / second[0]) : 0;
  const most = `${Math.floor(whole / first[0])} ${first[1]}`;
  return second && rest > 0 ? `${most} ${rest} ${second[1]}` : most;
}
