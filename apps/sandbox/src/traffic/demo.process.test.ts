import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { DAY, dateOf } from './calendar.ts';
import { createHistory } from './history.ts';
import { createProduct } from './product.ts';
import { createScenario, type Scenario } from './scenario.ts';
import { PROJECT_NAME, type Session, signIn } from './set-up.ts';
import { readState } from './state.ts';

const ROOT = join(import.meta.dirname, '../../../..');
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

/** Runs what `npm run demo` runs, until it says that it is ready. */
async function start(...args: string[]): Promise<{ session: Session; output: string }> {
  const location = ['--port', '0', '--data-dir', dataDir];
  const child = spawn(process.execPath, [join(ROOT, 'scripts/demo.mjs'), ...location, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running = child;
  let output = '';
  const [, url = '', token = ''] = await new Promise<RegExpExecArray>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      output += chunk.toString();
      const found = READY.exec(output);
      if (found) resolve(found);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('close', () => reject(new Error(`The demo ended:\n${output}`)));
  });
  return { session: await signIn(createProduct(url), token), output };
}

interface Stats {
  total: Record<string, number | string | null>;
}

async function projectOf({ product, bearer }: Session): Promise<string> {
  const projects = await product.call<{ project_id: string; name: string }[]>('GET', '/project', { bearer });
  expect(projects.map(({ name }) => name)).toEqual([PROJECT_NAME]);
  return projects[0]!.project_id;
}

async function statsOf(session: Session, query: { from: string; to: string; metrics: string }) {
  const { product, bearer } = session;
  const project_id = await projectOf(session);
  return (await product.call<Stats>('GET', '/project/stats', { bearer, query: { project_id, ...query } }))
    .total;
}

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

const METRICS = ['clicks', 'impressions', 'installs', 'reinstalls', 'signups', 'payments'];

/** What the generator says of the days that were over when the demo was made. */
function expected(scenario: Scenario) {
  const rows = createHistory(scenario);
  const midnight = scenario.start + (scenario.days - 1) * DAY;
  const count = <Row>(
    list: readonly Row[],
    at: (row: Row) => string,
    isOne: (row: Row) => boolean = () => true,
  ) => list.filter((row) => Date.parse(at(row)) < midnight && isOne(row)).length;
  return {
    clicks: count(rows.clicks, (row) => row.clicked_at),
    impressions: count(rows.impressions, (row) => row.viewed_at),
    installs: count(
      rows.installs,
      (row) => row.installed_at,
      (row) => row.kind === 'install',
    ),
    reinstalls: count(
      rows.installs,
      (row) => row.installed_at,
      (row) => row.kind === 'reinstall',
    ),
    signups: count(rows.signups, (row) => row.occurred_at),
    payments: count(
      rows.payments,
      (row) => row.occurred_at,
      (row) => row.status === 'PAYMENT_COMPLETED',
    ),
    'event:add_to_cart': count(
      [...rows.events, ...rows.late],
      (row) => row.occurred_at,
      (row) => row.event_name === 'add_to_cart',
    ),
  };
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

describe('the demo', () => {
  test('fills its project with exactly what the generator made, and ends without a trace', async () => {
    const { session, output } = await start('--installs', '200', '--days', '7', '--still');
    expect(output).toContain('100 %');
    const state = readState(join(dataDir, 'demo.json'))!;
    const scenario = createScenario(state);
    expect(scenario).toMatchObject({ people: 200, days: 7 });
    const expectedTotals = expected(scenario);
    const range = { from: dateOf(scenario, 0), to: dateOf(scenario, scenario.days - 2) };
    const total = await statsOf(session, { ...range, metrics: [...METRICS, 'event:add_to_cart'].join('|') });
    expect(total).toEqual(expectedTotals);
    const money = await statsOf(session, { ...range, metrics: 'spend|revenue' });
    expect(Number(money.spend)).toBeGreaterThan(0);
    expect(Number(money.revenue)).toBeGreaterThan(0);
    const verdicts = await verdictsOf(session);
    expect(verdicts.valid).toBeGreaterThan(10);
    expect(verdicts.development).toBe(8);
    expect(await decodedOf(session)).toEqual({ signups: true, undecoded: 0 });
    const postgres = postmaster();
    expect(await stop()).toBe(0);
    expect(isAlive(postgres)).toBe(false);
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

  test('fresh, it is another one', async () => {
    const before = readFileSync(join(dataDir, 'secret-key'), 'utf8');
    const { session } = await start('--fresh', '--installs', '10', '--days', '3', '--still');
    await projectOf(session);
    expect(readState(join(dataDir, 'demo.json'))).toMatchObject({ people: 10, filled: true });
    expect(readFileSync(join(dataDir, 'secret-key'), 'utf8')).not.toBe(before);
  });
});
