import type { NetworkLogin } from '@trailmark/contract/network-accounts';
import { formatRelative } from '../../ui/format-relative.ts';

const DAY_MS = 86_400_000;
/** From then on somebody is asked to connect again before it ends. */
const SOON_DAYS = 7;

export interface LoginWords {
  tone: 'neutral' | 'warn' | 'bad';
  /** Until when it holds. */
  line: string;
  /** Nothing is read any more until somebody signs in again. */
  isOver: boolean;
}

/** Whether a login still holds, and for how long. */
export function loginWords(
  { state, reason, expires_at }: Pick<NetworkLogin, 'state' | 'reason' | 'expires_at'>,
  now: Date,
): LoginWords {
  if (state === 'attention') {
    return { tone: 'bad', line: reason ?? 'The network does not accept it any more.', isOver: true };
  }
  if (expires_at === null) return { tone: 'neutral', line: 'Valid until it is revoked', isOver: false };
  const end = new Date(expires_at);
  const leftMs = end.getTime() - now.getTime();
  if (leftMs <= 0) return { tone: 'bad', line: `Ended ${formatRelative(end, now)}`, isOver: true };
  const tone = leftMs < SOON_DAYS * DAY_MS ? 'warn' : 'neutral';
  return { tone, line: `Ends ${formatRelative(end, now)}`, isOver: false };
}
