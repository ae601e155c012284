import { listReachedLimits } from '@trailmark/contract/limits';
import { getPerson, recomputeDecision } from '@trailmark/contract/people';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, later, MINUTE_MS } from '../../platform/clock.ts';
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

/** How long ago, by a clock of its own. */
const aged = (ms: number) => ({
  occurred_at: later(new Date('2031-01-01T00:00:00Z'), -ms).toISOString(),
  sent_at: '2031-01-01T00:00:00Z',
});
async function say(consent: Record<string, unknown>, body: Record<string, unknown> = {}) {
  const { status, json } = await phone.call('consent', { consent, ...body });
  expect(status, JSON.stringify(json)).toBe(200);
}

const install = () =>
  server.db
    .selectFrom('installs')
    .selectAll()
    .where('project_id', '=', fixture.projectId)
    .where('install_id', '=', phone.installId)
    .executeTakeFirstOrThrow();
async function history(): Promise<string[]> {
  const rows = await server.db
    .selectFrom('consent_changes')
    .select(['given_at', 'purpose', 'answer'])
    .where('project_id', '=', fixture.projectId)
    .orderBy('given_at')
    .orderBy('purpose')
    .execute();
  return rows.map(
    ({ given_at, purpose, answer }) => `${given_at.toISOString().slice(11, 16)} ${purpose} ${answer}`,
  );
}
const events = () => fixture.eventNames();

describe('consent', () => {
  test('is stored with the install, with the time at which it was given', async () => {
    await phone.init({}, { consent: { ad_user_data: 'granted', is_eea: '1' } });
    server.clock.advance(2 * HOUR_MS);
    await say({ ad_user_data: 'denied', gpc: true, att_status: '2' }, aged(HOUR_MS));
    const row = await install();
    expect(row.consent).toEqual({
      isEea: true,
      adUserData: false,
      adPersonalization: null,
      adStorage: null,
      analyticsStorage: null,
      attStatus: 'denied',
      gpc: true,
    });
    expect(row.tracking_authorized).toBe(false);
    expect(await history()).toEqual([
      '10:00 ad_user_data granted',
      '10:00 is_eea yes',
      '11:00 ad_user_data denied',
      '11:00 att_status denied',
      '11:00 gpc yes',
    ]);
  });

  test('is on the receipts of what was decided under it, which still recompute', async () => {
    const { slug } = await fixture.campaign();
    const { projectId: project_id, owner } = fixture;
    const { installId: install_id } = phone;
    const other = fixture.device();
    await other.init();
    await phone.init({}, { consent: { ad_user_data: 'granted', is_eea: true } });
    await say({ ad_user_data: 'denied' });
    server.clock.advance(29 * DAY_MS);
    await phone.deeplink(`${server.url}/l/${slug}`);
    const decisionsOf = async (id: string) =>
      (await owner.call(getPerson, { query: { project_id, install_id: id } })).installs[0]?.decisions ?? [];
    const isEea = { purpose: 'is_eea', answer: 'yes' };
    const decisions = await decisionsOf(install_id);
    expect(decisions.map(({ consent }) => consent)).toEqual([
      [{ purpose: 'ad_user_data', answer: 'denied' }, isEea],
      [{ purpose: 'ad_user_data', answer: 'granted' }, isEea],
    ]);
    expect((await decisionsOf(other.installId)).map(({ consent }) => consent)).toEqual([null]);
    for (const { revision } of decisions) {
      const answer = await owner.call(recomputeDecision, { body: { project_id, install_id, revision } });
      expect(answer).toEqual({ same: true, difference: null });
    }
  });

  test('that is sent with every open is one change', async () => {
    for (let opens = 0; opens < 3; opens += 1) {
      await phone.init({ consent: { ad_user_data: '1' } });
      server.clock.advance(HOUR_MS);
    }
    expect(await history()).toEqual(['10:00 ad_user_data granted']);
  });

  test('that arrives late does not override what was said later', async () => {
    await phone.init();
    server.clock.advance(3 * HOUR_MS);
    await say({ analytics_storage: 'granted' }, aged(HOUR_MS));
    await say({ analytics_storage: 'denied' }, aged(2 * HOUR_MS));
    expect((await install()).consent).toMatchObject({ analyticsStorage: true });
    expect(await history()).toEqual(['11:00 analytics_storage denied', '12:00 analytics_storage granted']);
    await phone.event('now');
    await phone.event('then', aged(90 * MINUTE_MS));
    expect(await events()).toEqual(['$open', 'now']);
  });

  test('is applied once by its event_id, whenever it comes again', async () => {
    await phone.init();
    await say({ analytics_storage: 'denied' }, { event_id: 'c1' });
    server.clock.advance(HOUR_MS);
    await say({ analytics_storage: 'granted' }, { event_id: 'c2' });
    server.clock.advance(HOUR_MS);
    await say({ analytics_storage: 'denied' }, { event_id: 'c1' });
    expect((await install()).consent).toMatchObject({ analyticsStorage: true });
  });

  test("that comes with a removal of payments without an install is nobody's", async () => {
    const body = { install_instance_id: null, user_id: 'u1', consent: { gpc: true } };
    expect((await phone.call('remove-captured-payment', body)).status).toBe(200);
    expect(await history()).toEqual([]);
  });

  test.each([
    ['is required', { consent: undefined }],
    ['is required', { consent: 'yes' }],
    ['answers none of the questions', { consent: { ad_user: 'granted' } }],
  ])('%s: %j', async (reason, body) => {
    const { status, json } = await phone.call('consent', body);
    expect([status, json.error.fields]).toEqual([400, { consent: reason }]);
  });
});

