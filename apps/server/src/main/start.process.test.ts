import { readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createCaller } from '@trailmark/contract/call';
import { createProject, listProjects } from '@trailmark/contract/projects';
import { verifyMagicLink } from '@trailmark/contract/sign-in';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { lookUpProcess } from '../db/embedded/look-up-process.ts';
import { makeDataDir, type Program, STARTERS, startProgram } from '../testing/program.ts';
import { startSystemPostgres } from '../testing/system-postgres.ts';

const SIGN_IN = /(http:\/\/127\.0\.0\.1:\d+)\/login\/verify#token=([\w-]+)/;
const READY = /ready at (http:\/\/127\.0\.0\.1:\d+)/;

const programs: Program[] = [];
const dirs: string[] = [];

function start(...args: Parameters<typeof startProgram>): Program {
  const program = startProgram(...args);
  programs.push(program);
  return program;
}

function dataDirFor(starter: (typeof STARTERS)[number]): string {
  const dir = makeDataDir(starter);
  dirs.push(dirname(dir));
  return dir;
}

afterEach(async () => {
  for (const program of programs.splice(0)) {
    program.process.kill('SIGTERM');
    await program.ended;
  }
  for (const dir of dirs.splice(0)) rmSync(dir, { recursive: true, force: true });
});

async function signIn(program: Program) {
  const [, url = '', token = ''] = await program.until(SIGN_IN);
  const call = (bearer: string | null) =>
    createCaller({ baseUrl: `${url}/api`, timeoutMs: 30_000, token: () => bearer });
  const answer = await call(null)(verifyMagicLink, { body: { token, confirm: true } });
  if (answer.status !== 'signed_in') throw new Error('not signed in');
  return { url, call: call(answer.token) };
}

function postmasterPid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
}

function isAlive(pid: number): boolean {
  return lookUpProcess(pid).state === 'alive';
}

const project = (name: string) => ({
  body: { name, platform: 'app' as const, currency: 'INR', timezone: 'Asia/Kathmandu' },
});

describe.each(STARTERS)('started by $name', (starter) => {
  // One after the other on the same data: a first start takes as long as two later ones.
  test('the first start prepares everything, SIGTERM leaves nothing behind, and a start after kill -9 has every row', {
    timeout: 360_000,
  }, async () => {
    const dataDir = dataDirFor(starter);
    const program = start(starter, { DATA_DIR: dataDir });
    const { url, call } = await signIn(program);
    expect(program.output()).toContain('Preparing the database');
    expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok' });
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect((await fetch(`${url}/overview`)).headers.get('content-type')).toContain('text/html');
    await call(createProject, project('Kept'));

    const postgres = postmasterPid(dataDir);
    program.process.kill('SIGTERM');
    expect(await program.ended).toEqual({ code: 0, signal: null });
    expect(isAlive(postgres)).toBe(false);

    const again = start(starter, { DATA_DIR: dataDir });
    const { call: callAgain } = await signIn(again);
    expect(again.output()).not.toContain('Preparing the database');
    expect((await callAgain(listProjects, { query: {} })).map(({ name }) => name)).toEqual(['Kept']);

    for (const name of ['One', 'Two', 'Three']) await callAgain(createProject, project(name));
    const orphan = postmasterPid(dataDir);
    again.process.kill('SIGKILL');
    await again.ended;
    expect(isAlive(orphan)).toBe(true);

    const recovered = start(starter, { DATA_DIR: dataDir });
    const { call: callRecovered } = await signIn(recovered);
    expect((await callRecovered(listProjects, { query: {} })).map(({ name }) => name)).toEqual([
      ...['Kept', 'One', 'Two', 'Three'],
    ]);
    expect(isAlive(orphan)).toBe(false);
  });
});

const [me = { name: 'root', account: undefined }] = STARTERS;

describe('on PostgreSQL 15 of the system', () => {
  let postgres: Awaited<ReturnType<typeof startSystemPostgres>>;
  beforeAll(async () => {
    postgres = await startSystemPostgres();
  });
  afterAll(() => postgres.stop());

  test.each(STARTERS)('DATABASE_URL replaces the embedded one for $name', async (starter) => {
    const program = start(starter, { DATA_DIR: dataDirFor(starter), DATABASE_URL: postgres.url });
    const { url, call } = await signIn(program);
    await call(createProject, project(`Made by ${starter.name}`));
    const names = (await call(listProjects, { query: {} })).map(({ name }) => name);
    expect(names).toContain(`Made by ${starter.name}`);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });

  test('roles run separately: an edge serves no API, an api no jobs, a worker no pages', async () => {
    const env = { DATA_DIR: dataDirFor(me), DATABASE_URL: postgres.url };
    const urlOf = async (role: string) => {
      const [, url = ''] = await start(me, env, ['--role', role]).until(READY);
      return url;
    };
    const status = async (address: string) => (await fetch(address)).status;
    const api = await urlOf('api');
    const [edge, worker] = await Promise.all([urlOf('edge'), urlOf('worker')]);
    expect(await status(`${api}/api/open/config`)).toBe(200);
    expect(await status(`${edge}/api/open/config`)).toBe(404);
    expect(await status(`${worker}/overview`)).toBe(404);
    expect(await status(`${edge}/readyz`)).toBe(200);
  });
});

describe('refusals at the start', () => {
  const cases: [string, Record<string, string>, string[], RegExp[]][] = [
    ['a role that does not exist', {}, ['--role', 'boss'], [/--role is one of all, edge, api, worker/]],
    [
      'every wrong variable, one line each',
      { PORT: 'x', DATABASE_URL: 'mysql://x' },
      [],
      [/^trailmark: PORT is not a port$/m, /^trailmark: DATABASE_URL is not a postgres:\/\/ address$/m],
    ],
    [
      'production without key, address and mail',
      { NODE_ENV: 'production' },
      [],
      [/SECRET_KEY is required/, /PUBLIC_URL is required/, /SMTP_URL is required/],
    ],
    [
      'a database that is not there',
      { DATABASE_URL: 'postgres://127.0.0.1:1/x' },
      [],
      [/^trailmark: .*ECONNREFUSED/m],
    ],
  ];
  test.each(cases)('%s', async (_name, env, args, lines) => {
    const program = start(me, env, args);
    expect((await program.ended).code).toBe(1);
    for (const line of lines) expect(program.output()).toMatch(line);
    expect(program.output()).not.toContain('    at ');
  });
});

test('metrics are served on a port of their own, on this machine only, and a second server on the same data is refused', async () => {
  const port = 20_000 + (process.pid % 20_000);
  const dataDir = dataDirFor(me);
  const program = start(me, { DATA_DIR: dataDir, METRICS_PORT: String(port) });
  const [, url = ''] = await program.until(READY);
  await fetch(`${url}/healthz`);
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  expect(text).toMatch(
    /trailmark_http_request_seconds_count\{method="GET",route="\/healthz",status="200"\} 1/,
  );
  expect(await (await fetch(`${url}/metrics`)).text()).not.toContain('trailmark_http_request_seconds');

  const second = start(me, { DATA_DIR: dataDir });
  expect((await second.ended).code).toBe(1);
  expect(second.output()).toMatch(/already runs/);
});
