import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { HISTORY_LISTS, importHistory, MAX_IMPORT_ROWS } from '@trailmark/contract/history';
import { updateProject } from '@trailmark/contract/projects';
import { NO_ID } from '@trailmark/core/metrics/counters';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../platform/clock.ts';
import { findDifferences } from '../../rollups/recount.ts';
import { buildCampaign, buildLink, buildProject, type TestPerson } from '../../testing/build.ts';
import { buildDevice, projectToken } from '../../testing/device.ts';
import { buildServerKey, type TestServerKey } from '../../testing/server-key.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let owner: TestPerson;
let projectId: string;
let key: TestServerKey;
let campaign: { campaign_id: string; display_id: string; default_link_id: string; slug: string };
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.clock.set(new Date('2026-03-10T10:00:00Z'));
  ({ owner, projectId } = await buildProject(server));
  key = await buildServerKey(server, owner, projectId);
  // Before there is a link: a change of one reaches those who answer clicks a moment later.
  const play_store_link = 'https://play.google.com/store/apps/details?id=com.kite';
  await owner.call(updateProject, { body: { project_id: projectId, play_store_link } });
  const made = await buildCampaign(owner, projectId, { network: 'META' });
  campaign = { ...made, slug: made.link.split('/').at(-1) ?? '' };
});
// Whatever was imported, the rollups say what the rows say.
const same = async () => expect(await findDifferences(server.db, projectId, '2000-01-01')).toEqual([]);

const send = (body: Record<string, unknown>) => key.post('/project/import', body);

async function take(body: Record<string, unknown>) {
  const answer = await send(body);
  expect(answer.status, JSON.stringify(answer.json)).toBe(200);
  return importHistory.response.parse(answer.json.data).accepted;
}

const rows = (
  table: 'events' | 'installs' | 'decisions' | 'payments' | 'people' | 'clicks' | 'impressions',
) => server.db.selectFrom(table).selectAll().where('project_id', '=', projectId).execute();

/** Sums of counters by local day, those that cancel out left away. */
async function counted(metric: string) {
  const found = await server.db
    .selectFrom('rollup_deltas')
    .select((eb) => ['local_date', 'campaign_id', eb.fn.sum<string>('count').as('count')])
    .where('project_id', '=', projectId)
    .where('metric', '=', metric)
    .groupBy(['local_date', 'campaign_id'])
    .orderBy('local_date')
    .orderBy('campaign_id')
    .execute();
  return found
    .filter((row) => Number(row.count) !== 0)
    .map((row) => [row.local_date, row.campaign_id, Number(row.count)]);
}

const YEAR_AGO = '2025-03-01T20:00:00Z';
const install = (given: Record<string, unknown> = {}) => ({
  install_instance_id: 'i1',
  installed_at: YEAR_AGO,
  platform: 'ANDROID',
  country: 'in',
  display_id: campaign.display_id,
  ...given,
});

function wholeHistory() {
  const click = { slug: campaign.slug, clicked_at: '2025-03-01T19:00:00Z', ip: '103.5.6.7' };
  return {
    clicks: [click, { ...click, id: 'other' }, { ...click, clicked_at: '2025-03-01T12:00:00Z' }],
    impressions: [{ display_id: campaign.display_id, viewed_at: '2025-03-01T18:00:00Z', country: 'IN' }],
    installs: [
      install({ user_id: 'u1', touched_at: '2025-03-01T19:00:00Z' }),
      install({ install_instance_id: 'i2', display_id: null }),
      install({ install_instance_id: 'i3', display_id: null, network: 'GOOGLE', kind: 'reinstall' }),
    ],
    signups: [
      {
        install_instance_id: 'i2',
        user_id: 'u2',
        occurred_at: '2025-03-02T10:00:00Z',
        name: 'Asha',
        email: 'asha@example.com',
      },
    ],
    events: [
      { install_instance_id: 'i1', event_name: 'search', occurred_at: '2025-03-02T10:00:00Z' },
      { user_id: 'u2', event_name: 'search', occurred_at: '2025-03-03T10:00:00Z', event_data: { q: 'kite' } },
      { user_id: 'u2', event_name: 'search', occurred_at: '2025-03-03T10:00:00Z', event_id: 'e1' },
    ],
    payments: [
      {
        user_id: 'u1',
        payment_id: 'p1',
        amount: '99.90',
        currency: 'usd',
        type: 'ONE_TIME',
        occurred_at: '2025-03-05T10:00:00Z',
      },
    ],
  };
}

