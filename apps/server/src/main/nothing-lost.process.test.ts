import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import type { Connection } from '../db/connection.ts';
import { findDifferences } from '../rollups/recount.ts';
import { createFirstProject } from '../testing/first-project.ts';
import {
  DEATHS_IN_A_ROW,
  FAULT_SEED,
  freePort,
  killPostgres,
  openEmbedded,
  randomFrom,
} from '../testing/kills.ts';
import { makeDataDir, type Program, STARTERS, type Starter, startProgram } from '../testing/program.ts';
import { until } from '../testing/until.ts';

const KILLS = 20;
const SIGN_IN = /(http:\/\/127\.0\.0\.1:\d+)\/login\/verify#token=([\w-]+)/;
const READY = /ready at (http:\/\/127\.0\.0\.1:\d+)/;

const starter = STARTERS[0] as Starter;
const dataDir = makeDataDir(starter);
const notes = mkdtempSync(join(tmpdir(), 'trailmark-fault-'));
const noteFile = join(notes, 'acknowledged');
let program: Program | null = null;
let client: ChildProcess | null = null;

afterAll(async () => {
  client?.kill('SIGKILL');
  program?.process.kill('SIGTERM');
  await program?.ended;
  rmSync(dirname(dataDir), { recursive: true, force: true });
  rmSync(notes, { recursive: true, force: true });
});

function startClient(url: string, { sdkToken, slug }: { sdkToken: string; slug: string }): ChildProcess {
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  const script = join(import.meta.dirname, '../testing/fault-client.ts');
  const args = [url, sdkToken, slug, '8', noteFile];
  return spawn(process.execPath, ['--import', tsx, script, ...args], { stdio: 'inherit' });
}

/** Ids by kind that the client has noted, after the first so many characters of its notes. */
function acknowledged(from = 0): Record<string, Set<string>> {
  const ids: Record<string, Set<string>> = { click: new Set(), install: new Set(), event: new Set() };
  ids.payment = new Set();
  ids.unredirected = new Set();
  const text = existsSync(noteFile) ? readFileSync(noteFile, 'latin1').slice(from) : '';
  for (const line of text.split('\n')) {
    const [kind = '', id = ''] = line.split(' ');
    if (id.length > 0) ids[kind]?.add(id);
  }
  return ids;
}

/** Two of each kind: on a slow machine a kill could come before anything was taken. */
async function untilMoreIsAcknowledged(): Promise<void> {
  const from = existsSync(noteFile) ? statSync(noteFile).size : 0;
  const KINDS = ['click', 'install', 'event', 'payment'];
  await until(() => {
    const more = acknowledged(from);
    return KINDS.every((kind) => (more[kind]?.size ?? 0) >= 2);
  });
}

const ROWS = {
  click: 'select id::text as id from clicks where project_id = $1',
  install: 'select install_id as id from installs where project_id = $1 and installed_at is not null',
  event: `select data->>'id' as id from events where project_id = $1 and name = 'fault'`,
  payment: `select data->>'payment_id' as id from events where project_id = $1 and kind = 'payment'`,
} as const;

async function stored(connection: Connection, projectId: string, kind: keyof typeof ROWS): Promise<string[]> {
  const { rows } = await connection.pool.query<{ id: string }>(ROWS[kind], [projectId]);
  return rows.map((row) => row.id);
}

/** Spooled clicks come in by themselves once the database is back. */
async function waitForSpool(connection: Connection, projectId: string, clicks: Set<string>): Promise<void> {
  for (let tries = 0; tries < 60; tries += 1) {
    const known = new Set(await stored(connection, projectId, 'click'));
    if ([...clicks].every((id) => known.has(id))) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

test(`nothing acknowledged is lost or counted twice by ${KILLS} kills`, { timeout: 900_000 }, async () => {
  process.stdout.write(`seed ${FAULT_SEED} (FAULT_SEED=${FAULT_SEED} repeats the order of kills)\n`);
  const random = randomFrom(FAULT_SEED);
  const env = {
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    PRIVATE_RELAY_URL: 'off',
    LOG_LEVEL: 'error',
  };
  program = startProgram(starter, env);
  const [, url = '', token = ''] = await program.until(SIGN_IN);
  const project = await createFirstProject(url, token);
  const settings = openEmbedded(dataDir);
  const { rows } = await settings.pool.query(
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as synchronous_commit,
      current_setting('full_page_writes') as full_page_writes`,
  );
  await settings.close();
  expect(rows).toEqual([{ fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }]);

  client = startClient(url, project);
  for (let kill = 0, deaths = 0; kill < KILLS; kill += 1) {
    await untilMoreIsAcknowledged();
    await new Promise((resolve) => setTimeout(resolve, 300 + random() * 700));
    deaths = random() < 0.5 && deaths < DEATHS_IN_A_ROW ? deaths + 1 : 0;
    if (deaths > 0) await killPostgres(dataDir, program);
    else {
      program.process.kill('SIGKILL');
      await program.ended;
      program = startProgram(starter, env);
      await program.until(READY);
    }
  }
  await untilMoreIsAcknowledged();
  await until(async () => (await fetch(`${url}/readyz`)).status === 200);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  client.kill('SIGTERM');
  await new Promise((resolve) => client?.once('close', resolve));

  const acknowledgedIds = acknowledged();
  expect([...(acknowledgedIds.unredirected ?? [])], 'every visitor was redirected').toEqual([]);
  const connection = openEmbedded(dataDir);
  try {
    await waitForSpool(connection, project.projectId, acknowledgedIds.click ?? new Set());
    for (const kind of ['click', 'install', 'event', 'payment'] as const) {
      const ids = await stored(connection, project.projectId, kind);
      const known = new Set(ids);
      expect(acknowledgedIds[kind]?.size, `${kind}s were acknowledged`).toBeGreaterThan(KILLS);
      expect(ids.length, `${kind}s are there once`).toBe(known.size);
      expect(
        [...(acknowledgedIds[kind] ?? [])].filter((id) => !known.has(id)),
        `lost ${kind}s`,
      ).toEqual([]);
    }
    expect(await findDifferences(connection.db, project.projectId, '2000-01-01')).toEqual([]);
  } finally {
    await connection.close();
  }
});
