import type { MatchType, TouchMatch } from './decision.ts';
import type { JudgedTouch } from './judge-touch.ts';

/** From the strongest to the weakest. */
const CLASSES: { name: string; matches: TouchMatch[] }[] = [
  { name: 'a deterministic click', matches: ['click_id', 'deep_link', 'device_id'] },
  { name: 'a redeemed coupon', matches: ['coupon'] },
  { name: 'a click claimed by Meta', matches: ['meta_referrer'] },
  { name: 'a click claimed by Apple', matches: ['adservices'] },
  { name: 'a click matched by likeness', matches: ['probabilistic'] },
  { name: 'a view', matches: ['view'] },
];
const STRENGTH = CLASSES.flatMap(({ matches }) => matches);

/** The class that a match belongs to, 0 being the strongest; what is not connected comes last. */
export function classRank(match: TouchMatch | null): number {
  const rank = CLASSES.findIndex(({ matches }) => match !== null && matches.includes(match));
  return rank < 0 ? CLASSES.length : rank;
}

/** Whether a decision rests on the strongest class: no later claim outweighs it. */
export function isDeterministic(match: MatchType | null): boolean {
  return match !== null && CLASSES[0]?.matches.some((one) => one === match) === true;
}

export function className(match: TouchMatch | null): string {
  return CLASSES[classRank(match)]?.name ?? 'nothing';
}

/** The stated order: class, then the latest, then the stronger match, then the smaller id. Never row order. */
export function compareTouches(a: JudgedTouch, b: JudgedTouch): number {
  return (
    classRank(a.match) - classRank(b.match) ||
    -ascending(instant(a), instant(b)) ||
    strength(a) - strength(b) ||
    ascending(a.touch.id, b.touch.id) ||
    // Two touches with one id are a mistake of the caller; even then the order of rows does not decide.
    ascending(JSON.stringify(a.touch), JSON.stringify(b.touch))
  );
}

function instant({ touch }: JudgedTouch): number {
  const ms = Date.parse(touch.at);
  return Number.isNaN(ms) ? Number.NEGATIVE_INFINITY : ms;
}

function strength({ match }: JudgedTouch): number {
  return match === null ? STRENGTH.length : STRENGTH.indexOf(match);
}

function ascending<Value extends string | number>(a: Value, b: Value): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
