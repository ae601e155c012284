import { activateSkan, createSkanSchema } from '@trailmark/contract/skan-schema';
import { createStoreListing } from '@trailmark/contract/store-listings';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/clock.ts';
import { buildProject, type TestPerson } from '../../../testing/build.ts';
import { buildDevice, projectToken, type TestDevice } from '../../../testing/device.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { until } from '../../../testing/until.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

type Form = { bases: unknown[]; install_value?: 0 | 1; lock_first_window?: string };
const BASES = ['signup', 'order', { type: 'revenue', bounds: ['100', '500'] }];
let apps = 0;

const activate = (owner: TestPerson, projectId: string, on = true) =>
  owner.call(activateSkan, { query: { project_id: projectId }, body: { activate_skan: on } });

async function save(owner: TestPerson, projectId: string, form: Form): Promise<void> {
  await owner.call(createSkanSchema, { query: { project_id: projectId }, body: form as never });
}

/** A project whose schema is active, and its phones. */
async function buildActive(form: Form = { bases: BASES }) {
  const { owner, projectId } = await buildProject(server);
  apps += 1;
  const url = `https://apps.apple.com/app/id77000${apps}`;
  const listing = { project_id: projectId, name: 'Kite', platform: 'IOS' as const, url };
  await owner.call(createStoreListing, { body: listing });
  await sql`insert into event_names (project_id, name, admitted_at)
    values (${projectId}, 'order', ${server.clock.now()})`.execute(server.db);
  await save(owner, projectId, form);
  await activate(owner, projectId);
  const token = await projectToken(owner, projectId);
  return {
    owner,
    projectId,
    phone: (platform: 'IOS' | 'ANDROID' = 'IOS') => buildDevice(server, token, { platform }),
  };
}

const valueOfAnswer = ({ json }: { json: { data?: Record<string, unknown> } }) => {
  const {
    fine_conversion_value: fine,
    coarse_conversion_value: coarse,
    lock_postback: lock,
  } = json.data ?? {};
  return [fine, coarse, lock];
};

const order = async (phone: TestDevice) => valueOfAnswer(await phone.event('order'));
const pay = async (
  phone: TestDevice,
  amount: number,
  { currency = 'INR', payment_id = crypto.randomUUID() as string } = {},
) =>
  valueOfAnswer(
    await phone.call('capture-payment', {
      install_instance_id: phone.installId,
      payment_id,
      amount,
      currency,
      user_id: 'u1',
      status: 'PAYMENT_COMPLETED',
      type: 'DEFAULT',
      platform: 'IOS',
    }),
  );

