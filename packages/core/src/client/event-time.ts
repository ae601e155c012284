/** How old something may be of which the install, which bounds it otherwise, is not known yet. */
export const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;

/** An instant as a program writes it; NaN where it is none. */
const instantOf = (text: string | null | undefined) => (text ? Date.parse(text) : Number.NaN);

/**
 * How long before it was sent something happened, by the clock of the client, in milliseconds; null: not said. Only the
 * difference of the two is used, so that it does not matter what the clock says. One that was set back in between says
 * nothing about the age: then it happened just now.
 */
export function readAge(
  occurredAt: string | null | undefined,
  sentAt: string | null | undefined,
): number | null {
  if (!occurredAt || !sentAt) return null;
  const age = instantOf(sentAt) - instantOf(occurredAt);
  return Number.isNaN(age) ? null : Math.max(0, age);
}

/** What is known of the time of something; all in milliseconds. */
export interface TimeEvidence {
  receivedAt: number;
  /** null: the install is not known yet. */
  installedAt: number | null;
  /** How long before it was sent it happened. */
  ageMs: number | null;
  /** How long after the install it happened. */
  sinceInstallMs: number | null;
}

function claimedTime({ receivedAt, installedAt, ageMs, sinceInstallMs }: TimeEvidence): number {
  if (ageMs !== null) {
    // Nothing else bounds it: a clock that was set may have made it years.
    const isBelievable = installedAt !== null || ageMs <= MAX_AGE_MS;
    return isBelievable ? receivedAt - ageMs : receivedAt;
  }
  return installedAt === null || sinceInstallMs === null ? receivedAt : installedAt + sinceInstallMs;
}

/** When something happened that a client reports: not before the install, and never after the receipt. */
export function eventTime(evidence: TimeEvidence): number {
  const { receivedAt, installedAt } = evidence;
  const claimed = claimedTime(evidence);
  return Math.min(installedAt === null ? claimed : Math.max(claimed, installedAt), receivedAt);
}
