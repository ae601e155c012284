import type { NetworkImport } from '@trailmark/contract/network-spend';
import { countDays } from '../../report/calendar-day.ts';
import { nearInstant } from '../../words/format-instant.ts';
import { NETWORK_WORDS } from '../../words/network-name.ts';

export interface ImportWords {
  label: string;
  tone: 'good' | 'neutral' | 'accent' | 'warn' | 'bad';
  /** What happens, or why nothing does; null where there is nothing to add. */
  line: string | null;
}

/** How far an import is: the day that it is at, of how many. */
export function importProgress({ days }: Pick<NetworkImport, 'days'>): { day: number; of: number } | null {
  if (days === null) return null;
  const of = countDays(days.from, days.to);
  return { day: Math.min(countDays(days.from, days.reached), of), of };
}

const asSentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

interface Clock {
  timezone: string;
  now: Date;
}

/** How an ad account is doing, in a word and a line. */
export function importWords(one: NetworkImport, { timezone, now }: Clock): ImportWords {
  const network = NETWORK_WORDS[one.kind];
  const next = nearInstant(one.next_at, timezone, now);
  const isDue = new Date(one.next_at) <= now;
  const retry = isDue ? 'It will be retried soon.' : `It will be retried at ${next}.`;
  switch (one.state) {
    case 'stopped':
      return { label: 'Stopped', tone: 'neutral', line: 'Nothing is imported until it is started again.' };
    case 'failed':
      return { label: 'Failed', tone: 'bad', line: asSentence(one.reason ?? `${network} did not answer`) };
    case 'running': {
      if (one.reason && !isDue) {
        return { label: 'Interrupted', tone: 'warn', line: `${asSentence(one.reason)} ${retry}` };
      }
      const progress = importProgress(one);
      const line = progress ? `Day ${progress.day} of ${progress.of}` : `Importing from ${network}`;
      return { label: 'Importing', tone: 'accent', line };
    }
    default:
      return {
        label: one.pulled_at ? 'Up to date' : 'Waiting',
        tone: one.pulled_at ? 'good' : 'neutral',
        line: one.pulled_at ? null : `Nothing was imported from ${network} yet.`,
      };
  }
}
