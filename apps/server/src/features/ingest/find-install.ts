import type { Db } from '../../db/connection.ts';
import type { InstallState } from '../../pipeline/group.ts';
import { findInstallState } from '../../pipeline/steps/load-installs.ts';
import { unknownInstall } from '../../pipeline/unknown-install.ts';

/** An install as it is now; one that was never heard of is nobody's. */
export async function findInstall(db: Db, projectId: string, installId: string): Promise<InstallState> {
  return (await findInstallState(db, projectId, installId)) ?? unknownInstall(projectId, installId);
}

export async function findAdvertisingId(
  db: Db,
  projectId: string,
  installId: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('installs')
    .select('advertising_id')
    .where('project_id', '=', projectId)
    .where('install_id', '=', installId)
    .executeTakeFirst();
  return row?.advertising_id ?? null;
}
