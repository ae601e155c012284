import type { SkanMetaStatus } from '@trailmark/contract/skan-exports';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Actor } from '../../../access/caller.ts';
import { recordChange } from '../../../audit/record.ts';
import type { Db, Tx } from '../../../db/connection.ts';
import { AppError } from '../../../platform/app-error.ts';
import { newToken } from '../../../platform/ids.ts';
import type { Kit } from '../../../platform/kit.ts';
import { hashToken } from '../../../platform/secrets.ts';
import { findActivation, findAppId, findSchema } from '../schema/store.ts';
import { presentMetaEvents, readMetaEventMap } from './meta-events.ts';

export const SCHEMA_PATH = '/skan/schema';

const SealedToken = z.object({ token: z.string() });

interface UrlRow {
  sealed_token: string;
  last_fetched_at: Date | null;
  fetched_version: number | null;
}

async function findUrl(db: Db | Tx, projectId: string): Promise<UrlRow | null> {
  const { rows } = await sql<UrlRow>`select sealed_token, last_fetched_at, fetched_version
    from skan_schema_urls where project_id = ${projectId}`.execute(db);
  return rows[0] ?? null;
}

/** Makes the address that Meta reads the schema from; one that there is stays, unless it is to be replaced. */
export async function makeSchemaUrl(
  tx: Tx,
  kit: Pick<Kit, 'clock' | 'secrets'>,
  { projectId, replaces }: { projectId: string; replaces: boolean },
): Promise<void> {
  const token = newToken();
  const sealed = kit.secrets.seal('networks', { token });
  const now = kit.clock.now();
  const change = sql`do update set token_hash = excluded.token_hash, sealed_token = excluded.sealed_token,
    created_at = excluded.created_at, last_fetched_at = null, fetched_version = null`;
  await sql`insert into skan_schema_urls (project_id, token_hash, sealed_token, created_at)
    values (${projectId}, ${hashToken(token)}, ${sealed}, ${now})
    on conflict (project_id) ${replaces ? change : sql`do nothing`}`.execute(tx);
}

/** The old address leads nowhere from then on. */
export async function renewSchemaUrl(
  kit: Kit,
  { projectId, actor }: { projectId: string; actor: Actor },
): Promise<void> {
  await kit.db.transaction().execute(async (tx) => {
    if (!(await findUrl(tx, projectId))) {
      throw new AppError('conflict', 'There is no address yet: activate SKAN first.');
    }
    await makeSchemaUrl(tx, kit, { projectId, replaces: true });
    const target = 'schema address';
    const action = 'skan_schema_url.renewed';
    await recordChange(tx, kit.clock.now(), { projectId, actor, action, target });
  });
}

function reasonOf(state: SkanMetaStatus['status']): string {
  switch (state) {
    case 'NOT_CONNECTED':
      return 'SKAN is not active: Meta cannot read a schema.';
    case 'PENDING':
      return 'Enter the address in Meta Events Manager. The active version was not read there yet.';
    case 'ACTIVE':
      return 'The active version was read at the address. Check in Events Manager that it was Meta.';
  }
}

export async function presentMetaStatus(kit: Kit, projectId: string): Promise<SkanMetaStatus> {
  const [url, activation, active, appId, map] = await Promise.all([
    findUrl(kit.db, projectId),
    findActivation(kit.db, projectId),
    findSchema(kit.db, projectId, 'active'),
    findAppId(kit.db, projectId),
    readMetaEventMap(kit.db, projectId),
  ]);
  const opened = url && SealedToken.safeParse(kit.secrets.open('networks', url.sealed_token)).data;
  const isCurrent = url?.fetched_version !== null && url?.fetched_version === active?.version;
  const status = !activation?.activate_skan ? 'NOT_CONNECTED' : isCurrent ? 'ACTIVE' : 'PENDING';
  return {
    connected: Boolean(url?.last_fetched_at),
    status,
    reason: reasonOf(status),
    app_id: appId,
    // A token that cannot be read any more, because SECRET_KEY was changed, is replaced by hand.
    schema_url: opened ? `${kit.publicUrl}${SCHEMA_PATH}/${opened.token}` : null,
    last_fetched_at: url?.last_fetched_at?.toISOString() ?? null,
    schema_version: url?.fetched_version ?? null,
    events: active ? presentMetaEvents(active.schema, map) : [],
  };
}
