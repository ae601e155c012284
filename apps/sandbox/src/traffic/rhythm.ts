import { DAY, HOUR, ZONE_OFFSET } from './calendar.ts';
import { createPicker } from './picker.ts';
import { createRandom, type Random } from './random.ts';

const HOURS = 24;
const ORGANIC_SHARE = 0.35;

/** How busy each local hour is: little at night, most when dinner is planned. */
const BUSY = [3, 2, 1, 1, 1, 2, 4, 7, 9, 10, 10, 9, 9, 9, 8, 8, 9, 11, 13, 14, 14, 12, 9, 6] as const;
/** Sunday first: groceries are a matter of weekends. */
const WEEKDAYS = [1.28, 0.92, 0.9, 0.93, 0.97, 1.06, 1.24] as const;
const GROWTH = 0.55;
const WEEKDAY_OF_EPOCH = 4;

interface Period {
  seed: string;
  start: number;
  until: number;
  days: number;
}

interface Source {
  idea: { displayId: string; weight: number; runs: readonly [number, number] };
}

export interface Arrivals {
  /** When somebody installs the app. */
  sample(random: Random): number;
  /** The index of the campaign that brings somebody on a day, or -1 for organic. */
  sourceOn(day: number, random: Random): number;
  /** How much of its weight a campaign has on a day. */
  weightOn(day: number, campaign: number): number;
}

const pickBusyHour = createPicker(BUSY);

/** The local time of day at which somebody uses the app, in milliseconds from midnight. */
export function timeOfDay(random: Random): number {
  return (pickBusyHour(random) + random.next()) * HOUR;
}

function weekdayOf(start: number, day: number): number {
  return (Math.round((start + ZONE_OFFSET) / DAY) + day + WEEKDAY_OF_EPOCH) % 7;
}

/** What each campaign weighs on each day: it runs for a while, is turned up and down, and some days go badly. */
function campaignWeights({ seed, days }: Period, campaigns: readonly Source[]): number[][] {
  const perCampaign = campaigns.map(({ idea }) => {
    const random = createRandom(`${seed}/days/${idea.displayId}`);
    const [from, to] = idea.runs;
    let budget = 1;
    return Array.from({ length: days }, (_, day) => {
      if (random.chance(0.06)) budget = random.between(0.6, 1.5);
      const noise = random.logNormal(1, 0.16);
      const elapsed = (day + 0.5) / days;
      return elapsed >= from && elapsed <= to ? idea.weight * budget * noise : 0;
    });
  });
  return Array.from({ length: days }, (_, day) => perCampaign.map((weights) => weights[day] ?? 0));
}

const sumOf = (weights: readonly number[]) => weights.reduce((sum, weight) => sum + weight, 0);

export function createArrivals(period: Period, campaigns: readonly Source[]): Arrivals {
  const { seed, start, until, days } = period;
  const weights = campaignWeights(period, campaigns);
  const paid = weights.map(sumOf);
  const usual = (sumOf(paid) / days) * (ORGANIC_SHARE / (1 - ORGANIC_SHARE));
  const random = createRandom(`${seed}/organic`);
  const organic = paid.map(
    (_, day) => usual * (1 + (GROWTH * (day / days - 0.5)) / 2) * random.logNormal(1, 0.08),
  );
  const growth = (day: number) => 1 + GROWTH * (day / days);
  const hours = Array.from({ length: days * HOURS }, (_, at) => {
    const day = Math.floor(at / HOURS);
    const ofDay =
      ((paid[day] ?? 0) + (organic[day] ?? 0)) * growth(day) * (WEEKDAYS[weekdayOf(start, day)] ?? 1);
    const lived = Math.min(1, Math.max(0, (until - start - at * HOUR) / HOUR));
    return ofDay * (BUSY[at % HOURS] ?? 0) * lived;
  });
  const pickHour = createPicker(hours);
  const pickSource = weights.map((ofDay, day) => createPicker([...ofDay, organic[day] ?? 0]));
  return {
    sample(dice) {
      const hour = pickHour(dice);
      const length = Math.min(HOUR, until - start - hour * HOUR);
      return Math.floor(start + hour * HOUR + dice.next() * length);
    },
    sourceOn(day, dice) {
      const index = pickSource[Math.min(Math.max(day, 0), days - 1)]?.(dice) ?? -1;
      return index < campaigns.length ? index : -1;
    },
    weightOn: (day, campaign) => weights[day]?.[campaign] ?? 0,
  };
}
