import type { LiveItem } from '@trailmark/contract/live';
import { DECISION_WORDS } from '../people/attribution-words.ts';
import { stepName } from '../people/step-name.ts';

/** What came, in words; an event that an app named keeps its name. */
export function itemName({ kind, name }: Pick<LiveItem, 'kind' | 'name'>): string {
  if (kind === 'install') return DECISION_WORDS[name as keyof typeof DECISION_WORDS] ?? name;
  return stepName(name);
}
