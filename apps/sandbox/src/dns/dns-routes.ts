import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { BrokenName, RECORD_TYPES, RecordSet, type Zone } from './zone.ts';

const Which = z.object({ name: z.string().min(1), type: z.enum(RECORD_TYPES).optional() });

/** The zone over HTTP, for programs in other processes. */
export function mountDns(app: FastifyInstance, zone: Zone): void {
  app.get('/dns.json', async () => ({ records: zone.list() }));
  app.put('/dns.json', async (request, reply) => {
    const { name, type, values } = RecordSet.parse(request.body);
    zone.set(name, type, ...values);
    return reply.code(204).send();
  });
  app.delete('/dns.json', async (request, reply) => {
    const { name, type } = Which.parse(request.query);
    zone.remove(name, type);
    return reply.code(204).send();
  });
  app.post('/dns/fail', async (request, reply) => {
    const { name, failure } = BrokenName.parse(request.body);
    zone.fail(name, failure);
    return reply.code(204).send();
  });
}
