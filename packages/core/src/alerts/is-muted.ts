/** Muted until a time, or until somebody unmutes it. */
export function isMuted(
  { muted_at, muted_until }: { muted_at: Date | null; muted_until: Date | null },
  now: Date,
): boolean {
  return muted_at !== null && (muted_until === null || muted_until > now);
}
