import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../platform/clock.ts';
import { findDifferences } from '../../rollups/recount.ts';
import { type AttributionFixture, buildAttributionFixture } from '../../testing/attribution-fixture.ts';
import type { TestDevice } from '../../testing/device.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let fixture: AttributionFixture;
let phone: TestDevice;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.clock.set(new Date('2026-03-10T10:00:00Z'));
  fixture = await buildAttributionFixture(server);
  phone = fixture.device();
});

interface BatchItem {
  call: string;
  body: Record<string, unknown>;
}
const item = (call: string, body: Record<string, unknown> = {}): BatchItem => ({
  call,
  body: { install_instance_id: phone.installId, platform: phone.platform, ...body },
});
const tap = (body: Record<string, unknown> = {}) => item('capture-event', { event_name: 'tap', ...body });
const open = (body: Record<string, unknown> = {}) =>
  item('init', { device_data: { gaid: phone.advertisingId }, ...body });

async function sendBatch(items: unknown[], more: Record<string, unknown> = {}) {
  const { status, json } = await phone.call('batch', { items, ...more });
  expect(status, JSON.stringify(json)).toBe(200);
  return json.data;
}

const events = () => fixture.eventNames();

describe('a batch', () => {
  test('has a verdict for each item, and what is valid is stored', async () => {
    const data = await sendBatch([
      open(),
      tap(),
      item('capture-event'),
      item('capture-payment', { amount: -1 }),
      item('capture-event', { event_name: 'big', event_data: { a: 'x'.repeat(40_000) } }),
      { call: 'capture-event', body: { event_name: 'of nobody' } },
      { call: 'teleport', body: {} },
      { call: 'capture-event', body: 'text' },
      null,
      item('capture-payment', { amount: 5, payment_id: 'p1' }),
    ]);
    const refused = (field: string, reason: string) => ({ ok: false, field, reason });
    expect(data).toEqual({
      accepted: 3,
      results: [
        { ok: true, data: expect.objectContaining({ attribution_source: 'ORGANIC' }) },
        { ok: true },
        refused('event_name', 'is required'),
        refused('amount', expect.stringContaining('less than 0')),
        refused('event_data', expect.stringContaining('32 kB')),
        refused('install_instance_id', 'is required'),
        refused('call', 'is not a call'),
        refused('body', 'is not an object'),
        refused('call', 'is not a call'),
        { ok: true },
      ],
    });
    expect(await events()).toEqual(['$open', '$payment', 'tap']);
  });

  test('of which nothing is valid stores nothing', async () => {
    expect(await sendBatch([item('capture-event'), 5])).toMatchObject({ accepted: 0 });
    expect(await events()).toEqual([]);
  });

  test('answers an open with the campaign that brought it', async () => {
    const campaign = await fixture.campaign();
    await phone.click(campaign.slug, phone.idQuery);
    server.clock.advance(HOUR_MS);
    const [verdict] = (await sendBatch([open(), tap()])).results;
    expect(verdict.data.campaign_data.name).toBe(campaign.name);
  });

  test('is stored once, however often it comes, where its items have an event_id', async () => {
    const items = [
      open({ event_id: 'e1' }),
      item('trigger', { event_id: 'e2', user_data: { id: 'u1' }, is_first_time_customer: false }),
      tap({ event_id: 'e3' }),
      tap({ event_id: 'e3' }),
      item('capture-payment', { event_id: 'e4', amount: 7 }),
      item('set-user-data', { event_id: 'e5', user_data: { id: 'u1', name: 'Ana' } }),
    ];
    const first = await sendBatch(items);
    expect(first.accepted).toBe(6);
    const stored = ['$login', '$open', '$payment', 'tap'];
    expect(await events()).toEqual(stored);
    for (const hours of [0, 5, 24 * 40]) {
      server.clock.advance(hours * HOUR_MS);
      expect(await sendBatch(items)).toEqual(first);
    }
    await sendBatch([...items].reverse());
    expect(await events()).toEqual(stored);
    expect(await findDifferences(server.db, fixture.projectId, '2000-01-01')).toEqual([]);
  });
});

