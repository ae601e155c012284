import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import type { Kit } from '../../platform/kit.ts';
import { createLru } from '../../platform/lru.ts';
import { PACKAGE_NAME, readPackage } from './packages.ts';
import { asScript, PINNED_NAME, readScript, type WebScript } from './script.ts';

const NEWEST = 'v1.js';
const NEWEST_CACHE = 'public, max-age=300, stale-while-revalidate=86400';
const PINNED_CACHE = 'public, max-age=31536000, immutable';
/** Versions that pages still name. Of those that never were, as many are remembered. */
const KEPT_VERSIONS = 100;
const UNKNOWN_MS = 30_000;

/** Every version that was ever served here, by its pinned name. */
function createVersions(kit: Kit, read: () => Promise<WebScript | null>) {
  const versions = createLru<WebScript>(KEPT_VERSIONS);
  const unknown = createLru<true>(KEPT_VERSIONS, UNKNOWN_MS);
  const stored = new Set<string>();
  const store = async ({ pinnedName, plain }: WebScript) => {
    if (stored.has(pinnedName)) return;
    await sql`
      insert into web_scripts (name, content, created_at) values (${pinnedName}, ${plain}, ${kit.clock.now()})
      on conflict do nothing`.execute(kit.db);
    stored.add(pinnedName);
  };
  const findStored = async (name: string) => {
    const { rows } = await sql<{ content: Buffer }>`
      select content from web_scripts where name = ${name}`.execute(kit.db);
    return rows[0] ? asScript(rows[0].content) : null;
  };
  return {
    /** Kept before it is handed out: what a page names by its hash is there after the next release too. */
    async newest(): Promise<WebScript | null> {
      const script = await read();
      if (script) {
        await store(script).catch((err: unknown) =>
          kit.log.warn({ err }, 'a version of the web SDK could not be stored'),
        );
      }
      return script;
    },
    async pinned(name: string): Promise<WebScript | null> {
      const newest = await this.newest();
      if (newest?.pinnedName === name) return newest;
      const before = versions.get(name);
      if (before || unknown.has(name)) return before ?? null;
      const found = await findStored(name);
      if (found) versions.set(name, found);
      else unknown.set(name, true);
      return found;
    },
  };
}

function send(request: FastifyRequest, reply: FastifyReply, script: WebScript) {
  const accepts = String(request.headers['accept-encoding'] ?? '');
  const encoding = (['br', 'gzip'] as const).find((one) => new RegExp(`\\b${one}\\b`).test(accepts));
  reply.headers({
    'content-type': 'text/javascript; charset=utf-8',
    // Pages of every site load it, also with a hash, for which browsers want both.
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
    'timing-allow-origin': '*',
    vary: 'accept-encoding',
    etag: script.etag,
  });
  if (request.headers['if-none-match']?.includes(script.etag)) return reply.code(304).send();
  if (encoding) reply.header('content-encoding', encoding);
  return reply.send(script[encoding ?? 'plain']);
}

async function sendPackage(reply: FastifyReply, file: string) {
  const bytes = await readPackage(file);
  if (!bytes) throw new AppError('not_found', 'The packages are not built here: run npm run build.');
  return reply.type('application/gzip').header('cache-control', 'no-cache').send(bytes);
}

/**
 * Serves the script that pages load: its newest version by a name that stays, and each version by its hash. Beside it
 * are the npm packages.
 */
export function mountScript(app: FastifyInstance, kit: Kit, read = readScript): void {
  const versions = createVersions(kit, read);
  app.get<{ Params: { file: string } }>(
    '/sdk/:file',
    { config: { access: 'static' } },
    async (request, reply) => {
      const { file } = request.params;
      if (file === NEWEST) {
        const script = await versions.newest();
        if (!script) throw new AppError('not_found', 'The web SDK is not built here: run npm run build.');
        return send(request, reply.header('cache-control', NEWEST_CACHE), script);
      }
      if (PACKAGE_NAME.test(file)) return sendPackage(reply, file);
      const script = PINNED_NAME.test(file) ? await versions.pinned(file) : null;
      if (!script) throw new AppError('not_found', 'We couldn’t find this version of the web SDK.');
      return send(request, reply.header('cache-control', PINNED_CACHE), script);
    },
  );
}