describe('an app on iOS receives', () => {
  test('values that rise with what its person does', async () => {
    const { phone } = await buildActive();
    const ios = phone();
    const opened = await ios.init();
    expect(opened.json.data).toMatchObject({
      attribution_source: 'ORGANIC',
      fine_conversion_value: 0,
      coarse_conversion_value: 'low',
      lock_postback: false,
    });
    const signup = await ios.call('trigger', {
      install_instance_id: ios.installId,
      user_data: { id: 'u1' },
    });
    expect(valueOfAnswer(signup)).toEqual([1, 'medium', false]);
    expect(await order(ios)).toEqual([3, 'medium', false]);
    expect(await pay(ios, 120)).toEqual([7, 'high', false]);
    expect(await pay(ios, 400, { payment_id: 'p1' })).toEqual([11, 'high', false]);
    const removal = { install_instance_id: ios.installId, payment_id: 'p1', user_id: 'u1' };
    expect((await ios.call('remove-captured-payment', removal)).status).toBe(200);
    // Money that goes back takes no value back, and the same again says nothing new.
    expect(await order(ios)).toEqual([11, 'high', false]);
  });

  test('a value for each item of a batch', async () => {
    const { phone } = await buildActive();
    const ios = phone();
    await ios.init();
    const body = { install_instance_id: ios.installId };
    const { json } = await ios.call('batch', {
      items: [
        { call: 'capture-event', body: { ...body, event_name: 'order' } },
        { call: 'capture-event', body: { ...body, event_name: 'other' } },
        { call: 'set-user-data', body: { ...body, user_data: { id: 'u1' } } },
      ],
    });
    const value = { fine_conversion_value: 2, coarse_conversion_value: 'medium', lock_postback: false };
    expect(json.data.results).toEqual([{ ok: true, data: value }, { ok: true, data: value }, { ok: true }]);
  });

  test('coarse values of later windows beside the fine one of the first, and nothing after the last', async () => {
    const { phone } = await buildActive();
    const ios = phone();
    await ios.init();
    expect(await order(ios)).toEqual([2, 'medium', false]);
    server.clock.advance(2 * DAY_MS);
    expect(valueOfAnswer(await ios.init())).toEqual([2, 'low', false]);
    expect(await pay(ios, 150)).toEqual([2, 'high', true]);
    // Locked: nothing more can be said.
    expect(await order(ios)).toEqual([2, 'high', true]);
    server.clock.advance(5 * DAY_MS);
    expect(await order(ios)).toEqual([2, 'medium', false]);
    server.clock.advance(28 * DAY_MS);
    expect(await order(ios)).toEqual([undefined, undefined, undefined]);
  });

  test('the lock where the first window is closed after a day', async () => {
    const { phone } = await buildActive({
      bases: BASES,
      install_value: 1,
      lock_first_window: 'after_24_hours',
    });
    const ios = phone();
    expect(valueOfAnswer(await ios.init())).toEqual([1, 'low', false]);
    expect(await order(ios)).toEqual([3, 'medium', false]);
    server.clock.advance(DAY_MS);
    expect(await pay(ios, 700)).toEqual([3, 'medium', true]);
    expect(await order(ios)).toEqual([3, 'medium', true]);
  });

  test('the locked value again where the answer was lost, until the window ends', async () => {
    const { phone } = await buildActive({ bases: BASES, lock_first_window: 'at_highest_value' });
    const ios = phone();
    await ios.init();
    await ios.call('trigger', { install_instance_id: ios.installId, user_data: { id: 'u1' } });
    await order(ios);
    const payment = { payment_id: 'p1' };
    expect(await pay(ios, 900, payment)).toEqual([11, 'high', true]);
    // The same call again, as an app sends it that has received no answer.
    expect(await pay(ios, 900, payment)).toEqual([11, 'high', true]);
    expect(valueOfAnswer(await ios.init())).toEqual([11, 'high', true]);
    server.clock.advance(2 * DAY_MS);
    expect(valueOfAnswer(await ios.init())).toEqual([11, 'low', false]);
  });

  test('values of the version that was active when it was first opened', async () => {
    const { owner, projectId, phone } = await buildActive();
    const old = phone();
    await old.init();
    server.clock.advance(HOUR_MS);
    await save(owner, projectId, { bases: ['order'] });
    await activate(owner, projectId);
    server.clock.advance(MINUTE_MS);
    await until(async () => {
      const young = phone();
      await young.init();
      return String(await order(young)) === '1,high,false';
    });
    expect(await order(old)).toEqual([2, 'medium', false]);
  });

  test('what was paid in other currencies at the rate of the day', async () => {
    const { phone } = await buildActive();
    const day = server.clock.now().toISOString().slice(0, 10);
    await sql`insert into currency_rates (currency, day, per_usd, updated_at)
      values ('INR', ${day}, 80, now())`.execute(server.db);
    const ios = phone();
    await ios.init();
    expect(await pay(ios, 1, { currency: 'USD' })).toEqual([0, 'low', false]);
    expect(await pay(ios, 0.25, { currency: 'USD' })).toEqual([4, 'high', false]);
    expect(await pay(ios, 1000, { currency: 'EUR' })).toEqual([4, 'high', false]);
  });
});

describe('nothing is answered', () => {
  test('on Android, and where SKAN is not active any more', async () => {
    const { owner, projectId, phone } = await buildActive();
    const android = phone('ANDROID');
    expect((await android.init()).json.data).not.toHaveProperty('fine_conversion_value');
    const ios = phone();
    expect(valueOfAnswer(await ios.init())).toEqual([0, 'low', false]);
    await activate(owner, projectId, false);
    await until(async () => Object.keys((await ios.event('order')).json.data).length === 0);
    const { rows } = await sql`select from skan_values where project_id = ${projectId}`.execute(server.db);
    expect(rows).toHaveLength(1);
  });
});