describe('history', () => {
  test('counts on its own local days, for those who are credited', async () => {
    const history = wholeHistory();
    const accepted = await take(history);
    expect(accepted).toEqual(Object.fromEntries(HISTORY_LISTS.map((name) => [name, history[name].length])));
    // 20:00 in London is the next day in Kolkata.
    expect(await counted('installs')).toEqual([
      ['2025-03-02', NO_ID, 1],
      ['2025-03-02', campaign.campaign_id, 1],
    ]);
    expect(await counted('reinstalls')).toEqual([['2025-03-02', NO_ID, 1]]);
    expect(await counted('clicks')).toEqual([
      ['2025-03-01', campaign.campaign_id, 1],
      ['2025-03-02', campaign.campaign_id, 2],
    ]);
    expect(await counted('unique_clicks')).toEqual([
      ['2025-03-01', campaign.campaign_id, 1],
      ['2025-03-02', campaign.campaign_id, 1],
    ]);
    expect(await counted('impressions')).toEqual([['2025-03-01', campaign.campaign_id, 1]]);
    expect(await counted('signups')).toEqual([['2025-03-02', NO_ID, 1]]);
    expect(await counted('payments')).toEqual([['2025-03-05', campaign.campaign_id, 1]]);
    const events = await rows('events');
    const searched = events.filter(({ name }) => name === 'search').map(({ install_id }) => install_id);
    expect(searched.sort()).toEqual(['i1', 'i2', 'i2']);
    expect(events.every(({ imported }) => imported)).toBe(true);
    await same();
  });

  test('comes with its decisions, which say that they were imported', async () => {
    await take(wholeHistory());
    const decided = (await rows('decisions')).map((row) => [
      ...[row.install_id, row.kind, row.because, row.network, row.match_type, row.link_id, row.receipt],
    ]);
    const receipt = { imported: true };
    expect(decided.sort()).toEqual([
      ['i1', 'install', 'import', 'META', 'click_id', campaign.default_link_id, receipt],
      ['i2', 'install', 'import', 'ORGANIC', 'organic', NO_ID, receipt],
      ['i3', 'reinstall', 'import', 'GOOGLE', 'click_id', NO_ID, receipt],
    ]);
    const [first] = (await rows('installs')).filter((row) => row.install_id === 'i1');
    expect(first).toMatchObject({ country: 'IN', platform: 'android', user_id: 'u1', imported: true });
    expect(first?.touched_at?.toISOString()).toBe('2025-03-01T19:00:00.000Z');
    const [asha] = (await rows('people')).filter((row) => row.user_id === 'u2');
    expect(asha).toMatchObject({ name: 'Asha', email: 'asha@example.com' });
    expect(asha?.signed_up_at?.toISOString()).toBe('2025-03-02T10:00:00.000Z');
  });

  test('told again counts nothing twice', async () => {
    await take(wholeHistory());
    const before = await server.db.selectFrom('rollup_deltas').selectAll().execute();
    expect(await take(wholeHistory())).toMatchObject({ clicks: 3, installs: 3 });
    server.clock.advance(MINUTE_MS);
    await take(wholeHistory());
    expect(await server.db.selectFrom('rollup_deltas').selectAll().execute()).toHaveLength(before.length);
    expect(await rows('clicks')).toHaveLength(3);
    expect(await rows('events')).toHaveLength(8);
    expect(await rows('decisions')).toHaveLength(3);
    await same();
  });

  test('in parts and in the wrong order ends in the same numbers', async () => {
    const { installs, events, signups, payments } = wholeHistory();
    await take({ events, payments });
    await take({ signups });
    await take({ installs });
    expect(await counted('installs')).toEqual([
      ['2025-03-02', NO_ID, 1],
      ['2025-03-02', campaign.campaign_id, 1],
    ]);
    await same();
    const credited = (await rows('events')).filter((row) => row.install_id === 'i1');
    expect(credited.map((row) => row.campaign_id)).toEqual(credited.map(() => campaign.campaign_id));
  });

  test('names links by their slug, too', async () => {
    const link = await buildLink(owner, { projectId, campaignId: campaign.campaign_id });
    await take({ installs: [install({ display_id: undefined, slug: link.slug, match_type: 'view' })] });
    expect(await rows('decisions')).toMatchObject([{ link_id: link.link_id, match_type: 'view' }]);
  });
});

