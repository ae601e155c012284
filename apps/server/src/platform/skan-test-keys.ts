import { createPublicKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';

/** Keys instead of Apple's, for tests and demonstrations. */
export interface SkanTestKeys {
  production: KeyObject;
  development: KeyObject;
}

function readKey(base64: string): KeyObject | null {
  try {
    const key = createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : null;
  } catch {
    return null;
  }
}

/** One key, or two with a comma between them: for what is signed in production, and in development. */
export const SKAN_VARIABLES = {
  SKAN_TEST_KEYS: z
    .string()
    .transform((value, context): SkanTestKeys => {
      const [production, development = production, more] = value.split(',').map((one) => readKey(one.trim()));
      if (production && development && more === undefined) return { production, development };
      context.addIssue('is not one or two public P-256 keys (SPKI, base64) with a comma between them');
      return z.NEVER;
    })
    .optional(),
};

export function skanProblems(vars: { NODE_ENV?: string | undefined; SKAN_TEST_KEYS?: unknown }): string[] {
  const isWrong = vars.NODE_ENV === 'production' && vars.SKAN_TEST_KEYS !== undefined;
  return isWrong ? ["SKAN_TEST_KEYS replaces Apple's keys: it is not for production"] : [];
}
