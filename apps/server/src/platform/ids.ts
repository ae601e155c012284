import { hash, randomBytes, randomUUID } from 'node:crypto';

/** A UUID version 7: 48 bits of milliseconds first, so that ids sort by time and indexes grow at their end. */
export function newId(now: Date): string {
  const time = now.getTime().toString(16).padStart(12, '0');
  // Node keeps random bits for UUIDs ready, which makes this many times faster than asking for 16 bytes.
  return `${time.slice(0, 8)}-${time.slice(8, 12)}-7${randomUUID().slice(15)}`;
}

/** The smallest id of an instant. */
export function firstIdAt(at: Date): string {
  const time = Math.max(0, at.getTime()).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8, 12)}-0000-0000-000000000000`;
}

/** The instant with which an id begins. */
export const instantOfId = (id: string) => new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));

/** The same, made from a name: the same name at the same time is the same id. */
export function namedId(at: Date, name: string): string {
  const time = at.getTime().toString(16).padStart(12, '0');
  const hex = hash('sha256', name, 'hex');
  const variant = (8 + (Number.parseInt(hex.charAt(3), 16) % 4)).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8, 12)}-7${hex.slice(0, 3)}-${variant}${hex.slice(4, 7)}-${hex.slice(7, 19)}`;
}

/** 256 random bits, safe in a URL. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}
