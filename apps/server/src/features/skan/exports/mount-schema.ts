import { createHash } from 'node:crypto';
import type { SkanSchema } from '@trailmark/contract/skan-bases';
import { toMeta } from '@trailmark/core/skan/schema/to-meta';
import { toSdk } from '@trailmark/core/skan/schema/to-sdk';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { spend } from '../../../access/rate-limit.ts';
import type { Db } from '../../../db/connection.ts';
import { clientInfo } from '../../../http/client-info.ts';
import { AppError } from '../../../platform/app-error.ts';
import { later, MINUTE_MS } from '../../../platform/clock.ts';
import type { Kit } from '../../../platform/kit.ts';
import { hashToken } from '../../../platform/secrets.ts';
import { readMetaEventMap } from './meta-events.ts';
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

/** The active schema of a project, while SKAN is switched on. */
async function findActive(db: Db, project: Pick<PublishedSchema, 'project_id' | 'currency'> | undefined) {
  if (!project) return null;
  const { rows } = await sql<Pick<PublishedSchema, 'version' | 'schema'>>`
    select version, schema from skan_schemas where project_id = ${project.project_id} and state = 'active'
      and (select activate_skan from skan_activations where project_id = ${project.project_id}
        order by changed_at desc limit 1)`.execute(db);
  return rows[0] ? { ...project, ...rows[0] } : null;
}

/** Behind a token of Meta's. */
async function findPublished(db: Db, token: string): Promise<PublishedSchema | null> {
  const { rows } = await sql<Pick<PublishedSchema, 'project_id' | 'currency'>>`
    select p.project_id, p.currency from skan_schema_urls u
    join projects p on p.project_id = u.project_id and p.deleted_at is null
    where u.token_hash = ${hashToken(token)}`.execute(db);
  return await findActive(db, rows[0]);
}

/** At most once a minute, so that reading costs little. */
async function noteRead({ db, clock }: Kit, { project_id, version }: PublishedSchema): Promise<void> {
  const now = clock.now();
  await sql`update skan_schema_urls set last_fetched_at = ${now}, fetched_version = ${version}
    where project_id = ${project_id} and (last_fetched_at is null or last_fetched_at <= ${later(now, -MINUTE_MS)}
      or fetched_version is distinct from ${version})`.execute(db);
}

/** For an app, by the public token of its project. */
async function findForSdk(db: Db, token: string): Promise<PublishedSchema | null> {
  const { rows } = await sql<Pick<PublishedSchema, 'project_id' | 'currency'>>`
    select p.project_id, p.currency from project_tokens t
    join projects p on p.project_id = t.project_id and p.deleted_at is null
    where t.token = ${token} and t.type <> 'web'`.execute(db);
  return await findActive(db, rows[0]);
}

type SchemaRequest = FastifyRequest<{ Params: { token: string } }>;

async function find(kit: Kit, request: SchemaRequest, look: typeof findForSdk): Promise<PublishedSchema> {
  const { ip } = clientInfo(request);
  await spend(kit.db, kit.clock.now(), [{ bucket: `skan-schema:${ip}`, ...READS }]);
  const { token } = request.params;
  const published = TOKEN.test(token) ? await look(kit.db, token) : null;
  if (!published) throw new AppError('not_found', 'We couldn’t find this schema.');
  return published;
}

/** What was read before, and has not changed, is not sent again. */
function send(
  request: SchemaRequest,
  reply: FastifyReply,
  { version, json }: { version: number; json: object },
) {
  const body = JSON.stringify(json);
  const etag = `"${version}-${createHash('sha256').update(body).digest('base64url').slice(0, 16)}"`;
  reply.headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache', etag });
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  return reply.send(body);
}

/** Serves the schema of a project to those who know its address, and to its apps. */
export function mountSchema(app: FastifyInstance, kit: Kit): void {
  const config = { access: 'static' } as const;
  app.get<{ Params: { token: string } }>(`${SCHEMA_PATH}/:token`, { config }, async (request, reply) => {
    const published = await find(kit, request, findPublished);
    await noteRead(kit, published);
    const { version, schema, currency, project_id } = published;
    const map = await readMetaEventMap(kit.db, project_id);
    return send(request, reply, { version, json: toMeta(schema, { defaultCurrency: currency, map }) });
  });
  app.get<{ Params: { token: string } }>('/skan/sdk/:token', { config }, async (request, reply) => {
    const { version, schema } = await find(kit, request, findForSdk);
    return send(request, reply, { version, json: toSdk(schema, version) });
  });
}
