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
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import {
  type Asker,
  checkDetails,
  checkStats,
  checkTable,
  type Subject,
} from '../../testing/truth/checks.ts';
import { factsOf } from '../../testing/truth/facts.ts';
import { checkCohorts, checkEvents, checkRows, checkUsage } from '../../testing/truth/more-checks.ts';
import {
  buildPhones,
  buildWorld,
  CERTAIN,
  happening,
  play,
  signInAgain,
  type World,
} from '../../testing/truth/play.ts';
import { loadRaw } from '../../testing/truth/raw.ts';
import { addDays, dateIn, daysFrom } from '../../testing/truth/zone.ts';

/** Every run has traffic of its own; with the seed that is printed, TRUTH_SEED=… repeats it. */
const SEED = Number(process.env.TRUTH_SEED ?? randomInt(2 ** 31));
const KNOWN_SEED = 20261115;
const LENGTH = { minLength: 70, maxLength: 90 };
const MOST_SHOWN = 20;
const FEWEST_FOLDS = 10;
/** Long enough for most of the machine to be left to the questions. */
const PAUSE_MS = 150;
/** Of those who ask for a part of the project, one of so many questions is asked. */
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
  const world = await buildWorld(server, 'UTC');
  const phone = buildDevice(server, world.token);
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
async function readWhile(world: World, work: Promise<void>): Promise<void> {
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  try {
    while (!isOver) await readOnce(world);
  } finally {
    await over;
  }
}

async function readOnce(world: World): Promise<void> {
  const query = { project_id: world.projectId, metrics: 'clicks|installs|events|payments' };
  const { total, days } = await bustle.reading(world.owner.call(getStats, { query }));
  for (const [metric, value] of Object.entries(total)) {
    expect(days.reduce((sum, { values }) => sum + Number(values[metric]), 0)).toBe(value);
  }
}

async function spendSome(world: World, from: string, to: string): Promise<void> {
  const lines = ['date,campaign,amount,currency,link'];
  for (let n = 0, day = from; day <= to; n += 1, day = addDays(day, 1)) {
    const campaign = world.campaigns[n % 3];
    const link = n % 6 === 0 ? (world.slugs[0] ?? '') : '';
    lines.push(`${day},${campaign},${(n * 37) % 11}.${n % 100},${['INR', 'USD', 'EUR'][n % 3]},${link}`);
  }
  const body = { project_id: world.projectId, csv: lines.join('\n') };
  expect((await world.owner.call(importSpend, { body })).problems).toEqual([]);
}

async function subjectOf(world: World, range?: { from: string; to: string }): Promise<Subject> {
  const raw = await loadRaw(server.db, world.projectId, server.clock.now());
  const facts = factsOf(raw);
  const dates = facts.list.map(({ date }) => date).sort();
  const { owner, projectId, campaigns } = world;
  const [from, to] = [range?.from ?? dates[0] ?? raw.today, range?.to ?? raw.today];
  return { owner, projectId, campaigns, facts, from, to, reading: bustle.reading };
}

async function askersOf(
  { owner, projectId, campaigns }: World,
  facts: Subject['facts'],
  { every, turn }: { every: number; turn: number },
): Promise<Asker[]> {
  const [first = '', second = ''] = campaigns;
  const country = facts.raw.installs[0]?.country ?? 'IN';
  const asker = (label: string, query: Asker['query'], has: Asker['has'], isOfPlaces = false): Asker => {
    return { label, every: PART, turn: turn + label.length, person: owner, query, has, isOfPlaces };
  };
  const guest = asker('a guest', {}, ({ campaign }) => campaign === first);
  return [
    { ...asker('all', {}, () => true), every, turn },
    asker('networks', { networks: 'META,ORGANIC' }, ({ network }) => ['META', 'ORGANIC'].includes(network)),
    asker('campaigns', { campaigns: `${first},${second}` }, ({ campaign }) =>
      [first, second].includes(campaign),
    ),
    asker('a country', { countries: country }, (place) => place.country === country, true),
    asker('phones', { platforms: 'ios' }, ({ platform }) => platform === 'ios', true),
    asker(
      'a campaign on phones',
      { campaigns: first, platforms: 'android' },
      ({ campaign, platform }) => campaign === first && platform === 'android',
      true,
    ),
    { ...guest, person: await buildGuest(projectId, first) },
  ];
}

