import { getPerson, listJourney, listPeople, recomputeDecision } from '@trailmark/contract/people';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { projectDb } from '../../db/project-db.ts';
import { DAY_MS, HOUR_MS, later, MINUTE_MS, SECOND_MS } from '../../platform/clock.ts';
import {
  type AttributionFixture,
  buildAttributionFixture,
  type FixtureCampaign,
} from '../../testing/attribution-fixture.ts';
import { buildProject, type TestPerson } from '../../testing/build.ts';
import type { TestDevice } from '../../testing/device.ts';
import { readPages } from '../../testing/read-pages.ts';
import { buildServerKey } from '../../testing/server-key.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { selectPeople } from './search-installs.ts';

const START = new Date('2026-03-10T10:00:00Z');
const after = (ms: number) => later(START, ms);

let server: TestServer;
let fixture: AttributionFixture;
let brand: FixtureCampaign;
let creators: FixtureCampaign;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.clock.set(START);
  fixture = await buildAttributionFixture(server);
  brand = await fixture.campaign({ name: 'Brand search', network: 'GOOGLE' });
  creators = await fixture.campaign({ name: 'UGC creators', network: 'TIKTOK' });
});

async function installed(
  given: { by?: FixtureCampaign; at?: Date; phone?: TestDevice } = {},
): Promise<TestDevice> {
  const { by, at = START, phone = fixture.device() } = given;
  if (by) {
    server.clock.set(later(at, -14 * MINUTE_MS));
    const token = await phone.clickToken(by.slug);
    server.clock.set(at);
    await phone.init({ install_referrer: `tm_click=${token}` });
    return phone;
  }
  server.clock.set(at);
  await phone.init();
  return phone;
}

async function openedBy(phone: TestDevice, campaign: FixtureCampaign, at: Date): Promise<void> {
  server.clock.set(later(at, -5 * SECOND_MS));
  const token = await phone.clickToken(campaign.slug);
  server.clock.set(at);
  await phone.deeplink(`kite://offer/7?tm_click=${token}`);
}

const signUp = (phone: TestDevice, user: Record<string, unknown>) =>
  phone.call('trigger', { user_data: user, time_since_app_install: 60, data: {} });
const pay = (phone: TestDevice, user: string, amount: number, body: Record<string, unknown> = {}) =>
  phone.call('capture-payment', {
    user_id: user,
    amount,
    payment_id: `${phone.installId}-${amount}`,
    type: 'ONE_TIME',
    status: 'PAYMENT_COMPLETED',
    ...body,
  });

const guestOf = (...campaigns: FixtureCampaign[]) => fixture.guestOf(...campaigns);

type ListQuery = Partial<Parameters<typeof list>[1]>;
const list = (by: TestPerson, query: Record<string, unknown> = {}) =>
  by.call(listPeople, { query: { project_id: fixture.projectId, ...query } });
const idsOf = async (query: ListQuery = {}, by = fixture.owner) =>
  (await list(by, query)).items.map(({ install_id }) => install_id);
const person = (query: Record<string, unknown>, by = fixture.owner) =>
  by.call(getPerson, { query: { project_id: fixture.projectId, ...query } });
const journey = (phone: TestDevice, query: Record<string, unknown> = {}, by = fixture.owner) =>
  by.call(listJourney, { query: { project_id: fixture.projectId, install_id: phone.installId, ...query } });

const notFound = { status: 404, code: 'not_found' };

