import { updateProject } from '@trailmark/contract/projects';
import type { AttributionWindows } from '@trailmark/contract/windows';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, later, MINUTE_MS } from '../../platform/clock.ts';
import {
  type AttributionFixture,
  buildAttributionFixture,
  candidatesOf,
  META_EXAMPLE,
  metaReferrer,
  recomputeWithoutTouches,
} from '../../testing/attribution-fixture.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const OPEN = new Date('2026-03-10T10:00:00Z');
const before = (ms: number) => later(OPEN, -ms);
const seconds = (at: Date) => Math.floor(at.getTime() / 1000);

let server: TestServer;
let fixture: AttributionFixture;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function setUp(windows: Partial<AttributionWindows> = {}) {
  server.clock.set(before(10 * DAY_MS));
  fixture = await buildAttributionFixture(server);
  const body = { project_id: fixture.projectId, meta_referrer_key: META_EXAMPLE.key, windows };
  await fixture.owner.call(updateProject, { body });
  server.clock.set(OPEN);
}
beforeEach(() => setUp());

describe("Meta's sealed referrer", () => {
  test("also comes as the store's, with the store's time, and names ad set and ad", async () => {
    server.clock.set(OPEN);
    const phone = fixture.device();
    const clickedAt = before(HOUR_MS);
    const { json } = await phone.init({
      install_referrer: META_EXAMPLE.referrer,
      referrer_click_timestamp_server_seconds: seconds(clickedAt),
    });
    const ad = {
      group_name: 'Adams Test Campaign',
      asset_name: 'Adams Test Ad Group',
      ad_set_name: 'Adams Test Campaign',
      ad_creative_name: 'Adams Test Ad Group',
      // As Meta names them in what it sealed.
      ad_network_campaign_id: expect.stringMatching(/^\d+$/),
      ad_set_id: expect.stringMatching(/^\d+$/),
      id: expect.stringMatching(/^\d+$/),
      ad_creative_id: expect.stringMatching(/^\d+$/),
    };
    const expected = { match_type: 'meta_referrer', attribution_source: 'META', campaign_data: ad };
    expect(json.data).toMatchObject(expected);
    expect((await fixture.decision(phone)).receipt.decision).toMatchObject({
      touchedAt: clickedAt.toISOString(),
      network: 'META',
      adSet: ad.group_name,
      creative: ad.asset_name,
    });
    expect((await phone.call('attribution-data')).json.data).toMatchObject(expected);
    server.clock.advance(DAY_MS);
    expect((await phone.init()).json.data).toMatchObject(expected);
    // Only the names are inherited.
    const { group_name, asset_name } = ad;
    const again = { match_type: 'inherited', campaign_data: { group_name, asset_name } };
    expect((await phone.reinstalled().init()).json.data).toMatchObject(again);
  });

  test('whose time nobody tells was made before the download', async () => {
    server.clock.set(OPEN);
    const phone = fixture.device();
    const began = before(10 * MINUTE_MS);
    const { json } = await phone.init({
      install_referrer: META_EXAMPLE.referrer,
      referrer_click_timestamp_server_seconds: 0,
      install_begin_timestamp_server_seconds: seconds(began),
    });
    expect(json.data.match_type).toBe('meta_referrer');
    expect(await fixture.decision(phone)).toMatchObject({ verdict: 'clean', touched_at: began });
  });

  test('may be a view, which loses against a click by similarity', async () => {
    const campaign = await fixture.campaign();
    const phone = fixture.device();
    server.clock.set(before(HOUR_MS));
    await phone.click(campaign.slug);
    server.clock.set(OPEN);
    const seen = {
      install_referrer: META_EXAMPLE.referrer,
      is_ct: 0,
      actual_timestamp: seconds(before(MINUTE_MS)),
    };
    expect((await phone.init({ meta_install_referrer: seen })).json.data.match_type).toBe('probabilistic');
    expect(candidatesOf(await fixture.decision(phone)).map(([, ...rest]) => rest)).toEqual([
      ['probabilistic', 'won'],
      ['view', 'weaker_class'],
    ]);
  });

  test.each([
    ['one byte of it is changed', META_EXAMPLE.data.replace(/^a/, 'b')],
    ['it is cut', META_EXAMPLE.data.slice(0, 64)],
  ])('says nothing when %s', async (_, data) => {
    server.clock.set(OPEN);
    const phone = fixture.device();
    const { json } = await phone.init({ install_referrer: metaReferrer({ ...META_EXAMPLE, data }) });
    expect(json.data.match_type).toBe('organic');
    expect(candidatesOf(await fixture.decision(phone))).toEqual([]);
  });

  test('of a project without the key says nothing', async () => {
    const other = await buildAttributionFixture(server);
    server.clock.set(OPEN);
    expect(
      (await other.device().init({ install_referrer: META_EXAMPLE.referrer })).json.data.match_type,
    ).toBe('organic');
  });
});

/** The window in hours, how many seconds from its end, and whether that is inside. */
const DISTANCES: [number, number, boolean][] = [7 * 24, 24, 1].flatMap((length) =>
  [-1, 0, 1].map((distance): [number, number, boolean] => [length, distance, distance <= 0]),
);

describe('its window', () => {
  test.each(DISTANCES)(
    'of a click, %d hours: %d seconds from the end',
    async (length, distance, isInside) => {
      await setUp({ click_hours: length });
      const phone = fixture.device();
      const actual_timestamp = seconds(before(length * HOUR_MS)) - distance;
      const claim = { install_referrer: META_EXAMPLE.referrer, is_ct: 1, actual_timestamp };
      const { json } = await phone.init({ meta_install_referrer: claim });
      expect(json.data.attribution_source).toBe(isInside ? 'META' : 'ORGANIC');
      expect((await fixture.decision(phone)).receipt.decision.candidates).toMatchObject([
        {
          matchType: 'meta_referrer',
          outcome: isInside ? 'won' : 'outside_window',
          ageSeconds: length * 3600 + distance,
          windowSeconds: length * 3600,
        },
      ]);
    },
  );

  test.each(DISTANCES)('of a view, %d hours: %d seconds from the end', async (length, distance, isInside) => {
    await setUp({ view_hours: length });
    const phone = fixture.device();
    const actual_timestamp = seconds(before(length * HOUR_MS)) - distance;
    const claim = { install_referrer: META_EXAMPLE.referrer, is_ct: 0, actual_timestamp };
    await phone.init({ meta_install_referrer: claim });
    expect(await fixture.decision(phone)).toMatchObject({ match_type: isInside ? 'view' : 'organic' });
  });

  test('is that of the network, when it has its own', async () => {
    const body = { project_id: fixture.projectId, network_windows: { META: { click_hours: 2 } } };
    await fixture.owner.call(updateProject, { body });
    const phone = fixture.device();
    const actual_timestamp = seconds(before(3 * HOUR_MS));
    const claim = { install_referrer: META_EXAMPLE.referrer, actual_timestamp };
    await phone.init({ meta_install_referrer: claim });
    expect(candidatesOf(await fixture.decision(phone)).map(([, ...rest]) => rest)).toEqual([
      ['meta_referrer', 'outside_window'],
    ]);
  });
});

test('every receipt is decided the same without the touches', async () => {
  const { receipts, different } = await recomputeWithoutTouches(server);
  expect(receipts).toBeGreaterThan(20);
  expect(different).toEqual([]);
});
