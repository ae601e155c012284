import {
  type AlertCondition,
  type AlertKind,
  isAboutMetrics,
  type MetricCondition,
} from './alert-condition.ts';
import type { AlertFiring, ClosedBecause, Measured } from './alerts.ts';
import { networkWords } from './dimension-words.ts';
import { formatValue, fullValue } from './format-value.ts';

export const ALERT_KIND_WORDS: Record<AlertKind, string> = {
  no_events: 'No events',
  spend_without_installs: 'Spend without installs',
  cpi_above: 'CPI above a threshold',
  roas_below: 'ROAS below a threshold',
  connection_broken: 'Connection broken',
};

const MONEY = { unit: 'money' } as const;
const RATIO = { unit: 'ratio' } as const;
const COUNT = { unit: 'count' } as const;

/** "60 minutes", "1 hour", "90 minutes". */
export function minutesWords(minutes: number): string {
  if (minutes % 60 !== 0) return `${minutes} minutes`;
  return minutes === 60 ? '1 hour' : `${minutes / 60} hours`;
}

function periodWords({ days, includes_today: isToday }: Pick<MetricCondition, 'days' | 'includes_today'>) {
  if (days === 1) return isToday ? 'today' : 'yesterday';
  return `in the last ${days} days${isToday ? ', today included' : ''}`;
}

interface WordsOptions {
  currency: string;
  /** Of the campaign that a condition is limited to. */
  campaignName?: string | null;
}

function onlyWords({ network, campaign_id: id }: MetricCondition, { campaignName }: WordsOptions): string {
  if (id !== null) return ` of ${campaignName ?? 'a deleted campaign'}`;
  return network === null ? '' : ` of ${networkWords(network)}`;
}

function subjectWords(condition: MetricCondition, options: WordsOptions): string {
  const only = onlyWords(condition, options);
  if (condition.each === 'project') return only ? only.slice(4) : 'the project';
  return condition.each === 'campaign' && condition.campaign_id !== null
    ? only.slice(4)
    : `a ${condition.each}${only}`;
}

function sampleWords(condition: MetricCondition, { currency }: WordsOptions): string {
  if (condition.kind === 'spend_without_installs') return '';
  const { min_installs: installs, min_spend: spend } = condition;
  const parts = [
    ...(installs > 0 ? [`${installs} ${installs === 1 ? 'install' : 'installs'}`] : []),
    ...(Number(spend) > 0 ? [`${formatValue(MONEY, spend, { currency })} of spend`] : []),
  ];
  return parts.length > 0 ? `, with at least ${parts.join(' and ')}` : '';
}

function thresholdOf(condition: MetricCondition, { currency }: WordsOptions): string {
  if (condition.kind === 'roas_below') return fullValue(RATIO, condition.threshold, { currency });
  const amount = condition.kind === 'cpi_above' ? condition.threshold : condition.amount;
  return formatValue(MONEY, amount, { currency });
}

/** "CPI of a campaign is above ₹40 in the last 7 days, with at least 10 installs". */
export function conditionWords(condition: AlertCondition, options: WordsOptions): string {
  if (condition.kind === 'no_events') return `no event arrives for ${minutesWords(condition.minutes)}`;
  if (condition.kind === 'connection_broken') return 'a connection, an ad account or a login fails';
  const subject = subjectWords(condition, options);
  const period = periodWords(condition);
  const threshold = thresholdOf(condition, options);
  if (condition.kind === 'spend_without_installs') {
    return `${subject} has spend of ${threshold} or more and no installs ${period}`;
  }
  const [metric, side] = condition.kind === 'cpi_above' ? ['CPI', 'above'] : ['ROAS', 'below'];
  return `${metric} of ${subject} is ${side} ${threshold} ${period}${sampleWords(condition, options)}`;
}

/** "Spend ₹4,000, 12 installs". */
export function sampleOf({ spend, installs }: Measured, currency: string): string {
  const parts = [
    ...(spend === null ? [] : [`spend ${formatValue(MONEY, spend, { currency })}`]),
    ...(installs === null
      ? []
      : [`${formatValue(COUNT, installs, { currency })} ${installs === 1 ? 'install' : 'installs'}`]),
  ];
  return parts.join(', ');
}

/** What was measured, short: "CPI ₹52". */
export function measuredWords({ kind }: AlertCondition, measured: Measured, currency: string): string {
  if (kind === 'connection_broken') return measured.problem ?? 'Works';
  if (kind === 'no_events') {
    return Number(measured.value) > 0 ? 'Events arrive' : 'No events';
  }
  if (kind === 'spend_without_installs') return sampleOf(measured, currency);
  if (measured.value === null) return `${kind === 'cpi_above' ? 'CPI' : 'ROAS'} –`;
  return kind === 'cpi_above'
    ? `CPI ${formatValue(MONEY, measured.value, { currency })}`
    : `ROAS ${formatValue(RATIO, measured.value, { currency })}`;
}

/** What happened, in one line: "CPI of Diwali is ₹52, above ₹40". */
export function firingWords(condition: AlertCondition, measured: Measured, currency: string): string {
  const { name } = measured;
  if (condition.kind === 'no_events') return `No event for ${minutesWords(condition.minutes)}`;
  if (condition.kind === 'connection_broken') return `${name}: ${measured.problem ?? 'works'}`;
  const threshold = thresholdOf(condition, { currency });
  if (condition.kind === 'spend_without_installs') {
    return `${name}: ${sampleOf(measured, currency)}`;
  }
  const [metric, side, unit] =
    condition.kind === 'cpi_above' ? (['CPI', 'above', MONEY] as const) : (['ROAS', 'below', RATIO] as const);
  return `${metric} of ${name} is ${formatValue(unit, measured.value, { currency })}, ${side} ${threshold}`;
}

/** Why a firing ended. */
export const ENDED: Record<ClosedBecause, string> = {
  over: 'it is over',
  too_small: 'too few installs or too little spend are left to judge',
  gone: 'it was archived or removed',
  changed: 'the alert was changed',
  off: 'the alert was switched off',
};

/** How it ended, in one line: "Diwali: CPI ₹31", "Events arrive again". */
export function endedWords(
  {
    condition,
    closed_because: because,
    latest,
  }: Pick<AlertFiring, 'condition' | 'closed_because' | 'latest'>,
  currency: string,
): string {
  if (because !== 'over') return `${latest.name}: ${because === null ? 'it fires' : ENDED[because]}`;
  if (condition.kind === 'no_events') return 'Events arrive again';
  if (condition.kind === 'connection_broken') return `${latest.name} works again`;
  return `${latest.name}: ${measuredWords(condition, latest, currency)}`;
}

/** What the number is compared with: "above ₹40". */
export function thresholdWords(condition: AlertCondition, currency: string): string {
  if (!isAboutMetrics(condition)) {
    return condition.kind === 'no_events' ? minutesWords(condition.minutes) : '';
  }
  const threshold = thresholdOf(condition, { currency });
  if (condition.kind === 'spend_without_installs') return `${threshold} or more, no installs`;
  return `${condition.kind === 'cpi_above' ? 'above' : 'below'} ${threshold}`;
}
