import { z } from 'zod';
import { CampaignId } from './campaigns.ts';
import { storable } from './fields.ts';

export const ALERT_KINDS = [
  'no_events',
  'spend_without_installs',
  'cpi_above',
  'roas_below',
  'connection_broken',
] as const;
export const AlertKind = z.enum(ALERT_KINDS, { error: 'is not a kind of alert' });
export type AlertKind = z.infer<typeof AlertKind>;

/** What a rule watches one by one: each campaign, each network, or the project as a whole. */
export const ALERT_SCOPES = ['project', 'network', 'campaign'] as const;
export const AlertScope = z.enum(ALERT_SCOPES, { error: 'is not project, network or campaign' });
export type AlertScope = z.infer<typeof AlertScope>;

export const MIN_MINUTES = 15;
export const MAX_MINUTES = 1440;
export const MAX_ALERT_DAYS = 90;

const MIN_WORDS = `is at least ${MIN_MINUTES}`;
const MAX_WORDS = `is at most ${MAX_MINUTES}`;

const decimal = z
  .string('is not an amount')
  .trim()
  .regex(/^\d{1,12}(\.\d{1,4})?$/, 'is not an amount');
const isAboveZero = (value: string) => Number(value) > 0;

/** Days up to yesterday, which are over; or up to today, which is not. */
const Period = {
  days: z
    .int('is not a whole number')
    .min(1, 'is at least 1')
    .max(MAX_ALERT_DAYS, `is at most ${MAX_ALERT_DAYS}`),
  includes_today: z.boolean(),
};

/** Only this network or this campaign; null: all. */
const Only = {
  network: z
    .string()
    .min(1, 'is not a network')
    .max(40, 'is not a network')
    .refine(storable, { message: 'is not a network' })
    .nullable()
    .default(null),
  campaign_id: CampaignId.nullable().default(null),
};

/** A sample below these does not fire. */
const Sample = {
  min_installs: z.int('is not a whole number').min(0, 'is at least 0').max(1_000_000, 'is at most 1000000'),
  min_spend: decimal,
};

const threshold = decimal.refine(isAboveZero, { message: 'has to be more than 0' });

/** When a rule is true. Amounts are decimals in the currency of the project. */
export const AlertCondition = z.discriminatedUnion(
  'kind',
  [
    z.object({
      kind: z.literal('no_events'),
      minutes: z.int('is not a whole number').min(MIN_MINUTES, MIN_WORDS).max(MAX_MINUTES, MAX_WORDS),
    }),
    z.object({
      kind: z.literal('spend_without_installs'),
      each: AlertScope.exclude(['project'], { error: 'is not network or campaign' }),
      amount: threshold,
      ...Period,
      ...Only,
    }),
    z.object({ kind: z.literal('cpi_above'), each: AlertScope, threshold, ...Period, ...Sample, ...Only }),
    z.object({ kind: z.literal('roas_below'), each: AlertScope, threshold, ...Period, ...Sample, ...Only }),
    z.object({ kind: z.literal('connection_broken') }),
  ],
  { error: 'is not a kind of alert' },
);
export type AlertCondition = z.infer<typeof AlertCondition>;

/** Conditions about the metrics of reports. */
export type MetricCondition = Extract<AlertCondition, { days: number }>;

export const isAboutMetrics = (condition: AlertCondition): condition is MetricCondition =>
  'days' in condition;
