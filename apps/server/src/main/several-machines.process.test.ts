import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCaller } from '@trailmark/contract/call';
import { importToken } from '@trailmark/contract/keys';
import { listProjects, updateProject } from '@trailmark/contract/projects';
import { afterAll, expect, test } from 'vitest';
import { type Connection, connect } from '../db/connection.ts';
import { type Caddy, documentedCaddyfile, startCaddy } from '../testing/caddy.ts';
import { createFirstProject } from '../testing/first-project.ts';
import { IS_FULL } from '../testing/full-length.ts';
import { freePort } from '../testing/kills.ts';
import { type Program, STARTERS, type Starter, startProgram } from '../testing/program.ts';
import { expectStoredOnce, type FaultClient, startFaultClient } from '../testing/start-fault-client.ts';
import { startSystemPostgres } from '../testing/system-postgres.ts';
import { until } from '../testing/until.ts';

/** How often each machine is restarted. */
const ROUNDS = IS_FULL ? 5 : 1;
/** The proxy looks every second, and waits up to three for the answer. */
const PROXY_NOTICES_MS = 4000;
const SIGN_IN = /login\/verify#token=([\w-]+)/;
const READY = /ready at/;
const ANDROID =
  'Mozilla/5.0 (Linux; Android 13; Pixel 7) AppleWebKit/537.36 Chrome/109.0.0.0 Mobile Safari/537.36';

const starter = STARTERS[0] as Starter;
const dir = mkdtempSync(join(tmpdir(), 'trailmark-machines-'));
let postgres: Awaited<ReturnType<typeof startSystemPostgres>> | null = null;
let caddy: Caddy | null = null;
let client: FaultClient | null = null;

/** A process with its address and its disk, which it keeps when it is restarted. */
interface Process {
  name: string;
  role: string;
  url: string;
  env: Record<string, string>;
  program: Program;
}
const processes: Process[] = [];

afterAll(async () => {
  client?.process.kill('SIGKILL');
  await caddy?.stop();
  for (const { program } of processes) program.process.kill('SIGKILL');
  await Promise.all(processes.map(({ program }) => program.ended));
  await postgres?.stop();
  rmSync(dir, { recursive: true, force: true });
});

async function startProcess(name: string, env: Record<string, string>): Promise<Process> {
  const [role = ''] = name.split(' ');
  const port = String(await freePort());
  const own = { ...env, PORT: port, DATA_DIR: join(dir, name) };
  const program = startProgram(starter, own, ['--role', role]);
  const started = { name, role, url: `http://127.0.0.1:${port}`, env: own, program };
  processes.push(started);
  await program.until(READY);
  return started;
}

async function startAgain(process: Process): Promise<void> {
  process.program = startProgram(starter, process.env, ['--role', process.role]);
  await process.program.until(READY);
}

/** Gives what /readyz answers between the signal and the end. */
async function restart(process: Process): Promise<string[]> {
  const { program, url } = process;
  const answers: string[] = [];
  program.process.kill('SIGTERM');
  await until(async () => {
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer) answers.push(await answer.text());
    return answer === null;
  });
  expect(await program.ended, program.output()).toEqual({ code: 0, signal: null });
  await startAgain(process);
  return answers;
}

async function kill({ program }: Process): Promise<void> {
  program.process.kill('SIGKILL');
  await program.ended;
}

/** The documentation's, for these machines. */
function caddyfileFor(port: number, ask: number): string {
  const addressOf = (name: string) =>
    processes.find((one) => one.name === name)?.url.slice('http://'.length) ?? '';
  const replaced = {
    'trailmark.example.com {': `http://127.0.0.1:${port} {`,
    '127.0.0.1:4599': `127.0.0.1:${ask}`,
    '10.0.0.11:4600': addressOf('edge 1'),
    '10.0.0.12:4600': addressOf('edge 2'),
    '10.0.0.21:4600': addressOf('api 1'),
    '10.0.0.22:4600': addressOf('api 2'),
  };
  let text = documentedCaddyfile('several-machines.md');
  for (const [documented, own] of Object.entries(replaced)) {
    expect(text).toContain(documented);
    text = text.replaceAll(documented, own);
  }
  return text;
}

/** Reads the API again and again until it is stopped; gives what failed. */
function startReading(url: string, bearer: string) {
  const call = createCaller({ baseUrl: `${url}/api`, timeoutMs: 30_000, token: () => bearer });
  const failed: string[] = [];
  let count = 0;
  let isStopped = false;
  const read = async () => {
    while (!isStopped) {
      await call(listProjects, { query: {} }).catch((error: Error) => failed.push(error.message));
      count += 1;
      await sleep(20);
    }
  };
  const reading = Promise.all([read(), read()]);
  return {
    failed,
    stop: async () => {
      isStopped = true;
      await reading;
      return count;
    },
  };
}

