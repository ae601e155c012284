import { z } from 'zod';
import { isCurrency } from './currencies.ts';
import { storable } from './fields.ts';
import { isMissingId } from './missing-id.ts';

/** Building blocks of what apps and servers send. */

export const PAYMENT_TYPES = [
  'FIRST_PAYMENT',
  'SECOND_PAYMENT',
  'WALLET_TOPUP',
  'FUNDS_WITHDRAWAL',
  'SUBSCRIPTION_CREATED',
  'SUBSCRIPTION_RENEWED',
  'SUBSCRIPTION_CANCELLED',
  'SUBSCRIPTION_REFUNDED',
  'SUBSCRIPTION_BILLING_ISSUE',
  'ONE_TIME',
  'RECURRING',
  'DEFAULT',
] as const;
export const CLIENT_PAYMENT_STATUSES = [
  'PAYMENT_INITIATED',
  'PAYMENT_COMPLETED',
  'PAYMENT_FAILED',
  'PAYMENT_CANCELLED',
] as const;

/** Clients may know types that we do not: the money is counted anyway. */
export const PaymentType = z.string().toUpperCase().pipe(z.enum(PAYMENT_TYPES)).catch('DEFAULT');
export const PaymentStatus = z
  .union(
    [
      z.null(),
      z.literal('').transform(() => null),
      z.string().toUpperCase().pipe(z.enum(CLIENT_PAYMENT_STATUSES)),
    ],
    { error: 'is not a payment status' },
  )
  .optional()
  .transform((status) => status ?? 'PAYMENT_COMPLETED');

/** Names that begin with $ are Trailmark's own. */
export const EventName = z
  .string('is required')
  .trim()
  .min(1, 'is required')
  .max(100, 'is longer than 100 characters')
  .refine((name) => !name.startsWith('$'), { message: 'begins with $, which is reserved' })
  .refine(storable, { message: 'contains characters that cannot be stored' });

const Id = (max: number) =>
  z
    .union([z.string(), z.number()], { error: 'is not an id' })
    .transform(String)
    .pipe(
      z
        .string()
        .trim()
        .max(max, `is longer than ${max} characters`)
        .refine(storable, { message: 'contains characters that cannot be stored' })
        .transform((id) => (isMissingId(id) ? '' : id)),
    );

/** May be absent, null, empty or a text such as `<null>`: all say that there is no id. */
export const OptionalId = (max: number) =>
  Id(max)
    .nullish()
    .transform((value) => value || null);

export const PayloadId = (max: number) => Id(max).pipe(z.string().min(1, 'is required'));

/** Addresses are read up to here; what is longer is cut, what is no text is none. */
const MAX_LINK = 4000;
export const OpenedUrl = z
  .string()
  .transform((url) => url.slice(0, MAX_LINK))
  .nullish()
  .catch(null);

/** The address of a page or the name of a screen. */
export const ViewedName = z
  .string('is required')
  .trim()
  .min(1, 'is required')
  .transform((name) => name.slice(0, MAX_LINK));

/** As clients name it: IOS, ANDROID, or the framework that they are built with. */
export const PlatformText = z.string().toUpperCase().nullish().catch(null);

export const EventData = z.record(z.string(), z.unknown(), { error: 'is not an object' }).nullish();
export const ClientPlatform = z
  .string()
  .toUpperCase()
  .pipe(z.enum(['IOS', 'ANDROID', 'WEB', 'OTHER'], { error: 'is neither IOS nor ANDROID' }))
  .nullish();

export const Amount = z
  .union([z.number(), z.string().regex(/^-?\d{1,15}(\.\d{1,8})?$/, 'is not an amount')], {
    error: 'is not an amount',
  })
  .refine((value) => Number.isFinite(Number(value)) && Math.abs(Number(value)) < 1e15, {
    message: 'is not an amount',
  })
  .refine((value) => Number(value) >= 0, { message: 'is less than 0; take payments back by removing them' });

const MAX_CURRENCY = 100;

/**
 * A code of ISO 4217; without one it is the project's currency. Nobody sends a refused sale again, so that any other
 * value is taken: as the text that it is, cut where it is longer than a currency can be.
 */
export const PaymentCurrency = z
  .string()
  .nullish()
  // What an object holds is not written out: it can be nested deeper than a stack reaches.
  .catch(({ value }) => (typeof value === 'object' ? 'object' : String(value)))
  .transform((sent) => {
    const text = (sent ?? '').slice(0, MAX_CURRENCY).trim();
    const code = text.toUpperCase();
    if (isMissingId(text)) return null;
    return isCurrency(code) ? code : text;
  });

/** An instant by the clock of a client, which may say anything: only the difference of two is used. */
export const ClientTime = z.string().nullish().catch(null);

/** An instant that somebody names; there were no apps before. */
export const CaptureTime = z.iso
  .datetime({ offset: true, error: 'is not an ISO 8601 time' })
  .refine((at) => at >= '2000', { message: 'is before the year 2000' })
  // In UTC it may be the next day, and that one would have a year of five digits.
  .refine((at) => at < '9999-12-31', { message: 'is after the year 9998' });
