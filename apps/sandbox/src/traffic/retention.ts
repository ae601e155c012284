import type { Random } from './random.ts';

const D1 = 0.35;
const D7 = 0.18;
const D30 = 0.08;
const FIRST_SLOPE = Math.log(D7 / D1) / Math.log(7);
const THEN_SLOPE = Math.log(D30 / D7) / Math.log(30 / 7);

/** The share of usual people who use the app on day n after they got it. */
function usualRetention(day: number): number {
  if (day <= 0) return 1;
  return day <= 7 ? D1 * day ** FIRST_SLOPE : D7 * (day / 7) ** THEN_SLOPE;
}

/** How often this person uses the app: most people rarely, some often. 1 on average. */
export function habitOf(random: Random): number {
  const sigma = 0.6;
  return random.logNormal(Math.exp(-(sigma ** 2) / 2), sigma);
}

/** How often people who have not left yet use the app. */
const OFTEN = 0.5;

/**
 * The days after the install on which a person uses the app. One day they leave for good; before it they come
 * every other day or so. The share of people who come on a day is that of `usualRetention`, times their return rate.
 */
export function activeDays(
  random: Random,
  { returnRate, upTo }: { returnRate: number; upTo: number },
): number[] {
  const patience = random.next();
  const often = random.between(OFTEN - 0.25, OFTEN + 0.25);
  const days: number[] = [];
  for (let day = 1; day <= upTo; day += 1) {
    if (patience >= (usualRetention(day) * returnRate) / OFTEN) break;
    if (random.chance(often)) days.push(day);
  }
  return days;
}
