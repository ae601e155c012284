import { eventWords, isOwnEvent } from '@trailmark/contract/event-words';
import type { LiveItem } from '@trailmark/contract/live';
import type { ProjectWords } from '@trailmark/contract/project-words';
import { decisionWords } from '../../words/attribution-words.ts';
import { kindWords } from '../../words/event-words.ts';

type Named = Pick<LiveItem, 'kind' | 'name'>;

/** What came, in words; links and the events of an app keep the names that they were given. */
export function itemName({ kind, name }: Named, words: ProjectWords): string {
  if (kind === 'install') return decisionWords(name, words);
  return eventWords(name, words) || kindWords(kind, words);
}

/** A name that somebody gave does not say of what kind it is; our own words do. */
export function itemTitle(item: Named, words: ProjectWords): string {
  const { kind, name } = item;
  const isGiven = kind !== 'install' && name !== '' && !isOwnEvent(name);
  return isGiven ? `${kindWords(kind, words)} ${name}` : itemName(item, words);
}