describe('the list', () => {
  test('has the newest install first, with who uses it and what it paid', async () => {
    const old = await installed({ by: brand, at: after(-2 * DAY_MS) });
    await signUp(old, { id: 'u1', name: 'Asha Rao', email: 'asha@example.com' });
    await pay(old, 'u1', 499.5);
    await pay(old, 'u1', 100.25, { currency: 'USD' });
    await pay(old, 'u1', 20, { payment_id: 'back' });
    await old.call('remove-captured-payment', { user_id: 'u1', payment_id: 'back' });
    await pay(old, 'u1', 7, { type: 'FUNDS_WITHDRAWAL' });
    const organic = await installed();
    const { items, next_cursor } = await list(fixture.owner);
    expect(next_cursor).toBeNull();
    expect(items.map(({ install_id }) => install_id)).toEqual([organic.installId, old.installId]);
    expect(items[1]).toEqual({
      install_id: old.installId,
      user_id: 'u1',
      name: 'Asha Rao',
      email: 'asha@example.com',
      kind: 'install',
      installed_at: after(-2 * DAY_MS).toISOString(),
      last_active_on: '2026-03-08',
      campaign_id: brand.id,
      campaign_name: 'Brand search',
      network: 'GOOGLE',
      match_type: 'click_id',
      verdict: 'clean',
      country: expect.any(String),
      platform: 'android',
      model: 'Pixel 7',
      revenue: [
        { amount: '499.5', currency: 'INR' },
        { amount: '100.25', currency: 'USD' },
      ],
      found_by: [],
    });
    expect(items[0]).toMatchObject({
      campaign_id: null,
      campaign_name: null,
      network: 'ORGANIC',
      revenue: [],
    });
  });

  test('goes on from page to page, also between installs of one moment', async () => {
    const phones: TestDevice[] = [];
    for (let n = 0; n < 3; n += 1) phones.push(await installed());
    phones.push(await installed({ at: after(MINUTE_MS) }));
    const pages = await readPages((page) => list(fixture.owner, page));
    const seen = pages.map(({ install_id }) => install_id);
    expect(seen.length).toBe(4);
    expect(seen[0]).toBe(phones[3]?.installId);
    expect(new Set(seen)).toEqual(new Set(phones.map(({ installId }) => installId)));
  });

  test('has the last 30 days unless others are named, by the calendar of the project', async () => {
    // 20:00 in London is the next day in Kolkata.
    const long = await installed({ at: new Date('2026-01-31T20:00:00Z') });
    const now = await installed();
    expect(await idsOf()).toEqual([now.installId]);
    expect(await idsOf({ from: '2026-02-01', to: '2026-02-01' })).toEqual([long.installId]);
    expect(await idsOf({ from: '2026-01-31', to: '2026-01-31' })).toEqual([]);
  });

  test('is narrowed by campaign, network, country, platform and finding', async () => {
    const one = await installed({ by: brand });
    const two = await installed({ by: creators, at: after(MINUTE_MS) });
    const apple = await installed({ phone: fixture.device({ platform: 'IOS' }), at: after(2 * MINUTE_MS) });
    await server.db
      .updateTable('installs')
      .set({ verdict: 'tag', country: 'NP' })
      .where('project_id', '=', fixture.projectId)
      .where('install_id', '=', two.installId)
      .execute();
    expect(await idsOf({ campaigns: brand.id })).toEqual([one.installId]);
    expect(await idsOf({ campaigns: `${brand.id},${creators.id}` })).toEqual([two.installId, one.installId]);
    expect(await idsOf({ networks: 'TIKTOK,ORGANIC' })).toEqual([apple.installId, two.installId]);
    expect(await idsOf({ countries: 'NP' })).toEqual([two.installId]);
    expect(await idsOf({ platforms: 'ios' })).toEqual([apple.installId]);
    expect(await idsOf({ suspicious: 'true' })).toEqual([two.installId]);
    expect(await idsOf({ suspicious: 'false' })).toHaveLength(3);
  });

  test('is searched by ids of any kind, and by how an address or a name begins, at all times', async () => {
    const phone = await installed({ phone: fixture.device({ platform: 'IOS' }), at: after(-200 * DAY_MS) });
    const other = await installed({ at: after(-199 * DAY_MS) });
    await signUp(phone, { id: 'User-7', name: 'Ravi_K', email: 'Ravi.Kumar@example.com' });
    await signUp(other, { id: 'u8', name: 'RaviXK', email: 'someone@example.com' });
    const mine = [phone.installId];
    expect(await idsOf({ search: phone.installId })).toEqual(mine);
    expect(await idsOf({ search: 'User-7' })).toEqual(mine);
    expect(await idsOf({ search: phone.advertisingId.toUpperCase() })).toEqual(mine);
    expect(await idsOf({ search: phone.vendorId?.toLowerCase() })).toEqual(mine);
    expect(await idsOf({ search: 'ravi.kum' })).toEqual(mine);
    // An underscore is an underscore.
    expect(await idsOf({ search: 'ravi_' })).toEqual(mine);
    expect(await idsOf({ search: 'RAVI' })).toEqual([other.installId, phone.installId]);
    expect(await idsOf({ search: 'ravi', from: '2026-03-01' })).toEqual([]);
    expect(await idsOf({ search: 'nobody' })).toEqual([]);
    expect(await idsOf({ search: 'r' })).toEqual([]);
  });

  test('finds a person of whom only a server told', async () => {
    const key = await buildServerKey(server, fixture.owner, fixture.projectId);
    const event = { user_id: 'server-only', event_name: 'renewed', occurred_at: START.toISOString() };
    expect((await key.post('/project/import', { events: [event] })).status).toBe(200);
    const { items } = await list(fixture.owner, { search: 'server-only' });
    expect(items).toMatchObject([{ install_id: 'user:server-only', installed_at: null, network: 'ORGANIC' }]);
    expect(await idsOf()).toEqual([]);
  });

  test.each(['', 'x', 'bm90IGEgY3Vyc29y', 'MjAyNi0xMy00NVQwMDowMDowMC4wMDBaIHg'])(
    'refuses the cursor %j',
    async (cursor) => {
      await expect(list(fixture.owner, { cursor })).rejects.toMatchObject({
        fields: { cursor: 'is not a cursor' },
      });
    },
  );

  test('of a guest has the installs of their campaigns, and what was paid while those were credited', async () => {
    const guest = await guestOf(brand);
    const mine = await installed({ by: brand });
    await installed({ by: creators });
    await installed();
    await pay(mine, 'u1', 50);
    await signUp(mine, { id: 'u1', email: 'one@example.com' });
    expect(await list(guest)).toMatchObject({
      items: [
        { install_id: mine.installId, campaign_id: brand.id, revenue: [{ amount: '50', currency: 'INR' }] },
      ],
    });
    expect(await idsOf({ campaigns: creators.id }, guest)).toEqual([]);
    expect(await idsOf({ search: 'one@' }, guest)).toEqual([mine.installId]);
    expect(await idsOf({}, await guestOf())).toEqual([]);
  });
});

