import { Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createRequestTimes } from './request-times.ts';

const REQUESTS = [
  ['GET', '/healthz', 200, 1],
  ['GET', '/healthz', 200, 2],
  ['GET', '/healthz', 200, 2.1],
  ['GET', '/healthz', 503, 40],
  ['POST', '/api/v1/client/init', 200, 9999],
  ['POST', '/api/v1/client/init', 200, 10_001],
] as const;

test('prints what a histogram of the library prints', async () => {
  const [own, library] = [new Registry(), new Registry()];
  const onAnswered = createRequestTimes(own);
  const histogram = new Histogram({
    name: 'trailmark_http_request_seconds',
    help: 'Time to answer a request, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [library],
  });
  for (const [method, route, status, ms] of REQUESTS) {
    onAnswered({ requestId: 'r', ip: '', method, route, status, ms });
    histogram.observe({ method, route, status }, ms / 1000);
  }
  const lines = async (registry: Registry) => (await registry.metrics()).split('\n').sort();
  expect(await lines(own)).toEqual(await lines(library));
});

test('a request without a route is counted under none', async () => {
  const registry = new Registry();
  createRequestTimes(registry)({
    requestId: 'r',
    ip: '',
    method: 'GET',
    route: undefined,
    status: 404,
    ms: 1,
  });
  expect(await registry.metrics()).toContain('route="none",status="404"} 1');
});
