import { FileAnswer, type Route } from '@trailmark/contract/route';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { authorize } from '../access/authorize.ts';
import type { Person } from '../access/caller.ts';
import { findPerson } from '../access/session.ts';
import { AppError } from '../platform/app-error.ts';
import type { Kit } from '../platform/kit.ts';
import { clientInfo } from './client-info.ts';
import type { Handled } from './handled.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call it: a rule of the contract, or a word for the few routes outside of it. */
    access?: Route['access'] | 'health' | 'static' | 'proxy';
  }
}

const BEARER = /^Bearer ([\w-]{20,200})$/;

async function personOf(kit: Kit, request: FastifyRequest): Promise<Person | null> {
  const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
  return token ? await findPerson(kit.db, kit.clock.now(), token) : null;
}

export function validate(schema: z.ZodType, value: unknown, part: string): unknown {
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues) {
    const name = issue.path.map(String).join('.') || part;
    fields[name] ??= issue.message === 'Invalid input' ? 'is not valid' : issue.message;
  }
  const [name, reason] = Object.entries(fields)[0] ?? [part, 'is not valid'];
  throw new AppError('validation_failed', `${name} ${reason}`, fields);
}

async function answer(kit: Kit, handled: Handled, request: FastifyRequest) {
  const { route } = handled;
  const raw = { params: request.params, query: request.query, body: request.body };
  const person = await personOf(kit, request);
  const granted = await authorize(kit.db, route.access, { person, raw });
  return {
    kit,
    granted,
    params: validate(route.params, raw.params, 'params'),
    query: validate(route.query, raw.query, 'query'),
    body: validate(route.body, raw.body, 'body'),
    client: clientInfo(request),
  };
}

function sendFile(reply: FastifyReply, { contentType, filename, body }: FileAnswer): FastifyReply {
  reply.header('content-disposition', `inline; filename="${filename.replace(/[^\w.-]/g, '_')}"`);
  return reply.type(contentType).send(body);
}

/** Puts the routes of a feature on the server, below /api. */
export function mount(app: FastifyInstance, kit: Kit, routes: Handled[]): void {
  for (const handled of routes) {
    const { route } = handled;
    app.route({
      method: route.method,
      url: `/api${route.path}`,
      config: { access: route.access },
      handler: async (request, reply) => {
        const context = await answer(kit, handled, request);
        const data = await handled.answer({ ...context, request, reply });
        reply.header('cache-control', 'no-store');
        if (route.answers === 'file') return sendFile(reply, FileAnswer.parse(data));
        if (route.answers === 'redirect') return reply.redirect(String(data), 302);
        // Through the schema once more: what the contract does not name does not leave the house.
        return { msg: 'ok', status: 200, data: route.response.parse(data) };
      },
    });
  }
}
