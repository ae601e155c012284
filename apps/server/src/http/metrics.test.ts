import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createMetrics } from './metrics.ts';

test('an external counter is read whenever metrics are', async () => {
  const counts = { click: 0, view: 0 };
  const metrics = createMetrics();
  metrics.count({
    name: 'trailmark_test_total',
    help: 'A test',
    kinds: ['click', 'view'] as const,
    read: (kind) => counts[kind],
  });
  const server = await metrics.listen(0);
  const { port } = server.address() as AddressInfo;
  const lines = async () => {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    return text.split('\n').filter((line) => line.startsWith('trailmark_test_total{'));
  };
  expect(await lines()).toEqual([
    'trailmark_test_total{kind="click"} 0',
    'trailmark_test_total{kind="view"} 0',
  ]);
  counts.click = 3;
  expect(await lines()).toEqual([
    'trailmark_test_total{kind="click"} 3',
    'trailmark_test_total{kind="view"} 0',
  ]);
  await new Promise((resolve) => server.close(resolve));
});