const visit = (url: string, slug: string, query = '') =>
  fetch(`${url}/l/${slug}${query}`, { headers: { 'user-agent': ANDROID }, redirect: 'manual' });

/** Clicks of the visits that came while the database took none. */
async function countSpooled({ pool }: Connection): Promise<number> {
  const { rows } = await pool.query(
    `select count(*)::int as count from clicks where params->>'sub1' = 'spooled'`,
  );
  return rows[0].count;
}

async function initStatus(url: string, token: string): Promise<number> {
  const response = await fetch(`${url}/api/client/init`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, install_instance_id: `by-${token}`, platform: 'ANDROID' }),
  });
  await response.arrayBuffer();
  return response.status;
}

test(`${ROUNDS} restarts of each machine fail no request, and a kill loses nothing`, {
  timeout: 900_000,
}, async () => {
  postgres = await startSystemPostgres();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    DATABASE_URL: postgres.url,
    SECRET_KEY: 'a-secret-key-for-all-of-the-processes',
    PUBLIC_URL: url,
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: 'error',
    DRAIN_SECONDS: '2',
  };
  const api = await startProcess('api 1', env);
  const [, signInToken = ''] = await api.program.until(SIGN_IN);
  const project = await createFirstProject(api.url, signInToken);
  const [edge, worker, ...others] = await Promise.all(
    ['edge 1', 'worker 1', 'edge 2', 'api 2', 'worker 2'].map((name) => startProcess(name, env)),
  );
  if (!edge || !worker) throw new Error('Nothing was started.');
  const edges = processes.filter(({ role }) => role === 'edge');
  caddy = await startCaddy(dir, caddyfileFor(port, await freePort()));
  await until(async () => (await fetch(`${url}/readyz`)).status === 200);
  await until(async () => (await visit(url, project.slug)).status === 302);

  client = startFaultClient(url, project, { senders: 4, path: join(dir, 'notes') });
  await client.untilMoreIsAcknowledged();
  const reading = startReading(url, project.bearer);
  for (let round = 0; round < ROUNDS; round += 1) {
    // As an operator does it: the second machine only when the first is ready.
    for (const machine of [[api, edge, worker], others]) {
      const answers = await Promise.all(machine.map(restart));
      expect(answers.flat()).toContain('{"status":"draining"}');
      await sleep(PROXY_NOTICES_MS);
      await client.untilMoreIsAcknowledged();
    }
  }
  expect(await reading.stop()).toBeGreaterThan(ROUNDS);
  const { failed, unredirected } = client.notes();
  expect([...reading.failed, ...failed, ...unredirected]).toEqual([]);

  for (const { url: own } of edges) expect(await initStatus(own, 'taken-over')).toBe(401);
  const { owner, projectId, slug } = project;
  const second = 'https://play.google.com/store/apps/details?id=com.second';
  await owner(updateProject, { body: { project_id: projectId, play_store_link: second } });
  await owner(importToken, { body: { project_id: projectId, token: 'taken-over' } });
  for (const { url: own } of edges) {
    await until(
      async () => (await visit(own, slug)).headers.get('location')?.includes('com.second') ?? false,
    );
    await until(async () => (await initStatus(own, 'taken-over')) === 200);
  }

  // Clicks of an edge that is killed while the database does not take them are on its disk only.
  const connection = connect(postgres.url, { onIdleError: () => {}, max: 2 });
  try {
    const locking = await connection.pool.connect();
    await locking.query('begin; lock table clicks in access exclusive mode');
    const visits = await Promise.all([1, 2, 3].map(() => visit(edge.url, slug, '?sub1=spooled')));
    expect(visits.map(({ status }) => status)).toEqual([302, 302, 302]);
    await Promise.all([kill(edge), kill(worker)]);
    // Statements that were sent already would be carried out for a client that is gone.
    await locking.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock'`,
    );
    await locking.query('rollback');
    locking.release();
    await client.untilMoreIsAcknowledged();
    expect(await countSpooled(connection)).toBe(0);
    await Promise.all([startAgain(edge), startAgain(worker)]);
    await client.untilMoreIsAcknowledged();
    await client.stop();
    await until(async () => (await countSpooled(connection)) === 3);
    await expectStoredOnce(connection, projectId, { notes: client.notes(), atLeast: ROUNDS });
  } finally {
    await connection.close();
  }
});
