import { updateCampaign } from '@trailmark/contract/campaigns';
import { updateProject } from '@trailmark/contract/projects';
import { addCampaignMember } from '@trailmark/contract/sharing';
import { tryCampaignWindows, tryRules, type WhatIf, type WhatIfOutcome } from '@trailmark/contract/what-if';
import { NO_ID } from '@trailmark/core/metrics/counters';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, later, MINUTE_MS, SECOND_MS } from '../../../platform/clock.ts';
import {
  type AttributionFixture,
  buildAttributionFixture,
  type FixtureCampaign,
} from '../../../testing/attribution-fixture.ts';
import { buildMember, buildProject } from '../../../testing/build.ts';
import type { TestDevice } from '../../../testing/device.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { until } from '../../../testing/until.ts';

const START = new Date('2026-03-01T10:00:00Z');

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
// The clock of all tests stays in the same minute.
beforeEach(() => server.db.deleteFrom('rate_limits').execute());

/** The same numbers for each project that the traffic goes to. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const AGES = [2 * SECOND_MS, MINUTE_MS, 3 * HOUR_MS, 5 * HOUR_MS, 20 * HOUR_MS, 40 * HOUR_MS, 100 * HOUR_MS];
/** Few of them by the referrer: where its click would lose, whether one of the address wins is not known. */
const WAYS = ['referrer', 'id', 'id', 'address', 'address', 'address', 'view', 'view'] as const;
const PHONES = 36;

interface Moment {
  at: Date;
  act: () => Promise<unknown>;
}

/** Touches of many kinds and ages, opens, reinstalls and returns; what competes for the same touch, too. */
function momentsOf(fixture: AttributionFixture, campaigns: FixtureCampaign[]): Moment[] {
  const pick = numbersFrom(19);
  const moments: Moment[] = [];
  const views = { expected: 0 };
  for (let n = 0; n < PHONES; n += 1) {
    const phone = fixture.device({
      installId: `first-${n}`,
      advertisingId: `00000000-0000-4000-8000-${String(n + 1).padStart(12, '0')}`,
      // Two phones share an address, so that a click of it can be used by one of them.
      ip: `103.7.${n >> 1}.9`,
    });
    const openAt = later(START, 5 * DAY_MS + n * 70 * MINUTE_MS);
    let token: string | null = null;
    const touch = (at: Date) => {
      const campaign = campaigns[pick(campaigns.length)] as FixtureCampaign;
      const kind = WAYS[pick(WAYS.length)];
      moments.push({
        // No two at once: of those the smaller id wins, which is random.
        at: later(at, -(AGES[pick(AGES.length)] ?? 0) - moments.length),
        act: async () => {
          if (kind === 'referrer') token = await phone.clickToken(campaign.slug);
          else if (kind === 'id') await phone.click(campaign.slug, phone.idQuery);
          else if (kind === 'address') await phone.click(campaign.slug);
          else await view(fixture, { phone, campaign, views });
        },
      });
    };
    for (let touches = 1 + pick(3); touches > 0; touches -= 1) touch(openAt);
    const referrer = () => (token ? { install_referrer: `tm_click=${token}` } : {});
    moments.push({ at: openAt, act: () => phone.init(referrer()) });
    const next = pick(3);
    const nextAt = later(openAt, (8 + pick(6)) * DAY_MS);
    if (next === 1) {
      touch(nextAt);
      const again = fixture.device({ ...phone, vendorId: null, installId: `again-${n}` });
      moments.push({ at: nextAt, act: () => again.init(referrer()) });
    }
    if (next === 2) {
      const { slug } = campaigns[pick(campaigns.length)] as FixtureCampaign;
      moments.push({ at: nextAt, act: () => comeBack(phone, slug) });
    }
  }
  return moments.sort((one, other) => one.at.getTime() - other.at.getTime());
}

interface ViewOf {
  phone: TestDevice;
  campaign: FixtureCampaign;
  views: { expected: number };
}

/** Views are stored a moment after they are answered. */
async function view({ projectId }: AttributionFixture, { phone, campaign, views }: ViewOf): Promise<void> {
  await phone.view(campaign.slug, phone.idQuery);
  views.expected += 1;
  const count = server.db
    .selectFrom('impressions')
    .select(sql<number>`count(*)`.as('count'))
    .where('project_id', '=', projectId);
  await until(async () => (await count.executeTakeFirstOrThrow()).count === views.expected);
}

async function comeBack(phone: TestDevice, slug: string): Promise<void> {
  const token = await phone.clickToken(slug);
  server.clock.advance(MINUTE_MS);
  await phone.deeplink(`https://kite.example/?tm_click=${token}`);
}

interface Played extends AttributionFixture {
  campaigns: FixtureCampaign[];
}

