import type { EventMapAccount, MapValue, PostbackEventMap } from '@trailmark/contract/event-maps';
import { messageWords } from '../../words/delivery-words.ts';
import { NETWORK_WORDS } from '../../words/network-name.ts';

/** Kinds of events that a map can be for; everything else is the name of one. */
export const MAPPED_KINDS = [
  ...(['install', 'reinstall', 'reengagement', 'signup', 'payment', 'refund', 'event'] as const),
];

/** One of our events, for a person. */
export const ownEventWords = (event: string): string =>
  event === 'event' ? 'Every event of the app' : messageWords(event);

export const networkWords = ({ kind }: Pick<EventMapAccount, 'kind'>): string => NETWORK_WORDS[kind];

const money = (amount: number, currency: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount);

export function valueWords(value: MapValue): string {
  if (value.from === 'event') return 'What was paid';
  if (value.from === 'none') return 'No value';
  if (value.from === 'fixed') return `Always ${money(value.amount, value.currency)}`;
  return `${value.property}, in ${value.currency}`;
}

export const INSTALL_WORDS: Record<PostbackEventMap['installs'], { label: string; hint: string }> = {
  attributed: { label: 'Credited to the network', hint: 'Only installs credited to its ads.' },
  all: { label: 'All', hint: 'All installs, including those from other sources.' },
  organic: { label: 'Organic', hint: 'Only organic installs.' },
};

export const TIMES_WORDS: Record<PostbackEventMap['times'], string> = {
  first: 'First only',
  daily: 'Once a day',
  every: 'Every time',
};

export const CONSENT_WORDS: Record<PostbackEventMap['consent'], { label: string; hint: string }> = {
  granted: { label: 'Only with consent', hint: 'The person has agreed to the use of their data for ads.' },
  not_denied: { label: 'Unless refused', hint: 'Also when the person was not asked.' },
  ignored: { label: 'Not checked', hint: 'A refusal is sent along; the network limits the use of the data.' },
};
