import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SECOND_MS } from '../../platform/clock.ts';
import { buildProject, type TestPerson } from '../../testing/build.ts';
import { buildDevice, projectToken, type TestDevice } from '../../testing/device.ts';
import { buildServerKey } from '../../testing/server-key.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let owner: TestPerson;
let projectId: string;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.clock.set(new Date('2026-03-10T10:00:58Z'));
  ({ owner, projectId } = await buildProject(server));
  token = await projectToken(owner, projectId);
});

async function stored(kind: string): Promise<string[]> {
  const rows = await server.db
    .selectFrom('events')
    .select('install_id')
    .where('project_id', '=', projectId)
    .where('kind', '=', kind)
    .execute();
  return rows.map((row) => row.install_id);
}

describe('two phones that are known only by their advertising ids', () => {
  let phones: TestDevice[];
  beforeEach(() => {
    phones = [buildDevice(server, token), buildDevice(server, token)];
  });
  const sendTwice = async (call: string, body: Record<string, unknown>) => {
    for (const { call: send, advertisingId } of [...phones, ...phones]) {
      const device_data = { gaid: advertisingId };
      const { status, json } = await send(call, { install_instance_id: null, device_data, ...body });
      expect(status, JSON.stringify(json)).toBe(200);
    }
  };

  test.each<[string, string, string, Record<string, unknown>]>([
    ['events with one event_id', 'event', 'capture-event', { event_name: 'tap', event_id: '1' }],
    ['events with one stamp', 'event', 'capture-event', { event_name: 'tap', time_since_app_install: 7.25 }],
    [
      'payments with one stamp and no id',
      'payment',
      'capture-payment',
      { amount: 5, time_since_app_install: 7.25 },
    ],
    ['openings of one link in a minute', 'open', 'handle-deeplink', { url: 'https://example.com/offer' }],
    [
      'openings of one link with one timestamp',
      'open',
      'handle-deeplink',
      { url: 'https://example.com/offer', timestamp: 1_773_136_800_123 },
    ],
  ])('have %s each, once', async (_, kind, call, body) => {
    await sendTwice(call, body);
    expect(new Set(await stored(kind)).size).toBe(2);
    expect(await stored(kind)).toHaveLength(2);
  });
});

test('an imported event is one however its file is divided into requests', async () => {
  const key = await buildServerKey(server, owner, projectId);
  const at = '2026-03-01T10:00:00Z';
  const install = { install_instance_id: 'i1', installed_at: at, platform: 'ANDROID', user_id: 'u1' };
  const event = { user_id: 'u1', event_name: 'search', event_id: 'e1', occurred_at: at };
  const parts = [{ installs: [install], events: [event] }, { installs: [install] }, { events: [event] }];
  for (const part of parts) expect((await key.post('/project/import', part)).status).toBe(200);
  expect(await stored('event')).toEqual(['i1']);
});

describe('an open that is sent again', () => {
  const opens = async (secondsLater: number[], send: (phone: TestDevice) => Promise<unknown>) => {
    const phone = buildDevice(server, token);
    const first = server.clock.now().getTime();
    for (const seconds of [0, ...secondsLater]) {
      server.clock.set(new Date(first + seconds * SECOND_MS));
      await send(phone);
    }
    return (await stored('open')).length;
  };
  const init = (phone: TestDevice) => phone.init();

  test.each<[string, number[], number]>([
    ['in the next minute of the clock is one', [4, 10], 1],
    ['until a minute has passed is one', [59], 1],
    ['after a minute is another', [61], 2],
    ['in every minute is one for each', [61, 62, 122, 130, 190], 4],
  ])('%s', async (_, secondsLater, count) => {
    expect(await opens(secondsLater, init)).toBe(count);
  });

  test('by a link without a timestamp is one, too', async () => {
    const phone = buildDevice(server, token);
    await phone.init();
    server.clock.advance(120 * SECOND_MS);
    const before = (await stored('open')).length;
    const link = (device: TestDevice) => device.deeplink('https://example.com/offer');
    expect((await opens([4, 65], () => link(phone))) - before).toBe(2);
  });

  test('together with the first, in one group, is one', async () => {
    const phone = buildDevice(server, token);
    const blocker = await server.pool.connect();
    await blocker.query('begin; lock table installs in access exclusive mode');
    const held = buildDevice(server, token).init();
    await new Promise((resolve) => setTimeout(resolve, 200));
    const first = phone.init();
    await new Promise((resolve) => setTimeout(resolve, 200));
    server.clock.advance(4 * SECOND_MS);
    const second = phone.init();
    await new Promise((resolve) => setTimeout(resolve, 200));
    await blocker.query('rollback');
    blocker.release();
    await Promise.all([held, first, second]);
    expect((await stored('open')).filter((id) => id === phone.installId)).toHaveLength(1);
  });
});
