import type { PaymentStatus } from '@trailmark/core/payments/transition';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../platform/clock.ts';
import { buildProject } from '../../testing/build.ts';
import { buildDevice, projectToken, type TestDevice } from '../../testing/device.ts';
import { buildServerKey, type TestServerKey } from '../../testing/server-key.ts';
import { unsoundBooks } from '../../testing/sound-books.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { until } from '../../testing/until.ts';
import { lockProject, upsertRemovals } from './payment-store.ts';

const NOW = '2026-03-10T10:00:00.000Z';

let server: TestServer;
let projectId: string;
let key: TestServerKey;
let token: string;
let phone: TestDevice;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function startProject(): Promise<void> {
  server.clock.set(new Date(NOW));
  const built = await buildProject(server);
  projectId = built.projectId;
  key = await buildServerKey(server, built.owner, projectId);
  token = await projectToken(built.owner, projectId);
  phone = buildDevice(server, token);
  await phone.init();
}
beforeEach(startProject);

const pay = (body: Record<string, unknown> = {}, by: TestDevice = phone) =>
  by.call('capture-payment', { payment_id: 'p', amount: 100, ...body });
const remove = (body: Record<string, unknown>) => phone.call('remove-captured-payment', body);
const signUp = (id: string) => phone.call('trigger', { user_data: { id }, data: {} });

/** What the rollups say was paid and refunded. */
async function money(): Promise<{ paid: number; refunded: number }> {
  const rows = await server.db
    .selectFrom('rollup_deltas')
    .select((eb) => ['metric', eb.fn.sum<string>('amount').as('amount')])
    .where('project_id', '=', projectId)
    .where('metric', 'in', ['payments', 'refunds'])
    .groupBy('metric')
    .execute();
  const of = (metric: string) => Number(rows.find((row) => row.metric === metric)?.amount ?? 0);
  return { paid: of('payments'), refunded: of('refunds') };
}

async function expectMoney(paid: number, refunded: number): Promise<void> {
  expect(await money()).toEqual({ paid, refunded });
  expect(await unsoundBooks(server, projectId)).toEqual([]);
}

const statuses = async () =>
  (
    await server.db
      .selectFrom('payments')
      .select('status')
      .where('project_id', '=', projectId)
      .orderBy('payment_id')
      .execute()
  ).map(({ status }) => status);

test('a payment that failed and was tried again is a completed payment', async () => {
  await pay({ status: 'PAYMENT_FAILED' });
  await pay({ status: 'PAYMENT_COMPLETED' });
  await pay({ status: 'PAYMENT_FAILED' });
  await expectMoney(100, 0);
  expect(await statuses()).toEqual(['PAYMENT_COMPLETED']);
});

describe('a removal that arrives before its payment', () => {
  test.each([
    ['by the id', { payment_id: 'p' }],
    ['by the id and the user', { payment_id: 'p', user_id: 'u' }],
  ])('%s waits for it, and its money is booked and refunded once', async (_, body) => {
    await remove(body);
    await remove(body);
    await expectMoney(0, 0);
    server.clock.advance(MINUTE_MS);
    await pay({ user_id: 'u' });
    await expectMoney(100, 100);
    await pay({ user_id: 'u' });
    await remove(body);
    await expectMoney(100, 100);
    expect(await statuses()).toEqual(['PAYMENT_REFUNDED']);
  });

  test('applies to the payment when it is completed, not when it is begun', async () => {
    await remove({ payment_id: 'p' });
    await pay({ status: 'PAYMENT_INITIATED' });
    await expectMoney(0, 0);
    await pay({});
    await expectMoney(100, 100);
  });

  test('does not mean the payment of another user', async () => {
    await remove({ payment_id: 'p', user_id: 'u' });
    await pay({ user_id: 'w' });
    await expectMoney(100, 0);
  });

  test('of a user takes nothing of what the user pays later', async () => {
    await pay({ user_id: 'u' });
    await remove({ user_id: 'u' });
    await pay({ user_id: 'u', payment_id: 'q', amount: 7 });
    await expectMoney(107, 100);
  });

  test('is refunded when it was paid, or at the later time that a server names', async () => {
    const at = (day: number) => `2026-03-0${day}T10:00:00.000Z`;
    for (const [payment_id, day] of Object.entries({ p: 2, q: 5 })) {
      await key.post('/v1/remove-payment', { payment_id, occurred_at: at(day) });
      const body = { user_id: 'u', payment_id, amount: 100, occurred_at: at(3) };
      expect((await key.post('/v1/capture-payment', body)).status).toBe(200);
    }
    const refunds = await server.db
      .selectFrom('events')
      .select('occurred_at')
      .where('project_id', '=', projectId)
      .where('kind', '=', 'refund')
      .orderBy('occurred_at')
      .execute();
    expect(refunds.map(({ occurred_at }) => occurred_at.toISOString())).toEqual([at(3), at(5)]);
    await expectMoney(200, 200);
  });

  test('takes money that is no revenue back without a refund', async () => {
    await remove({ payment_id: 'p' });
    await pay({ type: 'FUNDS_WITHDRAWAL' });
    await expectMoney(0, 0);
    expect(await statuses()).toEqual(['PAYMENT_REFUNDED']);
  });
});

