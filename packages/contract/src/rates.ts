import { z } from 'zod';
import { isCurrency } from './currencies.ts';
import { Cursor, Day } from './fields.ts';
import { route, signedIn } from './route.ts';

export const CurrencyCode = z
  .string()
  .toUpperCase()
  .refine(isCurrency, { message: 'is not a currency code of ISO 4217' });

/** The code of a stored row. Rows of earlier releases can have codes outside ISO 4217, such as BTC. */
export const StoredCurrencyCode = z
  .string()
  .toUpperCase()
  .regex(/^[A-Z]{3}$/, 'is not a currency code');

/** A rate: so many units of the currency are worth one US dollar. */
export const PerUsd = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,12})?$/, 'is not a positive number')
  .refine((value) => Number(value) > 0, { message: 'is not a positive number' });

export const Rate = z.object({ date: z.iso.date(), currency: z.string(), per_usd: z.string() });
export type Rate = z.infer<typeof Rate>;

const tag = 'Rates';

/** Rates are the same for all projects of an installation; its operators keep them. */
export const listRates = route({
  method: 'GET',
  path: '/rates',
  tag,
  summary: 'Exchange rates by day, newest first',
  access: signedIn,
  query: z.object({
    currency: StoredCurrencyCode.optional(),
    cursor: Cursor.optional(),
    limit: z.coerce.number().int().min(1).max(500).default(100),
  }),
  response: z.object({
    items: z.array(Rate),
    next_cursor: z.string().nullable(),
  }),
});

export const putRate = route({
  method: 'PUT',
  path: '/rate',
  tag,
  summary: 'Set the rate of a currency on a day, by an operator; it holds until the next one',
  access: signedIn,
  body: z.object({ date: Day, currency: CurrencyCode, per_usd: PerUsd }),
  response: Rate,
});

export const deleteRate = route({
  method: 'DELETE',
  path: '/rate',
  tag,
  summary: 'Delete a rate, by an operator',
  access: signedIn,
  query: z.object({ date: Day, currency: StoredCurrencyCode }),
  response: z.object({ deleted: z.boolean() }),
});

export const CSV_LIMIT = 5_000_000;
/** Larger files must be split by the caller. */
export const MAX_CSV_LINES = 100_000;
/** The size of the request: letters may take several bytes, and quotes are escaped. */
export const CSV_BODY_LIMIT = 2 * CSV_LIMIT;
export const CsvText = z.string().min(1, 'is empty').max(CSV_LIMIT, 'is larger than 5 MB');

/** Why a line of an imported file is refused; then nothing of the file is imported. */
export const CsvProblem = z.object({ line: z.number(), reason: z.string() });

export const importRates = route({
  method: 'POST',
  path: '/rates/import',
  tag,
  summary:
    'Import rates, by an operator, as CSV with the columns date, currency and rate, in units of the currency for one unit of base',
  access: signedIn,
  body: z.object({ csv: CsvText, base: CurrencyCode.default('USD') }),
  bodyLimit: CSV_BODY_LIMIT,
  response: z.object({ imported: z.number(), problems: z.array(CsvProblem) }),
});
