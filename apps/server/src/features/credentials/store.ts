import { SIGNATURE_DAYS, type SignatureDay, type Signing } from '@trailmark/contract/sdk-credentials';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/connection.ts';

/** The token that was made with the project. */
export async function getToken(db: Db, projectId: string): Promise<string> {
  const row = await db
    .selectFrom('project_tokens')
    .select('token')
    .where('project_id', '=', projectId)
    .where('origin', '=', 'generated')
    .where('type', '=', 'app')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirstOrThrow();
  return row.token;
}

/** Locks the project's own token, so that two imports cannot exceed the limit together. */
export async function lockTokens(tx: Tx, projectId: string): Promise<void> {
  await tx
    .selectFrom('project_tokens')
    .select('token')
    .where('project_id', '=', projectId)
    .where('origin', '=', 'generated')
    .where('type', '=', 'app')
    .forUpdate()
    .execute();
}

export async function listImportedTokens(db: Db | Tx, projectId: string) {
  return await db
    .selectFrom('project_tokens')
    .select(['token', 'created_at'])
    .where('project_id', '=', projectId)
    .where('origin', '=', 'imported')
    .orderBy('created_at')
    .orderBy('token')
    .execute();
}

export type ImportedTokenRow = Awaited<ReturnType<typeof listImportedTokens>>[number];

/** false when some project has the token already. */
export async function insertImportedToken(
  tx: Tx,
  projectId: string,
  { token, created_at }: ImportedTokenRow,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('project_tokens')
    .values({ token, created_at, project_id: projectId, origin: 'imported' })
    .onConflict((conflict) => conflict.column('token').doNothing())
    .returning('token')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** The id of the project that had the token, of the given one only where one is given; null when none had it. */
export async function deleteImportedToken(
  tx: Tx,
  { token, projectId }: { token: string; projectId?: string | undefined },
): Promise<string | null> {
  const deleted = await tx
    .deleteFrom('project_tokens')
    .where('token', '=', token)
    .where('origin', '=', 'imported')
    .$if(projectId !== undefined, (query) => query.where('project_id', '=', projectId ?? ''))
    .returning('project_id')
    .executeTakeFirst();
  return deleted?.project_id ?? null;
}

/** Keys that still work, newest first. */
export async function listKeys(db: Db | Tx, projectId: string, now: Date) {
  return await db
    .selectFrom('private_keys as k')
    .leftJoin('users as u', 'u.id', 'k.created_by')
    .select(['k.id', 'k.hint', 'k.created_at', 'k.expires_at', 'u.email as created_by'])
    .where('k.project_id', '=', projectId)
    .where((eb) => eb.or([eb('k.expires_at', 'is', null), eb('k.expires_at', '>', now)]))
    .orderBy('k.created_at', 'desc')
    .execute();
}

export type KeyRow = Awaited<ReturnType<typeof listKeys>>[number];

/** Lets the keys in force run out; one that already runs out sooner keeps its end. */
export async function retireKeys(tx: Tx, projectId: string, end: Date): Promise<void> {
  await tx
    .updateTable('private_keys')
    .set({ expires_at: end })
    .where('project_id', '=', projectId)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', end)]))
    .execute();
}

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
  return (row?.signing as Signing | undefined) ?? 'report';
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

/** How requests of the last days were signed, the newest day first. */
export async function listSignatureDays(db: Db, projectId: string, now: Date): Promise<SignatureDay[]> {
  const { rows } = await sql<SignatureDay>`
    select s.day::text as day, s.outcome, s.count::float8 as count
    from signature_days s join projects p on p.project_id = s.project_id
    where s.project_id = ${projectId}
      and s.day > (${now}::timestamptz at time zone p.timezone)::date - ${SIGNATURE_DAYS}::int
    order by s.day desc, s.outcome`.execute(db);
  return rows;
}