async function play(prepare: (fixture: Played) => Promise<unknown>): Promise<Played> {
  server.clock.set(START);
  const fixture = await buildAttributionFixture(server);
  const campaigns = [
    await fixture.campaign({ name: 'One', network: 'META' }),
    await fixture.campaign({ name: 'Two', network: 'GOOGLE' }),
    await fixture.campaign({ name: 'Three', network: 'TIKTOK' }),
  ];
  const played = { ...fixture, campaigns };
  await prepare(played);
  for (const { at, act } of momentsOf(fixture, campaigns)) {
    server.clock.set(at);
    await act();
  }
  server.clock.set(later(START, 25 * DAY_MS));
  return played;
}

/** Campaigns by name: their ids differ from project to project. */
interface Decided {
  credited: string;
  kind: string;
  match: string;
  verdict: string;
}

/** What was really decided about each open of a project. */
async function decisionsOf({ projectId, campaigns }: Played): Promise<Map<string, Decided>> {
  const rows = await server.db
    .selectFrom('decisions_in_force')
    .selectAll()
    .where('project_id', '=', projectId)
    .execute();
  const nameOf = (id: string, network: string) =>
    id === NO_ID ? network : (campaigns.find((one) => one.id === id)?.name ?? '?');
  return new Map(
    rows.map((row) => [
      `${row.install_id} ${(row.in_force_from as Date).toISOString()}`,
      {
        credited: nameOf(row.campaign_id as string, row.network as string),
        kind: row.kind as string,
        match: row.match_type as string,
        verdict: row.verdict as string,
      },
    ]),
  );
}

const decided = ({ credited, kind, match_type, verdict }: WhatIfOutcome): Decided => ({
  credited: credited.is_known ? (credited.campaign_name ?? credited.network) : 'unknown',
  kind,
  match: match_type,
  verdict,
});

const groupsOf = ({ moves, kinds, verdicts }: WhatIf) => [...moves, ...kinds, ...verdicts];

type Try = (group?: string) => Promise<WhatIf>;

/** The rows of all groups, from and to, by open. */
async function rowsOf(attempt: Try): Promise<Map<string, { from: Decided; to: Decided }>> {
  const found = new Map<string, { from: Decided; to: Decided }>();
  for (const { group, count } of groupsOf(await attempt())) {
    const { rows } = await attempt(group);
    expect(rows).toHaveLength(count);
    for (const { install_id, at, from, to } of rows ?? []) {
      found.set(`${install_id} ${at}`, { from: decided(from), to: decided(to) });
    }
  }
  return found;
}

/** Phones that share an address: what is not known of one of them may matter for the other. */
const addressOf = (open: string) => Number(/\d+/.exec(open)?.[0]) >> 1;

/** The opens of which everything is known, where another click of the address might be credited now. */
function knownOnly(rows: Map<string, { to: Decided }>): (open: string) => boolean {
  const unknown = [...rows]
    .filter(([, { to }]) => to.credited === 'unknown')
    .map(([open]) => addressOf(open));
  expect(new Set(unknown).size).toBeLessThan(PHONES / 3);
  return (open) => !unknown.includes(addressOf(open));
}

/** The same traffic, decided under both settings for real. */
function differences(before: Map<string, Decided>, after: Map<string, Decided>) {
  const isSame = (one: Decided, other: Decided | undefined) =>
    one.credited === other?.credited && one.kind === other.kind && one.verdict === other.verdict;
  return [...before].filter(([open, one]) => !isSame(one, after.get(open))).map(([open]) => open);
}

