import type { Conversion, Decision, KnownDevice, Rules, Touch } from './decision.ts';
import { isReturn } from './judge-touch.ts';

const DAY_MS = 86_400_000;

/** What the open is: a new install, one of a known device, or the return of somebody who had gone quiet. */
export function decideKind(conversion: Conversion, winner: Touch | null, rules: Rules): Decision['kind'] {
  const { before } = conversion;
  // A session of an app whose first open is not known says nothing about that open.
  if (before === null) return conversion.kind === 'session' ? null : 'install';
  const windows = winner?.windows ?? rules.windows;
  if (!isReturn(conversion)) {
    const isKept = msSince(conversion, before.installedAt) <= windows.reattribution_days * DAY_MS;
    return isKept ? 'reinstall' : 'install';
  }
  if (winner === null) return null;
  const wasQuiet = msSince(conversion, before.lastActiveAt) >= windows.inactivity_days * DAY_MS;
  if (!wasQuiet) return null;
  return isSameSource(winner, before) ? 'reengagement' : 'reattribution';
}

function msSince(conversion: Conversion, instant: string): number {
  return Date.parse(conversion.at) - Date.parse(instant);
}

/** Of campaigns that we do not have, only the network is known. */
function isSameSource(winner: Touch, before: KnownDevice): boolean {
  if (winner.campaignId !== before.campaignId) return false;
  return winner.campaignId !== null || winner.network === before.network;
}
