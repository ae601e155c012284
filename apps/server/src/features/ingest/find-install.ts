import type { Db } from '../../db/connection.ts';
import { NO_CREDIT } from '../../pipeline/credit.ts';
import type { InstallState } from '../../pipeline/group.ts';
import { findInstallState } from '../../pipeline/load-installs.ts';

/** An install as it is now; one that was never heard of is nobody's. */
export async function findInstall(db: Db, projectId: string, installId: string): Promise<InstallState> {
  const known = await findInstallState(db, projectId, installId);
  if (known) return known;
  return {
    projectId,
    installId,
    bornOf: null,
    platform: 'other',
    country: '',
    installedAt: null,
    kind: null,
    cohortDate: null,
    timeline: [{ from: null, credit: NO_CREDIT }],
    revision: 0,
    matchType: null,
    touchedAt: null,
    verdict: 'clean',
    deepLink: null,
    userId: null,
  };
}
