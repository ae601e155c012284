import { createHash, createHmac } from 'node:crypto';
import { createSdkCredential } from '@trailmark/contract/sdk-credentials';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '../../platform/clock.ts';
import { buildProject, type TestPerson } from '../../testing/build.ts';
import { buildDevice, projectToken, type TestDevice } from '../../testing/device.ts';
import { buildServerKey } from '../../testing/server-key.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { sendAndBreak, sendAndRead } from '../../testing/wire/send.ts';

let server: TestServer;
let other: TestServer;
let owner: TestPerson;
let projectId: string;
let token: string;
let phone: TestDevice;
beforeAll(async () => {
  server = await startTestServer();
  other = await startTestServer({ sharedDatabaseUrl: server.databaseUrl });
});
afterAll(async () => {
  await other.stop();
  await server.stop();
});
beforeEach(async () => {
  server.clock.set(new Date('2026-03-10T10:00:00Z'));
  other.clock.set(server.clock.now());
  ({ owner, projectId } = await buildProject(server));
  token = await projectToken(owner, projectId);
  phone = buildDevice(server, token);
  await phone.init();
});

const request = (call: string, body: Record<string, unknown>) => ({
  call,
  body: { token, install_instance_id: phone.installId, platform: 'ANDROID', ...body },
});
const tap = (data: Record<string, unknown> = {}) =>
  request('capture-event', { event_name: 'tap', event_data: data });
const sale = (body: Record<string, unknown> = {}) => request('capture-payment', { amount: 99, ...body });

async function wait(ms: number): Promise<void> {
  server.clock.advance(ms);
  other.clock.set(server.clock.now());
}

const send = async (sent: ReturnType<typeof request>, by = server) => {
  const answer = await sendAndRead(by, sent);
  expect([answer.status, answer.json.data]).toEqual([200, expect.objectContaining({})]);
};

async function count(name: string): Promise<number> {
  const found = await server.db
    .selectFrom('events')
    .select('id')
    .where('project_id', '=', projectId)
    .where('name', '=', name)
    .execute();
  return found.length;
}
const losses = () =>
  server.db.selectFrom('undelivered_answers').selectAll().where('project_id', '=', projectId).execute();

describe('a body without an identity', () => {
  test('is stored as often as it is answered, also in one group and at the same time', async () => {
    await Promise.all(Array.from({ length: 5 }, () => send(tap({ screen: 'cart' }))));
    expect([await count('tap'), await losses()]).toEqual([5, []]);
  });

  test('is a resend at another process, too', async () => {
    await sendAndBreak(server, tap());
    await wait(SECOND_MS);
    await send(tap(), other);
    expect([await count('tap'), await losses()]).toEqual([1, []]);
    await send(tap(), server);
    expect(await count('tap')).toBe(2);
  });

  test.each([1, 2, 3])('is a resend while the first copy is still being stored (%i)', async () => {
    let resent: Promise<void> | null = null;
    await sendAndBreak(server, tap(), {
      meanwhile: async () => {
        resent = send(tap());
        // Long enough to arrive; it is not answered before the first copy is stored.
        await new Promise((resolve) => setTimeout(resolve, 50));
      },
    });
    await resent;
    expect([await count('tap'), await losses()]).toEqual([1, []]);
  });

  test('is a resend for five minutes', async () => {
    await sendAndBreak(server, tap({ n: 1 }));
    await sendAndBreak(server, tap({ n: 2 }));
    await wait(5 * MINUTE_MS - SECOND_MS);
    await send(tap({ n: 1 }));
    expect(await count('tap')).toBe(2);
    await wait(SECOND_MS);
    await send(tap({ n: 2 }));
    expect(await count('tap')).toBe(3);
  });

  test('with any other value is another event', async () => {
    await sendAndBreak(server, tap({ n: 1 }));
    await send(tap({ n: 2 }));
    await send(request('capture-event', { event_name: 'tap', event_data: { n: 1 }, user_id: 'u1' }));
    await send({ ...tap({ n: 1 }), body: { ...tap({ n: 1 }).body, install_instance_id: 'another' } });
    expect(await count('tap')).toBe(4);
  });

  test('of which one of several copies was lost is stored once less', async () => {
    await sendAndBreak(server, tap());
    await Promise.all(Array.from({ length: 3 }, () => send(tap())));
    expect(await count('tap')).toBe(3);
  });
});

