import { getPerson } from '@trailmark/contract/people';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPartitions, dayOf } from '../../db/partitions.ts';
import { HOUR_MS, later, MINUTE_MS, SECOND_MS } from '../../platform/clock.ts';
import {
  type AttributionFixture,
  buildAttributionFixture,
  type FixtureCampaign,
  recomputeWithoutTouches,
} from '../../testing/attribution-fixture.ts';
import type { TestDevice } from '../../testing/device.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { COMPARED_PER_ADDRESS } from './candidate-statement.ts';

const START = new Date('2026-03-10T10:00:00Z');

let server: TestServer;
let fixture: AttributionFixture;
let campaign: FixtureCampaign;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.clock.set(START);
  fixture = await buildAttributionFixture(server);
  campaign = await fixture.campaign();
});

/** Clicks from the address of a phone, one each second from then on; their ids, oldest first. */
async function plantClicks(
  phone: TestDevice,
  count: number,
  { at = later(START, SECOND_MS), platform = 'android', model = 'Pixel 7' } = {},
): Promise<string[]> {
  await createPartitions(server.pool, server.clock).ensure('clicks', new Set([dayOf(at)]));
  const { rows } = await server.pool.query<{ id: string }>(
    `insert into clicks (project_id, id, clicked_at, link_id, campaign_id, network, platform, country, device_key, ip,
      os_version, model, language, outcome)
    select $1, gen_random_uuid(), $2::timestamptz + g * interval '1 second', $3, $4, 'META', $5, 'IN',
      gen_random_uuid(), $6::inet, '13', $7, 'en', 'android_store'
    from generate_series(0, $8::int - 1) g returning id`,
    [fixture.projectId, at, campaign.linkId, campaign.id, platform, phone.ip, model, count],
  );
  return rows.map(({ id }) => id);
}

async function open(phone: TestDevice) {
  server.clock.set(later(START, HOUR_MS));
  expect((await phone.init()).status).toBe(200);
  return await fixture.decision(phone);
}

describe('behind an address that many phones share', () => {
  test.each([
    ['of another platform', { platform: 'ios' }],
    ['of other phones', { model: 'SM-A515F' }],
  ])('the right click is found among newer ones %s', async (_, other) => {
    const phone = fixture.device();
    const [right] = await plantClicks(phone, 1, { at: START });
    await plantClicks(phone, 60, other);
    const decision = await open(phone);
    expect(decision).toMatchObject({ match_type: 'probabilistic', touch_id: right });
    expect(decision.receipt.conversion.sharedAddress).toEqual({ compared: 61, listed: 20, hasMore: false });
  });

  test('clicks that others have used up do not hide it', async () => {
    const phone = fixture.device();
    const [right] = await plantClicks(phone, 1, { at: START });
    await plantClicks(phone, 40);
    await server.pool.query(
      `insert into touch_uses (project_id, touch_id, install_id, used_at)
      select project_id, id, 'someone-' || id, clicked_at from clicks where project_id = $1 and id <> $2`,
      [fixture.projectId, right],
    );
    expect(await open(phone)).toMatchObject({ match_type: 'probabilistic', touch_id: right });
  });

  test('no more than the newest are compared, and the person screen says so', async () => {
    const phone = fixture.device();
    await plantClicks(phone, 1, { at: START });
    await plantClicks(phone, COMPARED_PER_ADDRESS + 50, { model: 'SM-A515F' });
    const decision = await open(phone);
    expect(decision.match_type).toBe('organic');
    expect(decision.receipt.conversion.sharedAddress).toEqual({
      compared: COMPARED_PER_ADDRESS,
      listed: 20,
      hasMore: true,
    });
    const query = { project_id: fixture.projectId, install_id: phone.installId };
    const person = await fixture.owner.call(getPerson, { query });
    const sentences = person.installs.flatMap(({ decisions }) => decisions.map(({ sentence }) => sentence));
    expect(sentences.join(' ')).toContain(
      `More than ${COMPARED_PER_ADDRESS} clicks came from this address: the newest ${COMPARED_PER_ADDRESS} were compared`,
    );
  });

  test('touches of the hour before are counted of the same source, as if each were counted alone', async () => {
    const phone = fixture.device();
    await plantClicks(phone, 1, { at: START });
    await plantClicks(phone, 19);
    const { receipt } = await open(phone);
    const counts = receipt.touches
      .sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
      .map((touch) => [touch.sameIpTouches, touch.sameDeviceTouches]);
    expect(counts).toEqual(Array.from({ length: 20 }, (_, n) => [n + 1, 1]));
  });

  test('first opens of one batch each win a click of their own', async () => {
    const phone = fixture.device();
    await plantClicks(phone, 1, { at: START });
    await plantClicks(phone, 4);
    server.clock.set(later(START, 30 * MINUTE_MS));
    const items = Array.from({ length: 7 }, (_, n) => ({
      call: 'init',
      body: {
        install_instance_id: `shared-${phone.installId}-${n}`,
        platform: 'ANDROID',
        device_data: { device: 'Pixel 7', system_version: '13', language: 'en' },
      },
    }));
    expect((await phone.call('batch', { items })).status).toBe(200);
    const { rows } = await server.pool.query<{ touch_id: string | null; match_type: string }>(
      `select touch_id, match_type from decisions where project_id = $1 and install_id like 'shared-%'`,
      [fixture.projectId],
    );
    const won = rows.filter(({ match_type }) => match_type === 'probabilistic');
    expect(won).toHaveLength(5);
    expect(new Set(won.map(({ touch_id }) => touch_id)).size).toBe(5);
  });
});

