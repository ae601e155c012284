import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Analytics } from './analytics.ts';
import { decodeRecording } from './recording.ts';
import { check, Violation } from './violation.ts';
import { decodeItems, parseJson } from './wire-body.ts';
import { eventsSchema, groupsSchema, profilesSchema } from './wire-schemas.ts';

const MAX_BODY_BYTES = 20 * 1024 * 1024;

const Fail = z.object({
  count: z.int().min(0),
  status: z.int().min(400).max(599),
  retry_after: z.int().min(0).optional(),
});
const FlagContext = z.looseObject({ distinct_id: z.string('is missing').min(1, 'is empty') });
const FlagQuery = z.looseObject({ context: z.string('is missing'), token: z.string('is missing') });

type Answer = { items: number; body: unknown };
type Receive = (request: FastifyRequest) => Answer;

const contentTypeOf = (request: FastifyRequest) => request.headers['content-type'] ?? '';
const bodyOf = (request: FastifyRequest) => (Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));

function requireBasicToken(request: FastifyRequest, token: string): void {
  const expected = `Basic ${Buffer.from(`${token}:`).toString('base64')}`;
  if (request.headers.authorization !== expected)
    throw new Violation('Authorization is not Basic with the token');
}

/** The upstream answers a bare 1 unless it is asked to be verbose. */
function accepted(request: FastifyRequest, items: number): Answer {
  const { verbose } = request.query as Record<string, unknown>;
  return { items, body: verbose === '1' ? { status: 1, error: null } : '1' };
}

function receivers(
  analytics: Analytics,
): Record<'track' | 'engage' | 'groups' | 'record' | 'flags', Receive> {
  const { token } = analytics;
  const list = <T>(schema: z.ZodType<T[]>, add: (items: T[]) => void): Receive => {
    return (request) => {
      const items = check(schema, decodeItems(bodyOf(request), contentTypeOf(request)));
      add(items);
      return accepted(request, items.length);
    };
  };
  return {
    track: list(eventsSchema(token), analytics.addEvents),
    engage: list(profilesSchema(token), analytics.addProfiles),
    groups: list(groupsSchema(token), analytics.addGroups),
    record: (request) => {
      requireBasicToken(request, token);
      analytics.addRecording(decodeRecording(request.query, contentTypeOf(request), bodyOf(request)));
      return { items: 1, body: { code: 200, status: 'OK' } };
    },
    flags: (request) => {
      requireBasicToken(request, token);
      const query = check(FlagQuery, request.query);
      if (query.token !== token) throw new Violation('token: is not the token of this project');
      check(FlagContext, parseJson(query.context, 'context'));
      return { items: 0, body: { flags: {} } };
    },
  };
}

function note(
  analytics: Analytics,
  request: FastifyRequest,
  outcome: { status: number; items: number },
): void {
  analytics.addRequest({
    at: new Date().toISOString(),
    method: request.method,
    path: request.url.split('?')[0] ?? request.url,
    query: { ...(request.query as Record<string, unknown>) },
    headers: { ...request.headers },
    ...outcome,
  });
}

function refuse(
  analytics: Analytics,
  request: FastifyRequest,
  { reply, status, error }: { reply: FastifyReply; status: number; error: string },
) {
  note(analytics, request, { status, items: 0 });
  const path = request.url.split('?')[0] ?? request.url;
  analytics.addViolation({ at: new Date().toISOString(), path, error });
  return reply.code(status).send({ status: 0, error });
}

function answer(analytics: Analytics, receive: Receive) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const failure = analytics.takeFailure();
    if (failure) {
      note(analytics, request, { status: failure.status, items: 0 });
      if (failure.retryAfterSeconds !== undefined) reply.header('retry-after', failure.retryAfterSeconds);
      return reply.code(failure.status).send({ status: 0, error: 'failing on demand' });
    }
    try {
      const { items, body } = receive(request);
      note(analytics, request, { status: 200, items });
      return reply.send(body);
    } catch (error) {
      if (!(error instanceof Violation)) throw error;
      return refuse(analytics, request, { reply, status: 400, error: error.message });
    }
  };
}

function mountWire(scope: FastifyInstance, analytics: Analytics): void {
  // Bodies are taken as bytes whatever they are called: judging them is the point.
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES }, (_request, body, done) =>
    done(null, body),
  );

  // The browser library sends credentials, for which a wildcard is not enough.
  scope.addHook('onRequest', async (request, reply) => {
    if (!request.headers.origin) return;
    reply.header('access-control-allow-origin', request.headers.origin);
    reply.header('access-control-allow-credentials', 'true');
    reply.header('access-control-allow-headers', 'authorization, content-type, traceparent');
    reply.header('vary', 'origin');
  });
  scope.options('/*', async (_request, reply) => reply.code(204).send());

  const { track, engage, groups, record, flags } = receivers(analytics);
  scope.post('/track', answer(analytics, track));
  scope.post('/engage', answer(analytics, engage));
  scope.post('/groups', answer(analytics, groups));
  scope.post('/record', answer(analytics, record));
  scope.get('/flags', answer(analytics, flags));
  scope.setNotFoundHandler((request, reply) =>
    refuse(analytics, request, { reply, status: 404, error: `${request.method} is not served here` }),
  );
}

export function mountAnalytics(app: FastifyInstance, analytics: Analytics): void {
  app.register(async (scope) => mountWire(scope, analytics), { prefix: '/analytics' });

  app.post('/analytics/fail', async (request, reply) => {
    const { count, status, retry_after } = Fail.parse(request.body);
    analytics.failNext(count, { status, retryAfterSeconds: retry_after });
    return reply.code(204).send();
  });

  app.get('/analytics.json', async () => ({
    events: analytics.events(),
    profiles: analytics.profiles(),
    groups: analytics.groups(),
    recordings: analytics.recordings(),
    requests: analytics.requests(),
    violations: analytics.violations(),
    duplicates: analytics.duplicates(),
  }));

  app.delete('/analytics.json', async (_request, reply) => {
    analytics.clear();
    return reply.code(204).send();
  });
}
