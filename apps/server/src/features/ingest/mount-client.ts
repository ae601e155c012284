import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Doer } from '../../access/caller.ts';
import { isAway } from '../../db/is-away.ts';
import { clientInfo } from '../../http/client-info.ts';
import { BufferFull } from '../../pipeline/group-commit.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Kit } from '../../platform/kit.ts';
import { plainAddress } from '../../platform/plain-address.ts';
import { CLIENT_CALLS, type ClientCall } from './client-calls.ts';
import type { ClientDoor } from './door.ts';
import { IMPORT_CALLS } from './import-calls.ts';
import type { KnownProject, ProjectBook } from './project-book.ts';
import { QUESTION_CALLS } from './question-calls.ts';
import type { Arrival } from './read-item.ts';
import { CAPTURE_CALLS, type ServerCall } from './server-calls.ts';
import { answerOnce } from './signed-answers.ts';
import { checkSignature } from './signing.ts';

const BODY_LIMIT = 1024 * 1024;
const RETRY_SECONDS = 2;
/** Bodies above the usual size that a process holds at once. */
const MOST_LARGE = 8;

/** The bytes are kept for the signature. */
interface RawBody {
  bytes: Buffer;
  json: unknown;
}

function parseBody(
  _request: FastifyRequest,
  bytes: Buffer,
  done: (error: Error | null, body?: RawBody) => void,
) {
  try {
    done(null, { bytes, json: bytes.length === 0 ? {} : JSON.parse(bytes.toString('utf8')) });
  } catch {
    done(new AppError('malformed_request', 'The body is not JSON.'));
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function bodyOf(request: FastifyRequest): { bytes: Buffer; json: Record<string, unknown> } {
  const { bytes, json } = (request.body ?? { bytes: Buffer.alloc(0), json: {} }) as RawBody;
  if (!isObject(json))
    throw new AppError('validation_failed', 'body is not an object', { body: 'is not an object' });
  return { bytes, json };
}

async function projectByToken(book: ProjectBook, token: unknown): Promise<KnownProject> {
  const isText =
    typeof token === 'string' && token.length > 0 && token.length <= 200 && !token.includes('\u0000');
  const project = isText ? await book.byToken(token) : null;
  if (!project) throw new AppError('token_invalid', 'token is not a token of a project.');
  return project;
}

const BEARER = /^Bearer (tmsk_[\w-]{20,100})$/;
const HINT_LENGTH = 10;

function keyOf({ headers }: FastifyRequest): string | null {
  const given = headers['trailmark-key'] ?? BEARER.exec(headers.authorization ?? '')?.[1];
  return typeof given === 'string' ? given : null;
}

async function projectByKey(book: ProjectBook, request: FastifyRequest): Promise<KnownProject> {
  const key = keyOf(request);
  const project = key === null ? null : await book.byPrivateKey(key);
  if (!project) throw new AppError('token_invalid', 'The private key is not a key of a project.');
  return project;
}

const actorBy = (request: FastifyRequest): Doer => ({
  userId: null,
  email: `private key ${keyOf(request)?.slice(0, HINT_LENGTH)}…`,
  client: clientInfo(request),
});

function arrivalOf(kit: Kit, request: FastifyRequest, project: KnownProject): Arrival {
  const ip = plainAddress(request.ip);
  return { project, receivedAt: kit.clock.now(), ip, country: kit.geo.countryOf(ip) };
}

/** Clients come back by themselves: what cannot be taken now is refused at once, and nothing of it is kept. */
function asRefusal(error: unknown): unknown {
  if (error instanceof BufferFull) {
    return new AppError('unavailable', 'Too much at once. Please try again.', undefined, RETRY_SECONDS);
  }
  if (!isAway(error)) return error;
  return new AppError('unavailable', 'The database is away. Please try again.', undefined, RETRY_SECONDS);
}

function mountClientCall(app: FastifyInstance, kit: Kit, door: ClientDoor, call: ClientCall): void {
  const { route } = call;
  const { method } = route;
  const path = `/api${route.path}`;
  app.route({
    method,
    url: path,
    config: { access: route.access },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const { headers } = request;
      const { bytes: body, json } = bodyOf(request);
      const project = await projectByToken(door.book, json.token);
      const { projectId } = project;
      const now = kit.clock.now();
      const signature = checkSignature(kit.secrets, project, { headers, method, path, body, now });
      const execute = async () => {
        const data = await call.answer(door, arrivalOf(kit, request, project), json);
        return { msg: 'ok', status: 200, data };
      };
      const signed = signature && { projectId, signature, call: `${method} ${path}`, now };
      const answered = signed ? answerOnce(door.db, signed, execute) : execute();
      return await answered.catch((error: unknown) => {
        throw asRefusal(error);
      });
    },
  });
}

/** Refuses what would be one large body too many; whoever sends it comes back by themselves. */
function createLargeBodies() {
  let count = 0;
  return (reply: FastifyReply) => {
    if (count >= MOST_LARGE) {
      throw new AppError(
        'unavailable',
        'Too many imports at once. Please try again.',
        undefined,
        RETRY_SECONDS,
      );
    }
    count += 1;
    // Comes once for every request, however it ends.
    reply.raw.once('close', () => {
      count -= 1;
    });
  };
}

function mountServerCall(app: FastifyInstance, kit: Kit, door: ClientDoor, call: ServerCall): void {
  const { route, bodyLimit } = call;
  const takeLarge = createLargeBodies();
  app.route({
    method: route.method,
    url: `/api${route.path}`,
    config: { access: route.access },
    ...(bodyLimit ? { bodyLimit } : {}),
    // Before the body is read: nobody without a key makes us hold megabytes.
    onRequest: async (request, reply) => {
      await projectByKey(door.book, request);
      if (bodyLimit) takeLarge(reply);
    },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const project = await projectByKey(door.book, request);
      const json = route.method === 'GET' ? {} : bodyOf(request).json;
      const arrival = { ...arrivalOf(kit, request, project), ip: null, country: '' };
      const input = { arrival, json, query: request.query, kit, actor: actorBy(request) };
      const data = await call.answer(door, input).catch((error: unknown) => {
        throw asRefusal(error);
      });
      return { msg: 'ok', status: 200, data };
    },
  });
}

/** Puts what apps and servers call on the server. */
export async function mountClient(app: FastifyInstance, kit: Kit, door: ClientDoor): Promise<void> {
  await app.register(async (scope) => {
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer', bodyLimit: BODY_LIMIT },
      (request, body, done) => parseBody(request, body as Buffer, done),
    );
    for (const call of CLIENT_CALLS) mountClientCall(scope, kit, door, call);
    for (const call of [...CAPTURE_CALLS, ...QUESTION_CALLS, ...IMPORT_CALLS]) {
      mountServerCall(scope, kit, door, call);
    }
  });
}
