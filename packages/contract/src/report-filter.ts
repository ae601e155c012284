import { z } from 'zod';
import { DayKind } from './day-kind.ts';
import { Day, ProjectId, storable } from './fields.ts';
import { metricOf } from './metrics.ts';

/** An exact decimal in a currency. */
export const Money = z.object({ amount: z.string(), currency: z.string() });
export type Money = z.infer<typeof Money>;

/**
 * Values by metric key: counts and shares are numbers, money is an exact decimal in the currency of the
 * project. null: there is no value, as when the divisor is zero.
 */
export const Values = z.record(z.string(), z.union([z.number(), z.string()]).nullable());
export type Values = z.infer<typeof Values>;

const MOST_DAYS = 800;
const DAY_MS = 86_400_000;

/** Several values in one parameter, with commas between them. */
export function commaList<Item extends z.ZodType<unknown, string>>(item: Item, most: number) {
  return z
    .string()
    .max(20_000, 'is too long')
    .transform((value) => value.split(',').filter((part) => part !== ''))
    .pipe(z.array(item).max(most, `has at most ${most} values`))
    .optional();
}

export const MetricKey = z
  .string()
  .max(150, 'is not a metric')
  .refine((key) => storable(key) && metricOf(key) !== null, { message: 'is not a metric' });

/** Names of events may have commas, so keys are divided by bars. */
export const MetricKeys = z
  .string()
  .max(20_000, 'is too long')
  .transform((value) => value.split('|').filter((key) => key !== ''))
  .pipe(z.array(MetricKey).max(100, 'names at most 100 metrics'));

export const COMPARISONS = ['none', 'previous', 'weekdays', 'year'] as const;

/**
 * What a period is compared with: the previous one, the last with the same weekdays, the same days a year earlier, or
 * as many days from a day on.
 */
export const Comparison = z
  .string()
  .max(10, 'is neither a known comparison nor a day')
  .refine((value) => COMPARISONS.some((one) => one === value) || Day.safeParse(value).success, {
    message: 'is neither a known comparison nor a day',
  });
export type Comparison = z.infer<typeof Comparison>;

/** Installs are of phones or the web; clicks on other computers are of `desktop`. */
export const PLATFORM_KEYS = ['ios', 'android', 'web', 'desktop', 'other'] as const;

const shortText = (max: number) =>
  z.string().max(max, 'is not known').refine(storable, { message: 'is not known' });

/** The value of a country or platform that is not known. */
export const UNKNOWN_VALUE = 'unknown';
const dimensionValue = (max: number) =>
  shortText(max).transform((value) => (value === UNKNOWN_VALUE ? '' : value));

/** The filters of every report. */
export const ReportFilter = {
  project_id: ProjectId,
  /** The last 30 days in the project's zone unless they are given. */
  from: Day.optional(),
  to: Day.optional(),
  /** `previous`, `weekdays`, `year`, or the first day of the days to compare with. */
  compare: Comparison.default('none'),
  networks: commaList(shortText(40), 50),
  campaigns: commaList(z.uuid('is not a campaign id').toLowerCase(), 200),
  countries: commaList(dimensionValue(8), 250),
  platforms: commaList(dimensionValue(20), 10),
};

interface RangeBounds {
  from?: string | undefined;
  to?: string | undefined;
}

/** Refuses a range that runs backwards or is endless. */
export function withRange<Shape extends z.ZodRawShape>(shape: Shape) {
  return z
    .object(shape)
    .refine(({ from, to }: RangeBounds) => !from || !to || from <= to, {
      path: ['to'],
      message: 'is before from',
    })
    .refine(
      ({ from, to }: RangeBounds) => !from || !to || Date.parse(to) - Date.parse(from) <= MOST_DAYS * DAY_MS,
      {
        path: ['to'],
        message: `is more than ${MOST_DAYS} days after from`,
      },
    );
}

/** The period, zone, currency and rates behind the numbers; part of every report. */
export const ReportContext = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  /** Both days belong to it; of the last only what came before `until`, a time of day, where today is not over. */
  compared: z.object({ from: z.iso.date(), to: z.iso.date(), until: z.string().nullable() }).nullable(),
  timezone: z.string(),
  currency: z.string(),
  day_kind: DayKind,
  /** Amounts for which there is no rate; no metric includes them. */
  unconverted: z.array(Money),
  /** A day had no rate of its own, and the last one before it was taken. */
  has_old_rates: z.boolean(),
});
export type ReportContext = z.infer<typeof ReportContext>;