async function* checkAll(subject: Subject, asker: Asker): AsyncGenerator<string> {
  yield* checkStats(subject, asker);
  yield* checkEvents(subject, asker);
  yield* checkTable(subject, asker);
  yield* checkCohorts(subject, asker);
  yield* checkRows(subject, asker);
}

/** Everything that any report says otherwise than the raw rows do. */
async function* differences(
  world: World,
  subject: Subject,
  asked: { every: number; turn: number },
): AsyncGenerator<string> {
  for (const asker of await askersOf(world, subject.facts, asked)) {
    yield* checkAll(subject, asker);
  }
  yield* checkDetails(subject);
  yield* checkUsage(subject);
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

/** The seed draws one scene, of which every question is asked; TRUTH_SCENES=all plays all and shares the questions. */
const PLAYS_ALL = process.env.TRUTH_SCENES === 'all';
const DRAWN = PLAYS_ALL ? SCENES : SCENES.filter((_, n) => n === SEED % SCENES.length);
const WHOLE = PLAYS_ALL ? 2 : 1;

/** A history of some weeks, read while it happens. */
async function playScene({ zone, at }: Scene, seed: number): Promise<World> {
  server.clock.set(new Date(at));
  const world = await buildWorld(server, zone);
  const state = buildPhones(server, world);
  const [history = []] = fc.sample(fc.array(happening, LENGTH), {
    seed,
    numRuns: 1,
  });
  await readWhile(world, play(server, { world, state }, [...history, ...CERTAIN]));
  await signInAgain(server, world.owner);
  const today = dateIn(zone, server.clock.now());
  await spendSome(world, dateIn(zone, new Date(at)), today);
  return world;
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
  if (grain === 'segment_day' || grain === 'total_day') return sql`grain = ${grain}`;
  const day = sql.ref(grain ? 'period' : table === 'rollup_cohorts' ? 'cohort_date' : 'local_date');
  const monday = sql`${day} - extract(isodow from ${day})::int + 1`;
  const parts = [
    // What no campaign brought is read from the grains with fewer dimensions.
    sql`campaign_id <> ${NO_ID}::uuid`,
    ...(grain ? [sql`grain = ${grain}`] : []),
    ...(grain?.endsWith('week') ? [sql`${monday} >= ${from}::date and ${monday} + 6 <= ${to}::date`] : []),
  ];
  return sql.join(parts, sql` and `);
}

async function changeRow(world: World, range: { from: string; to: string }, change: Change) {
  const { table, grain, column, by } = change;
  const own = sql`project_id = ${world.projectId} and ${sql.ref(column)} > 0`;
  const isCohort = table.includes('cohort');
  const installs = isCohort ? sql`metric = 'installs'` : sql`true`;
  // The oldest cohorts have lived every day that is asked for.
  const order = grain?.endsWith('week') && isCohort ? sql`period` : sql`${sql.ref(column)} desc`;
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} + ${by}::int
    where project_id = ${world.projectId} and ctid = (
      select ctid from ${sql.table(table)} where ${own} and ${installs} and ${isRead(change, range)}
      order by ${order}, ctid limit 1)`.execute(server.db);
  return numAffectedRows === 1n;
}

async function changeAndGoOn(world: World, seed: number): Promise<void> {
  const { projectId: project_id } = world;
  await world.owner.call(updateProject, { body: { project_id, day_kind: '24h' } });
  await server.runJobs();
  // What was folded is in rupees until it is folded again; what comes now is in dollars.
  await world.owner.call(updateProject, { body: { project_id, currency: 'USD' } });
  const state = buildPhones(server, world);
  const [history = []] = fc.sample(fc.array(happening, LENGTH), { seed, numRuns: 1 });
  await readWhile(world, play(server, { world, state }, history));
}

describe(`reports of random traffic with the seed ${SEED}`, () => {
  const worlds: World[] = [];
  afterAll(() => bustle.stop());

  test.each(DRAWN)('are what the raw rows say in $name', { timeout: 600_000 }, async (scene) => {
    const turn = worlds.length;
    const world = await playScene(scene, SEED + turn);
    worlds.push(world);
    if (scene.isChanged) await changeAndGoOn(world, SEED - 1);
    const subject = await subjectOf(world);
    expect(subject.facts.raw.is24h).toBe(scene.isChanged === true);
    expect(await some(differences(world, subject, { every: WHOLE, turn }), MOST_SHOWN)).toEqual([]);
    const middle = addDays(subject.from, Math.floor(daysFrom(subject.from, subject.to) / 2));
    const later = await subjectOf(world, { from: middle, to: addDays(subject.to, -2) });
    const [all] = await askersOf(world, later.facts, { every: 3, turn });
    expect(await some(checkAll(later, all as Asker), MOST_SHOWN)).toEqual([]);
  });

  test('had everything in it, and were folded while they were read', async () => {
    const found = new Set<string>();
    for (const world of worlds) {
      const { facts } = await subjectOf(world);
      for (const { what } of facts.list) found.add(what);
    }
    const expected = [
      'clicks',
      'impressions',
      'installs',
      'reinstalls',
      'reattributions',
      'signups',
      'events',
    ];
    expect([...found]).toEqual(expect.arrayContaining([...expected, 'payments', 'refunds', 'active']));
    expect(bustle.overlaps()).toBeGreaterThanOrEqual(FEWEST_FOLDS);
  });
});

// Always the same traffic: in other traffic the row that is changed may be one that no report reads.
describe('reports of known traffic', () => {
  const played: World[] = [];
  /** The scenes one after the other, each played when the ones before have no row to change. */
  async function* knownWorlds(): AsyncGenerator<World> {
    for (const [n, scene] of SCENES.entries()) {
      const world = played[n] ?? (await playScene(scene, KNOWN_SEED + n));
      played[n] = world;
      yield world;
    }
  }

  test.each([
    ['rollup_days', null, 'count'],
    ['rollup_cube', 'segment_day', 'events'],
    ['rollup_cube', 'campaign_day', 'paid'],
    ['rollup_cube', 'campaign_week', 'clicks'],
    ['rollup_cube', 'campaign_week', 'spend'],
    ['rollup_cube', 'link_week', 'clicks'],
    ['rollup_cohorts', null, 'count'],
    ['rollup_cohort_cube', 'total_day', 'count'],
    ['rollup_cohort_cube', 'segment_day', 'count'],
    ['rollup_cohort_cube', 'campaign_day', 'count'],
    ['rollup_cohort_cube', 'campaign_week', 'count'],
  ])(
    'are found to differ by one row of %s %s that was changed',
    { timeout: 600_000 },
    async (table, grain, column) => {
      for await (const world of knownWorlds()) {
        await foldDeltas(server.db);
        await signInAgain(server, world.owner);
        const subject = await subjectOf(world);
        const change = (by: number) => changeRow(world, subject, { table, grain, column, by });
        if (!(await change(1))) continue;
        const everything = { every: 1, turn: 0 };
        expect(await some(differences(world, subject, everything), 1)).toHaveLength(1);
        await change(-1);
        const [all] = await askersOf(world, subject.facts, everything);
        expect(await some(checkStats(subject, all as Asker), 1)).toEqual([]);
        return;
      }
      throw new Error(`No history has anything in ${table} ${grain} to change.`);
    },
  );
});
