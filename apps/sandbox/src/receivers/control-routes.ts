import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { FaultRule } from './faults.ts';
import type { Receiver } from './receiver.ts';
import type { Receivers } from './receivers.ts';
import { receiverPage, receiversPage } from './receivers-page.ts';
import { entryOf } from './request-content.ts';

const Params = z.object({ name: z.string() });
const ActionParams = z.object({ name: z.string(), action: z.string() });
const Rules = z.array(FaultRule).max(50);
const FaultsBody = z.union([
  Rules.transform((rules) => ({ rules, seed: undefined })),
  z.strictObject({ rules: Rules, seed: z.string().optional() }),
]);
const ClockBody = z.strictObject({ now: z.coerce.date().nullable() });
const Query = z.object({ limit: z.coerce.number().int().min(0).max(5000).default(1000) });

const isBrowser = ({ headers }: FastifyRequest) => headers.accept?.includes('text/html') ?? false;

function summaryOf({ tool, received, rules, accepted }: Receiver) {
  return {
    name: tool.name,
    ...received.counts(),
    faults: rules(),
    accepts: accepted() === null ? 'any well-formed credentials' : 'the credentials that were set',
  };
}

function mountFaults(app: FastifyInstance, receiverOf: (request: FastifyRequest) => Receiver | null): void {
  app.post('/receivers/:name/faults', async (request, reply) => {
    const receiver = receiverOf(request);
    if (!receiver) return reply.callNotFound();
    const { rules, seed } = FaultsBody.parse(request.body);
    receiver.setFaults(rules, seed);
    return reply.code(204).send();
  });
  app.delete('/receivers/:name/faults', async (request, reply) => {
    const receiver = receiverOf(request);
    if (!receiver) return reply.callNotFound();
    receiver.setFaults([]);
    return reply.code(204).send();
  });
  app.post('/receivers/:name/credentials', async (request, reply) => {
    const receiver = receiverOf(request);
    if (!receiver) return reply.callNotFound();
    const { credentials } = receiver.tool;
    const given = z.union([z.null(), z.array(credentials), credentials]).parse(request.body ?? null);
    receiver.accept(given === null || Array.isArray(given) ? given : [given]);
    return reply.code(204).send();
  });
}

/** Calls that only one tool has. */
function mountActions(app: FastifyInstance, receivers: Receivers): void {
  app.post('/receivers/:name/:action', async (request, reply) => {
    const { name, action } = ActionParams.parse(request.params);
    const run = entryOf(receivers.find(name)?.tool.actions ?? {}, action);
    if (!run) return reply.callNotFound();
    const answer = run(request.body ?? {}, receivers.clock.now());
    return answer ? reply.code(answer.status).send(answer.body) : reply.code(204).send();
  });
}

/** What the receivers have taken, and the calls by which they misbehave. */
export function mountReceiverControl(app: FastifyInstance, receivers: Receivers): void {
  const receiverOf = (request: FastifyRequest) => receivers.find(Params.parse(request.params).name);

  app.get('/receivers', async (request, reply) => {
    if (isBrowser(request)) return reply.type('text/html').send(receiversPage(receivers.list()));
    return {
      now: receivers.clock.now().toISOString(),
      receivers: receivers.list().map(summaryOf),
      strays: receivers.strays(),
    };
  });
  app.delete('/receivers', async (_request, reply) => {
    receivers.forget();
    return reply.code(204).send();
  });
  app.post('/receivers/clock', async (request, reply) => {
    receivers.clock.set(ClockBody.parse(request.body).now);
    return reply.code(204).send();
  });

  app.get('/receivers/:name', async (request, reply) => {
    const receiver = receiverOf(request);
    if (!receiver) return reply.callNotFound();
    if (isBrowser(request)) return reply.type('text/html').send(receiverPage(receiver));
    const { limit } = Query.parse(request.query);
    const { received } = receiver;
    return {
      ...summaryOf(receiver),
      items: received.items().slice(-limit || Number.POSITIVE_INFINITY),
      profile_properties: received.profiles(),
      received: received.requests().slice(-limit || Number.POSITIVE_INFINITY),
    };
  });
  app.get('/receivers/:name/ids', async (request, reply) => {
    const receiver = receiverOf(request);
    return receiver ? { ids: receiver.received.ids() } : reply.callNotFound();
  });
  app.delete('/receivers/:name', async (request, reply) => {
    const receiver = receiverOf(request);
    if (!receiver) return reply.callNotFound();
    receiver.forget();
    return reply.code(204).send();
  });
  mountFaults(app, receiverOf);
  mountActions(app, receivers);
}
