const MINUTE = 60;
const HOUR = 60 * MINUTE;

/**
 * The seconds before each attempt after the first; after the last of them a delivery is given up. About three days, as
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md suggests.
 */
export const RETRY_SECONDS = [
  ...[5, 5 * MINUTE, 30 * MINUTE],
  ...[2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR],
] as const;

/** At most so much longer, so that what failed together does not come back together. */
const JITTER = 0.2;

/** How long to wait after so many attempts; null: no more. A receiver that says when is not asked earlier. */
export function secondsToNextAttempt(
  attempts: number,
  { afterSeconds = 0, random }: { afterSeconds?: number | undefined; random: number },
): number | null {
  const seconds = RETRY_SECONDS[attempts - 1];
  return seconds === undefined ? null : Math.max(seconds, afterSeconds) * (1 + JITTER * random);
}
