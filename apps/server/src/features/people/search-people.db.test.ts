import { createHash } from 'node:crypto';
import { countPeople, listPeople } from '@trailmark/contract/people';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, later, MINUTE_MS } from '../../platform/clock.ts';
import {
  type AttributionFixture,
  buildAttributionFixture,
  type FixtureCampaign,
} from '../../testing/attribution-fixture.ts';
import { buildProject, type TestPerson } from '../../testing/build.ts';
import { buildNetwork, buildPool } from '../../testing/coupon-fixture.ts';
import type { TestDevice } from '../../testing/device.ts';
import { readPages } from '../../testing/read-pages.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const START = new Date('2026-03-10T10:00:00Z');

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

async function installedBy(campaign: FixtureCampaign): Promise<{ phone: TestDevice; token: string }> {
  const phone = fixture.device();
  server.clock.advance(HOUR_MS);
  const token = await phone.clickToken(campaign.slug);
  server.clock.advance(14 * MINUTE_MS);
  await phone.init({ install_referrer: `tm_click=${token}` });
  return { phone, token };
}

async function find(search: string, by: TestPerson = fixture.owner, more: Record<string, string> = {}) {
  const query = { project_id: fixture.projectId, search, ...more };
  const { items } = await by.call(listPeople, { query });
  const counted = await by.call(countPeople, { query });
  expect(counted).toMatchObject({ installs: items.length, is_more: false });
  return items.map(({ install_id, found_by }) => [install_id, ...found_by]);
}

