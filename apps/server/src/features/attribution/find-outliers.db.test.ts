import { NO_ID } from '@trailmark/core/metrics/counters';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { enqueue } from '../../jobs/queue.ts';
import { DAY_MS, HOUR_MS, later, MINUTE_MS } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { type AttributionFixture, buildAttributionFixture } from '../../testing/attribution-fixture.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let fixture: AttributionFixture;
let campaignId: string;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.clock.set(new Date('2026-03-10T10:00:00Z'));
  fixture = await buildAttributionFixture(server);
  campaignId = newId(server.clock.now());
});

interface Planted {
  count: number;
  afterMs: number;
  agoMs?: number;
  row?: Record<string, unknown>;
}

/** Installs that came some time after their clicks. */
async function plant(...groups: Planted[]): Promise<void> {
  const rows = groups.flatMap(({ count, afterMs, agoMs = HOUR_MS, row = {} }) =>
    Array.from({ length: count }, () => {
      const installedAt = later(server.clock.now(), -agoMs);
      return {
        project_id: fixture.projectId,
        install_id: newId(installedAt),
        platform: 'android',
        country: 'IN',
        kind: 'install',
        first_seen_at: installedAt,
        installed_at: installedAt,
        touched_at: later(installedAt, -afterMs),
        campaign_id: campaignId,
        link_id: NO_ID,
        network: 'OTHER',
        match_type: 'click_id',
        updated_at: installedAt,
        ...row,
      };
    }),
  );
  await server.db.insertInto('installs').values(rows).execute();
}

async function look(everywhere = false): Promise<unknown[]> {
  await enqueue(server.db, 'find-outliers', { everywhere });
  await server.runJobs();
  return await server.db
    .selectFrom('source_flags')
    .select(['campaign_id', 'reason', 'measured', 'flagged_at'])
    .where('project_id', '=', fixture.projectId)
    .execute();
}

const flag = (measured: object) => ({ campaign_id: campaignId, reason: 'distribution_outlier', measured });

describe('a campaign', () => {
  test('is marked when too many installs come too late, and again unmarked', async () => {
    await plant({ count: 59, afterMs: 10 * MINUTE_MS }, { count: 41, afterMs: 5 * HOUR_MS });
    const at = server.clock.now();
    const marked = { ...flag({ installs: 100, late: 41, late_share: 0.41 }), flagged_at: at };
    expect(await look()).toEqual([marked]);
    server.clock.advance(MINUTE_MS);
    await plant({ count: 1, afterMs: 5 * HOUR_MS });
    // It is marked since the first time.
    expect(await look()).toEqual([
      { ...flag({ installs: 101, late: 42, late_share: 42 / 101 }), flagged_at: at },
    ]);
    await plant({ count: 20, afterMs: MINUTE_MS });
    expect(await look()).toEqual([]);
  });

  test.each<[string, Planted[]]>([
    [
      'has exactly the share that is believed',
      [
        { count: 60, afterMs: 0 },
        { count: 40, afterMs: 5 * HOUR_MS },
      ],
    ],
    ['has few installs', [{ count: 99, afterMs: 5 * HOUR_MS }]],
    ['has them within two hours', [{ count: 100, afterMs: 2 * HOUR_MS }]],
    ['has them after a day', [{ count: 100, afterMs: DAY_MS + MINUTE_MS }]],
    ['had them long ago', [{ count: 100, afterMs: 5 * HOUR_MS, agoMs: 31 * DAY_MS }]],
    ['has them by views', [{ count: 100, afterMs: 5 * HOUR_MS, row: { match_type: 'view' } }]],
    ['has them by import', [{ count: 100, afterMs: 5 * HOUR_MS, row: { imported: true } }]],
    ['is none of ours', [{ count: 100, afterMs: 5 * HOUR_MS, row: { campaign_id: NO_ID } }]],
    ['has returns, which come before the click', [{ count: 100, afterMs: -5 * HOUR_MS }]],
  ])('that %s is not marked', async (_name, groups) => {
    await plant(...groups);
    expect(await look(true)).toEqual([]);
  });

  test('is measured by what its project believes', async () => {
    await sql`update attribution_rules set plausibility =
      '{"thresholds": {"outlier_late_share": 0.1, "outlier_min_installs": 10}}'
      where project_id = ${fixture.projectId}`.execute(server.db);
    await plant({ count: 8, afterMs: MINUTE_MS }, { count: 2, afterMs: 3 * HOUR_MS });
    expect(await look()).toMatchObject([flag({ installs: 10, late: 2, late_share: 0.2 })]);
  });

  test('of a project in which nothing happens is looked at once a day', async () => {
    await plant({ count: 100, afterMs: 5 * HOUR_MS, agoMs: 3 * HOUR_MS });
    expect(await look()).toEqual([]);
    expect(await look(true)).toHaveLength(1);
  });
});

test('an install from a marked campaign is marked, too', async () => {
  const campaign = await fixture.campaign();
  campaignId = campaign.id;
  await plant({ count: 100, afterMs: 5 * HOUR_MS });
  await look();
  const phone = fixture.device();
  const click = await phone.clickToken(campaign.slug);
  server.clock.advance(MINUTE_MS);
  await phone.init({ install_referrer: `tm_click=${click}` });
  expect(await fixture.decision(phone)).toMatchObject({
    campaign_id: campaign.id,
    verdict: 'tag',
    reasons: ['distribution_outlier'],
  });
});
