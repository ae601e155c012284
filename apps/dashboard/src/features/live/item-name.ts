import type { LiveItem } from '@trailmark/contract/live';
import { DECISION_WORDS } from '../../words/attribution-words.ts';
import { eventWords, isOwnEvent, KIND_WORDS } from '../../words/event-words.ts';

type Named = Pick<LiveItem, 'kind' | 'name'>;

/** What came, in words; links and the events of an app keep the names that they were given. */
export function itemName({ kind, name }: Named): string {
  if (kind === 'install') return DECISION_WORDS[name as keyof typeof DECISION_WORDS] ?? name;
  return eventWords(name) || KIND_WORDS[kind];
}

/** A name that somebody gave does not say of what kind it is; our own words do. */
export function itemTitle(item: Named): string {
  const { kind, name } = item;
  const isGiven = kind !== 'install' && name !== '' && !isOwnEvent(name);
  return isGiven ? `${KIND_WORDS[kind]} ${name}` : itemName(item);
}
