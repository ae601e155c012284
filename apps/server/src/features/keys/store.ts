import type { Db, Tx } from '../../db/connection.ts';

export async function getToken(db: Db, projectId: string): Promise<string> {
  const row = await db
    .selectFrom('project_tokens')
    .select('token')
    .where('project_id', '=', projectId)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirstOrThrow();
  return row.token;
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
