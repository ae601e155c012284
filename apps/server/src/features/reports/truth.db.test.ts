import { randomInt } from 'node:crypto';
import { updateProject } from '@trailmark/contract/projects';
import { importSpend } from '@trailmark/contract/spend';
import { getStats } from '@trailmark/contract/stats';
import { NO_ID } from '@trailmark/core/metrics/counters';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { foldDeltas } from '../../rollups/fold.ts';
import { buildMember, type TestPerson } from '../../testing/build.ts';
import { buildDevice } from '../../testing/device.ts';
import { IS_FULL } from '../../testing/full-length.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import {
  checkDetails,
  checkStats,
  checkTable,
  type ReportReader,
  type Subject,
} from '../../testing/truth/checks.ts';
import { checkExplained } from '../../testing/truth/explained.ts';
import { factsOf } from '../../testing/truth/facts.ts';
import { checkCohorts, checkEvents, checkRows, checkUsage } from '../../testing/truth/more-checks.ts';
import {
  buildPhones,
  buildScenario,
  CERTAIN,
  happening,
  play,
  type Scenario,
  signInAgain,
} from '../../testing/truth/play.ts';
import { loadRaw } from '../../testing/truth/raw.ts';
import { checkVisits } from '../../testing/truth/visits.ts';
import { addDays, dateIn, daysFrom } from '../../testing/truth/zone.ts';

/** Every run has traffic of its own; with the seed that is printed, TRUTH_SEED=… repeats it. */
const SEED = Number(process.env.TRUTH_SEED ?? randomInt(2 ** 31));
const KNOWN_SEED = 20261116;
const LENGTH = { minLength: 70, maxLength: 90 };
const MOST_SHOWN = 20;
const FEWEST_FOLDS = 10;
/** Long enough for most of the machine to be left to the reports. */
const PAUSE_MS = IS_FULL ? 30 : 150;
/** A reader of part of the project gets one of so many reports. */
const PART = 5;

let server: TestServer;
let bustle: Awaited<ReturnType<typeof startBustle>>;
beforeAll(async () => {
  // Fewer names than the phones send: some are counted as "(other)".
  server = await startTestServer({ env: { MAX_EVENT_NAMES: '2' } });
  await setRates();
  bustle = await startBustle();
});
afterAll(async () => {
  await bustle.stop();
  await server.stop();
});

/** Days between have the last rate before them; of one currency the first days have none, of another no day has. */
async function setRates(): Promise<void> {
  const rows = Array.from({ length: 500 }, (_, n) => addDays('2026-01-01', n)).flatMap((day, n) => [
    ...(n % 3 === 0 ? [{ currency: 'INR', day, per_usd: `${83 + (n % 7)}.${n}` }] : []),
    ...(n % 5 === 0 && daysFrom('2026-03-20', day) % 200 > 0
      ? [{ currency: 'EUR', day, per_usd: `0.9${n}` }]
      : []),
  ]);
  const updated_at = server.clock.now();
  await server.db
    .insertInto('currency_rates')
    .values(rows.map((row) => ({ ...row, updated_at })))
    .execute();
}