describe('an answer that is lost', () => {
  /** Signed requests are answered only after the answer itself is stored: then all of the event is on disk. */
  test('after the event is on disk makes the next one a resend', async () => {
    const made = await owner.call(createSdkCredential, {
      body: { project_id: projectId, platform: 'ANDROID' },
    });
    const signed = () => {
      const rawBody = JSON.stringify(tap().body);
      const at = String(server.clock.now().getTime());
      const hash = createHash('sha256').update(rawBody).digest('base64');
      const signature = createHmac('sha256', made.secret_key).update(`${at}\n${hash}`).digest('base64');
      const names = { authorization: 'HMAC', 'x-key-id': made.credential.key_id };
      return {
        call: 'capture-event',
        rawBody,
        headers: { ...names, 'x-timestamp': at, 'x-signature': signature },
      };
    };
    const isTaken = async () => (await sendAndRead(server, signed())).status === 200;
    await expect.poll(isTaken, { timeout: 10_000 }).toBe(true);
    await wait(SECOND_MS);
    const before = await count('tap');
    await sendAndBreak(server, signed(), { lock: 'signed_answers in exclusive mode' });
    await expect.poll(async () => (await losses()).length, { timeout: 10_000 }).toBe(1);
    await wait(SECOND_MS);
    await send(tap());
    expect(await count('tap')).toBe(before + 1);
  });

  test('of a batch makes an equal batch a resend, of which each item is one', async () => {
    const item = { call: 'capture-event', body: { install_instance_id: phone.installId, event_name: 'tap' } };
    const batch = { call: 'batch', body: { token, items: [item, item, item] } };
    await sendAndBreak(server, batch);
    expect(await count('tap')).toBe(3);
    await wait(SECOND_MS);
    expect((await sendAndRead(server, batch)).json.data).toMatchObject({ accepted: 3 });
    expect(await count('tap')).toBe(3);
    await sendAndRead(server, batch);
    expect(await count('tap')).toBe(6);
  });

  test('of a batch of which some items are refused makes the others resends', async () => {
    const item = { call: 'capture-event', body: { install_instance_id: phone.installId, event_name: 'tap' } };
    const bad = { call: 'capture-event', body: { install_instance_id: phone.installId } };
    const batch = { call: 'batch', body: { token, items: [bad, item, bad, item, 'text'] } };
    await sendAndBreak(server, batch);
    expect(await count('tap')).toBe(2);
    await wait(SECOND_MS);
    const { json } = await sendAndRead(server, batch);
    expect(json.data.results.map(({ ok }: { ok: boolean }) => ok)).toEqual([false, true, false, true, false]);
    expect([await count('tap'), await losses()]).toEqual([2, []]);
    await sendAndRead(server, batch);
    expect(await count('tap')).toBe(4);
  });

  test('of a payment without an id makes the next one a resend', async () => {
    await sendAndBreak(server, sale());
    await send(sale());
    expect(await count('$payment')).toBe(1);
    await send(sale());
    await send(sale({ event_data: { item: 2 } }));
    expect(await count('$payment')).toBe(3);
  });

  test('of a payment with a stamp or an id changes nothing: it is one anyway', async () => {
    for (const body of [{ time_since_app_install: 7.25 }, { payment_id: 'p1' }]) {
      await sendAndBreak(server, sale(body));
      await send(sale(body));
      await send(sale(body));
    }
    expect([await count('$payment'), await losses()]).toEqual([2, []]);
  });

  test('of a server without an id and a time makes the next one a resend', async () => {
    const { key } = await buildServerKey(server, owner, projectId);
    const headers = { authorization: `Bearer ${key}` };
    const sent = { call: '../v1/capture-event', body: { user_id: 'u1', event_name: 'kyc' }, headers };
    await sendAndBreak(server, sent);
    for (let times = 0; times < 3; times += 1) expect((await sendAndRead(server, sent)).status).toBe(200);
    expect(await count('kyc')).toBe(3);
  });

  test('is forgotten when it is over', async () => {
    await sendAndBreak(server, tap());
    expect(await losses()).toHaveLength(1);
    await wait(6 * MINUTE_MS);
    await server.pool.query(`select graphile_worker.add_job('remove-expired', '{}')`);
    await server.runJobs();
    expect(await losses()).toEqual([]);
  });
});

describe('a sign-up', () => {
  test('is one for each install and user, a sign-in one for each time', async () => {
    const sign = (body: Record<string, unknown>) =>
      phone.call('trigger', { user_data: { id: 'u1' }, ...body });
    await sign({});
    await sign({ time_since_app_install: 5.5 });
    await wait(MINUTE_MS);
    await sign({ data: { plan: 'gold' } });
    expect(await count('$signup')).toBe(1);
    for (const at of [1.5, 1.5, 2.5])
      await sign({ is_first_time_customer: false, time_since_app_install: at });
    expect(await count('$login')).toBe(2);
  });
});

describe('a link that opened the app', () => {
  test('is one opening by its timestamp, whenever it is sent again', async () => {
    const opened = { deeplink_url: 'https://example.com/a', timestamp: 1_773_136_800_123 };
    await phone.call('handle-deeplink', opened);
    await wait(3 * MINUTE_MS);
    await phone.call('handle-deeplink', opened);
    await phone.call('handle-deeplink', { ...opened, timestamp: 1_773_136_800_456 });
    expect(await count('$open')).toBe(3);
  });
});
