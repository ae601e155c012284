import { metricOf } from '@trailmark/contract/metrics';
import { formatValue } from '../../../report/format-value.ts';

export const OPERATORS = ['gt', 'gte', 'lt', 'lte'] as const;
export type Operator = (typeof OPERATORS)[number];

export const OPERATOR_WORDS: Record<Operator, string> = { gt: '>', gte: '≥', lt: '<', lte: '≤' };

/** A metric compared with a number, as it goes over the wire: shares are of 1. */
export interface MetricCondition {
  metric: string;
  operator: Operator;
  number: string;
}

export const MOST_CONDITIONS = 10;
const CONDITION = /^(.{1,150}):(gt|gte|lt|lte):(-?\d{1,15}(?:\.\d{1,6})?)$/su;

/** What is no condition is left out. */
export function readConditions(text: string): MetricCondition[] {
  return text
    .split('|')
    .flatMap((part) => {
      const [, metric, operator, number] = CONDITION.exec(part) ?? [];
      if (!metric || !operator || !number || !metricOf(metric)) return [];
      return [{ metric, operator: operator as Operator, number }];
    })
    .slice(0, MOST_CONDITIONS);
}

export function writeConditions(conditions: readonly MetricCondition[]): string {
  return conditions.map(({ metric, operator, number }) => `${metric}:${operator}:${number}`).join('|');
}

/** What somebody typed as a number of the wire; null where it is none. People type 20 for 20 %. */
export function typedNumber(typed: string, metric: string): string | null {
  const plain = typed.trim().replaceAll(',', '').replace(/\s*%$/, '');
  if (!/^-?\d{1,12}(\.\d{1,6})?$/.test(plain)) return null;
  if (metricOf(metric)?.unit !== 'percent') return plain;
  return (Number(plain) / 100).toFixed(6).replace(/\.?0+$/, '');
}

/** The same as somebody would type it. */
export function shownNumber({ metric, number }: Pick<MetricCondition, 'metric' | 'number'>): string {
  if (metricOf(metric)?.unit !== 'percent') return number;
  return (Number(number) * 100).toFixed(4).replace(/\.?0+$/, '');
}

/** "> 50", "≥ 20.0%". */
export function conditionWords({ metric, operator, number }: MetricCondition, currency: string): string {
  const definition = metricOf(metric);
  const value = definition ? formatValue(definition, number, { currency }) : number;
  return `${OPERATOR_WORDS[operator]} ${value}`;
}