describe('a batch of which the database refuses an item', () => {
  const named = (event_name: string) => item('capture-event', { event_name });
  /** By the name of the event: the item is at fault, or the database. */
  const ERRORS = { odd: '23514', unlucky: '53100' };
  const setErrors = (errors: Partial<typeof ERRORS>) =>
    server.pool.query(`
      create or replace function refuse() returns trigger language plpgsql as $$
        declare code text := '${JSON.stringify(errors)}'::jsonb ->> new.name;
        begin if code is not null then raise exception 'refused' using errcode = code; end if; return new; end $$`);
  beforeAll(async () => {
    await setErrors(ERRORS);
    await server.pool.query(
      'create trigger refuse before insert on events for each row execute function refuse()',
    );
  });
  afterAll(() => server.pool.query('drop trigger refuse on events; drop function refuse()'));

  test('is stored without it', async () => {
    const { accepted, results } = await sendBatch([open(), tap(), named('odd'), tap()]);
    expect(accepted).toBe(3);
    expect(results[2]).toEqual({ ok: false, field: 'body', reason: 'cannot be stored' });
    expect(await events()).toEqual(['$open', 'tap', 'tap']);
  });

  test('is stored once where a part of it was stored before the request was refused', async () => {
    await phone.init();
    const items = [tap(), tap(), named('odd'), named('unlucky')];
    expect((await phone.call('batch', { items })).status).toBe(503);
    expect(await events()).toEqual(['$open', 'tap', 'tap']);
    await setErrors({ odd: ERRORS.odd });
    const all = ['$open', 'tap', 'tap', 'unlucky'];
    const oks = [true, true, false, true];
    for (const stored of [all, [...all, 'tap', 'tap', 'unlucky'].sort()]) {
      const { results } = await sendBatch(items);
      expect(results.map(({ ok }: { ok: boolean }) => ok)).toEqual(oks);
      expect(await events()).toEqual(stored);
    }
    expect(await findDifferences(server.db, fixture.projectId, '2000-01-01')).toEqual([]);
  });
});

describe('an event_id', () => {
  const countOpens = async () => (await events()).filter((name) => name === '$open').length;

  test('makes an open one, whenever it comes again, and another one another', async () => {
    for (const hours of [0, 0, 3]) {
      server.clock.advance(hours * HOUR_MS);
      await phone.init({}, { event_id: 'e1' });
    }
    expect(await countOpens()).toBe(1);
    await phone.init({}, { event_id: 'e2' });
    await phone.init({}, { event_id: 'e3' });
    expect(await countOpens()).toBe(3);
  });

  test('makes a link that comes again no new return and no new click', async () => {
    await phone.init({}, { event_id: 'e1' });
    const campaign = await fixture.campaign();
    server.clock.advance(24 * 60 * HOUR_MS);
    const link = `${server.url}/l/${campaign.slug}`;
    for (const call of ['init', 'handle-deeplink']) {
      const opened = { event_id: `by ${call}`, link, deeplink_url: link };
      await phone.call(call, opened);
      server.clock.advance(3 * 24 * HOUR_MS);
      const again = await phone.call(call, opened);
      expect(again.status).toBe(200);
      server.clock.advance(24 * 60 * HOUR_MS);
    }
    const count = async (table: 'clicks' | 'decisions') =>
      (
        await server.db
          .selectFrom(table)
          .select('project_id')
          .where('project_id', '=', fixture.projectId)
          .execute()
      ).length;
    expect([await count('clicks'), await count('decisions'), await countOpens()]).toEqual([2, 3, 3]);
  });

  test('keeps what was said later of a user', async () => {
    const name = (event_id: string, value: string) =>
      phone.call('set-user-data', { event_id, user_data: { id: 'u1', name: value } });
    await name('e1', 'Ana');
    await name('e2', 'Bea');
    await name('e1', 'Ana');
    const person = await server.db
      .selectFrom('people')
      .select('name')
      .where('project_id', '=', fixture.projectId)
      .executeTakeFirstOrThrow();
    expect(person.name).toBe('Bea');
  });

  test('makes a removal of all payments one that spares those that came later', async () => {
    const pay = (payment_id: string) =>
      phone.call('capture-payment', { amount: 5, payment_id, user_id: 'u1' });
    const remove = () => phone.call('remove-captured-payment', { user_id: 'u1', event_id: 'r1' });
    await pay('p1');
    await remove();
    await pay('p2');
    await remove();
    expect((await events()).filter((name) => name === '$refund')).toHaveLength(1);
  });

  test('identifies a payment without a payment_id', async () => {
    const pay = (body: Record<string, unknown>) => phone.call('capture-payment', { amount: 5, ...body });
    await pay({ event_id: 'e1' });
    await pay({ event_id: 'e1' });
    await pay({ event_id: 'e2' });
    await pay({ event_id: 'e1', payment_id: 'p1' });
    expect((await events()).filter((name) => name === '$payment')).toHaveLength(3);
  });

  test('of another install is another', async () => {
    await phone.init({}, { event_id: '1' });
    await fixture.device().init({}, { event_id: '1' });
    expect(await countOpens()).toBe(2);
  });
});