describe('a search', () => {
  test('finds the install that a click was credited with, by its id and however it travelled', async () => {
    const { phone, token } = await installedBy(brand);
    const lost = await phone.clickToken(creators.slug);
    const [clickId = ''] = await fixture.clickIds(brand);
    const found = [[phone.installId, 'click_id']];
    const spellings = [
      clickId,
      clickId.toUpperCase(),
      token,
      `tm_click=${token}`,
      `https://a.example/?a=1&tm_click=${token}#x`,
    ];
    for (const text of spellings) expect(await find(text)).toEqual(found);
    expect(await find(lost)).toEqual([]);
    expect(await find(clickId, await fixture.guestOf(brand))).toEqual(found);
    expect(await find(clickId, await fixture.guestOf(creators))).toEqual([]);
    const stranger = await buildProject(server);
    const query = { project_id: stranger.projectId, search: clickId };
    expect((await stranger.owner.call(listPeople, { query })).items).toEqual([]);
  });

  test('does not confirm to a guest which click brought an install of another campaign', async () => {
    const { phone } = await installedBy(creators);
    const [clickId = ''] = await fixture.clickIds(creators);
    server.clock.advance(20 * DAY_MS);
    const token = await phone.clickToken(brand.slug);
    server.clock.advance(MINUTE_MS);
    await phone.deeplink(`kite://offer/7?tm_click=${token}`);
    const guest = await fixture.guestOf(brand);
    expect(await find(token, guest)).toEqual([[phone.installId, 'click_id']]);
    expect(await find(clickId, guest)).toEqual([]);
    expect(await find(clickId)).toEqual([[phone.installId, 'click_id']]);
  });

  test('finds who paid by the id of the payment; a guest, what their campaigns were credited with', async () => {
    const { phone } = await installedBy(brand);
    const other = await installedBy(creators);
    const pay = (device: TestDevice, payment_id: string) =>
      device.call('capture-payment', { user_id: `of-${payment_id}`, amount: 5, payment_id });
    await pay(phone, 'pay_1');
    await pay(other.phone, 'pay_2');
    expect(await find('pay_1')).toEqual([[phone.installId, 'payment_id']]);
    expect(await find('PAY_1')).toEqual([]);
    const guest = await fixture.guestOf(brand);
    expect(await find('pay_1', guest)).toEqual([[phone.installId, 'payment_id']]);
    expect(await find('pay_2', guest)).toEqual([]);
  });

  test('finds a phone number as people write it', async () => {
    const { phone } = await installedBy(brand);
    await phone.call('set-user-data', { user_data: { id: 'u1', phone: '+91 98765-43210' } });
    const found = [[phone.installId, 'phone']];
    expect(await find('+919876543210')).toEqual(found);
    expect(await find('0091 (98765) 43210')).toEqual(found);
    expect(await find('98765')).toEqual([]);
    // Whose sign-up is credited to nobody is nobody to a guest.
    expect(await find('+919876543210', await fixture.guestOf(brand))).toEqual([]);
  });

  test('finds who redeemed a coupon, by whatever the network named them by', async () => {
    const jio = await buildNetwork(server, fixture);
    const holi = await fixture.campaign({ network: 'JIO_COUPONS', name: 'Holi' });
    const pool = { networkId: jio.id, campaignId: holi.id, uses_per_code: 100, window_hours: 240 };
    await buildPool(fixture, { ...pool, codes: ['HOLI', 'DIWALI'] });
    const [one, two, three] = [fixture.device(), fixture.device(), fixture.device()];
    for (const phone of [one, two, three]) await phone.init();
    await two.call('set-user-data', { user_data: { id: 'anna' } });
    await three.call('set-user-data', { user_data: { id: 'bina', email: 'bina@example.com' } });
    const hashed_email = createHash('sha256').update('bina@example.com').digest('hex');
    for (const user of [{ gaid: one.advertisingId }, { user_id: 'anna' }, { hashed_email }]) {
      expect((await jio.post({ coupon_code: 'HOLI', user })).status).toBe(202);
    }
    await server.runJobs();
    const found = (await find('HOLI')).toSorted();
    expect(found).toEqual([one, two, three].map(({ installId }) => [installId, 'coupon_code']).toSorted());
    expect(await find('DIWALI')).toEqual([]);
    const guest = await fixture.guestOf(holi);
    expect((await find('HOLI', guest)).map(([id]) => id)).toContain(one.installId);
    expect(await find('HOLI', await fixture.guestOf(brand))).toEqual([]);
  });

  test('says all that a text is to an install', async () => {
    const { phone } = await installedBy(brand);
    await phone.call('set-user-data', { user_data: { id: 'same', email: 'same@example.com', name: 'Same' } });
    expect(await find('same')).toEqual([[phone.installId, 'user_id', 'email', 'name']]);
    expect(await find(phone.installId)).toEqual([[phone.installId, 'install_id']]);
    expect(await find(phone.advertisingId)).toEqual([[phone.installId, 'advertising_id']]);
  });

  test.each(["'; drop table installs; --", '%', '__', '\\', '()', '++++++++++', '00000000', 'ñ'.repeat(250)])(
    'is for nobody: %s',
    async (text) => {
      await installedBy(brand);
      expect(await find(text)).toEqual([]);
    },
  );

  test('that is too long is refused', async () => {
    const refusal = { status: 400, fields: { search: 'is too long' } };
    const query = { project_id: fixture.projectId, search: 'x'.repeat(257) };
    await expect(fixture.owner.call(countPeople, { query })).rejects.toMatchObject(refusal);
    await expect(fixture.owner.call(listPeople, { query })).rejects.toMatchObject(refusal);
  });
});