describe('what other settings would change is what they do change when the same traffic comes again', () => {
  let base: Played;
  beforeAll(async () => {
    base = await play(async () => undefined);
  });

  test.each([
    ['longer windows', { windows: { probabilistic_hours: 24, view_hours: 168 } }],
    [
      'shorter windows, some of a network, and a longer silence',
      {
        windows: { click_hours: 24, view_hours: 1, inactivity_days: 10, reattribution_days: 9 },
        network_windows: { META: { click_hours: 1, probabilistic_hours: 0 } },
      },
    ],
    [
      'harder fraud checks',
      { plausibility: { thresholds: { reject_ctit_seconds: 120, min_likeness: 100 } } },
    ],
    ['milder fraud checks', { plausibility: { levels: { engagement_injection: 'tag' as const } } }],
  ])('%s', async (_name, change) => {
    const other = await play(({ owner, projectId }) =>
      owner.call(updateProject, { body: { project_id: projectId, ...change } }),
    );
    const [before, after] = [await decisionsOf(base), await decisionsOf(other)];
    const attempt: Try = (group) =>
      base.owner.call(tryRules, { body: { project_id: base.projectId, ...change, group } });
    const result = await attempt();
    const rows = await rowsOf(attempt);
    const isKnown = knownOnly(rows);
    expect([...rows.keys()].filter(isKnown).sort()).toEqual(
      differences(before, after).filter(isKnown).sort(),
    );
    expect(result).toMatchObject({ decisions: before.size, tried: before.size, changed: rows.size });
    expect(rows.size).toBeGreaterThan(0);
    for (const [open, { from, to }] of rows) {
      expect(from).toEqual(before.get(open));
      // A return that would not be one is not decided at all.
      const real = after.get(open);
      if (!isKnown(open)) continue;
      if (to.kind === 'none') expect(real).toBeUndefined();
      else expect(to).toEqual(real);
    }
  });

  test('windows of a campaign', async () => {
    const windows = { click_hours: 1, view_hours: 0, probabilistic_hours: 24 };
    const other = await play(({ owner, projectId, campaigns }) =>
      owner.call(updateCampaign, {
        body: { project_id: projectId, campaign_id: campaigns[0]?.id ?? '', windows },
      }),
    );
    const [before, after] = [await decisionsOf(base), await decisionsOf(other)];
    const key = { project_id: base.projectId, campaign_id: base.campaigns[0]?.id ?? '' };
    const attempt: Try = (group) => base.owner.call(tryCampaignWindows, { body: { ...key, windows, group } });
    const rows = await rowsOf(attempt);
    const isKnown = knownOnly(rows);
    expect([...rows.keys()].filter(isKnown).sort()).toEqual(
      differences(before, after).filter(isKnown).sort(),
    );
    expect(rows.size).toBeGreaterThan(0);

    const guest = await buildMember(server, base.projectId, 'guest');
    await base.owner.call(addCampaignMember, { body: { ...key, email: guest.email, access: 'edit' } });
    const seen = await guest.call(tryCampaignWindows, { body: { ...key, windows } });
    const mine = [...rows.values()].filter(({ from, to }) =>
      [from, to].some((one) => one.credited === 'One'),
    );
    expect(seen.changed).toBe(mine.length);
    const text = JSON.stringify(seen);
    for (const word of ['Two', 'Three', 'GOOGLE', 'TIKTOK', 'ORGANIC']) expect(text).not.toContain(word);
    // Rows are of installs that a guest can see today: those that their campaign would lose.
    for (const { group, from, count } of seen.moves) {
      const listed = (await guest.call(tryCampaignWindows, { body: { ...key, windows, group } })).rows;
      expect(listed).toHaveLength(from.is_hidden ? 0 : count);
    }
  });

  test('nothing, where nothing changes; and nothing of others', async () => {
    const same = await base.owner.call(tryRules, { body: { project_id: base.projectId } });
    expect(same).toMatchObject({ changed: 0, moves: [], kinds: [], verdicts: [], rows: null });
    const other = await buildAttributionFixture(server);
    const campaign_id = base.campaigns[0]?.id ?? '';
    await expect(
      other.owner.call(tryCampaignWindows, {
        body: { project_id: other.projectId, campaign_id, windows: {} },
      }),
    ).rejects.toMatchObject({ status: 404 });
    expect(await other.owner.call(tryRules, { body: { project_id: other.projectId } })).toMatchObject({
      decisions: 0,
      tried: 0,
    });
  });

  test('of very many decisions a sample of installs is tried, and the share is said', async () => {
    await sql`
      insert into decisions (project_id, install_id, revision, kind, because, in_force_from, decided_at, campaign_id,
        link_id, network, match_type, touch_id, touched_at, rule_version, verdict, reasons, receipt, rules_id)
      select project_id, 'copy ' || n || ' ' || install_id, 1, kind, because, in_force_from, decided_at, campaign_id,
        link_id, network, match_type, touch_id, touched_at, rule_version, verdict, reasons, receipt, rules_id
      from (select * from decisions where project_id = ${base.projectId} and kind = 'install' limit 30) d,
        generate_series(1, 900) n`.execute(server.db);
    const { decisions, tried } = await base.owner.call(tryRules, {
      body: { project_id: base.projectId, windows: { view_hours: 0 } },
    });
    expect(decisions).toBeGreaterThan(27_000);
    expect(tried).toBeGreaterThan(17_000);
    expect(tried).toBeLessThan(23_000);
  });
});

test('is tried a limited number of times in a minute', async () => {
  const { owner, projectId } = await buildProject(server);
  const attempt = () =>
    owner.call(tryRules, { body: { project_id: projectId, windows: { click_hours: 1 } } });
  const refused: unknown[] = [];
  for (let n = 0; n <= 30; n += 1) await attempt().catch((error: unknown) => refused.push(error));
  expect(refused).toMatchObject([{ status: 429, code: 'rate_limited' }]);
  server.clock.set(later(server.clock.now(), MINUTE_MS));
  expect((await attempt()).tried).toBe(0);
});
