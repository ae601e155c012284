import type { FastifyInstance } from 'fastify';
import { errors, type InteractionResults, type Provider } from 'oidc-provider';
import { z } from 'zod';
import { expiredPage, interactionPage } from './interaction-page.ts';
import { NewPerson, type People } from './people.ts';
import { MOUNT_PATH } from './provider.ts';

const Choice = z.object({
  cancel: z.string().optional(),
  sub: z.string().optional(),
  name: z.string().trim().default(''),
  email: z.string().trim().default(''),
  unverified: z.string().optional(),
});
type Choice = z.infer<typeof Choice>;

const DENIED: InteractionResults = { error: 'access_denied', error_description: 'The person cancelled' };

function decide(choice: Choice, people: People): InteractionResults | { problem: string } {
  if (choice.cancel) return DENIED;
  if (choice.sub) {
    const known = people.find(choice.sub);
    return known ? { login: { accountId: known.sub } } : { problem: 'That account no longer exists' };
  }
  const [given = '', ...family] = choice.name.split(/\s+/);
  const typed = NewPerson.safeParse({
    email: choice.email,
    email_verified: !choice.unverified,
    given_name: given,
    family_name: family.join(' '),
  });
  if (!typed.success) return { problem: 'Type a name and a valid e-mail' };
  return { login: { accountId: people.add(typed.data).sub } };
}

function mountInteraction(
  scope: FastifyInstance,
  { people, provider }: { people: People; provider: Provider },
) {
  const path = `${MOUNT_PATH}/interaction/:uid`;

  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );

  scope.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof errors.SessionNotFound)) throw error;
    return reply.code(400).type('text/html').send(expiredPage());
  });

  scope.get(path, async (request, reply) => {
    const { params } = await provider.interactionDetails(request.raw, reply.raw);
    const email = typeof params.login_hint === 'string' ? params.login_hint : '';
    return reply.type('text/html').send(interactionPage(people.list(), { typed: { name: '', email } }));
  });

  scope.post(path, async (request, reply) => {
    await provider.interactionDetails(request.raw, reply.raw);
    const choice = Choice.parse(request.body);
    const decision = decide(choice, people);
    if ('problem' in decision) {
      const problem = String(decision.problem);
      return reply
        .code(422)
        .type('text/html')
        .send(interactionPage(people.list(), { typed: choice, problem }));
    }
    return reply.redirect(await provider.interactionResult(request.raw, reply.raw, decision), 303);
  });
}

export function mountOpenid(app: FastifyInstance, parts: { people: People; provider: Provider }): void {
  app.register(async (scope) => mountInteraction(scope, parts));
  app.get('/oidc-people', async () => ({ people: parts.people.list() }));
  app.post('/oidc-people', async (request, reply) =>
    reply.code(201).send(parts.people.add(NewPerson.parse(request.body))),
  );
}
