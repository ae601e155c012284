import { TOOLS } from '@trailmark/contract/analytics-tools';
import type { ConnectionHealth, ConnectionKind, ConnectionState } from '@trailmark/contract/connections';
import { countInWords } from './count-in-words.ts';
import { nearInstant } from './format-instant.ts';

/** What a connection leads to. */
export function connectionKindWords(kind: ConnectionKind): string {
  if (kind === 'webhook') return 'Webhook';
  if (kind === 'META') return 'Meta';
  if (kind === 'GOOGLE') return 'Google Ads';
  if (kind === 'JIO_COUPONS') return 'Coupons';
  return kind === 'TIKTOK' ? 'TikTok' : TOOLS[kind].label;
}

export const CONNECTION_STATE_WORDS: Record<
  ConnectionState,
  { label: string; tone: 'good' | 'neutral' | 'warn' }
> = {
  active: { label: 'Active', tone: 'good' },
  paused: { label: 'Paused', tone: 'neutral' },
  attention: { label: 'Needs attention', tone: 'warn' },
};

export interface HealthWords {
  tone: 'good' | 'warn' | 'off';
  /** What is sent and what waits. */
  line: string;
  /** What the receiver did not take; null where there is nothing. */
  refused: string | null;
}

const count = new Intl.NumberFormat('en');

/** What is due goes within seconds: only what is due for longer is late. */
const LATE_MS = 60_000;

/** Since when something should have been sent; null: nothing is late. */
export function lateSince({ late_since }: ConnectionHealth, now: Date): string | null {
  return late_since && now.getTime() - Date.parse(late_since) > LATE_MS ? late_since : null;
}

function waitingWords(waiting: number, since: string | null): string {
  if (waiting === 0) return 'none waiting';
  return since
    ? `${count.format(waiting)} waiting, oldest since ${since}`
    : `${count.format(waiting)} waiting`;
}

/** How a connection is doing, in a line. */
export function healthWords(health: ConnectionHealth, timeZone: string, now: Date): HealthWords {
  const clock = (at: string) => nearInstant(at, timeZone, now);
  const { state, reason, state_since, waiting, blocked_until, delivered, last_delivered_at } = health;
  const cause = reason ? ` (${reason})` : '';
  const refused = health.rejected > 0 ? `${count.format(health.rejected)} refused` : null;
  const late = lateSince(health, now);
  const rest = waitingWords(waiting, late && clock(late));
  if (state !== 'active') {
    const line = `Nothing sent since ${clock(state_since)}, ${rest}`;
    return { tone: state === 'paused' ? 'off' : 'warn', line, refused };
  }
  if (blocked_until && new Date(blocked_until) > now) {
    return {
      tone: 'warn',
      line: `Pauses${cause}, next try at ${clock(blocked_until)}, ${rest}`,
      refused,
    };
  }
  // The receiver took nothing since then.
  if (reason) return { tone: 'warn', line: `The last try failed${cause}, ${rest}`, refused };
  if (late) return { tone: 'warn', line: rest, refused };
  if (delivered > 0) {
    return { tone: 'good', line: `Delivering, ${count.format(delivered)} since yesterday, ${rest}`, refused };
  }
  if (waiting > 0)
    return { tone: 'good', line: `${countInWords(waiting, 'message')} about to be sent`, refused };
  return {
    tone: 'off',
    line: last_delivered_at ? 'Nothing to send since yesterday' : 'Nothing sent yet',
    refused,
  };
}
