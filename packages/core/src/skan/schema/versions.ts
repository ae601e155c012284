/** A version of a schema and when it came into force. */
export interface ActivatedVersion {
  version: number;
  /** Each time that it was activated. */
  activatedAt: readonly Date[];
}

/**
 * The version in force at an instant: the one that was activated last before it. Where values were no longer handed out
 * it is still that one, since nothing has replaced it. null: none was active yet.
 */
export function activeVersionAt<Version extends ActivatedVersion>(
  versions: readonly Version[],
  instant: Date,
): Version | null {
  let active: { version: Version; at: number } | null = null;
  for (const version of versions) {
    for (const activatedAt of version.activatedAt) {
      const at = activatedAt.getTime();
      if (at <= instant.getTime() && (!active || at >= active.at)) active = { version, at };
    }
  }
  return active?.version ?? null;
}
