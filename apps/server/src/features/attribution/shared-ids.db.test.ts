import { getPerson } from '@trailmark/contract/people';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../platform/clock.ts';
import { type AttributionFixture, buildAttributionFixture } from '../../testing/attribution-fixture.ts';
import type { TestDevice } from '../../testing/device.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let fixture: AttributionFixture;
beforeAll(async () => {
  server = await startTestServer();
  fixture = await buildAttributionFixture(server);
});
afterAll(() => server.stop());

const noIds = { gaid: null, idfa: null, idfv: null };
const everyId = (text: string) => ({ gaid: text, idfa: text, idfv: text, android_id: text, device_id: text });

async function expectClean(phone: TestDevice): Promise<void> {
  expect(await fixture.decision(phone)).toMatchObject({ kind: 'install', verdict: 'clean', reasons: [] });
}

describe('two phones of which the app sends', () => {
  test.each([
    ['a build label for an id', { ...noIds, android_id: 'UP1A.231005.007', device_id: 'UP1A.231005.007' }],
    ['the name of a board for an id', { ...noIds, device_id: 'gs201' }],
    ['an id that a series of phones shares', { ...noIds, android_id: '9774d56d682e549c' }],
    ['"unknown" for every id', everyId('unknown')],
    ['"<null>" for every id', everyId('<null>')],
    ['"null" for every id', everyId('null')],
    ['zeros for every id', everyId('00000000-0000-0000-0000-000000000000')],
  ])('%s stay two devices, and nothing is held against them', async (_what, ids) => {
    const phones = [fixture.device(), fixture.device()];
    for (const phone of phones) {
      expect((await phone.init(ids)).status).toBe(200);
      server.clock.advance(DAY_MS);
    }
    for (const phone of phones) {
      await expectClean(phone);
      const query = { project_id: fixture.projectId, install_id: phone.installId };
      const { installs } = await fixture.owner.call(getPerson, { query });
      expect(installs.map(({ install_id }) => install_id)).toEqual([phone.installId]);
    }
  });
});

test.each([
  ["Android's own id", '9f3b27c1d04e8a65'],
  ['"unknown"', 'unknown'],
  ['"<null>"', '<null>'],
])('%s in the place of the advertising id raises no suspicion about a click', async (_what, gaid) => {
  const { id, slug } = await fixture.campaign();
  const phone = fixture.device();
  const token = await phone.clickToken(slug);
  server.clock.advance(MINUTE_MS);
  await phone.init({ gaid, install_referrer: `tm_click=${token}` });
  await expectClean(phone);
  expect((await fixture.decision(phone)).campaign_id).toBe(id);
});
