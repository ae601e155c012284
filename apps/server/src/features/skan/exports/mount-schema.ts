import { createHash } from 'node:crypto';
import type { SkanSchema } from '@trailmark/contract/skan-bases';
import { toMeta } from '@trailmark/core/skan/schema/to-meta';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { spend } from '../../../access/rate-limit.ts';
import type { Db } from '../../../db/connection.ts';
import { clientInfo } from '../../../http/client-info.ts';
import { AppError } from '../../../platform/app-error.ts';
import { later, MINUTE_MS } from '../../../platform/clock.ts';
import type { Kit } from '../../../platform/kit.ts';
import { hashToken } from '../../../platform/secrets.ts';
import { SCHEMA_PATH } from './schema-url.ts';

const TOKEN = /^[\w-]{20,100}$/;
/** Of one address: Meta reads a schema now and then. */
const READS = { max: 60, perMs: MINUTE_MS };

interface PublishedSchema {
  project_id: string;
  currency: string;
  version: number;
  schema: SkanSchema;
}

/** The active schema behind a token, while SKAN is switched on. */
async function findPublished(db: Db, token: string): Promise<PublishedSchema | null> {
  const { rows } = await sql<PublishedSchema>`
    select u.project_id, p.currency, s.version, s.schema
    from skan_schema_urls u
    join projects p on p.project_id = u.project_id and p.deleted_at is null
    join skan_schemas s on s.project_id = u.project_id and s.state = 'active'
    where u.token_hash = ${hashToken(token)} and (select a.activate_skan from skan_activations a
      where a.project_id = u.project_id order by a.changed_at desc limit 1)`.execute(db);
  return rows[0] ?? null;
}

/** At most once a minute, so that reading costs little. */
async function noteRead({ db, clock }: Kit, { project_id, version }: PublishedSchema): Promise<void> {
  const now = clock.now();
  await sql`update skan_schema_urls set last_fetched_at = ${now}, fetched_version = ${version}
    where project_id = ${project_id} and (last_fetched_at is null or last_fetched_at <= ${later(now, -MINUTE_MS)}
      or fetched_version is distinct from ${version})`.execute(db);
}

/** Serves the schema of a project to those who know its address. */
export function mountSchema(app: FastifyInstance, kit: Kit): void {
  app.get<{ Params: { token: string } }>(
    `${SCHEMA_PATH}/:token`,
    { config: { access: 'static' } },
    async (request, reply) => {
      const { ip } = clientInfo(request);
      await spend(kit.db, kit.clock.now(), [{ bucket: `skan-schema:${ip}`, ...READS }]);
      const { token } = request.params;
      const published = TOKEN.test(token) ? await findPublished(kit.db, token) : null;
      if (!published) throw new AppError('not_found', 'There is no such schema.');
      await noteRead(kit, published);
      const body = JSON.stringify(toMeta(published.schema, published.currency));
      const etag = `"${published.version}-${createHash('sha256').update(body).digest('base64url').slice(0, 16)}"`;
      reply.headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache', etag });
      if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
      return reply.send(body);
    },
  );
}
