import type { z } from 'zod';

const SHOWN_ISSUES = 5;

/** The request breaks the wire format; its message says where and how. */
export class Violation extends Error {}

/** Parses or throws a violation that names the path, such as `[3].properties.time`. */
export function check<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const reasons = result.error.issues.slice(0, SHOWN_ISSUES).map((issue) => {
    const path = issue.path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
    return `${path.replace(/^\./, '') || 'body'}: ${issue.message}`;
  });
  throw new Violation(reasons.join('; '));
}
