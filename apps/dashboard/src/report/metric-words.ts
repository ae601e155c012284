import type { DayKind } from '@trailmark/contract/day-kind';
import type { Metric, RowKind, Unit } from '@trailmark/contract/metric';
import type { ProjectWords } from '@trailmark/contract/project-words';

const UNIT_WORDS: Record<Unit, string> = {
  count: 'A count',
  percent: 'A share in per cent',
  ratio: 'A ratio',
  money: 'Money',
};

const DATE_WORDS: Record<Exclude<Metric['date'], 'install'>, string> = {
  touch: 'It counts on the day of the click or view',
  event: 'It counts on the day of the event',
  spend: 'It counts on the day of the spend',
  mixed: 'Each of its parts counts on its own day',
};

/** On which day a metric counts; an install has another name in each kind of project. */
export function dateWords(date: Metric['date'], arrival: string): string {
  return date === 'install' ? `It counts on the day of the ${arrival}` : DATE_WORDS[date];
}

export function dayKindWords(dayKind: DayKind, arrival: string): string {
  return dayKind === 'calendar'
    ? `Day n is the n-th calendar day after the ${arrival}, in the project's zone.`
    : `Day n is the n-th block of 24 hours after the ${arrival}.`;
}

const ROW_WORDS: Record<Exclude<RowKind, 'installs'>, string> = {
  clicks: 'clicks',
  impressions: 'impressions',
  events: 'events',
  payments: 'payments',
  spend: 'days of spend',
};

/** What the rows behind a metric are called. */
export function rowWords(kind: RowKind, { installs }: Pick<ProjectWords, 'installs'>): string {
  return kind === 'installs' ? installs : ROW_WORDS[kind];
}

/** Metrics that follow an install from day to day: for them it matters how days are counted. */
export function countsDays(key: string): boolean {
  return /^(retention|ltv|roas|cohort_size)_d\d+$/.test(key);
}

/** The unit of a metric, with the currency of money. */
export function unitWords({ unit }: Pick<Metric, 'unit'>, currency: string): string {
  return unit === 'money' ? `${UNIT_WORDS.money} in ${currency}` : UNIT_WORDS[unit];
}
