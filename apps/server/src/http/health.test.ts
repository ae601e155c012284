import Fastify, { type FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import { mountHealth } from './health.ts';

test('lost nodes are named to who asks the process itself, and not through a proxy', async () => {
  const app = Fastify() as unknown as FastifyInstance;
  Object.assign(app, { drain: { hasBegun: false } });
  mountHealth(app, async () => null, { lostNodes: async () => ['10.0.0.2:5432'] });
  const ask = async (headers: Record<string, string>) =>
    (await app.inject({ url: '/readyz', headers })).json();
  expect(await ask({})).toEqual({ status: 'ready', lost_nodes: ['10.0.0.2:5432'] });
  expect(await ask({ 'x-forwarded-for': '203.0.113.5' })).toEqual({ status: 'ready' });
});
