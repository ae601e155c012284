import { createServer, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Registry } from 'prom-client';
import { createRequestTimes } from './request-times.ts';

interface CounterSource<Kind extends string> {
  name: string;
  help: string;
  kinds: readonly Kind[];
  read(kind: Kind): number;
}

export interface Metrics {
  watch(app: FastifyInstance): void;
  /** An external counter with one label. */
  count<Kind extends string>(counter: CounterSource<Kind>): void;
  /** Serves /metrics on this machine only, on a separate port. */
  listen(port: number): Promise<Server>;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'trailmark_' });
  const onAnswered = createRequestTimes(registry);
  return {
    watch(app) {
      app.answerListeners.push(onAnswered);
    },
    count({ name, help, kinds, read }) {
      new Counter({
        name,
        help,
        labelNames: ['kind'],
        registers: [registry],
        collect() {
          this.reset();
          for (const kind of kinds) this.inc({ kind }, read(kind));
        },
      });
    },
    listen(port) {
      const server = createServer(async (request, response) => {
        if (request.url !== '/metrics') {
          response.writeHead(404).end();
          return;
        }
        const text = await registry.metrics();
        response.writeHead(200, { 'content-type': registry.contentType }).end(text);
      });
      return new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, '127.0.0.1', () => resolve(server));
      });
    },
  };
}
