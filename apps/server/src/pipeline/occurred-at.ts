import type { InstallState, Item } from './group.ts';

/**
 * When it happened. A device's clock is never trusted: it says only how long after the install, and the result
 * is between the install and the receipt. A server names the time itself; only history may be before the install,
 * and nothing is in the future.
 */
export function occurredAt(item: Item, install: InstallState): Date {
  const { receivedAt } = item;
  if (item.occurredAt) return item.occurredAt > receivedAt ? receivedAt : item.occurredAt;
  if (item.sinceInstallMs === null || install.installedAt === null) return receivedAt;
  const at = install.installedAt.getTime() + Math.max(0, item.sinceInstallMs);
  return new Date(Math.min(at, receivedAt.getTime()));
}
