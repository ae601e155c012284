import type { MatchType, TouchMatch } from './decision.ts';
import type { JudgedTouch } from './judge-touch.ts';

const DETERMINISTIC = 'a deterministic click';

/**
 * From the strongest to the weakest, with the names that receipts have for them. Stored receipts hold these names: they
 * never change. Networks that claim a click are of one class: the later click wins, by whichever of them.
 */
const CLASSES: Partial<Record<TouchMatch, string>>[] = [
  { click_id: DETERMINISTIC, deep_link: DETERMINISTIC, device_id: DETERMINISTIC },
  { coupon: 'a redeemed coupon' },
  { meta_referrer: 'a click claimed by Meta' },
  { adservices: 'a click claimed by Apple', google_ads: 'a click claimed by Google' },
  { probabilistic: 'a click matched by likeness' },
  { view: 'a view' },
];
const STRENGTH = CLASSES.flatMap((names) => Object.keys(names) as TouchMatch[]);

/** The class that a match belongs to, 0 being the strongest; what is not connected comes last. */
export function classRank(match: TouchMatch | null): number {
  const rank = CLASSES.findIndex((names) => match !== null && match in names);
  return rank < 0 ? CLASSES.length : rank;
}

/** Whether a decision rests on the strongest class: no later claim outweighs it. */
export function isDeterministic(match: MatchType | null): boolean {
  return match !== null && match in (CLASSES[0] ?? {});
}

export function className(match: TouchMatch | null): string {
  return (match && CLASSES[classRank(match)]?.[match]) ?? 'nothing';
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
