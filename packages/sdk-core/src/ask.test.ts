import { expect, test } from 'vitest';
import { openDeepLink } from './ask.ts';
import { createClient } from './client.ts';
import {
  createFakeDevice,
  createFakeRandom,
  createFakeStorage,
  createFakeTime,
} from './testing/fake-device.ts';

function start(statuses: number[]) {
  const time = createFakeTime();
  const sent: { path: string; body: Record<string, unknown> }[] = [];
  const { ports } = createFakeDevice(time, {
    storage: createFakeStorage().storage,
    random: createFakeRandom(3),
    send: async (path, text) => {
      const body = JSON.parse(text);
      sent.push({ path, body });
      if (path.endsWith('batch')) {
        return { status: 200, body: { data: { results: body.items.map(() => ({ ok: true })) } } };
      }
      return {
        status: statuses.shift() ?? 200,
        body: { data: { deeplink: 'app://menu', is_trailmark: true } },
      };
    },
  });
  const client = createClient(ports, { token: 'token', platform: 'ANDROID' });
  return { time, sent, target: { client, token: 'token' }, ports };
}

test('a deep link is asked for after what waits, again with the same event_id', async () => {
  const { time, sent, target, ports } = start([0, 503]);
  target.client.init();
  const answer = openDeepLink(ports, target, 'https://go.example/menu');
  await time.pass(60_000);
  expect(await answer).toEqual({ deeplink: 'app://menu', is_trailmark: true });
  expect(sent.map(({ path }) => path)).toEqual([
    '/api/client/batch',
    ...Array.from({ length: 3 }, () => '/api/client/handle-deeplink'),
  ]);
  const tries = sent.slice(1).map(({ body }) => body);
  expect(new Set(tries.map(({ event_id }) => event_id)).size).toBe(1);
  expect(tries[0]).toMatchObject({
    token: 'token',
    deeplink_url: 'https://go.example/menu',
    platform: 'ANDROID',
  });
});

test.each([
  [[400], 1],
  [[500, 500, 500, 500], 3],
])('%j: there is no answer after %i tries', async (statuses, tries) => {
  const { time, sent, target, ports } = start([...statuses]);
  const answer = openDeepLink(ports, target, 'https://go.example/menu');
  await time.pass(60_000);
  expect(await answer).toBeNull();
  expect(sent.filter(({ path }) => path.endsWith('handle-deeplink'))).toHaveLength(tries);
});
