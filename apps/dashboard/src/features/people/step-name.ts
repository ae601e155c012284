import { eventWords } from '../events/event-words.ts';

/** What happened, in words; an event that an app named keeps its name. */
export function stepName(name: string): string {
  return name === '$open' ? 'App opened' : eventWords(name);
}
