import { createProject, listProjects, updateProject } from '@trailmark/contract/projects';
import { getStats } from '@trailmark/contract/stats';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteRate, putRates } from '../features/money/rate-store.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../platform/clock.ts';
import { buildCampaign, buildPerson } from '../testing/build.ts';
import { buildDevice, projectToken, type TestDevice } from '../testing/device.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { foldDeltas } from './fold.ts';
import { COHORT_GRAINS, GRAINS } from './grains.ts';
import { rebuildRollups } from './rebuild.ts';
import { findDifferences } from './recount.ts';

const SEED = 20260310;
/** Histories in every zone, other ones in each. */
const HISTORIES = process.env.TRUTH_SCENES === 'all' ? 4 : 2;
const LONG_AGO = '2000-01-01';
const PAGE = 'https://kite.example/get';

let server: TestServer;
beforeAll(async () => {
  // Fewer names than the phones send: some are counted as "(other)".
  server = await startTestServer({ env: { MAX_EVENT_NAMES: '1' } });
});
afterAll(() => server.stop());

async function buildScenario(timezone: string) {
  const owner = await buildPerson(server);
  const { project_id: projectId } = await owner.call(createProject, {
    body: {
      name: timezone,
      platform: 'app',
      currency: 'INR',
      timezone,
      play_store_link: 'https://play.google.com/store/apps/details?id=com.kite',
    },
  });
  const slugs: string[] = [];
  for (const network of ['META', 'GOOGLE', 'NONE'] as const) {
    const { link } = await buildCampaign(owner, projectId, { network, name: `On ${network}` });
    slugs.push(link.split('/').at(-1) ?? '');
  }
  const token = await projectToken(owner, projectId);
  return { owner, projectId, slugs, token };
}
type Scenario = Awaited<ReturnType<typeof buildScenario>>;

/** One thing that happens to one of a handful of phones, some time after the one before. */
const happening = fc.record({
  what: fc.constantFrom(
    ...(['click', 'view', 'install', 'open', 'event', 'late', 'signup', 'pay', 'refund'] as const),
    ...(['reinstall', 'deep_link', 'repeat'] as const),
    ...(['visit', 'page', 'page', 'screen', 'same_page'] as const),
  ),
  phone: fc.nat(4),
  link: fc.nat(2),
  minutes: fc.constantFrom(0, 1, 7, 61, 700, 1500, 14_000),
  amount: fc.constantFrom(1, 0.1, 19.99, 1000.005),
  currency: fc.constantFrom('INR', 'USD'),
});
type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never;

/** Plays a history through the public endpoints. */
async function play(scenario: Scenario, history: Happening[]): Promise<void> {
  const phones = Array.from({ length: 5 }, () => buildDevice(server, scenario.token));
  const tokens = new Map<number, string>();
  for (const [n, one] of history.entries()) {
    server.clock.advance(one.minutes * MINUTE_MS);
    const phone = phones[one.phone] as TestDevice;
    const slug = scenario.slugs[one.link] ?? '';
    const session_id = `s${one.link} ${one.currency}`;
    const pay = {
      user_id: `u${one.phone}`,
      payment_id: `p${n % 5}`,
      amount: one.amount,
      currency: one.currency,
    };
    const acts: Record<Happening['what'], () => Promise<unknown>> = {
      click: async () => tokens.set(one.phone, await phone.clickToken(slug, `?gaid=${phone.advertisingId}`)),
      view: () => fetch(`${server.url}/i/${slug}?gaid=${phone.advertisingId}`),
      install: () => phone.init({ install_referrer: `tm_click=${tokens.get(one.phone) ?? ''}` }),
      open: () => phone.init(),
      event: () => phone.event(`event ${one.link}`, { event_id: `e${n}` }),
      late: () =>
        phone.event(`event ${one.link}`, { event_id: `l${n}`, time_since_app_install: one.minutes * 7 }),
      signup: () =>
        phone.call('trigger', { user_data: { id: `u${one.phone % 3}` }, time_since_app_install: n }),
      pay: () => phone.call('capture-payment', pay),
      refund: () => phone.call('remove-captured-payment', { user_id: `u${one.phone}` }),
      reinstall: async () => {
        phones[one.phone] = phone.reinstalled();
        await phones[one.phone]?.init();
      },
      deep_link: async () => {
        const token = await phone.clickToken(slug);
        await phone.call('handle-deeplink', { url: `${server.url}/l/${slug}?tm_click=${token}` });
      },
      repeat: () => phone.event('event 0', { event_id: 'always' }),
      // A visit may begin twice, and have pages before it begins.
      visit: () => phone.call('session-start', { session_id, entry_url: PAGE }),
      page: () => phone.call('page-view', { session_id, event_id: `v${n}`, page_url: PAGE }),
      screen: () => phone.call('screen-view', { session_id, event_id: `v${n}`, screen_name: 'Cart' }),
      same_page: () => phone.call('page-view', { session_id: 'same', event_id: 'always', page_url: PAGE }),
    };
    await acts[one.what]();
  }
}