describe('with a click id', () => {
  const sentencesOf = async ({ installId }: TestDevice) => {
    const query = { project_id: fixture.projectId, install_id: installId };
    const { installs } = await fixture.owner.call(getPerson, { query });
    return installs.flatMap(({ decisions }) => decisions.map(({ sentence }) => sentence)).join(' ');
  };

  async function openWith(phone: TestDevice, token: string) {
    server.clock.set(later(START, HOUR_MS));
    await phone.init({ install_referrer: `tm_click=${token}` });
    return await fixture.decision(phone);
  }

  test('that wins, other clicks of the address are not looked up, and the person screen says so', async () => {
    const phone = fixture.device();
    const token = await phone.clickToken(campaign.slug);
    await plantClicks(phone, 3);
    const { match_type, receipt } = await openWith(phone, token);
    expect(match_type).toBe('click_id');
    expect(receipt.conversion.isAddressSkipped).toBe(true);
    expect(receipt.touches.map(({ foundBy }) => foundBy)).toEqual([['click_id']]);
    expect(await sentencesOf(phone)).toContain('Clicks from the same address were not looked up');
  });

  test('that is used up, before or in the same batch, they are', async () => {
    const [first, second] = [fixture.device(), fixture.device()];
    const token = await first.clickToken(campaign.slug);
    await openWith(first, token);
    await plantClicks(second, 1);
    const other = await openWith(second, token);
    expect(other.match_type).toBe('probabilistic');
    expect(other.receipt.conversion.isAddressSkipped).toBeUndefined();
    expect(other.receipt.touches.map(({ usedBy }) => usedBy).sort()).toEqual([first.installId, null]);

    server.clock.set(START);
    const phone = fixture.device();
    const shared = await phone.clickToken(campaign.slug);
    await plantClicks(phone, 1);
    const items = ['one', 'two'].map((name) => ({
      call: 'init',
      body: {
        install_instance_id: `${name}-${phone.installId}`,
        platform: 'ANDROID',
        device_data: {
          device: 'Pixel 7',
          system_version: '13',
          language: 'en',
          install_referrer: `tm_click=${shared}`,
        },
      },
    }));
    server.clock.set(later(START, HOUR_MS));
    expect((await phone.call('batch', { items })).status).toBe(200);
    const { rows } = await server.pool.query<{ match_type: string }>(
      `select match_type from decisions where project_id = $1 and install_id like '%-' || $2 order by install_id`,
      [fixture.projectId, phone.installId],
    );
    expect(rows.map(({ match_type }) => match_type)).toEqual(['click_id', 'probabilistic']);
  });
});

test('every receipt is decided the same without the touches', async () => {
  const { receipts, different } = await recomputeWithoutTouches(server);
  expect(receipts).toBeGreaterThan(0);
  expect(different).toEqual([]);
});
