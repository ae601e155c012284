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
import type { BaseKey } from './sums.ts';

/** One sum, one less another, or two together. */
export interface Difference {
  key: BaseKey;
  less?: BaseKey;
  plus?: BaseKey;
}

/**
 * How a metric is made from sums. It is data, so that `evaluate` and the SQL that sorts rows by a metric both follow the
 * one definition. Divided by zero is null, and so is what is made of a sum that is not known.
 */
export type Formula =
  | { kind: 'count'; of: Difference }
  | { kind: 'distinct'; of: BaseKey }
  | { kind: 'daily_average'; of: BaseKey }
  | { kind: 'share'; of: BaseKey; over: BaseKey | Difference }
  | { kind: 'money'; of: Difference }
  | { kind: 'money_per_count'; of: Difference; over: BaseKey; times: number }
  | { kind: 'money_per_distinct'; of: Difference; over: BaseKey }
  | { kind: 'money_ratio'; of: Difference; over: Difference };

const keysOf = ({ key, less, plus }: Difference) => [key, less, plus].filter((one) => one !== undefined);

/** The sums that a formula is made of. */
export function readsOf(formula: Formula): BaseKey[] {
  const of = typeof formula.of === 'string' ? [formula.of] : keysOf(formula.of);
  if (!('over' in formula)) return of;
  return [...of, ...(typeof formula.over === 'string' ? [formula.over] : keysOf(formula.over))];
}

const refunded: Difference = { key: 'refunded' };
const spend: Difference = { key: 'spend' };
const revenue: Difference = { key: 'paid', less: 'refunded' };
const attributedRevenue: Difference = { key: attributedKey('paid'), less: attributedKey('refunded') };
const allInstalls: Difference = { key: 'installs', plus: 'reinstalls' };
const attributedInstalls = attributedKey('installs');
const attributedSignups = attributedKey('signups');

const count = (key: BaseKey): Formula => ({ kind: 'count', of: { key } });
const countWithout = (key: BaseKey, less: BaseKey): Formula => ({ kind: 'count', of: { key, less } });
const distinct = (key: BaseKey): Formula => ({ kind: 'distinct', of: key });
const share = (of: BaseKey, over: BaseKey | Difference): Formula => ({ kind: 'share', of, over });
const money = (of: Difference): Formula => ({ kind: 'money', of });
const moneyPer = (of: Difference, over: BaseKey, times = 1): Formula => {
  return { kind: 'money_per_count', of, over, times };
};
const moneyRatio = (of: Difference, over: Difference): Formula => ({ kind: 'money_ratio', of, over });

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
  all_installs: { kind: 'count', of: allInstalls },
  reengagements: count('reengagements'),
  reattributions: count('reattributions'),
  suspicious_installs: count('suspicious_installs'),
  suspicious_rate: share('suspicious_installs', allInstalls),
  click_to_install: share(attributedInstalls, 'clicks'),
  visits: count('visits'),
  page_views: count('page_views'),
  screen_views: count('screen_views'),
  pages_per_visit: share('page_views', 'visits'),
  screens_per_visit: share('screen_views', 'visits'),
  bounced_visits: count('bounced_visits'),
  bounce_rate: share('bounced_visits', 'visits'),
  signups: count('signups'),
  attributed_signups: count(attributedSignups),
  signup_rate: share('signups', 'installs'),
  events: count('events'),
  payments: count('payments'),
  payers: distinct('payers'),
  revenue: money(revenue),
  attributed_revenue: money(attributedRevenue),
  refunds: money(refunded),
  arpu: moneyPer(revenue, 'installs'),
  arppu: { kind: 'money_per_distinct', of: revenue, over: 'payers' },
  spend: money(spend),
  cpc: moneyPer(spend, 'clicks'),
  cpm: moneyPer(spend, 'impressions', 1000),
  cpi: moneyPer(spend, attributedInstalls),
  cpa: moneyPer(spend, attributedSignups),
  roas: moneyRatio(attributedRevenue, spend),
  blended_roas: moneyRatio(revenue, spend),
  dau: { kind: 'daily_average', of: 'active' },
  wau: distinct('wau'),
  mau: distinct('mau'),
};

const COHORT = /^(retention|ltv|roas|cohort_size)_d(\d{1,2})$/;

function cohortFormula(kind: string, day: number): Formula {
  if (kind === 'cohort_size') return count(retainedOfKey(day));
  if (kind === 'retention') return share(retainedKey(day), retainedOfKey(day));
  return kind === 'ltv'
    ? moneyPer({ key: earnedKey(day) }, earnedOfKey(day))
    : moneyRatio({ key: attributedKey(earnedKey(day)) }, { key: earnedSpendKey(day) });
}

/** Those that were made: each is evaluated for many rows. */
const cohortFormulas = new Map<string, Formula>();

/** The formula of a metric; null for an unknown key. */
export function formulaOf(key: string): Formula | null {
  if (Object.hasOwn(FORMULAS, key)) return FORMULAS[key] ?? null;
  const [, kind, day] = COHORT.exec(key) ?? [];
  if (kind && day && Object.hasOwn(METRICS, key)) {
    const formula = cohortFormulas.get(key) ?? cohortFormula(kind, Number(day));
    cohortFormulas.set(key, formula);
    return formula;
  }
  const event = eventOfMetric(key);
  if (!event) return null;
  const attributed = attributedKey(eventKey(event.name));
  if (event.kind === 'event_cost') return moneyPer(spend, attributed);
  if (event.kind === 'event_attributed') return count(attributed);
  return count(event.kind === 'event' ? eventKey(event.name) : firstKey(event.name));
}
