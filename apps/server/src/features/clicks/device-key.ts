import { hash } from 'node:crypto';

/**
 * What unique clicks are counted by: the advertising id, else address and browser. It cannot be traced back
 * without the salt. PostgreSQL reads a uuid without its dashes.
 */
export function deviceKey(
  salt: string,
  { advertisingId, ip, userAgent }: { advertisingId: string | null; ip: string | null; userAgent: string },
): string {
  const identity = advertisingId ?? `${ip ?? ''}\n${userAgent}`;
  return hash('sha256', `${salt}\n${identity}`, 'hex').slice(0, 32);
}
