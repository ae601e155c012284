import { z } from 'zod';

/** An id that a network gives to an account or a person. It becomes a key of ours, and no key is endless. */
export const VendorId = z.string().regex(/^[\w.:@-]{1,128}$/);
export const VendorDigits = z.string().regex(/^\d{1,32}$/);

/** How a network names something. What is longer is cut, and what is no text is none. */
export const VendorName = z
  .string()
  .transform((name) => name.slice(0, 400).toWellFormed())
  .catch('');

/** null: a network that does not say it, or something that is none. */
export const VendorCurrency = z
  .string()
  .regex(/^[A-Z]{3}$/)
  .nullable()
  .catch(null);
export const VendorZone = z.string().max(64).nullable().catch(null);

/** How long something is valid, or when that ends. What is more than 300 years cannot be stored as a time. */
export const VendorSeconds = z.int().min(0).max(10_000_000_000);
