import type { AlertRule } from '@trailmark/contract/alerts';
import { shortInstant } from '../../words/format-instant.ts';

type Tone = 'good' | 'bad' | 'warn' | 'neutral';

/** "Firing since 14 Jun 12:14", "Muted until…", "OK". */
export function stateWords(
  { state, firing_since: since, firing_count: count, muted_until: until }: AlertRule,
  timezone: string,
): { label: string; tone: Tone } {
  if (state === 'off') return { label: 'Off', tone: 'neutral' };
  if (state === 'new') return { label: 'Not checked yet', tone: 'neutral' };
  if (state === 'ok') return { label: 'OK', tone: 'good' };
  if (state === 'muted') {
    return { label: until ? `Muted until ${shortInstant(until, timezone)}` : 'Muted', tone: 'warn' };
  }
  const several = count > 1 ? ` (${count})` : '';
  return { label: `Firing${several} since ${since ? shortInstant(since, timezone) : ''}`, tone: 'bad' };
}
