import { gunzipSync } from 'node:zlib';
import type { Credentials, ToolRequest } from './tool.ts';

const MOST_BYTES = 64 * 1024 * 1024;

export type JsonObject = Record<string, unknown>;

export function asObject(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}

/** The entry of a table by a name that a sender chose: `constructor` is none. */
export const entryOf = <Entry>(table: Readonly<Record<string, Entry>>, name: string | null): Entry | null =>
  name !== null && Object.hasOwn(table, name) ? (table[name] ?? null) : null;

export const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/** The bytes that a body says; null where it is not what its encoding claims. */
export function decompress(body: Buffer, encoding: string | undefined): Buffer | null {
  if (encoding === undefined || encoding === 'identity') return body;
  if (encoding !== 'gzip') return null;
  try {
    return gunzipSync(body, { maxOutputLength: MOST_BYTES });
  } catch {
    return null;
  }
}

/** The JSON of a body; undefined where it is none, as JSON has no such value. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function mediaTypeOf({ headers }: Pick<ToolRequest, 'headers'>): string {
  return headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
}

/** The name and password of Basic authorization; null where the header is missing or malformed. */
export function basicCredentials({ headers }: Pick<ToolRequest, 'headers'>): [string, string] | null {
  const [, encoded] = /^Basic ([A-Za-z0-9+/]+=*)$/.exec(headers.authorization ?? '') ?? [];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? null : [text.slice(0, colon), text.slice(colon + 1)];
}

/** Whether what a request presents is accepted; an entry with a host is accepted there only. */
export function isAccepted(
  presented: Credentials,
  accepted: readonly Credentials[] | null,
  host: string,
): boolean {
  if (accepted === null) return true;
  const all: Credentials = { ...presented, host };
  return accepted.some((entry) => Object.entries(entry).every(([name, value]) => all[name] === value));
}

/** How deep objects and lists are within each other: a plain value is 0. */
export function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

/** All values within a value that are not made of others. */
export function leavesOf(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [value];
}

/** The id by which the sender would recognise an event, for tools that have no field for it. */
export function senderIdOf(properties: JsonObject): string | null {
  const names = ['[Trailmark] id', '[Trailmark] event id', 'trailmark_id', 'trailmark_event_id'];
  return names.map((name) => properties[name]).find(isText) ?? null;
}
