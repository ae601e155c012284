import type { Dimensions, Fact, Facts } from './facts.ts';
import { type Exact, exact, factorOn, perCount, ratio, shown, times } from './money.ts';
import { addDays, daysFrom } from './zone.ts';

/** Part of the facts: of some dimensions, over some days. */
export interface View {
  facts: Facts;
  from: string;
  to: string;
  /** Of the last day only what came before this time. */
  until?: string | undefined;
  has(dimensions: Dimensions): boolean;
  /** Filtered or grouped by country or platform, which spend does not have. */
  isBySegment: boolean;
}

type Value = number | string | null;
type Spend = Facts['spend'][number];

const within = ({ from, to }: View, date: string | null) => date !== null && date >= from && date <= to;

/** Spend has no time, and what cohorts did counts for their whole day. */
const inTime = ({ to, until }: View, date: string, time: string) =>
  until === undefined || date !== to || time < until;

const factors = new WeakMap<Facts, Map<string, Exact | null>>();

function factorOf(facts: Facts, row: { currency: string; date: string }): Exact | null {
  const known = factors.get(facts) ?? new Map<string, Exact | null>();
  factors.set(facts, known);
  const key = `${row.currency} ${row.date}`;
  const factor = known.get(key);
  if (factor !== undefined) return factor;
  const found = factorOn(facts.raw.rates, facts.raw.currency, row);
  known.set(key, found);
  return found;
}

/** In the currency of the project; what has no rate is in no metric. */
export function converted(
  { facts }: View,
  rows: { amount: string; currency: string; date: string }[],
): Exact {
  return rows.reduce((sum, row) => {
    const factor = factorOf(facts, row);
    return factor === null ? sum : sum + times(exact(row.amount), factor);
  }, 0n);
}

export const of = (view: View, what: string, name?: string): Fact[] =>
  (view.facts.by.get(what) ?? []).filter(
    (fact) =>
      within(view, fact.date) &&
      inTime(view, fact.date, fact.time) &&
      view.has(fact.dimensions) &&
      (name === undefined || fact.name === name),
  );

export const distinct = (facts: Fact[]) => new Set(facts.map(({ install }) => install)).size;

function spendOf(view: View, isMeant: (spend: Spend) => boolean = () => true): Exact | null {
  if (view.isBySegment) return null;
  return converted(
    view,
    view.facts.spend.filter((row) => within(view, row.date) && view.has(row.dimensions) && isMeant(row)),
  );
}

/** Whether installs of a day are mature for day n; 24 hours can end on the day after. */
export function isMature(
  view: View,
  cohort: string,
  { day, isActivity }: { day: number; isActivity: boolean },
) {
  const { today, is24h } = view.facts.raw;
  return daysFrom(cohort, today) > day + (is24h && isActivity ? 1 : 0);
}

const isAttributed = ({ dimensions }: { dimensions: Dimensions }) => dimensions.network !== 'ORGANIC';

/** What installs of the days of a view did, by the day of the install. */
const ofCohorts = (view: View, whats: string[]) =>
  whats
    .flatMap((what) => view.facts.by.get(what) ?? [])
    .filter((fact) => within(view, fact.cohort) && view.has(fact.dimensions));

export function retentionOf(view: View, day: number) {
  const isOld = ({ cohort }: Fact) => cohort !== null && isMature(view, cohort, { day, isActivity: true });
  const active = view.facts.raw.is24h ? 'active_24h' : 'active';
  return {
    installs: ofCohorts(view, ['installs', 'reinstalls']).filter(isOld).length,
    retained: ofCohorts(view, [active]).filter((fact) => isOld(fact) && fact.day === day).length,
  };
}

export function earningsOf(view: View, day: number) {
  const isOld = (cohort: string | null) =>
    cohort !== null && isMature(view, cohort, { day, isActivity: false });
  const money = ofCohorts(view, ['payments', 'refunds']).filter(
    (fact) => isOld(fact.cohort) && fact.day <= day,
  );
  const signed = money.map((fact) => ({
    ...fact,
    date: addDays(fact.cohort ?? '', fact.day),
    amount: fact.what === 'refunds' ? `-${fact.amount}` : fact.amount,
  }));
  return {
    installs: ofCohorts(view, ['installs', 'reinstalls']).filter(({ cohort }) => isOld(cohort)).length,
    earned: converted(view, signed),
    attributed: converted(view, signed.filter(isAttributed)),
    spend: spendOf(view, ({ date }) => isOld(date)),
  };
}

const share = (one: number, other: number) => (other === 0 ? null : one / other);