describe('rollups', () => {
  test.each([
    { n: 0, zone: 'Asia/Kolkata', at: '2026-03-10T17:40:00Z' },
    { n: 1, zone: 'Asia/Kathmandu', at: '2026-03-10T17:50:00Z' },
    { n: 2, zone: 'America/New_York', at: '2026-03-08T05:30:00Z' },
    { n: 3, zone: 'Europe/Berlin', at: '2026-10-24T20:00:00Z' },
    { n: 4, zone: 'America/New_York', at: '2026-03-07T05:30:00Z', dayKind: '24h' as const },
  ])('are what the raw rows say, folded or not, in $zone $dayKind', async ({ n, zone, at, dayKind }) => {
    server.clock.set(new Date(at));
    const histories = fc.sample(fc.array(happening, { minLength: 25, maxLength: 60 }), {
      seed: SEED + n,
      numRuns: HISTORIES,
    });
    for (const history of histories) {
      const scenario = await buildScenario(zone);
      const body = { project_id: scenario.projectId, day_kind: dayKind };
      if (dayKind) await scenario.owner.call(updateProject, { body });
      await play(scenario, history);
      expect(await findDifferences(server.db, scenario.projectId, LONG_AGO)).toEqual([]);
      expect(await foldDeltas(server.db)).toBeGreaterThan(0);
      expect(await findDifferences(server.db, scenario.projectId, LONG_AGO)).toEqual([]);
      await play(scenario, history.slice(0, 10));
      expect(await findDifferences(server.db, scenario.projectId, LONG_AGO)).toEqual([]);
    }
  });

  test('that were changed behind our back are found and put right', async () => {
    // In the middle of a day, whatever time it is now.
    server.clock.set(new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - 18 * HOUR_MS));
    const scenario = await buildScenario('Asia/Kolkata');
    const phone = buildDevice(server, scenario.token);
    await phone.click(scenario.slugs[0] ?? '');
    await phone.init();
    server.clock.advance(HOUR_MS);
    await phone.event('tap');
    await foldDeltas(server.db);
    await server.db
      .updateTable('rollup_days')
      .set({ count: 5 })
      .where('project_id', '=', scenario.projectId)
      .where('metric', '=', 'clicks')
      .execute();
    await server.db
      .deleteFrom('rollup_cohorts')
      .where('project_id', '=', scenario.projectId)
      .where('metric', '=', 'active')
      .execute();
    const found = await rebuildRollups(server.db, scenario.projectId);
    const finest = found.filter(({ where }) => /^(day|cohort) /.test(where));
    expect(
      finest.map(({ where, counted, kept }) => [where.split(' · ')[1], counted.count, kept.count]),
    ).toEqual([
      ['clicks', 1, 5],
      ['active', 1, 0],
    ]);
    expect(await rebuildRollups(server.db, scenario.projectId)).toEqual([]);
  });

  test('are counted again when the days after an install are counted in another way', async () => {
    server.clock.set(new Date());
    const scenario = await buildScenario('Asia/Kolkata');
    const phone = buildDevice(server, scenario.token);
    await phone.init();
    server.clock.advance(23 * HOUR_MS);
    await phone.event('tap', { event_id: 'before the first 24 hours are over' });
    server.clock.advance(2 * HOUR_MS);
    await phone.event('tap', { event_id: 'after them' });
    const blocks = async () => {
      await foldDeltas(server.db);
      const rows = await server.db
        .selectFrom('rollup_cohorts')
        .select(['day_number', 'count'])
        .where('project_id', '=', scenario.projectId)
        .where('metric', '=', 'active_24h')
        .orderBy('day_number')
        .execute();
      return rows.map((row) => [row.day_number, row.count]);
    };
    expect(await blocks()).toEqual([]);
    const choose = async (day_kind: '24h' | 'calendar') => {
      await scenario.owner.call(updateProject, { body: { project_id: scenario.projectId, day_kind } });
      await server.runJobs();
    };
    await choose('24h');
    expect(await blocks()).toEqual([
      [0, 1],
      [1, 1],
    ]);
    expect(await findDifferences(server.db, scenario.projectId, LONG_AGO)).toEqual([]);
    await choose('calendar');
    expect(await blocks()).toEqual([]);
  });

  const grains = [
    ...GRAINS.map(({ name }) => ['rollup_cube', name, 'clicks'] as const),
    ...COHORT_GRAINS.map(({ name }) => ['rollup_cohort_cube', name, 'amount'] as const),
  ];
  test.each([['rollup_days', null, 'count'], ['rollup_cohorts', null, 'count'], ...grains] as const)(
    'that were changed in one row of %s %s alone are found and put right',
    async (table, grain, column) => {
      server.clock.set(new Date());
      const { projectId } = await buildBusyScenario();
      const isMeant = sql`project_id = ${projectId} and ${grain === null ? sql`true` : sql`grain = ${grain}`}`;
      const { numAffectedRows } = await sql`
      update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} + 1
      where ctid = (select ctid from ${sql.table(table)} where ${isMeant} limit 1)`.execute(server.db);
      expect(numAffectedRows).toBe(1n);
      expect(await rebuildRollups(server.db, projectId)).not.toEqual([]);
      expect(await findDifferences(server.db, projectId, LONG_AGO)).toEqual([]);
    },
  );

  test('with a device that folding left out everywhere are found, and it is counted', async () => {
    server.clock.set(new Date());
    const { projectId } = await buildBusyScenario();
    await server.db.deleteFrom('click_days').where('project_id', '=', projectId).execute();
    await sql`delete from rollup_days where project_id = ${projectId} and metric = 'unique_clicks'`.execute(
      server.db,
    );
    await sql`insert into cube_refolds values (${projectId}, '0001-01-01', null, now())`.execute(server.db);
    await foldDeltas(server.db);
    expect(await findDifferences(server.db, projectId, LONG_AGO)).toMatchObject([
      { where: expect.stringContaining('devices of clicks'), counted: { count: 1 }, kept: { count: 0 } },
    ]);
    await rebuildRollups(server.db, projectId);
    expect(await findDifferences(server.db, projectId, LONG_AGO)).toEqual([]);
  });

  test('of a campaign that is not listed are found, and it is listed', async () => {
    server.clock.set(new Date());
    const { projectId } = await buildBusyScenario();
    await server.db.deleteFrom('rollup_campaigns').where('project_id', '=', projectId).execute();
    expect(await rebuildRollups(server.db, projectId)).not.toEqual([]);
    expect(await findDifferences(server.db, projectId, LONG_AGO)).toEqual([]);
  });

  /** A click, an install and two payments, folded. */
  async function buildBusyScenario() {
    const scenario = await buildScenario('Asia/Kolkata');
    const phone = buildDevice(server, scenario.token);
    await phone.click(scenario.slugs[0] ?? '');
    await phone.init();
    await phone.event('tap');
    for (const currency of ['INR', 'USD']) {
      await phone.call('capture-payment', { user_id: 'u', payment_id: currency, amount: 3, currency });
    }
    await foldDeltas(server.db);
    return scenario;
  }

  const revenueOf = async ({ owner, projectId }: Scenario) => {
    const query = { project_id: projectId };
    const { currency, total, unconverted } = await owner.call(getStats, { query });
    return [currency, total.revenue, unconverted];
  };

  test('of a cube that is not there yet are made from the daily ones, which reports read until then', async () => {
    server.clock.set(new Date());
    const scenario = await buildBusyScenario();
    const before = await revenueOf(scenario);
    for (const table of ['rollup_cube', 'rollup_cohort_cube']) {
      await sql`delete from ${sql.table(table)} where project_id = ${scenario.projectId}`.execute(server.db);
    }
    expect(await findDifferences(server.db, scenario.projectId, LONG_AGO)).not.toEqual([]);
    await sql`insert into cube_refolds values (${scenario.projectId}, '0001-01-01', null, now())`.execute(
      server.db,
    );
    expect(await revenueOf(scenario)).toEqual(before);
    await foldDeltas(server.db);
    expect(await server.db.selectFrom('cube_refolds').selectAll().execute()).toEqual([]);
    expect(await findDifferences(server.db, scenario.projectId, LONG_AGO)).toEqual([]);
    expect(await revenueOf(scenario)).toEqual(before);
  });

  test('have their money in the currency of the project and at the rates as they are now', async () => {
    server.clock.set(new Date());
    const scenario = await buildBusyScenario();
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Kolkata' }).format(server.clock.now());
    const check = async (expected: unknown[]) => {
      expect(await revenueOf(scenario)).toEqual(expected);
      await foldDeltas(server.db);
      expect(await findDifferences(server.db, scenario.projectId, LONG_AGO)).toEqual([]);
      expect(await revenueOf(scenario)).toEqual(expected);
    };
    await check(['INR', '3', [{ currency: 'USD', amount: '3' }]]);
    await putRates(server.db, server.clock.now(), [{ currency: 'INR', date: today, per_usd: '80' }]);
    await check(['INR', '243', []]);
    await putRates(server.db, server.clock.now(), [{ currency: 'INR', date: today, per_usd: '100' }]);
    await check(['INR', '303', []]);
    await scenario.owner.call(updateProject, { body: { project_id: scenario.projectId, currency: 'USD' } });
    await check(['USD', '3.03', []]);
    await deleteRate(server.db, server.clock.now(), { currency: 'INR', date: today });
    await check(['USD', '3', [{ currency: 'INR', amount: '3' }]]);
  });

  test('of a project that is gone are set aside, and those of others folded', async () => {
    server.clock.set(new Date());
    const scenario = await buildScenario('UTC');
    await buildDevice(server, scenario.token).init();
    const gone = '00000000-0000-4000-8000-000000000001';
    await sql`
      insert into rollup_delta_groups
      select ${gone}::uuid, id, size, deltas, clicks from rollup_delta_groups
      where project_id = ${scenario.projectId} limit 1`.execute(server.db);
    await foldDeltas(server.db);
    const left = await server.db.selectFrom('rollup_deltas').select('project_id').execute();
    expect(left).toEqual([]);
    const setAside = await server.db
      .selectFrom('orphan_deltas')
      .select((eb) => ['project_id', eb.fn<number>('cardinality', ['deltas']).as('deltas')])
      .execute();
    expect(setAside).toEqual([{ project_id: gone, deltas: expect.any(Number) }]);
    expect(setAside[0]?.deltas).toBeGreaterThan(0);
  });

  test('are counted again when the zone of the project changes', async () => {
    server.clock.set(new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS + 20 * HOUR_MS - 3 * DAY_MS));
    const scenario = await buildScenario('UTC');
    const phone = buildDevice(server, scenario.token);
    await phone.click(scenario.slugs[0] ?? '', `?gaid=${phone.advertisingId}`);
    server.clock.advance(MINUTE_MS);
    await phone.init();
    await foldDeltas(server.db);
    const days = async () => {
      const query = { project_id: scenario.projectId };
      const { days: all } = await scenario.owner.call(getStats, { query });
      const counted = all.map(({ date, values }) => [date, values.clicks, values.installs]);
      return counted.filter(([, clicks, installs]) => clicks !== 0 || installs !== 0);
    };
    const today = server.clock.now().toISOString().slice(0, 10);
    const tomorrow = new Date(server.clock.now().getTime() + DAY_MS).toISOString().slice(0, 10);
    expect(await days()).toEqual([[today, 1, 1]]);
    // 20 o'clock in Greenwich is after midnight in Auckland.
    const change = { project_id: scenario.projectId, timezone: 'Pacific/Auckland' };
    expect((await scenario.owner.call(updateProject, { body: change })).is_refolding).toBe(true);
    await phone.event('tap');
    await server.runJobs();
    server.clock.advance(MINUTE_MS);
    expect(await days()).toEqual([[tomorrow, 1, 1]]);
    expect(await findDifferences(server.db, scenario.projectId, LONG_AGO)).toEqual([]);
    const [project] = await scenario.owner.call(listProjects, { query: { project_id: scenario.projectId } });
    expect(project?.is_refolding).toBe(false);
  });

  test('fold each delta once, however many fold at the same time', async () => {
    server.clock.set(new Date());
    const scenario = await buildScenario('UTC');
    const phones = Array.from({ length: 40 }, () => buildDevice(server, scenario.token));
    await Promise.all([
      ...phones.map((phone) => phone.init()),
      ...Array.from({ length: 10 }, () => foldDeltas(server.db)),
    ]);
    await Promise.all([foldDeltas(server.db), foldDeltas(server.db)]);
    expect(await findDifferences(server.db, scenario.projectId, LONG_AGO)).toEqual([]);
    const left = await server.db
      .selectFrom('rollup_deltas')
      .select('metric')
      .where('project_id', '=', scenario.projectId)
      .execute();
    expect(left).toEqual([]);
  });
});
