import { z } from 'zod';
import { isCurrency } from './currencies.ts';
import { text } from './fields.ts';

/** Six bits: Apple's fine conversion value is 0 to 63. */
export const FINE_VALUES = 64;

/** Of an app, or one of ours: signup, login, payment, open. */
export const BaseEvent = text(256);

const rising = (values: readonly number[]) =>
  values.every((value, at) => at === 0 || value > (values[at - 1] as number));

const Amount = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,6})?$/, 'is not an amount such as 4.99')
  .refine((amount) => Number(amount) > 0, { message: 'is not above 0' });

const Currency = z
  .string()
  .trim()
  .toUpperCase()
  .refine(isCurrency, { message: 'is not a currency of ISO 4217' });

/** It happened, or not: 2 values. */
export const EventBase = z.strictObject({ type: z.literal('event'), event: BaseEvent });

/** The furthest of several steps: one value more than steps. */
export const FunnelBase = z.strictObject({
  type: z.literal('funnel'),
  steps: z
    .array(BaseEvent)
    .min(1, 'has no steps')
    .max(FINE_VALUES - 1, 'has too many steps'),
});

/** How often something happened: a level for each count that is reached. */
export const EngagementBase = z.strictObject({
  type: z.literal('engagement'),
  event: BaseEvent,
  counts: z
    .array(z.int().min(1, 'is below 1').max(1_000_000, 'is too large'))
    .min(1, 'has no counts')
    .max(FINE_VALUES - 1, 'has too many counts')
    .refine(rising, { message: 'do not rise' }),
});

/** On which days after the first open the app was opened again. */
export const RetentionBase = z.strictObject({
  type: z.literal('retention'),
  days: z
    .array(z.int().min(1, 'is below 1').max(34, 'is above 34, and the last window ends with day 34'))
    .min(1, 'has no days')
    .max(34, 'has too many days')
    .refine(rising, { message: 'do not rise' }),
});

/** How much was paid. Buckets begin at `bounds`; without them they are made from payments, or from min and max. */
export const RevenueBase = z.strictObject({
  type: z.literal('revenue'),
  currency: Currency.optional(),
  bounds: z
    .array(Amount)
    .min(1, 'has no bounds')
    .max(FINE_VALUES - 1, 'has too many bounds')
    .refine((bounds) => rising(bounds.map(Number)), { message: 'do not rise' })
    .optional(),
  min: Amount.optional(),
  max: Amount.optional(),
  buckets: z.int().min(1, 'is below 1').max(63, 'is above 63').optional(),
});

/** What values are made from; a plain text is an event. */
export const SkanBase = z.union([
  BaseEvent,
  z.discriminatedUnion('type', [EventBase, FunnelBase, EngagementBase, RetentionBase, RevenueBase]),
]);
export type SkanBase = z.infer<typeof SkanBase>;

/** In rising order: the last is worth most. */
export const SkanBases = z.array(SkanBase).min(1, 'has no bases').max(20, 'has more than 20 bases');

export const LOCKS = ['never', 'after_24_hours', 'at_highest_value'] as const;

/** What a schema is made with, besides its bases. */
export const SkanOptions = {
  /** What an install without anything else has. With 1, every value above 0 proves an install (Meta). */
  install_value: z.literal([0, 1], 'is not 0 or 1').default(0),
  /** When the first window is closed early, so that its postback comes sooner. */
  lock_first_window: z.enum(LOCKS).default('never'),
};

/** Where the buckets of revenue come from. */
export const BUCKETS_FROM = ['given', 'range', 'history'] as const;

/** A base of revenue with its buckets: bucket k begins at `bounds[k - 1]` and is worth `expected[k - 1]`. */
export const BucketBase = z.object({
  type: z.literal('revenue'),
  currency: z.string(),
  bounds: z.array(z.string()),
  expected: z.array(z.string()),
  from: z.enum(BUCKETS_FROM),
});

export const SchemaBase = z.discriminatedUnion('type', [
  EventBase,
  FunnelBase,
  EngagementBase,
  RetentionBase,
  BucketBase,
]);
export type SchemaBase = z.infer<typeof SchemaBase>;

/** What conversion values mean. It never changes once it was active. */
export const SkanSchema = z.object({
  bases: z.array(SchemaBase),
  install_value: z.literal([0, 1]),
  lock_first_window: z.enum(LOCKS),
  /** How many of the 64 values are in use. */
  values_used: z.int(),
});
export type SkanSchema = z.infer<typeof SkanSchema>;

export const COARSE_VALUES = ['low', 'medium', 'high'] as const;
export type CoarseValue = (typeof COARSE_VALUES)[number];

/** Of a postback: 0, 1 or 2. */
export type SkanWindow = 0 | 1 | 2;
