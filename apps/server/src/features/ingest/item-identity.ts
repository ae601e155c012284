import { hash } from 'node:crypto';
import type { Item, Resend } from '../../pipeline/group.ts';
import type { ProjectConfig } from '../../pipeline/project-config.ts';
import { MINUTE_MS } from '../../platform/clock.ts';
import type { AnswerDelivery } from './answer-delivery.ts';

function sortKeys(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}

const isPlain = (value: unknown) => typeof value !== 'object';

/** 128 bits of SHA-256 as a uuid: what a repeat is recognised by. The order of keys does not matter. */
export function keyOf(...parts: unknown[]): string {
  // A function for every value is slow, and most keys are of texts alone.
  const text = parts.every(isPlain) ? JSON.stringify(parts) : JSON.stringify(parts, sortKeys);
  const hex = hash('sha256', text, 'hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}

/**
 * Whether a time since the install was taken once for this event: it has a fraction then, and is the same in every
 * resend. Clients say 0 before they know, and whole seconds are too coarse.
 */
export const isStamp = (seconds: number | null | undefined): seconds is number =>
  typeof seconds === 'number' && seconds > 0 && !Number.isInteger(seconds);

/** Whose event it is, before its install is found: in the order in which that is looked for. */
export function ownerOf({
  installId,
  device,
  userId,
}: Pick<Item, 'installId' | 'device' | 'userId'>): string {
  if (installId) return installId;
  const deviceId = device?.advertisingId ?? device?.vendorId;
  return deviceId ? `device:${deviceId}` : `user:${userId ?? ''}`;
}

/** An open has no identity of its own: within a minute it is the same one. A repeat may come in the next minute. */
export function minuteKeys(receivedAt: Date, ...parts: unknown[]): { key: string; previousKey: string } {
  const minute = Math.floor(receivedAt.getTime() / MINUTE_MS);
  return { key: keyOf(...parts, minute), previousKey: keyOf(...parts, minute - 1) };
}

export const eventIdKey = (owner: string, name: string, eventId: string) => keyOf('id', owner, name, eventId);

/** An event or a payment, of which the identity is stored with it. Opens and sign-ups have further ones of ours. */
const isIdentified = ({ call, key, payment }: Item) =>
  payment !== null || (key !== null && call !== 'open' && call !== 'deep_link' && call !== 'signup');

/** The identity that a client gave a call: by it is known that it was executed before, however long ago. */
export function identifyCall(item: Item, call: string, eventId: string | null | undefined): Item {
  if (!eventId || isIdentified(item)) return item;
  item.callKey = keyOf('call', call, ownerOf(item), eventId);
  if (item.call === 'open' || item.call === 'deep_link') {
    item.key = null;
    delete item.previousKey;
  }
  return item;
}

interface AnsweredRequest {
  project: Pick<ProjectConfig, 'projectId'>;
  delivery: AnswerDelivery | null;
}

/** What is equal to this body, in the same project, and answered by `delivery`, may be a resend of it. */
export function resendOf({ project, delivery }: AnsweredRequest, ...parts: unknown[]): Resend | null {
  if (!delivery) return null;
  const resend: Resend = {
    bodyKey: keyOf('body', project.projectId, ...parts),
    isAnswerLost: delivery.isLost,
    isLossStored: false,
    transactionId: null,
    isStored: false,
  };
  delivery.addResend(resend);
  return resend;
}

/** Equal items of one batch are several: each is the resend of the one in the same position of an equal batch. */
export function keyByPositionInBatch(items: Item[]): void {
  const resends = items.flatMap(({ resend }) => resend ?? []);
  if (items.length < 2 || resends.length === 0) return;
  const batchKey = keyOf(
    'batch',
    resends.map(({ bodyKey }) => bodyKey),
  );
  for (const [position, resend] of resends.entries()) resend.bodyKey = keyOf(batchKey, position);
}
