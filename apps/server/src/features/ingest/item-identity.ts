import { hash } from 'node:crypto';
import type { Item, Resend } from '../../pipeline/group.ts';
import type { AnswerDelivery } from './answer-delivery.ts';

function sortKeys(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** 128 bits of SHA-256 as a uuid: what a repeat is recognised by. The order of keys does not matter. */
export function keyOf(...parts: unknown[]): string {
  const hex = hash('sha256', JSON.stringify(parts, sortKeys), 'hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}

/**
 * Whether a time since the install was taken once for this event: it has a fraction then, and is the same in every
 * resend. Clients say 0 before they know, and whole seconds are too coarse.
 */
export const isStamp = (seconds: number | null | undefined): seconds is number =>
  typeof seconds === 'number' && seconds > 0 && !Number.isInteger(seconds);

/** Whose event it is, before the install of a user is found. */
export const ownerOf = ({ installId, userId }: Pick<Item, 'installId' | 'userId'>) =>
  installId || `user:${userId ?? ''}`;

export const eventIdKey = (owner: string, name: string, eventId: string) => keyOf('id', owner, name, eventId);

/** What is equal to this body, and answered by `delivery`, may be a resend of it. */
export function resendOf(delivery: AnswerDelivery | null, ...parts: unknown[]): Resend | null {
  if (!delivery) return null;
  const resend: Resend = {
    bodyKey: keyOf('body', ...parts),
    isAnswerLost: delivery.isLost,
    isLossStored: false,
  };
  delivery.resends.push(resend);
  return resend;
}

/** Equal items of one batch are several: each is the resend of the one in the same place of an equal batch. */
export function keyByPlaceInBatch(items: Item[]): void {
  const resends = items.flatMap(({ resend }) => resend ?? []);
  if (items.length < 2 || resends.length === 0) return;
  const all = resends.map(({ bodyKey }) => bodyKey);
  for (const [place, resend] of resends.entries()) resend.bodyKey = keyOf('batch', place, all);
}