describe('history and what is measured now', () => {
  const device = async () => buildDevice(server, await projectToken(owner, projectId));

  test('an install that is known keeps its decision and its device', async () => {
    const phone = await device();
    await phone.init();
    const known = { install_instance_id: phone.installId, model: 'Nokia 3310', user_id: 'old' };
    await phone.call('set-user-data', { user_data: { id: 'new' } });
    await take({ installs: [install(known)] });
    expect(await rows('decisions')).toMatchObject([{ because: 'first_open', network: 'ORGANIC' }]);
    const [row] = await rows('installs');
    expect(row).toMatchObject({ model: 'Pixel 7', user_id: 'new', imported: false });
    expect(row?.installed_at?.toISOString()).toBe('2026-03-10T10:00:00.000Z');
    await same();
  });

  test('clicks bring nobody', async () => {
    const phone = await device();
    const touched = { ip: phone.ip, advertising_id: phone.advertisingId, clicked_at: '2026-03-10T09:59:00Z' };
    const viewed = { advertising_id: phone.advertisingId, viewed_at: '2026-03-10T09:59:00Z' };
    await take({
      clicks: [{ display_id: campaign.display_id, ...touched }],
      impressions: [{ display_id: campaign.display_id, ...viewed }],
    });
    const answer = await phone.init();
    expect(answer.json.data.attribution_source).toBe('ORGANIC');
    expect(await rows('decisions')).toMatchObject([{ receipt: { touches: [] } }]);
    expect(await rows('clicks')).toMatchObject([{ imported: true, outcome: 'imported' }]);
    expect(await rows('impressions')).toMatchObject([{ imported: true }]);
  });

  test('an advertising id of an iPhone says that tracking was allowed', async () => {
    const install = (install_instance_id: string, more: object) => ({
      install_instance_id,
      installed_at: '2026-03-10T10:00:00Z',
      ...more,
    });
    const advertising_id = randomUUID();
    await take({
      installs: [
        install('with', { platform: 'IOS', advertising_id }),
        install('without', { platform: 'IOS', vendor_id: randomUUID() }),
        install('android', { platform: 'ANDROID', advertising_id }),
      ],
    });
    const stored = await server.db
      .selectFrom('installs')
      .select(['install_id', 'tracking_authorized'])
      .where('project_id', '=', projectId)
      .execute();
    expect(new Map(stored.map((row) => [row.install_id, row.tracking_authorized]))).toEqual(
      new Map([
        ['with', true],
        ['without', null],
        ['android', null],
      ]),
    );
  });

  test('many clicks of the same address in history make no click of now suspicious', async () => {
    const phone = await device();
    const clicks = Array.from({ length: 150 }, (_, at) => ({
      display_id: campaign.display_id,
      ip: phone.ip,
      clicked_at: '2026-03-10T09:50:00Z',
      id: at,
    }));
    await take({ clicks });
    const click = await phone.clickToken(campaign.slug);
    server.clock.advance(MINUTE_MS);
    await phone.init({ install_referrer: `tm_click=${click}` });
    expect(await rows('decisions')).toMatchObject([{ verdict: 'clean', match_type: 'click_id' }]);
  });

  test('an event with the id of one that is known is the same event', async () => {
    const phone = await device();
    await phone.event('search', { event_id: 'e1' });
    const event = { event_name: 'search', event_id: 'e1', occurred_at: YEAR_AGO };
    await take({ events: [{ ...event, install_instance_id: phone.installId }] });
    expect(await rows('events')).toHaveLength(1);
  });
});

