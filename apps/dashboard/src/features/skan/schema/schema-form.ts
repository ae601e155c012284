import type { SkanBase, SkanSchema } from '@trailmark/contract/skan-bases';
import type { SkanSchemaMapping } from '@trailmark/contract/skan-schema';

export type FormBase = Exclude<SkanBase, string>;
export type RevenueBase = Extract<FormBase, { type: 'revenue' }>;
export type BaseType = FormBase['type'];

/** What the builder edits. */
export interface SchemaForm {
  bases: FormBase[];
  install_value: 0 | 1;
  lock_first_window: SkanSchema['lock_first_window'];
}

export const BASE_WORDS: Record<BaseType, { name: string; text: string }> = {
  event: { name: 'Event', text: 'It happened, or not' },
  funnel: { name: 'Funnel', text: 'The furthest of several steps' },
  engagement: { name: 'Engagement', text: 'How often something happened' },
  retention: { name: 'Retention', text: 'On which days the app was opened again' },
  revenue: { name: 'Revenue', text: 'How much was paid' },
};

export const LOCK_OPTIONS: { value: SchemaForm['lock_first_window']; label: string }[] = [
  { value: 'never', label: 'After 48 hours' },
  { value: 'after_24_hours', label: 'After 24 hours' },
  { value: 'at_highest_value', label: 'At the highest value' },
];

const EMPTY: SchemaForm = { bases: [], install_value: 0, lock_first_window: 'never' };

/** Bases as the builder edits them: a plain text is an event. */
export const formOfBases = (bases: readonly SkanBase[]): FormBase[] =>
  bases.map((base) => (typeof base === 'string' ? { type: 'event', event: base } : base));

/** The draft, or else what is active. */
export function formOf({ draft, active }: Pick<SkanSchemaMapping, 'draft' | 'active'>): SchemaForm {
  const version = draft ?? active;
  if (!version) return EMPTY;
  const { install_value, lock_first_window } = version.schema;
  return {
    bases: formOfBases(version.bases),
    install_value,
    lock_first_window,
  };
}

/** A base of a type, with an event that is not in use yet. */
export function newBase(type: BaseType, events: readonly string[], bases: readonly FormBase[]): FormBase {
  const used = new Set(bases.flatMap(eventsOf));
  const event = events.find((name) => !used.has(name)) ?? '';
  switch (type) {
    case 'event':
      return { type, event };
    case 'funnel':
      return { type, steps: event ? [event] : [] };
    case 'engagement':
      return { type, event, counts: [1, 5] };
    case 'retention':
      return { type, days: [1] };
    case 'revenue':
      return { type };
  }
}

export function eventsOf(base: FormBase): string[] {
  if (base.type === 'funnel') return base.steps;
  return base.type === 'event' || base.type === 'engagement' ? [base.event] : [];
}

/** The list with one item at another position. */
export function move<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const moved = items.filter((_, at) => at !== from);
  const item = items[from];
  if (item === undefined || to < 0 || to >= items.length) return [...items];
  moved.splice(to, 0, item);
  return moved;
}

/** Whole numbers of a text such as "1, 5, 20", without what is none. */
export const readNumbers = (text: string): number[] =>
  text
    .split(/[\s,;]+/)
    .filter((part) => /^\d{1,7}$/.test(part))
    .map(Number);

/** Amounts of a text such as "0.99, 4.99". */
export const readAmounts = (text: string): string[] =>
  text.split(/[\s,;]+/).filter((part) => /^\d{1,12}(\.\d{1,6})?$/.test(part));

/** Bounds say everything; the server takes no field that is empty. */
export function revenueOf({ bounds, currency, buckets, min, max }: RevenueBase): RevenueBase {
  const own = currency ? { currency } : {};
  if (bounds && bounds.length > 0) return { type: 'revenue', ...own, bounds };
  return {
    type: 'revenue',
    ...own,
    ...(buckets ? { buckets } : {}),
    ...(min ? { min } : {}),
    ...(max ? { max } : {}),
  };
}

/** The form with the buckets that were made of it: the server need not look at the history of payments again. */
export const withBucketsOf = (form: SchemaForm, { bases }: SkanSchema): SchemaForm => ({
  ...form,
  bases: form.bases.map((base, at) => {
    const made = bases[at];
    if (base.type !== 'revenue' || made?.type !== 'revenue') return base;
    return { type: 'revenue', currency: made.currency, bounds: made.bounds };
  }),
});

/** The form without the currency of the project, which revenue has anyway. */
export const withoutCurrency = <Form extends SchemaForm>(form: Form, own: string): Form => ({
  ...form,
  bases: form.bases.map((base) => {
    if (base.type !== 'revenue' || base.currency !== own) return base;
    const { currency: _, ...rest } = base;
    return rest;
  }),
});

/** A currency that revenue is in and that is named; null: that of the project. */
export function foreignCurrencyOf({ bases }: SchemaForm): string | null {
  const money = bases.find((base) => base.type === 'revenue');
  return money?.type === 'revenue' ? (money.currency ?? null) : null;
}

/** A base in a few words. */
export function describeBase(base: FormBase): string {
  switch (base.type) {
    case 'event':
      return base.event || 'an event';
    case 'funnel':
      return base.steps.join(' → ') || 'no steps';
    case 'engagement':
      return `${base.event || 'an event'}, ${base.counts.join(', ')} times`;
    case 'retention':
      return `day ${base.days.join(', ')}`;
    case 'revenue':
      return describeRevenue(base);
  }
}

function describeRevenue({ bounds, buckets, min, max }: RevenueBase): string {
  if (bounds) return `revenue from ${bounds.join(', ')}`;
  const range = [min && `from ${min}`, max && `to ${max}`].filter(Boolean).join(' ');
  return [`revenue in ${buckets ?? 'as many'} buckets${buckets ? '' : ' as there is room for'}`, range]
    .filter(Boolean)
    .join(', ');
}