test('a search by a guest tests a limited number of people, however short it is', async () => {
  const { projectId } = fixture;
  await sql`
    insert into people (project_id, user_id, name, first_seen_at, updated_at)
    select ${projectId}, 'u' || n, 'Asha ' || n, now(), now() from generate_series(1, 1500) n`.execute(
    server.db,
  );
  const guest = { projectId, scope: { all: false as const, campaigns: [brand.id] } };
  // A cluster's own plan says little of what its nodes do.
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain (analyze, costs off, timing off) ${selectPeople(guest, 'name', { prefix: 'as' })}`.execute(
    await projectDb(server.db, projectId),
  );
  const scan = rows.find((row) => / on people\w* /.test(row['QUERY PLAN']));
  expect(scan?.['QUERY PLAN']).toMatch(/actual rows=1000(\.00)? loops=1/);
});

describe('a person', () => {
  test('comes with all devices, the newest first; a device with its person', async () => {
    const first = await installed({ by: brand });
    const second = await installed({ at: after(HOUR_MS) });
    const user = { id: 'u1', name: 'Asha', email: 'asha@example.com', phone: '+91 1' };
    await signUp(first, user);
    await second.call('set-user-data', { user_data: { id: 'u1' } });
    const found = await person({ user_id: 'u1' });
    expect(found).toMatchObject({ user_id: 'u1', name: 'Asha', email: 'asha@example.com', phone: '+91 1' });
    expect(found.signed_up_at).toBe(after(HOUR_MS).toISOString());
    expect(found.installs.map(({ install_id }) => install_id)).toEqual([second.installId, first.installId]);
    const device = await person({ install_id: first.installId });
    expect(device).toMatchObject({
      ...found,
      installs: [{ install_id: first.installId, app_version: '2.3.4' }],
    });
  });

  test('is not there: unknown, of another project, or of nobody’s campaign', async () => {
    const phone = await installed({ by: creators });
    await signUp(phone, { id: 'u1' });
    await expect(person({ user_id: 'nobody' })).rejects.toMatchObject(notFound);
    await expect(person({ install_id: 'nothing' })).rejects.toMatchObject(notFound);
    const other = await buildProject(server);
    const query = { project_id: other.projectId, install_id: phone.installId };
    await expect(other.owner.call(getPerson, { query })).rejects.toMatchObject(notFound);
    const guest = await guestOf(brand);
    await expect(person({ user_id: 'u1' }, guest)).rejects.toMatchObject(notFound);
    await expect(person({ install_id: phone.installId }, guest)).rejects.toMatchObject(notFound);
  });

  test('is asked for by one of both', async () => {
    const refusal = { status: 400, fields: { user_id: expect.anything() } };
    await expect(person({})).rejects.toMatchObject(refusal);
    await expect(person({ user_id: 'a', install_id: 'b' })).rejects.toMatchObject(refusal);
  });
});

describe('a receipt', () => {
  async function weighed() {
    const phone = fixture.device();
    server.clock.set(after(-51 * HOUR_MS));
    await phone.view(creators.slug, phone.idQuery);
    server.clock.set(after(-20 * HOUR_MS));
    await phone.click(creators.slug, phone.idQuery);
    await installed({ by: brand, phone });
    return phone;
  }

  test('says of every touch why it won or lost, and what the decision came from', async () => {
    const phone = await weighed();
    const [install] = (await person({ install_id: phone.installId })).installs;
    const [decision, ...more] = install?.decisions ?? [];
    expect(more).toEqual([]);
    expect(decision).toMatchObject({
      revision: 1,
      kind: 'install',
      made_by: 'first_open',
      campaign_id: brand.id,
      campaign_name: 'Brand search',
      is_hidden: false,
      network: 'GOOGLE',
      match_type: 'click_id',
      windows: { click_hours: 168 },
      sentence:
        'Credited to Brand search: the install referrer carried our signed click id, 14 min before the first open. Clicks from the same address were not looked up: a click id is stronger evidence.',
    });
    expect(
      decision?.touches.map(({ kind, campaign_name, outcome, sentence }) => [
        kind,
        campaign_name,
        outcome,
        sentence,
      ]),
    ).toEqual([
      [
        'click',
        'Brand search',
        'won',
        'The install referrer carried our signed click id, 14 min before the first open; the window for clicks is 7 days. It is the latest touch of the strongest kind.',
      ],
      [
        'click',
        'UGC creators',
        'older_touch',
        'The click carries the advertising id of this device, 20 h before the first open, but a later touch of the same kind won.',
      ],
      [
        'view',
        'UGC creators',
        'outside_window',
        'The ad was seen on this device, but it is 2 days 3 h old, and the window for views is 24 h.',
      ],
    ]);
    expect(decision?.what_if).toEqual([
      { change: 'Probabilistic window 24 h', result: 'the same', same: true },
      { change: 'Click window 1 h', result: 'the same', same: true },
      { change: 'Click window 30 days', result: 'the same', same: true },
      { change: 'View window 72 h', result: 'the same', same: true },
    ]);
  });

  test('has the compared values, without anybody’s whole address', async () => {
    const phone = await weighed();
    const answer = await person({ install_id: phone.installId });
    const touch = answer.installs[0]?.decisions[0]?.touches[0];
    expect(touch?.raw).toMatchObject({
      found_by: expect.arrayContaining(['click_id']),
      same_address: true,
      touch: { model: 'Pixel 7', network: phone.ip.replace(/\d+$/, '0/24') },
      device: { advertising_id: phone.advertisingId },
    });
    expect(JSON.stringify(answer)).not.toContain(phone.ip);
  });

  test('tells a guest of other campaigns only that there were some', async () => {
    const phone = await weighed();
    const guest = await guestOf(brand);
    const answer = await person({ install_id: phone.installId }, guest);
    const [decision] = answer.installs[0]?.decisions ?? [];
    expect(
      decision?.touches.map(({ is_hidden, outcome, sentence }) => [is_hidden, outcome, sentence]),
    ).toEqual([
      [false, 'won', expect.any(String)],
      [true, 'older_touch', 'Another campaign: a later touch won.'],
      [true, 'outside_window', 'Another campaign: outside its window.'],
    ]);
    const text = JSON.stringify(answer);
    const ids = [...(await fixture.clickIds(creators)), ...(await fixture.viewIds(creators))];
    expect(ids.length).toBe(2);
    for (const secret of [
      creators.id,
      creators.linkId,
      creators.name,
      creators.network,
      creators.slug,
      ...ids,
    ]) {
      expect(text).not.toContain(secret);
    }
  });

  test('of an install that went on to another campaign shows a guest their part of it', async () => {
    const phone = await installed({ by: brand });
    server.clock.set(after(SECOND_MS));
    await pay(phone, 'u1', 10);
    await openedBy(phone, creators, after(9 * DAY_MS));
    await pay(phone, 'u1', 7733.25);
    const guest = await guestOf(brand);
    const answer = await person({ install_id: phone.installId }, guest);
    const [install] = answer.installs;
    expect(install).toMatchObject({
      campaign_id: null,
      campaign_name: null,
      network: 'HIDDEN',
      match_type: null,
      last_active_on: null,
      deep_link: null,
      revenue: [{ amount: '10', currency: 'INR' }],
    });
    expect(
      install?.decisions.map(({ is_hidden, campaign_id, network }) => [is_hidden, campaign_id, network]),
    ).toEqual([
      [true, null, 'HIDDEN'],
      [false, brand.id, 'GOOGLE'],
    ]);
    expect(install?.decisions[0]?.sentence).toBe(
      'Came back after 8 days 23 h of silence by a link of another campaign, which is credited from then on.',
    );
    const steps = await journey(phone, {}, guest);
    expect(steps.items.map(({ kind, campaign_id }) => [kind, campaign_id])).toEqual([
      ['payment', brand.id],
      ['open', brand.id],
      ['click', brand.id],
    ]);
    for (const secret of [creators.id, creators.name, creators.network, '7733.25']) {
      expect(JSON.stringify([answer, steps])).not.toContain(secret);
    }
    // Of the other campaign the install is a whole one, too: it brought it back.
    expect(
      (await person({ install_id: phone.installId }, await guestOf(creators))).installs[0],
    ).toMatchObject({
      campaign_id: creators.id,
      revenue: [{ amount: '7733.25', currency: 'INR' }],
    });
  });

  test('of what was imported says so', async () => {
    const key = await buildServerKey(server, fixture.owner, fixture.projectId);
    const install = {
      install_instance_id: 'i1',
      installed_at: '2026-03-01T10:00:00Z',
      touched_at: '2026-03-01T09:00:00Z',
      platform: 'ANDROID',
      slug: brand.slug,
    };
    expect((await key.post('/project/import', { installs: [install] })).status).toBe(200);
    const answer = await person({ install_id: 'i1' });
    expect(answer.installs[0]).toMatchObject({
      imported: true,
      decisions: [{ made_by: 'import', touches: [], what_if: [], windows: { click_hours: 168 } }],
    });
    const body = { project_id: fixture.projectId, install_id: 'i1', revision: 1 };
    await expect(fixture.owner.call(recomputeDecision, { body })).rejects.toMatchObject({ code: 'conflict' });
    const query = { project_id: fixture.projectId, install_id: 'i1' };
    const { items } = await fixture.owner.call(listJourney, { query });
    expect(items.map(({ kind, at }) => [kind, at])).toEqual([
      ['open', '2026-03-01T10:00:00.000Z'],
      ['click', '2026-03-01T09:00:00.000Z'],
    ]);
  });
});

describe('deciding again', () => {
  const again = (phone: TestDevice, by = fixture.owner, revision = 1) =>
    by.call(recomputeDecision, {
      body: { project_id: fixture.projectId, install_id: phone.installId, revision },
    });

  test('gives the same, also when the click is gone', async () => {
    const phone = await installed({ by: brand });
    await server.db.deleteFrom('clicks').where('project_id', '=', fixture.projectId).execute();
    expect(await again(phone)).toEqual({ same: true, difference: null });
  });

  test('finds what was altered, and tells a guest no more than that', async () => {
    const phone = await installed({ by: brand });
    await server.pool.query(
      `update decisions set receipt = jsonb_set(receipt::jsonb, '{touches,0,at}', to_jsonb('2025-01-01T00:00:00.000Z'::text))
      where project_id = $1`,
      [fixture.projectId],
    );
    const found = await again(phone);
    expect(found.same).toBe(false);
    expect(found.difference).toContain(`campaign is ${brand.id}, decided again it is`);
    expect(await again(phone, await guestOf(brand))).toEqual({
      same: false,
      difference: 'the receipt leads to another decision',
    });
  });

  test('knows only decisions that the reader may see', async () => {
    const phone = await installed({ by: brand });
    await expect(again(phone, fixture.owner, 2)).rejects.toMatchObject(notFound);
    await expect(again(phone, await guestOf(creators))).rejects.toMatchObject(notFound);
  });
});

describe('the journey', () => {
  test('goes from the last event back to the click, page by page', async () => {
    const phone = await installed({ by: brand });
    server.clock.set(after(MINUTE_MS));
    await signUp(phone, { id: 'u1' });
    await phone.event('add_to_cart', { event_data: { items: 6 } });
    server.clock.set(after(2 * MINUTE_MS));
    await pay(phone, 'u1', 842);
    const whole = await journey(phone);
    expect(whole.next_cursor).toBeNull();
    expect(whole.items.map(({ kind, name }) => [kind, name])).toEqual([
      ['payment', '$payment'],
      expect.arrayContaining([expect.any(String)]),
      expect.arrayContaining([expect.any(String)]),
      ['open', '$open'],
      ['click', expect.any(String)],
    ]);
    expect(whole.items[0]).toMatchObject({
      money: { amount: '842', currency: 'INR' },
      campaign_name: 'Brand search',
    });
    expect(whole.items.find(({ name }) => name === 'add_to_cart')).toMatchObject({
      data: { items: 6 },
      install_id: phone.installId,
      received_at: after(MINUTE_MS).toISOString(),
    });
    const seen = await readPages((page) => journey(phone, page));
    expect(seen).toEqual(whole.items);
  });

  test('is not there for an unknown install, nor with a cursor that is none', async () => {
    const phone = await installed({ by: brand });
    await expect(journey(fixture.device())).rejects.toMatchObject(notFound);
    await expect(journey(phone, {}, await guestOf(creators))).rejects.toMatchObject(notFound);
    await expect(journey(phone, { cursor: 'x' })).rejects.toMatchObject({
      fields: { cursor: 'is not a cursor' },
    });
  });
});