/** In another project something happens all the time, and all that waits is folded again and again. */
async function startBustle() {
  const scenario = await buildScenario(server, 'UTC');
  const phone = buildDevice(server, scenario.token);
  const seen = { reads: 0, overlaps: 0, isRead: false, stopped: false };
  const work = async () => {
    for (let n = 0; !seen.stopped; n += 1) {
      await phone.event('tap', { event_id: `b${n}` });
      seen.isRead = seen.reads > 0;
      const folded = await foldDeltas(server.db);
      if (folded > 0 && seen.isRead) seen.overlaps += 1;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  };
  const done = work();
  return {
    overlaps: () => seen.overlaps,
    reading: async <Answer>(call: Promise<Answer>): Promise<Answer> => {
      seen.reads += 1;
      seen.isRead = true;
      try {
        return await call;
      } finally {
        seen.reads -= 1;
      }
    },
    stop: async () => {
      seen.stopped = true;
      await done;
    },
  };
}

async function buildGuest(projectId: string, campaign_id: string): Promise<TestPerson> {
  const person = await buildMember(server, projectId, 'guest');
  const shared = { project_id: projectId, campaign_id, email: person.email, access: 'see' };
  await server.db
    .insertInto('campaign_members')
    .values({ ...shared, shared_at: server.clock.now() })
    .execute();
  return person;
}

/** While traffic comes in, what is read is of one moment: the days are as much as the whole. */
async function readWhile(scenario: Scenario, work: Promise<void>): Promise<void> {
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  try {
    while (!isOver) await readOnce(scenario);
  } finally {
    await over;
  }
}

async function readOnce(scenario: Scenario): Promise<void> {
  const query = { project_id: scenario.projectId, metrics: 'clicks|installs|events|payments' };
  const { total, days } = await bustle.reading(scenario.owner.call(getStats, { query }));
  for (const [metric, value] of Object.entries(total)) {
    expect(days.reduce((sum, { values }) => sum + Number(values[metric]), 0)).toBe(value);
  }
}

async function spendSome(scenario: Scenario, from: string, to: string): Promise<void> {
  const lines = ['date,campaign,amount,currency,link'];
  for (let n = 0, day = from; day <= to; n += 1, day = addDays(day, 1)) {
    const campaign = scenario.campaigns[n % 3];
    const link = n % 6 === 0 ? (scenario.slugs[0] ?? '') : '';
    lines.push(`${day},${campaign},${(n * 37) % 11}.${n % 100},${['INR', 'USD', 'EUR'][n % 3]},${link}`);
  }
  const body = { project_id: scenario.projectId, csv: lines.join('\n') };
  expect((await scenario.owner.call(importSpend, { body })).problems).toEqual([]);
}

async function subjectOf(scenario: Scenario, range?: { from: string; to: string }): Promise<Subject> {
  const raw = await loadRaw(server.db, scenario.projectId, server.clock.now());
  const facts = factsOf(raw);
  const dates = facts.list.map(({ date }) => date).sort();
  const { owner, projectId, campaigns } = scenario;
  const [from, to] = [range?.from ?? dates[0] ?? raw.today, range?.to ?? raw.today];
  return { owner, projectId, campaigns, facts, from, to, reading: bustle.reading };
}

async function readersOf(
  { owner, projectId, campaigns }: Scenario,
  facts: Subject['facts'],
  { every, turn }: { every: number; turn: number },
): Promise<ReportReader[]> {
  const [first = '', second = ''] = campaigns;
  const country = facts.raw.installs[0]?.country ?? 'IN';
  const readerOf = (
    label: string,
    query: ReportReader['query'],
    has: ReportReader['has'],
    isBySegment = false,
  ): ReportReader => {
    return { label, every: PART, turn: turn + label.length, person: owner, query, has, isBySegment };
  };
  const guest = readerOf('a guest', {}, ({ campaign }) => campaign === first);
  return [
    { ...readerOf('all', {}, () => true), every, turn },
    readerOf('networks', { networks: 'META,ORGANIC' }, ({ network }) =>
      ['META', 'ORGANIC'].includes(network),
    ),
    readerOf('campaigns', { campaigns: `${first},${second}` }, ({ campaign }) =>
      [first, second].includes(campaign),
    ),
    readerOf('a country', { countries: country }, (dimensions) => dimensions.country === country, true),
    readerOf('phones', { platforms: 'ios' }, ({ platform }) => platform === 'ios', true),
    readerOf(
      'a campaign on phones',
      { campaigns: first, platforms: 'android' },
      ({ campaign, platform }) => campaign === first && platform === 'android',
      true,
    ),
    { ...guest, person: await buildGuest(projectId, first) },
  ];
}

const CHECKS = [checkStats, checkEvents, checkTable, checkCohorts, checkRows, checkExplained];

type Check = (subject: Subject, readers: ReportReader[]) => AsyncGenerator<string>;

/** A report as each of its readers has it. */
const ofReaders = (check: (typeof CHECKS)[number]): Check =>
  async function* (subject, readers) {
    for (const reader of readers) yield* check(subject, reader);
  };

const visits: Check = (subject) => checkVisits(server.db, subject);

async function* checkAll(subject: Subject, readers: ReportReader[]): AsyncGenerator<string> {
  for (const check of CHECKS) yield* ofReaders(check)(subject, readers);
}

/** Everything that any report says otherwise than the raw rows do. */
async function* differences(
  scenario: Scenario,
  subject: Subject,
  sampling: { every: number; turn: number },
): AsyncGenerator<string> {
  yield* checkAll(subject, await readersOf(scenario, subject.facts, sampling));
  yield* checkDetails(subject);
  yield* checkUsage(subject);
  yield* visits(subject, []);
}

async function some(found: AsyncGenerator<string>, most: number): Promise<string[]> {
  const list: string[] = [];
  for await (const one of found) {
    list.push(one);
    if (list.length === most) break;
  }
  return list;
}

interface Scene {
  name: string;
  zone: string;
  at: string;
  /** Halfway through, days after an install become 24 hours long and the currency another one. */
  isChanged?: true;
}

const SCENES: Scene[] = [
  { name: 'Kathmandu', zone: 'Asia/Kathmandu', at: '2026-03-10T17:50:00Z' },
  { name: 'New York', zone: 'America/New_York', at: '2026-03-06T05:30:00Z' },
  { name: 'Berlin', zone: 'Europe/Berlin', at: '2026-10-20T20:00:00Z' },
  { name: 'Havana', zone: 'America/Havana', at: '2026-10-30T03:00:00Z' },
  { name: 'days of 24 hours', zone: 'Asia/Kathmandu', at: '2026-03-10T17:50:00Z', isChanged: true },
];

/** The seed draws one scene, of which every report is checked; TRUTH_SCENES=all plays all and shares the reports. */
const PLAYS_ALL = process.env.TRUTH_SCENES === 'all';
const DRAWN = PLAYS_ALL ? SCENES : SCENES.filter((_, n) => n === SEED % SCENES.length);
const WHOLE = PLAYS_ALL ? 2 : 1;

/** A history of some weeks, read while it happens. */
async function playScene({ zone, at }: Scene, seed: number): Promise<Scenario> {
  server.clock.set(new Date(at));
  const scenario = await buildScenario(server, zone);
  const state = buildPhones(server, scenario);
  const [history = []] = fc.sample(fc.array(happening, LENGTH), {
    seed,
    numRuns: 1,
  });
  await readWhile(scenario, play(server, { scenario, state }, [...history, ...CERTAIN]));
  await signInAgain(server, scenario.owner);
  const today = dateIn(zone, server.clock.now());
  await spendSome(scenario, dateIn(zone, new Date(at)), today);
  return scenario;
}

/** Changes the largest of the numbers that reports read from a table, or a grain of it; false where there is none. */
interface Change {
  table: string;
  grain: string | null;
  column: string;
  by: number;
}

/** Rows that some report reads: one of campaigns reads whole weeks as such. */
function isRead({ table, grain }: Change, { from, to }: { from: string; to: string }) {
  if (grain === 'network_day' || grain === 'segment_day' || grain === 'total_day')
    return sql`grain = ${grain}`;
  const day = sql.ref(grain ? 'period' : table === 'rollup_cohorts' ? 'cohort_date' : 'local_date');
  const monday = sql`${day} - extract(isodow from ${day})::int + 1`;
  const parts = [
    // Organic rows are read from the grains with fewer dimensions.
    ...(grain === 'segment_week' ? [] : [sql`campaign_id <> ${NO_ID}::uuid`]),
    ...(grain ? [sql`grain = ${grain}`] : []),
    ...(grain?.endsWith('week') ? [sql`${monday} >= ${from}::date and ${monday} + 6 <= ${to}::date`] : []),
    // Where nobody has paid, what an install is worth is nothing, however many there are.
    ...(grain?.endsWith('week') && table === 'rollup_cohort_cube'
      ? [
          sql`exists (
            select from rollup_cohort_cube p
            where p.project_id = rollup_cohort_cube.project_id and p.grain = ${grain} and p.metric = 'payments'
              and p.campaign_id = rollup_cohort_cube.campaign_id and p.period = rollup_cohort_cube.period
              and p.day_number < 30 and p.currency = '' and p.amount > 0)`,
        ]
      : []),
  ];
  return sql.join(parts, sql` and `);
}

async function changeRow(scenario: Scenario, range: { from: string; to: string }, change: Change) {
  const { table, grain, column, by } = change;
  const own = sql`project_id = ${scenario.projectId} and ${sql.ref(column)} > 0`;
  const isCohort = table.includes('cohort');
  const installs = isCohort ? sql`metric = 'installs'` : sql`true`;
  // The oldest cohorts are mature for every day of the query.
  const order = grain?.endsWith('week') && isCohort ? sql`period` : sql`${sql.ref(column)} desc`;
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} + ${by}::int
    where project_id = ${scenario.projectId} and ctid = (
      select ctid from ${sql.table(table)} where ${own} and ${installs} and ${isRead(change, range)}
      order by ${order}, ctid limit 1)`.execute(server.db);
  return numAffectedRows === 1n;
}

async function changeAndGoOn(scenario: Scenario, seed: number): Promise<void> {
  const { projectId: project_id } = scenario;
  await scenario.owner.call(updateProject, { body: { project_id, day_kind: '24h' } });
  await server.runJobs();
  // What was folded is in rupees until it is folded again; what comes now is in dollars.
  await scenario.owner.call(updateProject, { body: { project_id, currency: 'USD' } });
  const state = buildPhones(server, scenario);
  const [history = []] = fc.sample(fc.array(happening, LENGTH), { seed, numRuns: 1 });
  await readWhile(scenario, play(server, { scenario, state }, history));
}

describe(`reports of random traffic with the seed ${SEED}`, () => {
  const scenarios: Scenario[] = [];
  afterAll(() => bustle.stop());

  test.each(DRAWN)('are what the raw rows say in $name', { timeout: 600_000 }, async (scene) => {
    const turn = scenarios.length;
    const scenario = await playScene(scene, SEED + turn);
    scenarios.push(scenario);
    if (scene.isChanged) await changeAndGoOn(scenario, SEED - 1);
    const subject = await subjectOf(scenario);
    expect(subject.facts.raw.is24h).toBe(scene.isChanged === true);
    expect(await some(differences(scenario, subject, { every: WHOLE, turn }), MOST_SHOWN)).toEqual([]);
    const middle = addDays(subject.from, Math.floor(daysFrom(subject.from, subject.to) / 2));
    const later = await subjectOf(scenario, { from: middle, to: addDays(subject.to, -2) });
    const [all] = await readersOf(scenario, later.facts, { every: 3, turn });
    expect(await some(checkAll(later, [all as ReportReader]), MOST_SHOWN)).toEqual([]);
    // Today is not over: of the day that it is compared with, as many hours count.
    const recent = await subjectOf(scenario, { from: addDays(middle, 1), to: subject.to });
    const [whole] = await readersOf(scenario, recent.facts, { every: 3, turn });
    for (const check of [checkStats, checkTable, checkEvents, checkExplained]) {
      expect(await some(check(recent, whole as ReportReader), MOST_SHOWN)).toEqual([]);
    }
  });

  test('were folded while they were read', () => {
    expect(bustle.overlaps()).toBeGreaterThanOrEqual(FEWEST_FOLDS);
  });
});

// Always the same traffic: in other traffic the row that is changed may be one that no report reads.
describe('reports of known traffic', () => {
  const played: Scenario[] = [];
  const [stats, table, cohorts] = [checkStats, checkTable, checkCohorts].map(ofReaders) as [
    Check,
    Check,
    Check,
  ];
  const whole = { every: 1, turn: 0 };

  /** The scenes one after the other, each played when the ones before have no row to change, and right until then. */
  async function* knownScenarios(): AsyncGenerator<Scenario> {
    for (const [n, scene] of SCENES.entries()) {
      const scenario = played[n] ?? (await playScene(scene, KNOWN_SEED + n));
      await foldDeltas(server.db);
      await signInAgain(server, scenario.owner);
      if (!played[n]) {
        const subject = await subjectOf(scenario);
        const readers = await readersOf(scenario, subject.facts, whole);
        for (const check of [stats, table, cohorts, checkDetails, visits]) {
          expect(await some(check(subject, readers), MOST_SHOWN)).toEqual([]);
        }
      }
      played[n] = scenario;
      yield scenario;
    }
  }

  // Each with a report that shows the change soon.
  test.each<[table: string, grain: string | null, column: string, check: Check]>([
    ['rollup_days', null, 'count', visits],
    ['rollup_cube', 'network_day', 'events', stats],
    ['rollup_cube', 'segment_week', 'events', stats],
    ['rollup_cube', 'segment_day', 'events', stats],
    ['rollup_cube', 'campaign_day', 'paid', checkDetails],
    ['rollup_cube', 'campaign_week', 'clicks', table],
    ['rollup_cube', 'campaign_week', 'spend', table],
    ['rollup_cube', 'link_week', 'clicks', stats],
    ['rollup_cohorts', null, 'count', table],
    ['rollup_cohort_cube', 'total_day', 'count', cohorts],
    ['rollup_cohort_cube', 'segment_day', 'count', cohorts],
    ['rollup_cohort_cube', 'campaign_day', 'count', cohorts],
    ['rollup_cohort_cube', 'campaign_week', 'count', table],
  ])(
    'are found to differ by one row of %s %s that was changed',
    { timeout: 600_000 },
    async (of, grain, column, check) => {
      for await (const scenario of knownScenarios()) {
        const subject = await subjectOf(scenario);
        const change = (by: number) => changeRow(scenario, subject, { table: of, grain, column, by });
        if (!(await change(1))) continue;
        const readers = await readersOf(scenario, subject.facts, whole);
        expect(await some(check(subject, readers), 1)).toHaveLength(1);
        await change(-1);
        expect(await some(checkStats(subject, readers[0] as ReportReader), 1)).toEqual([]);
        return;
      }
      throw new Error(`No history has anything in ${of} ${grain} to change.`);
    },
  );

  test('have everything in them', async () => {
    const found = new Set<string>();
    for (const scenario of played) {
      const { facts } = await subjectOf(scenario);
      for (const { what } of facts.list) found.add(what);
    }
    const touches = ['clicks', 'impressions'];
    const decisions = ['installs', 'reinstalls', 'reattributions'];
    const facts = ['signups', 'events', 'payments', 'refunds', 'active'];
    const visits = ['visits', 'page_views', 'screen_views', 'bounced_visits'];
    expect([...found]).toEqual(expect.arrayContaining([...touches, ...decisions, ...facts, ...visits]));
  });
});
