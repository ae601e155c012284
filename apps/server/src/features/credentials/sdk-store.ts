import type { Signing } from '@trailmark/contract/sdk-credentials';
import type { Db, Tx } from '../../db/connection.ts';

const COLUMNS = [
  'id',
  'active',
  'key_id',
  'hint',
  'platform',
  'created_at',
  'updated_at',
  'expires_at',
] as const;

/** Credentials that have not run out, newest first; without their secrets. */
export async function listCredentialRows(db: Db | Tx, projectId: string, now: Date) {
  return await db
    .selectFrom('sdk_credentials')
    .select(COLUMNS)
    .where('project_id', '=', projectId)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .orderBy('id', 'desc')
    .execute();
}

export type CredentialRow = Awaited<ReturnType<typeof listCredentialRows>>[number];

export async function findSigning(db: Db | Tx, projectId: string): Promise<Signing> {
  const row = await db
    .selectFrom('project_settings')
    .select('signing')
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return row?.signing === 'required' ? 'required' : 'optional';
}

/** The rule of signing, locked, and with it the credentials: those who change either wait for each other. */
export async function lockSigning(tx: Tx, projectId: string, now: Date): Promise<Signing> {
  await tx
    .insertInto('project_settings')
    .values({ project_id: projectId, updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tx
    .selectFrom('project_settings')
    .select('project_id')
    .where('project_id', '=', projectId)
    .forUpdate()
    .execute();
  return await findSigning(tx, projectId);
}

export async function updateSigning(tx: Tx, now: Date, to: { projectId: string; signing: Signing }) {
  await tx
    .updateTable('project_settings')
    .set({ signing: to.signing, updated_at: now })
    .where('project_id', '=', to.projectId)
    .execute();
}

/** false when the project has a credential of this key id already. */
export async function insertCredential(
  tx: Tx,
  credential: CredentialRow & { project_id: string; sealed_secret: string },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('sdk_credentials')
    .values(credential)
    .onConflict((conflict) => conflict.columns(['project_id', 'key_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function updateCredential(
  tx: Tx,
  credential: { projectId: string; id: string },
  set: { active?: boolean; expires_at?: Date; updated_at: Date },
): Promise<void> {
  await tx
    .updateTable('sdk_credentials')
    .set(set)
    .where('project_id', '=', credential.projectId)
    .where('id', '=', credential.id)
    .execute();
}
