import type { DELIVERY_KINDS, Delivery, DeliveryState } from '@trailmark/contract/deliveries';
import { eventWords } from '@trailmark/contract/event-words';
import { PROJECT_WORDS } from '@trailmark/contract/project-words';

/** What is sent to others keeps the names that it has in messages, whatever the project. */
const WORDS = PROJECT_WORDS.app;

export type MessageKind = (typeof DELIVERY_KINDS)[number];

/** What a message is about. */
export const MESSAGE_WORDS: Record<MessageKind, string> = {
  install: 'Install',
  reinstall: 'Reinstall',
  reengagement: 'Re-engagement',
  reattribution: 'Re-attribution',
  signup: 'Sign-up',
  event: 'Event',
  payment: 'Payment',
  refund: 'Refund',
  decision_revised: 'Attribution revised',
  fraud_verdict: 'Fraud verdict',
  skan_postback: 'SKAN postback',
  connection_needs_attention: 'Connection needs attention',
  test: 'Test',
  claim_answer: 'Answer to a claim',
};

function isMessageKind(kind: string): kind is MessageKind {
  return Object.hasOwn(MESSAGE_WORDS, kind);
}

/** A kind of message or the name of an event, for a person. */
export function messageWords(kindOrName: string): string {
  return isMessageKind(kindOrName) ? MESSAGE_WORDS[kindOrName] : eventWords(kindOrName, WORDS);
}

/** What was sent: an event by the name that its app gave it, everything else by its kind. */
export function deliveryName({ kind, event_name }: Pick<Delivery, 'kind' | 'event_name'>): string {
  return kind === 'event' ? eventWords(event_name, WORDS) : messageWords(kind);
}

export const DELIVERY_STATE_WORDS: Record<DeliveryState, string> = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  rejected: 'Refused',
  skipped: 'Left out',
};

interface StateWords {
  label: string;
  tone: 'neutral' | 'good' | 'bad' | 'warn';
}

/** One that waits after a failed attempt is another matter than one that waits for its first. */
export function deliveryStateWords({ state, attempts }: Pick<Delivery, 'state' | 'attempts'>): StateWords {
  const label = DELIVERY_STATE_WORDS[state];
  if (state === 'waiting')
    return attempts > 0 ? { label: 'Trying again', tone: 'warn' } : { label, tone: 'neutral' };
  if (state === 'rejected') return { label, tone: 'bad' };
  return { label, tone: state === 'delivered' ? 'good' : 'neutral' };
}

/** Reasons go on from the name of a receiver, as "answered 503"; what begins with the name of a field keeps it. */
export function asSentence(reason: string): string {
  return /^[a-z]+( |$)/.test(reason) ? reason.charAt(0).toUpperCase() + reason.slice(1) : reason;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function twoUnits(ms: number, units: readonly [[size: number, name: string], [size: number, name: string]]) {
  const [[large, largeName], [small, smallName]] = units;
  const rest = Math.floor((ms % large) / small);
  return `${Math.floor(ms / large)} ${largeName}${rest > 0 ? ` ${rest} ${smallName}` : ''}`;
}

/** How long something took: "240 ms", "1.2 s", "3 min 10 s", "2 d 4 h". */
export function durationWords(ms: number): string {
  if (ms < SECOND) return `${ms} ms`;
  if (ms < 10 * SECOND) return `${(Math.floor(ms / 100) / 10).toFixed(1).replace('.0', '')} s`;
  if (ms < MINUTE) return `${Math.floor(ms / SECOND)} s`;
  if (ms < HOUR)
    return twoUnits(ms, [
      [MINUTE, 'min'],
      [SECOND, 's'],
    ]);
  if (ms < DAY)
    return twoUnits(ms, [
      [HOUR, 'h'],
      [MINUTE, 'min'],
    ]);
  return twoUnits(ms, [
    [DAY, 'd'],
    [HOUR, 'h'],
  ]);
}