describe('refused, all of it and with the place of what is wrong, is', () => {
  const event = (given: Record<string, unknown>) => ({
    events: [
      { user_id: 'u', event_name: 'fine', occurred_at: YEAR_AGO },
      { user_id: 'u', event_name: 'a', occurred_at: YEAR_AGO, ...given },
    ],
  });
  test.each<[string, () => Record<string, unknown>, string]>([
    ['an event of the future', () => event({ occurred_at: '2026-03-10T10:00:01Z' }), 'events.1.occurred_at'],
    ['one of long ago', () => event({ occurred_at: '2016-03-09T10:00:00Z' }), 'events.1.occurred_at'],
    ['one without a time', () => event({ occurred_at: undefined }), 'events.1.occurred_at'],
    ['one of nobody', () => event({ user_id: '' }), 'events.1.user_id'],
    ['a name of ours', () => event({ event_name: '$open' }), 'events.1.event_name'],
    ['too much data', () => event({ event_data: { a: 'x'.repeat(40_000) } }), 'events.1.event_data'],
    [
      'an unknown campaign',
      () => ({ ...event({}), installs: [install({ display_id: 'none' })] }),
      'installs.0.display_id',
    ],
    [
      'an unknown link',
      () => ({ ...event({}), clicks: [{ slug: 'none', clicked_at: YEAR_AGO }] }),
      'clicks.0.slug',
    ],
    ['a click without a link', () => ({ ...event({}), clicks: [{ clicked_at: YEAR_AGO }] }), 'clicks.0.slug'],
    ['an install of two', () => ({ installs: [install({ network: 'META' })] }), 'installs.0.network'],
    ['an odd match', () => ({ installs: [install({ match_type: 'organic' })] }), 'installs.0.match_type'],
    [
      'a touch after its install',
      () => ({ installs: [install({ touched_at: '2025-03-01T20:00:01Z' })] }),
      'installs.0.touched_at',
    ],
    [
      'a payment without an id',
      () => ({ payments: [{ user_id: 'u', amount: 1, occurred_at: YEAR_AGO }] }),
      'payments.0.payment_id',
    ],
    ['no list', () => ({ events: {} }), 'events'],
    ['too many rows', () => ({ events: Array.from({ length: MAX_IMPORT_ROWS + 1 }, () => 0) }), 'body'],
  ])('%s', async (_, body, field) => {
    const answer = await send(body());
    expect(answer.status, JSON.stringify(answer.json)).toBe(400);
    expect(Object.keys(answer.json.error.fields)).toEqual([field]);
    expect(await rows('events')).toEqual([]);
    expect(await rows('clicks')).toEqual([]);
  });

  test('a campaign of another project', async () => {
    const other = await buildProject(server);
    const { display_id } = await buildCampaign(other.owner, other.projectId);
    expect((await send({ installs: [install({ display_id })] })).status).toBe(400);
  });

  test('a body of more than 8 MB, and one of 2 MB is not', async () => {
    const body = (count: number) => ({
      events: Array.from({ length: count }, (_, at) => ({
        user_id: 'u',
        event_name: 'a',
        event_id: at,
        occurred_at: YEAR_AGO,
        event_data: { text: 'x'.repeat(30_000) },
      })),
    });
    expect((await send(body(70))).status).toBe(200);
    expect((await send(body(300))).status).toBe(413);
  });

  /** Begins imports whose bodies do not end, until one is refused; the others hold their places. */
  async function holdPlaces(by: TestServerKey, count: number) {
    const answered: number[] = [];
    const open = Array.from({ length: count + 1 }, () => {
      const headers = { authorization: `Bearer ${by.key}`, 'content-type': 'application/json' };
      const request = http.request(`${server.url}/api/project/import`, { method: 'POST', headers });
      request.on('error', () => {});
      request.on('response', (answer) => answered.push(answer.statusCode ?? 0));
      request.write('{');
      return request;
    });
    await expect.poll(() => answered, { timeout: 20_000 }).toEqual([503]);
    return () => {
      for (const request of open) request.destroy();
    };
  }

  /** More than the usual size, and it says nothing. */
  const sendLarge = (by: TestServerKey) => by.post('/project/import', { padding: 'x'.repeat(1024 * 1024) });

  test("one large body of a project too many, until another is done, and nobody else's", async () => {
    const other = await buildProject(server);
    const otherKey = await buildServerKey(server, other.owner, other.projectId);
    const release = await holdPlaces(key, 2);
    const refused = await sendLarge(key);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
    expect((await send({})).status).toBe(200);
    expect((await sendLarge(otherKey)).status).toBe(200);
    release();
    await expect.poll(async () => (await sendLarge(key)).status, { timeout: 20_000 }).toBe(200);
  });

  test('one large body too many of all projects', async () => {
    const releases: (() => void)[] = [];
    for (let count = 0; count < 4; count += 1) {
      const { owner: another, projectId: id } = await buildProject(server);
      releases.push(await holdPlaces(await buildServerKey(server, another, id), 2));
    }
    expect((await sendLarge(key)).status).toBe(503);
    for (const release of releases) release();
    await expect.poll(async () => (await sendLarge(key)).status, { timeout: 20_000 }).toBe(200);
  });

  test('who has no key', async () => {
    const response = await fetch(`${server.url}/api/project/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(wholeHistory()),
    });
    expect(response.status).toBe(401);
  });
});