describe('a removal that has refunded its payment', () => {
  const renew = (at: number) =>
    pay({ payment_id: 'sub_1', type: 'SUBSCRIPTION_RENEWED', amount: 7, time_since_app_install: at });

  test('does not take back the renewals of the subscription that come later', async () => {
    await pay({ payment_id: 'sub_1', type: 'SUBSCRIPTION_CREATED' });
    await remove({ payment_id: 'sub_1' });
    await remove({ payment_id: 'sub_1', user_id: 'u' });
    await expectMoney(100, 100);
    server.clock.advance(MINUTE_MS);
    await pay({ payment_id: 'sub_1', type: 'SUBSCRIPTION_RENEWED', amount: 7 });
    await expectMoney(107, 100);
    await remove({ payment_id: 'sub_1' });
    await expectMoney(107, 107);
  });

  test('neither when it arrived before its payment', async () => {
    await remove({ payment_id: 'sub_1' });
    server.clock.advance(MINUTE_MS);
    await pay({ payment_id: 'sub_1', type: 'SUBSCRIPTION_CREATED' });
    server.clock.advance(MINUTE_MS);
    await pay({ payment_id: 'sub_1', type: 'SUBSCRIPTION_RENEWED', amount: 7 });
    await expectMoney(107, 100);
  });

  test('takes back what was paid before it and arrives late', async () => {
    await pay({ payment_id: 'sub_1', type: 'SUBSCRIPTION_CREATED' });
    server.clock.advance(10 * MINUTE_MS);
    await remove({ payment_id: 'sub_1' });
    server.clock.advance(10 * MINUTE_MS);
    await renew(5 * 60);
    await expectMoney(107, 107);
  });
});

describe('a payment made before the user was known', () => {
  test.each([
    ['by the user', { user_id: 'u' }],
    ['by the user and the id', { user_id: 'u', payment_id: 'p' }],
  ])('is removed %s after they signed up on that install', async (_, body) => {
    await pay();
    await signUp('u');
    await remove(body);
    await expectMoney(100, 100);
  });

  test.each([
    ['by the user', { user_id: 'w' }],
    ['by the user and the id', { user_id: 'w', payment_id: 'p' }],
  ])('is not removed %s who signed up on that install second', async (_, body) => {
    await pay();
    await signUp('u');
    server.clock.advance(MINUTE_MS);
    await signUp('w');
    await remove(body);
    await expectMoney(100, 0);
  });

  test('is removed without payments of other users and of other installs', async () => {
    const other = buildDevice(server, token);
    await pay();
    await signUp('u');
    await pay({ payment_id: 'q', amount: 7, user_id: 'w' });
    await pay({ payment_id: 'r', amount: 3 }, other);
    await remove({ user_id: 'u' });
    await expectMoney(110, 100);
  });
});

