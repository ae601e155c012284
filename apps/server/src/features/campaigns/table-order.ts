import type { CampaignGroup } from '@trailmark/contract/campaign-report';
import type { Value } from '@trailmark/core/metrics/evaluate';
import { compareValues } from '@trailmark/core/metrics/values';
import type { CampaignSelection } from '../../report/campaign-selection.ts';
import type { Entry } from './table-entries.ts';

/** A metric compared with a number. */
export interface Condition {
  metric: string;
  operator: 'gt' | 'gte' | 'lt' | 'lte';
  number: string;
}

const HOLDS: Record<Condition['operator'], (difference: number) => boolean> = {
  gt: (difference) => difference > 0,
  gte: (difference) => difference >= 0,
  lt: (difference) => difference < 0,
  lte: (difference) => difference <= 0,
};

/** Where there is no number, no condition on it holds. */
export function holds({ operator, number }: Condition, value: Value): boolean {
  return value !== null && HOLDS[operator](compareValues(value, number));
}

export interface Order {
  sort: string;
  order: 'asc' | 'desc';
}

/** The query of the table and of its export. */
export interface TableQuery extends Order, Pick<CampaignSelection, 'filter' | 'search' | 'network' | 'tag'> {
  columns?: readonly string[] | undefined;
  group_by: CampaignGroup;
  having?: readonly Condition[] | undefined;
}

interface Sortable {
  entry: Entry;
  /** Of the metric that is sorted by. */
  value: Value;
}

const words = new Intl.Collator('en', { sensitivity: 'base', numeric: true });
const plainly = (one: string, other: string) => (one === other ? 0 : one < other ? -1 : 1);

/** Campaigns by their name; among equals the newest first. */
export const byName =
  (order: Order['order']) => (one: { id: string; value: string }, other: { id: string; value: string }) =>
    (order === 'asc' ? 1 : -1) * words.compare(one.value, other.value) || plainly(other.id, one.id);

/** Without a number last, whichever way; among equals the newest first. */
export function compareRows({ sort, order }: Order) {
  const sign = order === 'asc' ? 1 : -1;
  const newest = (one: Sortable, other: Sortable) =>
    plainly(other.entry.order, one.entry.order) || plainly(one.entry.key, other.entry.key);
  if (sort === 'created_at') return (one: Sortable, other: Sortable) => -sign * newest(one, other);
  if (sort === 'name') {
    return (one: Sortable, other: Sortable) =>
      sign * words.compare(one.entry.label, other.entry.label) || newest(one, other);
  }
  return (one: Sortable, other: Sortable) => {
    if (one.value === null || other.value === null) {
      return Number(one.value === null) - Number(other.value === null) || newest(one, other);
    }
    return sign * compareValues(one.value, other.value) || newest(one, other);
  };
}