describe('a person who refuses analytics', () => {
  test('is not followed from then on; installs, sign-ups and payments are kept', async () => {
    await phone.init();
    await phone.event('before');
    server.clock.advance(HOUR_MS);
    await say({ analytics_storage: 'denied' });
    server.clock.advance(HOUR_MS);
    expect((await phone.event('after')).status).toBe(200);
    await phone.event('late', aged(90 * MINUTE_MS));
    expect((await phone.init()).json.data.attribution_source).toBe('ORGANIC');
    await phone.call('trigger', { user_data: { id: 'u1' } });
    await phone.call('trigger', { user_data: { id: 'u1' }, is_first_time_customer: false });
    await phone.call('capture-payment', { amount: 5 });
    expect(await events()).toEqual(['$open', '$payment', '$signup', 'before', 'late']);
    await say({ analytics_storage: 'granted' });
    await phone.event('again');
    expect(await events()).toContain('again');
    expect(await findDifferences(server.db, fixture.projectId, '2000-01-01')).toEqual([]);
  });

  test('makes no visits, pages and screens', async () => {
    const look = async () => {
      const visit = { session_id: 's1' };
      await phone.call('session-start', visit);
      await phone.call('page-view', { ...visit, page_url: 'https://example.com/a' });
      await phone.call('screen-view', { ...visit, screen_name: 'Cart' });
    };
    await phone.init({}, { consent: { analytics_storage: 'denied' } });
    await look();
    expect(await events()).toEqual(['$open']);
    server.clock.advance(HOUR_MS);
    await say({ analytics_storage: 'granted' });
    await look();
    expect(await events()).toEqual(['$open', '$page_view', '$screen_view', '$session_start']);
    expect(await findDifferences(server.db, fixture.projectId, '2000-01-01')).toEqual([]);
  });

  test('with the first open is an install all the same', async () => {
    await phone.init({}, { consent: { analytics_storage: 'denied' } });
    await phone.event('tap');
    expect(await events()).toEqual(['$open']);
    expect(await findDifferences(server.db, fixture.projectId, '2000-01-01')).toEqual([]);
  });

  test('comes back by a campaign all the same', async () => {
    const { slug } = await fixture.campaign();
    await phone.init({}, { consent: { analytics_storage: 'denied' } });
    server.clock.advance(60 * DAY_MS);
    await phone.deeplink(`${server.url}/l/${slug}`);
    expect(await events()).toEqual(['$open', '$open']);
    expect(await findDifferences(server.db, fixture.projectId, '2000-01-01')).toEqual([]);
  });

  test('in the middle of a batch is not followed from there on', async () => {
    const item = (call: string, body: Record<string, unknown>) => ({
      call,
      body: { install_instance_id: phone.installId, ...body },
    });
    const answer = await phone.call('batch', {
      items: [
        item('init', {}),
        item('capture-event', { event_name: 'one' }),
        item('consent', { consent: { analytics_storage: false } }),
        item('capture-event', { event_name: 'two' }),
        item('consent', { consent: { analytics_storage: true } }),
        item('capture-event', { event_name: 'three' }),
      ],
    });
    expect(answer.json.data.accepted).toBe(6);
    expect(await events()).toEqual(['$open', 'one', 'three']);
  });

  test('is counted for the engineer', async () => {
    await phone.init({}, { consent: { analytics_storage: 'denied' } });
    await phone.event('tap');
    await phone.event('swipe');
    const reached = async () => {
      const query = { project_id: fixture.projectId };
      const { reached: limits } = await fixture.owner.call(listReachedLimits, { query });
      return limits.map(({ kind, beyond, example }) => [kind, beyond, example]);
    };
    await expect.poll(reached, { timeout: 20_000, interval: 200 }).toEqual([['consent', 2, 'swipe']]);
  });
});

describe('a person who refuses ads', () => {
  test.each([{ ad_storage: 'denied' }, { ad_user_data: 'denied' }, { gpc: true }])(
    'has no advertising id stored: %j',
    async (consent) => {
      await phone.init({}, { consent });
      expect((await install()).advertising_id).toBeNull();
      await phone.init();
      const { advertising_id, device_data } = await install();
      expect([advertising_id, JSON.stringify(device_data).includes(phone.advertisingId)]).toEqual([
        null,
        false,
      ]);
    },
  );

  test('later has it removed, and is known by it again when they agree', async () => {
    await phone.init();
    expect((await install()).advertising_id).toBe(phone.advertisingId);
    await say({ ad_storage: 'denied' });
    const { advertising_id, device_data } = await install();
    expect([advertising_id, JSON.stringify(device_data).includes(phone.advertisingId)]).toEqual([
      null,
      false,
    ]);
    server.clock.advance(HOUR_MS);
    await say({ ad_storage: 'granted' });
    await phone.init();
    expect((await install()).advertising_id).toBe(phone.advertisingId);
  });

  test('has none in the click that their link makes', async () => {
    await phone.init();
    await say({ ad_storage: 'denied' });
    const { slug } = await fixture.campaign();
    await phone.deeplink(`${server.url}/l/${slug}`, { device_data: { gaid: phone.advertisingId } });
    const clicks = await server.db
      .selectFrom('clicks')
      .select('advertising_id')
      .where('project_id', '=', fixture.projectId)
      .execute();
    expect(clicks).toEqual([{ advertising_id: null }]);
  });
});
