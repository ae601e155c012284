import { randomBytes, randomUUID } from 'node:crypto';

/** A UUID version 7: 48 bits of milliseconds first, so that ids sort by time and indexes grow at their end. */
export function newId(now: Date): string {
  const time = now.getTime().toString(16).padStart(12, '0');
  // Node keeps random bits for UUIDs ready, which makes this many times faster than asking for 16 bytes.
  return `${time.slice(0, 8)}-${time.slice(8, 12)}-7${randomUUID().slice(15)}`;
}

/** 256 random bits, safe in a URL. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}
