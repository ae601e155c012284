import { isMissingId } from '@trailmark/contract/missing-id';
import type { Calls } from './read-item.ts';

/** Printable ASCII without spaces at its ends: trimming and checking it for what cannot be stored changes nothing. */
const PLAIN = /^[!-~](?:[ -~]*[!-~])?$/;

const isPlain = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value.length <= max && PLAIN.test(value);

const isPlainId = (value: unknown, max: number): value is string =>
  isPlain(value, max) && !isMissingId(value);

const isNothing = (value: unknown): value is null | undefined => value === null || value === undefined;

/** As JSON makes them; the schema drops `__proto__`. */
export const isBag = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !Object.hasOwn(value, '__proto__');

/**
 * An event as nearly all clients send it, for which the contract's schema would say the same; null leaves it to
 * the schema. Events are most of what comes in, and the schema takes twenty times as long.
 */
export function plainEvent(body: unknown): Calls['capture-event'] | null {
  if (!isBag(body)) return null;
  const { install_instance_id: installId, event_name: name, event_id: id, platform } = body;
  const { user_id: userId, event_data: data, device_data: device, time_since_app_install: since } = body;
  const { occurred_at: occurredAt, sent_at: sentAt } = body;
  if (!isPlainId(installId, 64) || !isPlain(name, 100) || name.startsWith('$')) return null;
  if (!isNothing(id) && !isPlainId(id, 200)) return null;
  if (!isNothing(userId) && !isPlainId(userId, 200)) return null;
  if (platform !== 'ANDROID' && platform !== 'IOS' && platform !== 'WEB') return null;
  if (!isNothing(data) && !isBag(data)) return null;
  if (!isNothing(device) && !isBag(device)) return null;
  if (body.consent !== undefined) return null;
  if (!isNothing(occurredAt) && typeof occurredAt !== 'string') return null;
  if (!isNothing(sentAt) && typeof sentAt !== 'string') return null;
  if (!isNothing(since) && !(typeof since === 'number' && Number.isFinite(since))) return null;
  return {
    install_instance_id: installId,
    platform,
    device_data: device,
    event_name: name,
    event_data: data,
    event_id: id ?? null,
    user_id: userId ?? null,
    time_since_app_install: since,
    occurred_at: occurredAt,
    sent_at: sentAt,
  };
}
