import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { inboxPage, messagePage } from './inbox-page.ts';
import type { Mailbox } from './mailbox.ts';

const Query = z.object({ to: z.string().optional(), since: z.coerce.date().optional() });
const Params = z.object({ id: z.string() });
const Refuse = z.object({ count: z.int().min(0) });

export function mountInbox(app: FastifyInstance, mailbox: Mailbox): void {
  app.get('/inbox', async (request, reply) => {
    const { to, since } = Query.parse(request.query);
    return reply.type('text/html').send(inboxPage(mailbox.list({ to, after: since }), to ?? ''));
  });

  app.get('/inbox.json', async (request) => {
    const { to, since } = Query.parse(request.query);
    return { messages: mailbox.list({ to, after: since }) };
  });

  app.delete('/inbox.json', async (_request, reply) => {
    mailbox.clear();
    return reply.code(204).send();
  });

  app.post('/inbox/refuse', async (request, reply) => {
    mailbox.refuseNext(Refuse.parse(request.body).count);
    return reply.code(204).send();
  });

  app.get('/inbox/:id', async (request, reply) => {
    const found = mailbox.find(Params.parse(request.params).id);
    if (!found) return reply.callNotFound();
    return reply.type('text/html').send(messagePage(found.message));
  });

  app.get('/inbox/:id/raw', async (request, reply) => {
    const found = mailbox.find(Params.parse(request.params).id);
    if (!found) return reply.callNotFound();
    return reply
      .type('text/plain; charset=utf-8')
      .header('x-content-type-options', 'nosniff')
      .send(found.raw);
  });
}
