import { getPerson, listJourney } from '@trailmark/contract/people';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { HOUR_MS, later } from '../../platform/clock.ts';
import { type AttributionFixture, buildAttributionFixture } from '../../testing/attribution-fixture.ts';
import type { TestPerson } from '../../testing/build.ts';
import type { TestDevice } from '../../testing/device.ts';
import { readPages } from '../../testing/read-pages.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const START = new Date('2026-03-10T10:00:00Z');
const after = (hours: number) => later(START, hours * HOUR_MS).toISOString();

let server: TestServer;
let fixture: AttributionFixture;
let phone: TestDevice;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.clock.set(START);
  fixture = await buildAttributionFixture(server);
  phone = fixture.device();
});

async function readConsent(reader: TestPerson = fixture.owner) {
  const query = { project_id: fixture.projectId, install_id: phone.installId };
  return (await reader.call(getPerson, { query })).installs[0]?.consent;
}
async function readJourney(
  reader: TestPerson = fixture.owner,
  page: { limit?: number; cursor?: string } = {},
) {
  const query = { project_id: fixture.projectId, install_id: phone.installId, ...page };
  return await reader.call(listJourney, { query });
}
const consentSteps = async (reader?: TestPerson) =>
  (await readJourney(reader)).items
    .filter(({ kind }) => kind === 'consent')
    .map(({ at, data }) => [at, data]);
const say = (consent: Record<string, unknown>, body: Record<string, unknown> = {}) =>
  phone.call('consent', { consent, ...body });

test('an install of which nothing is said has none', async () => {
  await phone.init();
  expect(await readConsent()).toBeNull();
});

test('an install has the answers in force, and all changes, the newest first', async () => {
  await phone.init({}, { consent: { ad_user_data: 'granted', is_eea: true } });
  server.clock.advance(2 * HOUR_MS);
  await say({ ad_user_data: 'denied', gpc: '1' });
  // Arrives late, and repeats what held then.
  await say(
    { ad_user_data: 'granted' },
    { occurred_at: '2026-01-01T00:00:00Z', sent_at: '2026-01-01T01:00:00Z' },
  );
  expect(await readConsent()).toEqual({
    answers: [
      { purpose: 'ad_user_data', answer: 'denied', given_at: after(2) },
      { purpose: 'gpc', answer: 'yes', given_at: after(2) },
      { purpose: 'is_eea', answer: 'yes', given_at: after(0) },
    ],
    changes: [
      { purpose: 'ad_user_data', answer: 'denied', given_at: after(2) },
      { purpose: 'gpc', answer: 'yes', given_at: after(2) },
      { purpose: 'ad_user_data', answer: 'granted', given_at: after(0) },
      { purpose: 'is_eea', answer: 'yes', given_at: after(0) },
    ],
  });
  expect(await consentSteps()).toEqual([
    [after(2), { ad_user_data: 'denied', gpc: 'yes' }],
    [after(0), { ad_user_data: 'granted', is_eea: 'yes' }],
  ]);
});

test('the pages of the journey have every change of consent once', async () => {
  await phone.init({}, { consent: { ad_user_data: 'granted' } });
  for (const answer of ['denied', 'granted', 'denied']) {
    server.clock.advance(HOUR_MS);
    await phone.event('tap');
    await say({ ad_user_data: answer });
  }
  const whole = (await readJourney()).items.map(({ id }) => id);
  expect(whole).toHaveLength(8);
  const seen = await readPages((page) => readJourney(fixture.owner, page));
  expect(seen.map(({ id }) => id)).toEqual(whole);
});

test('an answer from before times were stored is shown without one', async () => {
  await phone.init();
  const consent = { isEea: null, adUserData: false, adPersonalization: null };
  await server.db
    .updateTable('installs')
    .set({ consent: JSON.stringify(consent) })
    .where('install_id', '=', phone.installId)
    .execute();
  expect(await readConsent()).toEqual({
    answers: [{ purpose: 'ad_user_data', answer: 'denied', given_at: null }],
    changes: [],
  });
});

test('a guest does not see it when another campaign is credited by now', async () => {
  const [own, other] = [await fixture.campaign(), await fixture.campaign()];
  const token = await phone.clickToken(own.slug);
  server.clock.advance(HOUR_MS);
  await phone.init({ install_referrer: `tm_click=${token}` }, { consent: { gpc: true } });
  const guest = await fixture.guestOf(own);
  expect(await readConsent(guest)).toMatchObject({ answers: [{ purpose: 'gpc' }] });
  expect(await consentSteps(guest)).toHaveLength(1);
  server.clock.advance(24 * 20 * HOUR_MS);
  await phone.deeplink(`${server.url}/l/${other.slug}`);
  const row = await server.db
    .selectFrom('installs')
    .select('campaign_id')
    .where('install_id', '=', phone.installId)
    .executeTakeFirstOrThrow();
  expect(row.campaign_id).toBe(other.id);
  expect(await readConsent(guest)).toBeNull();
  expect(await consentSteps(guest)).toEqual([]);
});
