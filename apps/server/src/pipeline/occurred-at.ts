import { eventTime } from '@trailmark/core/client/event-time';
import type { InstallState, Item } from './group.ts';

/**
 * When it happened. A device's clock is never trusted: it says only how long before the call or after the install, and
 * the result is between the install and the receipt. A server names the time itself; only history may be before the
 * install, and nothing is in the future.
 */
export function occurredAt(item: Item, { installedAt }: Pick<InstallState, 'installedAt'>): Date {
  const { receivedAt, ageMs, sinceInstallMs } = item;
  if (item.occurredAt) return item.occurredAt > receivedAt ? receivedAt : item.occurredAt;
  if (ageMs === null && sinceInstallMs === null) return receivedAt;
  const received = receivedAt.getTime();
  const installed = installedAt?.getTime() ?? null;
  return new Date(eventTime({ receivedAt: received, installedAt: installed, ageMs, sinceInstallMs }));
}

/** The same where the install is not known, or has yet to be decided. */
export const occurredAtByItself = (item: Item): Date => occurredAt(item, { installedAt: null });
