import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
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
import { expectStoredOnce, type FaultClient, startFaultClient } from '../testing/start-fault-client.ts';
import { until } from '../testing/until.ts';

const KILLS = 20;
const SIGN_IN = /(http:\/\/127\.0\.0\.1:\d+)\/login\/verify#token=([\w-]+)/;
const READY = /ready at (http:\/\/127\.0\.0\.1:\d+)/;

const starter = STARTERS[0] as Starter;
const dataDir = makeDataDir(starter);
const notesDir = mkdtempSync(join(tmpdir(), 'trailmark-fault-'));
let program: Program | null = null;
let client: FaultClient | null = null;

afterAll(async () => {
  client?.process.kill('SIGKILL');
  program?.process.kill('SIGTERM');
  await program?.ended;
  rmSync(dirname(dataDir), { recursive: true, force: true });
  rmSync(notesDir, { recursive: true, force: true });
});

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

  client = startFaultClient(url, project, { path: join(notesDir, 'notes') });
  for (let kill = 0, deaths = 0; kill < KILLS; kill += 1) {
    await client.untilMoreIsAcknowledged();
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
  await client.untilMoreIsAcknowledged();
  await until(async () => (await fetch(`${url}/readyz`)).status === 200);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  await client.stop();

  const notes = client.notes();
  expect(notes.unredirected, 'every visitor was redirected').toEqual([]);
  const connection = openEmbedded(dataDir);
  try {
    await expectStoredOnce(connection, project.projectId, { notes, atLeast: KILLS });
  } finally {
    await connection.close();
  }
});