describe('the count', () => {
  const COUNTRIES = ['IN', 'NP', ''];
  const install = fc.record({
    user: fc.option(fc.integer({ min: 0, max: 20 })),
    country: fc.constantFrom(...COUNTRIES),
    platform: fc.constantFrom('android', 'ios'),
    verdict: fc.constantFrom('clean', 'tag'),
    isOfBrand: fc.boolean(),
    isOpened: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
    minutes: fc.integer({ min: 0, max: 5 * 24 * 60 }),
  });

  async function plant(seed: number) {
    const planted = fc.sample(install, { numRuns: 120, seed });
    for (const [n, one] of planted.entries()) {
      const at = later(START, -one.minutes * MINUTE_MS);
      await server.db
        .insertInto('installs')
        .values({
          project_id: fixture.projectId,
          install_id: `i${n}`,
          platform: one.platform,
          country: one.country,
          first_seen_at: at,
          installed_at: one.isOpened ? at : null,
          user_id: one.user === null ? null : `u${one.user}`,
          campaign_id: one.isOfBrand ? brand.id : creators.id,
          link_id: one.isOfBrand ? brand.linkId : creators.linkId,
          network: one.isOfBrand ? 'GOOGLE' : 'TIKTOK',
          verdict: one.verdict,
          updated_at: at,
        })
        .execute();
    }
  }

  const FILTERS: [Record<string, string>, string][] = [
    [{}, 'true'],
    [{ countries: 'NP,unknown' }, `country in ('NP', '')`],
    [{ platforms: 'ios', networks: 'GOOGLE' }, `platform = 'ios' and network = 'GOOGLE'`],
    [{ suspicious: 'true' }, `verdict = 'tag'`],
    [
      { from: '2026-03-07', to: '2026-03-08' },
      `to_char(installed_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') in ('2026-03-07', '2026-03-08')`,
    ],
  ];

  test('is that of a plain query, and of all pages of the list', async () => {
    const seed = Number(process.env.PEOPLE_SEED ?? Date.now() % 1_000_000);
    await plant(seed);
    const project_id = fixture.projectId;
    for (const [query, where] of FILTERS) {
      const { rows } = await sql<{ installs: number; people: number }>`
        select count(*) as installs, count(distinct coalesce('user ' || user_id, install_id)) as people
        from installs where project_id = ${project_id} and installed_at is not null and ${sql.raw(where)}`.execute(
        server.db,
      );
      const counted = await fixture.owner.call(countPeople, { query: { project_id, ...query } });
      expect(counted, `PEOPLE_SEED=${seed} ${where}`).toEqual({ ...rows[0], is_more: false });
      const pages = await readPages((page) =>
        fixture.owner.call(listPeople, { query: { project_id, ...query, ...page } }),
      );
      expect(pages).toHaveLength(counted.installs ?? -1);
    }
  });

  test('of a guest has their campaigns, and does not say how many people use them', async () => {
    await plant(7);
    const project_id = fixture.projectId;
    const ofBrand = await fixture.owner.call(countPeople, { query: { project_id, campaigns: brand.id } });
    expect(ofBrand.installs).toBeGreaterThan(0);
    const guest = await fixture.guestOf(brand);
    const query = { project_id };
    expect(await guest.call(countPeople, { query })).toEqual({ ...ofBrand, people: null });
    expect(await (await fixture.guestOf()).call(countPeople, { query })).toMatchObject({ installs: 0 });
    const stranger = await buildProject(server);
    await expect(stranger.owner.call(countPeople, { query })).rejects.toMatchObject({ status: 404 });
  });

  test('of a search that is for very many says that there are more', async () => {
    const { projectId } = fixture;
    await sql`
      insert into people (project_id, user_id, name, first_seen_at, updated_at)
      select ${projectId}, 'u' || n, 'Asha ' || n, ${START}, ${START} from generate_series(1, 1100) n`.execute(
      server.db,
    );
    await sql`
      insert into installs (project_id, install_id, platform, country, first_seen_at, installed_at, campaign_id, link_id,
        network, user_id, updated_at)
      select ${projectId}, 'n' || n, 'android', 'IN', t, t, ${brand.id}, ${brand.linkId}, 'GOOGLE', 'u' || n, t
      from generate_series(1, 1100) n, (select ${START}::timestamptz as t) t`.execute(server.db);
    await sql`
      insert into person_installs (project_id, user_id, install_id, linked_at)
      select ${projectId}, 'u' || n, 'n' || n, ${START} from generate_series(1, 1100) n`.execute(server.db);
    const count = (search: string) =>
      fixture.owner.call(countPeople, { query: { project_id: projectId, search } });
    expect(await count('asha')).toEqual({ installs: 1000, people: null, is_more: true });
    expect(await count('asha 10')).toEqual({ installs: 111, people: 111, is_more: false });
  });

  test('goes up to a limit', async () => {
    const { projectId } = fixture;
    await sql`
      insert into installs (project_id, install_id, platform, country, first_seen_at, installed_at, campaign_id, link_id,
        network, user_id, updated_at)
      select ${projectId}, 'n' || n, 'android', 'IN', t, t, ${brand.id}, ${brand.linkId}, 'GOOGLE', 'u' || n / 2, t
      from generate_series(1, 100001) n, (select ${START}::timestamptz as t) t`.execute(server.db);
    const query = { project_id: projectId };
    expect(await fixture.owner.call(countPeople, { query })).toEqual({
      installs: 100_000,
      people: null,
      is_more: true,
    });
  });
});