/** Distinct installs that were active in so many days up to the end. */
function activeIn(view: View, days: number): number {
  const first = addDays(view.to, 1 - days);
  const isActive = ([date, time]: [string, string]) =>
    date >= first && date <= view.to && inTime(view, date, time);
  return view.facts.installs.filter(
    ({ dimensions, dates }) => view.has(dimensions) && [...dates].some(isActive),
  ).length;
}

const PLAIN = [
  ...['impressions', 'clicks', 'unique_clicks', 'installs', 'reinstalls', 'reengagements', 'reattributions'],
  ...['suspicious_installs', 'signups', 'events', 'payments'],
  ...['visits', 'page_views', 'screen_views', 'bounced_visits'],
];

function expectedCohortMetric(view: View, kind: string, day: number): Value {
  if (kind === 'retention') {
    const { retained, installs: lived } = retentionOf(view, day);
    return share(retained, lived);
  }
  if (kind === 'cohort_size') return retentionOf(view, day).installs;
  const { installs, earned, attributed, spend } = earningsOf(view, day);
  if (kind === 'ltv') return perCount(earned, installs);
  return spend === null ? null : ratio(attributed, spend);
}

/** A metric by the words of its definition, from single facts. */
export function expectedMetric(view: View, metric: string): Value {
  const count = (what: string, name?: string) => of(view, what, name).length;
  const credited = (what: string, name?: string) => of(view, what, name).filter(isAttributed);
  const refunded = () => converted(view, of(view, 'refunds'));
  const revenue = () => converted(view, of(view, 'payments')) - refunded();
  const creditedRevenue = () => converted(view, credited('payments')) - converted(view, credited('refunds'));
  const attributed = () => credited('installs').length;
  const owned = () =>
    credited('installs').filter(({ dimensions }) => view.facts.raw.ownedMedia.has(dimensions.campaign))
      .length;
  const spend = () => spendOf(view);
  const costPer = (divisor: number, times = 1n) => {
    const known = spend();
    return known === null ? null : perCount(known * times, divisor);
  };
  const perSpend = (money: Exact) => {
    const known = spend();
    return known === null ? null : ratio(money, known);
  };
  if (PLAIN.includes(metric)) return count(metric);
  const [, kind, day] = /^(retention|ltv|roas|cohort_size)_d(\d+)$/.exec(metric) ?? [];
  if (kind) return expectedCohortMetric(view, kind, Number(day));
  const [, event, name] = /^(event|event_unique|event_attributed|event_cost):(.+)$/s.exec(metric) ?? [];
  if (event === 'event') return count('events', name);
  if (event === 'event_unique') return count('first_events', name);
  if (event === 'event_attributed') return credited('events', name).length;
  if (event === 'event_cost') return costPer(credited('events', name).length);
  const formulas: Record<string, () => Value> = {
    ctr: () => share(count('clicks'), count('impressions')),
    attributed_installs: attributed,
    paid_installs: () => attributed() - owned(),
    owned_installs: owned,
    organic_installs: () => count('installs') - attributed(),
    attributed_signups: () => credited('signups').length,
    attributed_revenue: () => shown(creditedRevenue()),
    all_installs: () => count('installs') + count('reinstalls'),
    suspicious_rate: () => share(count('suspicious_installs'), count('installs') + count('reinstalls')),
    click_to_install: () => share(attributed(), count('clicks')),
    signup_rate: () => share(count('signups'), count('installs')),
    pages_per_visit: () => share(count('page_views'), count('visits')),
    screens_per_visit: () => share(count('screen_views'), count('visits')),
    bounce_rate: () => share(count('bounced_visits'), count('visits')),
    payers: () => distinct(of(view, 'payments')),
    revenue: () => shown(revenue()),
    refunds: () => shown(refunded()),
    arpu: () => perCount(revenue(), count('installs')),
    arppu: () => perCount(revenue(), distinct(of(view, 'payments'))),
    spend: () => {
      const known = spend();
      return known === null ? null : shown(known);
    },
    cpc: () => costPer(count('clicks')),
    cpm: () => costPer(count('impressions'), 1000n),
    cpi: () => costPer(attributed()),
    cpa: () => costPer(credited('signups').length),
    roas: () => perSpend(creditedRevenue()),
    blended_roas: () => perSpend(revenue()),
    dau: () => count('active') / (daysFrom(view.from, view.to) + 1),
    wau: () => activeIn(view, 7),
    mau: () => activeIn(view, 30),
  };
  const formula = formulas[metric];
  if (!formula) throw new Error(`There is no plain computation of ${metric}.`);
  return formula();
}
