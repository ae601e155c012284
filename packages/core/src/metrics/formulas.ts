import { eventOfMetric, METRICS } from '@trailmark/contract/metrics';
import {
  attributedKey,
  earnedKey,
  earnedOfKey,
  earnedSpendKey,
  eventKey,
  firstKey,
  OWNED_INSTALLS,
  retainedKey,
  retainedOfKey,
} from './base-keys.ts';
import { add, type Decimal, divide, negate, textOf, ZERO } from './decimal.ts';
import type { BaseKey, Sums } from './sums.ts';

export type Value = number | string | null;

/** How a metric is computed from sums. */
export interface Formula {
  reads: readonly BaseKey[];
  value(sums: Sums, days: number): Value;
}

const MONEY_PLACES = 6;
const RATIO_PLACES = 15;

const countOf = (sums: Sums, key: BaseKey) => sums.counts[key] ?? 0;
const distinctOf = (sums: Sums, key: BaseKey) => (sums.distinct[key] === undefined ? 0 : sums.distinct[key]);
const wholeOf = (count: number): Decimal => ({ units: BigInt(count), places: 0 });

/** A number of money; null where it is not known. */
type Amount = { reads: readonly BaseKey[]; of(sums: Sums): Decimal | null };

function plain(key: BaseKey): Amount {
  return { reads: [key], of: ({ money }) => (money[key] === undefined ? ZERO : money[key]) };
}

function net(paid: Amount, refunded: Amount): Amount {
  return {
    reads: [...paid.reads, ...refunded.reads],
    of: (sums) => {
      const [came, went] = [paid.of(sums), refunded.of(sums)];
      return came && went && add(came, negate(went));
    },
  };
}

const refunded = plain('refunded');
const spend = plain('spend');
const revenue = net(plain('paid'), refunded);
const attributedRevenue = net(plain(attributedKey('paid')), plain(attributedKey('refunded')));

function count(key: BaseKey): Formula {
  return { reads: [key], value: (sums) => countOf(sums, key) };
}

/** What is left of one count without another. */
function countWithout(key: BaseKey, other: BaseKey): Formula {
  return { reads: [key, other], value: (sums) => countOf(sums, key) - countOf(sums, other) };
}

function distinct(key: BaseKey): Formula {
  return { reads: [key], value: (sums) => distinctOf(sums, key) };
}

function money(amount: Amount): Formula {
  return {
    reads: amount.reads,
    value: (sums) => {
      const known = amount.of(sums);
      return known && textOf(known, MONEY_PLACES);
    },
  };
}

function share(one: BaseKey, other: BaseKey): Formula {
  return {
    reads: [one, other],
    value: (sums) => {
      const divisor = countOf(sums, other);
      return divisor === 0 ? null : countOf(sums, one) / divisor;
    },
  };
}

/** How many things money is divided by; null where it is not known. */
type Divisor = { reads: readonly BaseKey[]; of(sums: Sums): number | null };

const each = (key: BaseKey): Divisor => ({ reads: [key], of: (sums) => countOf(sums, key) });
const payers: Divisor = { reads: ['payers'], of: (sums) => distinctOf(sums, 'payers') };
const attributedInstalls = attributedKey('installs');
const attributedSignups = attributedKey('signups');

/** Money over a number of things. */
function moneyPer(amount: Amount, per: Divisor, times = 1): Formula {
  return {
    reads: [...amount.reads, ...per.reads],
    value: (sums) => {
      const [known, divisor] = [amount.of(sums), per.of(sums)];
      if (!known || divisor === null) return null;
      const above = { ...known, units: known.units * BigInt(times) };
      const result = divide(above, wholeOf(divisor), MONEY_PLACES);
      return result && textOf(result, MONEY_PLACES);
    },
  };
}

/** Money over money. */
function moneyRatio(one: Amount, other: Amount): Formula {
  return {
    reads: [...one.reads, ...other.reads],
    value: (sums) => {
      const [above, below] = [one.of(sums), other.of(sums)];
      const result = above && below && divide(above, below, RATIO_PLACES);
      if (!result) return null;
      const number = Number(textOf(result, RATIO_PLACES));
      return Number.isFinite(number) ? number : null;
    },
  };
}

const FORMULAS: Readonly<Record<string, Formula>> = {
  impressions: count('impressions'),
  clicks: count('clicks'),
  unique_clicks: count('unique_clicks'),
  ctr: share('clicks', 'impressions'),
  installs: count('installs'),
  attributed_installs: count(attributedInstalls),
  paid_installs: countWithout(attributedInstalls, OWNED_INSTALLS),
  owned_installs: count(OWNED_INSTALLS),
  organic_installs: countWithout('installs', attributedInstalls),
  reinstalls: count('reinstalls'),
  reengagements: count('reengagements'),
  reattributions: count('reattributions'),
  suspicious_installs: count('suspicious_installs'),
  click_to_install: share(attributedInstalls, 'clicks'),
  signups: count('signups'),
  attributed_signups: count(attributedSignups),
  signup_rate: share('signups', 'installs'),
  events: count('events'),
  payments: count('payments'),
  payers: distinct('payers'),
  revenue: money(revenue),
  attributed_revenue: money(attributedRevenue),
  refunds: money(refunded),
  arpu: moneyPer(revenue, each('installs')),
  arppu: moneyPer(revenue, payers),
  spend: money(spend),
  cpc: moneyPer(spend, each('clicks')),
  cpm: moneyPer(spend, each('impressions'), 1000),
  cpi: moneyPer(spend, each(attributedInstalls)),
  cpa: moneyPer(spend, each(attributedSignups)),
  roas: moneyRatio(attributedRevenue, spend),
  blended_roas: moneyRatio(revenue, spend),
  dau: { reads: ['active'], value: (sums, days) => (days > 0 ? countOf(sums, 'active') / days : null) },
  wau: distinct('wau'),
  mau: distinct('mau'),
};

const COHORT = /^(retention|ltv|roas)_d(\d{1,2})$/;

function cohortFormula(kind: string, day: number): Formula {
  if (kind === 'retention') return share(retainedKey(day), retainedOfKey(day));
  return kind === 'ltv'
    ? moneyPer(plain(earnedKey(day)), each(earnedOfKey(day)))
    : moneyRatio(plain(attributedKey(earnedKey(day))), plain(earnedSpendKey(day)));
}

/** The formula of a metric; null for an unknown key. */
export function formulaOf(key: string): Formula | null {
  if (Object.hasOwn(FORMULAS, key)) return FORMULAS[key] ?? null;
  const [, kind, day] = COHORT.exec(key) ?? [];
  if (kind && day && Object.hasOwn(METRICS, key)) return cohortFormula(kind, Number(day));
  const event = eventOfMetric(key);
  if (!event) return null;
  const attributed = attributedKey(eventKey(event.name));
  if (event.kind === 'event_cost') return moneyPer(spend, each(attributed));
  if (event.kind === 'event_attributed') return count(attributed);
  return count(event.kind === 'event' ? eventKey(event.name) : firstKey(event.name));
}
