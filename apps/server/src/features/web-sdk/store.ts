import type { Db, Tx } from '../../db/connection.ts';

/** Hosts that the project allows, oldest first. */
export async function listHosts(db: Db | Tx, projectId: string) {
  return await db
    .selectFrom('project_tokens')
    .select(['token_id', 'host', 'token', 'created_at', 'last_seen_at'])
    .where('project_id', '=', projectId)
    .where('type', '=', 'web')
    .orderBy('created_at')
    .orderBy('host')
    .$narrowType<{ token_id: string; host: string }>()
    .execute();
}

export type HostRow = Awaited<ReturnType<typeof listHosts>>[number];

/** Locks the settings of a project, which need not have a row yet: who changes its hosts waits for the others. */
export async function lockWebSettings(tx: Tx, projectId: string, now: Date): Promise<boolean> {
  await tx
    .insertInto('project_settings')
    .values({ project_id: projectId, updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await tx
    .selectFrom('project_settings')
    .select('allow_localhost')
    .where('project_id', '=', projectId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return row.allow_localhost;
}

export async function allowsLocalhost(db: Db, projectId: string): Promise<boolean> {
  const row = await db
    .selectFrom('project_settings')
    .select('allow_localhost')
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return row?.allow_localhost ?? false;
}

export async function setLocalhost(tx: Tx, projectId: string, to: { allowed: boolean; now: Date }) {
  await tx
    .updateTable('project_settings')
    .set({ allow_localhost: to.allowed, updated_at: to.now })
    .where('project_id', '=', projectId)
    .execute();
}

export async function insertHost(tx: Tx, projectId: string, row: HostRow): Promise<void> {
  await tx
    .insertInto('project_tokens')
    .values({ ...row, project_id: projectId, type: 'web' })
    .execute();
}

/** The host that had the token; null where none of the project's has it. */
export async function deleteHost(tx: Tx, projectId: string, tokenId: string): Promise<string | null> {
  const deleted = await tx
    .deleteFrom('project_tokens')
    .where('project_id', '=', projectId)
    .where('type', '=', 'web')
    .where('token_id', '=', tokenId)
    .returning('host')
    .executeTakeFirst();
  return deleted?.host ?? null;
}

export async function listRefused(db: Db | Tx, projectId: string) {
  return await db
    .selectFrom('refused_hosts')
    .select(['host', 'count', 'first_at', 'last_at'])
    .where('project_id', '=', projectId)
    .orderBy('count', 'desc')
    .orderBy('host')
    .execute();
}

export type RefusedRow = Awaited<ReturnType<typeof listRefused>>[number];

export async function forgetRefused(tx: Tx, projectId: string, hosts: string[]): Promise<void> {
  if (hosts.length === 0) return;
  await tx
    .deleteFrom('refused_hosts')
    .where('project_id', '=', projectId)
    .where('host', 'in', hosts)
    .execute();
}