describe('in one request', () => {
  const batch = (...items: [string, Record<string, unknown>][]) =>
    phone.call('batch', {
      items: items.map(([call, body]) => ({
        call,
        body: { install_instance_id: phone.installId, platform: 'ANDROID', ...body },
      })),
    });

  test('a removal of a user concerns what came before it, not what comes after', async () => {
    const answer = await batch(
      ['capture-payment', { payment_id: 'p', amount: 100, user_id: 'u' }],
      ['remove-captured-payment', { user_id: 'u' }],
      ['capture-payment', { payment_id: 'q', amount: 7, user_id: 'u' }],
    );
    expect(answer.status).toBe(200);
    await expectMoney(107, 100);
  });

  test('a removal before its payment, and a failed payment before the completed one', async () => {
    await batch(
      ['remove-captured-payment', { payment_id: 'p' }],
      ['capture-payment', { payment_id: 'p', amount: 100 }],
      ['capture-payment', { payment_id: 'q', amount: 7, status: 'PAYMENT_FAILED' }],
      ['capture-payment', { payment_id: 'q', amount: 7 }],
    );
    await expectMoney(107, 100);
  });

  const AMOUNTS = { p: 1, q: 10 };
  const someId = fc.constantFrom('p' as const, 'q' as const);
  const payment = fc.record({
    payment_id: someId,
    type: fc.constantFrom('DEFAULT', 'ONE_TIME'),
    user_id: fc.constantFrom('u', 'w'),
    status: fc.constantFrom<PaymentStatus>(
      ...(['PAYMENT_INITIATED', 'PAYMENT_COMPLETED', 'PAYMENT_FAILED', 'PAYMENT_CANCELLED'] as const),
    ),
  });
  const removalById = fc.record({ payment_id: someId, user_id: fc.constantFrom('', 'u', 'w') });
  const removalByUser = fc.record({ user_id: fc.constantFrom('u', 'w') });
  const message = fc.oneof(
    { arbitrary: payment, weight: 6 },
    { arbitrary: removalById, weight: 1 },
    { arbitrary: removalByUser, weight: 1 },
  );

  type Message = typeof message extends fc.Arbitrary<infer T> ? T : never;
  type Row = { key: string; id: string; user: string; status: PaymentStatus };

  /** The rules written out as a plain loop over the messages, without the product's own code. */
  function expected(messages: Message[]) {
    const sums = { paid: 0, refunded: 0 };
    const rows: Row[] = [];
    const waiting: { id: string; user: string }[] = [];
    const refund = (row: Row) => {
      row.status = 'PAYMENT_REFUNDED';
      sums.refunded += AMOUNTS[row.id as keyof typeof AMOUNTS];
    };
    for (const one of messages) {
      if ('type' in one) {
        const key = `${one.type} ${one.payment_id}`;
        const earlier = rows.find((row) => row.key === key);
        const isOpen = !earlier || earlier.status === 'PAYMENT_INITIATED';
        const isRetried = earlier?.status === 'PAYMENT_FAILED' && one.status === 'PAYMENT_COMPLETED';
        if (!isRetried && !(isOpen && earlier?.status !== one.status)) continue;
        const row = { key, id: one.payment_id, user: one.user_id, status: one.status };
        if (earlier) rows.splice(rows.indexOf(earlier), 1);
        rows.push(row);
        if (row.status !== 'PAYMENT_COMPLETED') continue;
        sums.paid += AMOUNTS[one.payment_id];
        const meant = waiting.filter(({ id, user }) => id === row.id && (user === '' || user === row.user));
        if (meant.length > 0) refund(row);
        for (const removal of meant) waiting.splice(waiting.indexOf(removal), 1);
      } else if ('payment_id' in one) {
        const { payment_id: id, user_id: user } = one;
        const meant = rows.filter((row) => row.id === id && (user === '' || user === row.user));
        const isDone = meant.some(({ status }) => /COMPLETED|REFUNDED/.test(status));
        for (const row of meant) if (row.status === 'PAYMENT_COMPLETED') refund(row);
        const equal = waiting.find((removal) => removal.id === id && removal.user === user);
        if (!isDone && !equal) waiting.push({ id, user });
        if (isDone && equal) waiting.splice(waiting.indexOf(equal), 1);
      } else {
        for (const row of rows.filter(({ user }) => user === one.user_id)) {
          if (row.status === 'PAYMENT_COMPLETED') refund(row);
          if (row.status === 'PAYMENT_INITIATED') row.status = 'PAYMENT_CANCELLED';
        }
      }
    }
    return sums;
  }

  test('random messages in random groups are booked as one by one, and rollups equal raw rows', async () => {
    const groups = fc.array(fc.array(message, { minLength: 4, maxLength: 10 }), {
      minLength: 1,
      maxLength: 3,
    });
    await fc.assert(
      fc.asyncProperty(groups, async (given) => {
        await startProject();
        for (const group of given) {
          const items = group.map((one): [string, Record<string, unknown>] =>
            'type' in one
              ? ['capture-payment', { ...one, amount: AMOUNTS[one.payment_id] }]
              : ['remove-captured-payment', one],
          );
          expect((await batch(...items)).status).toBe(200);
          server.clock.advance(MINUTE_MS);
        }
        const { paid, refunded } = expected(given.flat());
        await expectMoney(paid, refunded);
      }),
      { numRuns: 12, endOnFailure: true },
    );
  });
});

test('a payment waits for a removal that is being stored, so that neither misses the other', async () => {
  let answer: Promise<unknown> = Promise.resolve();
  const isWaiting = async () => {
    const { rows } = await sql`select 1 from pg_locks
      where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`.execute(server.db);
    return rows.length > 0;
  };
  await server.db.transaction().execute(async (tx) => {
    await lockProject(tx, projectId, true);
    const now = server.clock.now();
    await upsertRemovals(tx, projectId, [
      { paymentId: 'p', userId: null, at: now, receivedAt: now, isApplied: false },
    ]);
    answer = pay();
    await Promise.race([answer, until(isWaiting)]);
  });
  await answer;
  await expectMoney(100, 100);
});

test('payments and their removals that arrive at the same moment are all refunded', async () => {
  const other = buildDevice(server, token);
  const ids = Array.from({ length: 30 }, (_, n) => `p${n}`);
  const answers = await Promise.all(
    ids.flatMap((payment_id) => [
      pay({ payment_id, user_id: 'u' }),
      other.call('remove-captured-payment', { payment_id }),
    ]),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  await expectMoney(3000, 3000);
});
