import type { Db } from '../../db/connection.ts';
import type { InstallState } from '../../pipeline/group.ts';
import { findInstallState, unknownInstall } from '../../pipeline/load-installs.ts';

/** An install as it is now; one that was never heard of is nobody's. */
export async function findInstall(db: Db, projectId: string, installId: string): Promise<InstallState> {
  return (await findInstallState(db, projectId, installId)) ?? unknownInstall(projectId, installId);
}
