import type { DayKind } from '@trailmark/contract/day-kind';
import type { Metric, RowKind, Unit } from '@trailmark/contract/metrics';

const UNIT_WORDS: Record<Unit, string> = {
  count: 'A count',
  percent: 'A share in per cent',
  ratio: 'A ratio',
  money: 'Money',
};

export const DATE_WORDS: Record<Metric['date'], string> = {
  touch: 'It counts on the day of the click or view',
  install: 'It counts on the day of the install',
  event: 'It counts on the day of the event',
  spend: 'It counts on the day of the spend',
  mixed: 'Each of its parts counts on its own day',
};

export const DAY_KIND_WORDS: Record<DayKind, string> = {
  calendar: "Day n is the n-th calendar day after the install, in the project's zone.",
  '24h': 'Day n is the n-th block of 24 hours after the install.',
};

export const ROW_WORDS: Record<RowKind, { one: string; many: string }> = {
  clicks: { one: 'click', many: 'clicks' },
  impressions: { one: 'impression', many: 'impressions' },
  installs: { one: 'install', many: 'installs' },
  events: { one: 'event', many: 'events' },
  payments: { one: 'payment', many: 'payments' },
  spend: { one: 'day of spend', many: 'days of spend' },
};

/** Metrics that follow an install from day to day: for them it matters how days are counted. */
export function countsDays(key: string): boolean {
  return /^(retention|ltv|roas)_d\d+$/.test(key);
}

/** The unit of a metric, with the currency of money. */
export function unitWords({ unit }: Pick<Metric, 'unit'>, currency: string): string {
  return unit === 'money' ? `${UNIT_WORDS.money} in ${currency}` : UNIT_WORDS[unit];
}
