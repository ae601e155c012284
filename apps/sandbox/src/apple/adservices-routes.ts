import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type AdServices, Script } from './adservices.ts';

export const ADSERVICES_PATH = '/apple/api/v1/';

const MAX_BODY_BYTES = 16 * 1024;
const TOKEN = /^[\w+/=.-]{20,4096}$/;

/** What is wrong with a request; null when nothing is. */
function violationOf({ headers, body }: FastifyRequest): string | null {
  const type = headers['content-type'] ?? '';
  if (!/^text\/plain *(;|$)/i.test(type)) return `the content type is "${type}", not text/plain`;
  const text = Buffer.isBuffer(body) ? body.toString('utf8') : '';
  return TOKEN.test(text) ? null : 'the body is not a token alone';
}

function mountWire(scope: FastifyInstance, adServices: AdServices): void {
  // Bodies are taken as bytes whatever they are called: judging them is the point.
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES }, (_request, body, done) =>
    done(null, body),
  );
  scope.post(ADSERVICES_PATH, async (request, reply) => {
    const error = violationOf(request);
    if (error) {
      adServices.refuse(error);
      return reply.code(400).send();
    }
    const { status, body } = adServices.answer(String(request.body));
    if (body === undefined) return reply.code(status).send();
    return reply.code(status).type('application/json').send(JSON.stringify(body));
  });
  scope.get(ADSERVICES_PATH, async (_request, reply) => {
    adServices.refuse('GET is not served here');
    return reply.code(405).header('allow', 'POST').send();
  });
}

/** A stand-in for Apple's AdServices, which attributes the install of a token. */
export function mountAdServices(app: FastifyInstance, adServices: AdServices): void {
  app.register(async (scope) => mountWire(scope, adServices));
  app.get('/adservices.json', async () => ({
    requests: adServices.requests(),
    violations: adServices.violations(),
  }));
  app.put('/adservices.json', async (request, reply) => {
    const { token, answers } = Script.parse(request.body);
    adServices.script(token, ...answers);
    return reply.code(204).send();
  });
  app.delete('/adservices.json', async (_request, reply) => {
    adServices.clear();
    return reply.code(204).send();
  });
}
