import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { DAY, dateOf, dayOf } from './calendar.ts';
import { createHistory } from './history.ts';
import { createProduct } from './product.ts';
import { itemsOf } from './rows.ts';
import { createScenario, type Scenario } from './scenario.ts';
import { PROJECT_NAME, type Session, signIn } from './set-up.ts';
import { readState } from './state.ts';
import { isOutage, outageDay } from './story.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const IS_FULL = process.env.TEST_FULL === '1';
/** Of so many receipts one is read. */
const EVERY = IS_FULL ? 1 : 10;
const READY = /(http:\/\/127\.0\.0\.1:\d+)\/login\/verify#token=([\w-]+)[\s\S]*Ctrl-C stops it/;

let dir: string;
let dataDir: string;
let running: ChildProcess | null = null;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'trailmark-demo-'));
  chmodSync(dir, 0o755);
  dataDir = join(dir, 'data');
});
afterEach(async () => {
  await stop();
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Ctrl-C, and how it ended. */
async function stop(): Promise<number | null> {
  const child = running;
  running = null;
  if (!child) return null;
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  child.kill('SIGINT');
  return await ended;
}

/** Runs what `npm run demo` runs, until it prints this. */
async function runUntil(isPrinted: RegExp, args: string[]) {
  const location = ['--port', '0', '--data-dir', dataDir];
  const child = spawn(process.execPath, [join(ROOT, 'scripts/demo.mjs'), ...location, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running = child;
  let output = '';
  const printed = await new Promise<RegExpExecArray>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      output += chunk.toString();
      const found = isPrinted.exec(output);
      if (found) resolve(found);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('close', () => reject(new Error(`The demo ended:\n${output}`)));
  });
  return { printed, output };
}

/** Runs it until it says that it is ready. */
async function start(...args: string[]): Promise<{ session: Session; output: string }> {
  const { printed, output } = await runUntil(READY, args);
  const [, url = '', token = ''] = printed;
  return { session: await signIn(createProduct(url), token), output };
}

type Values = Record<string, number | string | null>;

interface Stats {
  total: Values;
  days: { values: Values }[];
  by_country: { key: string; values: Values }[];
}

interface Days {
  from: string;
  to: string;
}

async function projectOf({ product, bearer }: Session): Promise<string> {
  const projects = await product.call<{ project_id: string; name: string }[]>('GET', '/project', { bearer });
  expect(projects.map(({ name }) => name)).toEqual([PROJECT_NAME]);
  return projects[0]!.project_id;
}

async function statsBy(session: Session, query: Days & Record<string, string>): Promise<Stats> {
  const { product, bearer } = session;
  const project_id = await projectOf(session);
  return await product.call<Stats>('GET', '/project/stats', { bearer, query: { project_id, ...query } });
}

const statsOf = async (session: Session, query: Days & Record<string, string>) =>
  (await statsBy(session, query)).total;

/** The latest postbacks, newest first. */
async function postbacksOf(session: Session) {
  const { product, bearer } = session;
  const query = { project_id: await projectOf(session), limit: 200 };
  const { items } = await product.call<{ items: { postback_id: string; verdict: string }[] }>(
    'GET',
    '/project/skan/postbacks',
    { bearer, query },
  );
  return items;
}

/** How many of the latest postbacks have each verdict. */
async function verdictsOf(session: Session): Promise<Record<string, number>> {
  const items = await postbacksOf(session);
  const counts: Record<string, number> = {};
  for (const { verdict } of items) counts[verdict] = (counts[verdict] ?? 0) + 1;
  return counts;
}

/** Values of postbacks that the schema of the demo explains, and those that it does not. */
async function decodedOf(session: Session) {
  const { product, bearer } = session;
  const query = { project_id: await projectOf(session) };
  const { events, undecoded } = await product.call<{
    events: { name: string; low: number }[];
    undecoded: number;
  }>('GET', '/project/skan/report', { bearer, query });
  return { signups: events.some(({ name, low }) => name === 'signup' && low > 0), undecoded };
}

/** Whether Google and Meta have the schema. */
async function schemaStates({ product, bearer }: Session): Promise<string[]> {
  const query = { project_id: await projectOf({ product, bearer }) };
  const stateAt = async (network: string) => {
    const path = `/project/skan/${network}/status`;
    return (await product.call<{ status: string }>('GET', path, { bearer, query })).status;
  };
  return await Promise.all(['google', 'meta'].map(stateAt));
}

const METRICS = ['clicks', 'impressions', 'installs', 'reinstalls', 'signups', 'payments'];

/** What the generator says of the days that were over when the demo was made. */
function expected(scenario: Scenario) {
  const rows = createHistory(scenario);
  const midnight = scenario.start + (scenario.days - 1) * DAY;
  const count = <Row extends { at: number }>(
    list: readonly Row[],
    isOne: (row: Row) => boolean = () => true,
  ) => list.filter((row) => row.at < midnight && isOne(row)).length;
  return {
    clicks: count(rows.touches, ({ kind }) => kind === 'click'),
    impressions: count(rows.touches, ({ kind }) => kind === 'view'),
    installs: count(rows.opens, ({ kind }) => kind === 'install'),
    reinstalls: count(rows.opens, ({ kind }) => kind === 'reinstall'),
    signups: count(itemsOf(rows, 'trigger'), ({ body }) =>
      JSON.stringify(body).includes('"is_first_time_user":true'),
    ),
    payments: count(itemsOf(rows, 'capture-payment'), ({ body }) => body.status === 'PAYMENT_COMPLETED'),
    'event:add_to_cart': count(
      itemsOf(rows, 'capture-event'),
      ({ body }) => body.event_name === 'add_to_cart',
    ),
  };
}

/** What `npm run recount` or `npm run recompute` says of the demo, which does not run. */
async function runTool(name: 'recount' | 'recompute'): Promise<string> {
  const file = join(ROOT, `apps/server/dist/${name}.js`);
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir };
  return (await promisify(execFile)(process.execPath, [file], { env, cwd: ROOT })).stdout;
}

const postmaster = () =>
  Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

interface Install {
  install_id: string;
  imported: boolean;
  match_type: string;
  decisions: { made_by: string; kind: string; sentence: string }[];
}

type ListedInstall = Pick<Install, 'install_id' | 'match_type'>;

/** All installs of the demo, as they are listed. */
async function listInstalls(session: Session): Promise<ListedInstall[]> {
  const { product, bearer } = session;
  const project_id = await projectOf(session);
  const listed: ListedInstall[] = [];
  for (let cursor: string | undefined, isLast = false; !isLast; isLast = !cursor) {
    const query = { project_id, limit: 200, cursor };
    const page: { items: ListedInstall[]; next_cursor: string | null } = await product.call(
      'GET',
      '/project/users',
      {
        bearer,
        query,
      },
    );
    listed.push(...page.items);
    cursor = page.next_cursor ?? undefined;
  }
  return listed;
}

/** Installs with their decisions, and those of the same people. */
async function readInstalls(session: Session, listed: readonly ListedInstall[]): Promise<Install[]> {
  const { product, bearer } = session;
  const project_id = await projectOf(session);
  const found = new Map<string, Install>();
  for (const { install_id } of listed) {
    const query = { project_id, install_id };
    const { installs } = await product.call<{ installs: Install[] }>('GET', '/project/user', {
      bearer,
      query,
    });
    for (const install of installs) found.set(install.install_id, install);
  }
  return [...found.values()];
}

/**
 * No history was imported: all of it was decided, and can be read. One in so many is read, others in each run, because
 * recompute decides every one of them again.
 */
async function expectReceipts(session: Session): Promise<void> {
  const listed = await listInstalls(session);
  expect(listed.length).toBeGreaterThanOrEqual(600);
  const first = randomInt(EVERY);
  const installs = await readInstalls(
    session,
    listed.filter((_, at) => at % EVERY === first),
  );
  expect(installs.length).toBeGreaterThanOrEqual(600 / EVERY);
  const unreadable = installs.filter(
    ({ imported, decisions }) =>
      imported ||
      decisions.length === 0 ||
      decisions.some(({ made_by, sentence }) => made_by === 'import' || sentence === ''),
  );
  expect(unreadable, `of every ${EVERY}th from ${first} on`).toEqual([]);
  const matched = new Set(listed.map(({ match_type }) => match_type));
  for (const match of ['click_id', 'device_id', 'view', 'organic']) expect(matched).toContain(match);
}

async function suspiciousShareOf(session: Session, days: Days, isOne: (displayId: string) => boolean) {
  const { product, bearer } = session;
  const project_id = await projectOf(session);
  const { items } = await product.call<{ items: { campaign_id: string; display_id: string }[] }>(
    'GET',
    '/campaign',
    { bearer, query: { project_id, limit: 500 } },
  );
  const campaigns = items.filter(({ display_id }) => isOne(display_id)).map((one) => one.campaign_id);
  const metrics = 'suspicious_rate|retention_d1';
  const { total } = await statsBy(session, { ...days, metrics, campaigns: campaigns.join(',') });
  return { suspicious: Number(total.suspicious_rate), stayed: Number(total.retention_d1) };
}

async function expectFraud(session: Session, days: Days): Promise<void> {
  const isFraud = (displayId: string) => displayId.startsWith('adhive');
  const fraud = await suspiciousShareOf(session, days, isFraud);
  const others = await suspiciousShareOf(session, days, (displayId) => !isFraud(displayId));
  expect(fraud.suspicious).toBeGreaterThan(0.25);
  expect(others.suspicious).toBeLessThan(0.05);
  expect(fraud.stayed).toBeLessThan(0.5 * others.stayed);
}

/** Every payment that was tried on Android during the outage has failed, and can be found on its day. */
async function expectOutage(session: Session, scenario: Scenario): Promise<void> {
  const day = outageDay(scenario);
  const date = dateOf(scenario, day);
  const errors = 'event:payment_error';
  const query = { from: date, to: date, platforms: 'android', metrics: errors };
  const rows = createHistory(scenario).visits.filter(({ handset }) => handset.device.platform === 'ANDROID');
  const failed = itemsOf({ visits: rows }, 'capture-payment').filter(
    ({ at, body }) => body.status === 'PAYMENT_FAILED' && dayOf(scenario, at) === day,
  );
  expect(failed.some(({ at }) => isOutage(scenario, { platform: 'ANDROID' }, at))).toBe(true);
  expect((await statsOf(session, query))[errors]).toBe(failed.length);
}

async function expectPayingCountry(session: Session, days: Days): Promise<void> {
  const metrics = 'installs|revenue';
  const { total, by_country } = await statsBy(session, { ...days, metrics });
  const own = by_country.find(({ key }) => key === 'AE')!.values;
  const installs = Number(own.installs) / Number(total.installs);
  expect(installs).toBeLessThan(0.15);
  expect(Number(own.revenue) / Number(total.revenue)).toBeGreaterThan(2.5 * installs);
}

/** A small shared machine may be slow. */
const PATIENCE_MS = 400_000;

describe('the demo', { timeout: PATIENCE_MS }, () => {
  test('fills its project with exactly what the generator made, and ends without a trace', async () => {
    const { session, output } = await start('--installs', '600', '--days', '24', '--still');
    expect(output).toContain('100 %');
    const state = readState(join(dataDir, 'demo.json'))!;
    const scenario = createScenario(state);
    expect(scenario).toMatchObject({ people: 600, days: 24 });
    const range = { from: dateOf(scenario, 0), to: dateOf(scenario, scenario.days - 2) };
    const total = await statsOf(session, { ...range, metrics: [...METRICS, 'event:add_to_cart'].join('|') });
    expect(total).toEqual(expected(scenario));
    const money = await statsOf(session, { ...range, metrics: 'spend|revenue' });
    expect(Number(money.spend)).toBeGreaterThan(0);
    expect(Number(money.revenue)).toBeGreaterThan(0);
    const verdicts = await verdictsOf(session);
    expect(verdicts.valid).toBeGreaterThan(10);
    expect(verdicts.development).toBe(8);
    expect(await decodedOf(session)).toEqual({ signups: true, undecoded: 0 });
    await expect.poll(() => schemaStates(session)).toEqual(['ACTIVE', 'ACTIVE']);
  });

  test('has a receipt of every person, and each element of its story can be found', async () => {
    const { session } = await start('--still');
    const scenario = createScenario(readState(join(dataDir, 'demo.json'))!);
    await expectReceipts(session);
    const days = { from: dateOf(scenario, 0), to: dateOf(scenario, scenario.days - 1) };
    await expectFraud(session, days);
    await expectOutage(session, scenario);
    await expectPayingCountry(session, days);
    const postgres = postmaster();
    expect(await stop()).toBe(0);
    expect(isAlive(postgres)).toBe(false);
    expect(await runTool('recount')).toContain('nothing differed');
    expect(await runTool('recompute')).toMatch(
      /^\d{3,} decisions were decided once more, 0 of them differently/m,
    );
  });

  test('started again it has its data, and people come at once', async () => {
    const { session, output } = await start('--pace', '30');
    const postbacks = await postbacksOf(session);
    expect(output).not.toContain('History');
    const from = readState(join(dataDir, 'demo.json'))!.start;
    const count = async () =>
      Number(
        (await statsOf(session, { from, to: dateOf({ start: Date.now() }, 0), metrics: 'clicks' })).clicks,
      );
    const before = await count();
    await expect.poll(count, { timeout: 60_000, interval: 500 }).toBeGreaterThan(before);
    const known = new Set(postbacks.map(({ postback_id }) => postback_id));
    const newVerdicts = async () =>
      (await postbacksOf(session)).flatMap((one) => (known.has(one.postback_id) ? [] : [one.verdict]));
    await expect.poll(newVerdicts, { timeout: 60_000, interval: 500 }).toContain('valid');
    expect(await stop()).toBe(0);
  });

  test('fresh, it is another one, and broken off it leaves no state to go on from', async () => {
    const stateFile = join(dataDir, 'demo.json');
    const secret = () => readFileSync(join(dataDir, 'secret-key'), 'utf8');
    const before = secret();
    const small = ['--installs', '10', '--days', '3', '--still'];
    await runUntil(/Making the demo project/, ['--fresh', ...small]);
    expect(await stop()).toBe(0);
    expect(existsSync(stateFile)).toBe(false);
    const brokenOff = secret();
    expect(brokenOff).not.toBe(before);
    if (!IS_FULL) return;
    const { session } = await start(...small);
    await projectOf(session);
    expect(readState(stateFile)).toMatchObject({ people: 10, step: 'ready' });
    expect(secret()).not.toBe(brokenOff);
  });
});
