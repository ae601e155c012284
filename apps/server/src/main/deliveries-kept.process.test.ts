import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { syncTool, type Tool } from '@trailmark/contract/analytics-tools';
import type { Call } from '@trailmark/contract/call';
import { updateWebhook } from '@trailmark/contract/webhooks';
import type { FaultRule } from '@trailmark/sandbox/receivers/faults';
import { type Sandbox, startSandbox } from '@trailmark/sandbox/start';
import { afterAll, expect, test } from 'vitest';
import type { Connection } from '../db/connection.ts';
import { createFirstProject } from '../testing/first-project.ts';
import { IS_FULL } from '../testing/full-length.ts';
import {
  DEATHS_IN_A_ROW,
  embeddedUrl,
  FAULT_SEED,
  freePort,
  killPostgres,
  openEmbedded,
  randomFrom,
} from '../testing/kills.ts';
import { makeDataDir, type Program, STARTERS, type Starter, startProgram } from '../testing/program.ts';
import { until } from '../testing/until.ts';

/** Times six connections: 50,000 deliveries at full length. */
const EVENTS = IS_FULL ? 8400 : 800;
const KILLS = IS_FULL ? 20 : 6;
const PER_BATCH = 40;
const SIGN_IN = /(http:\/\/127\.0\.0\.1:\d+)\/login\/verify#token=([\w-]+)/;
const READY = /ready at (http:\/\/127\.0\.0\.1:\d+)/;

const starter = STARTERS[0] as Starter;
const dataDir = makeDataDir(starter);
let program: Program | null = null;
let worker: Program | null = null;
let sandbox: Sandbox | null = null;
afterAll(async () => {
  for (const one of [worker, program]) {
    one?.process.kill('SIGTERM');
    await one?.ended;
  }
  await sandbox?.stop();
  rmSync(dirname(dataDir), { recursive: true, force: true });
});

/** Everything that goes wrong with servers of others; what is refused by name is refused for good. */
const FAULTS: FaultRule[] = [
  { slow_ms: 100, share: 0.1 },
  { bad_credentials: true, share: 0.01 },
  { hang_up: 'before', share: 0.06 },
  { hang_up: 'after', share: 0.06 },
  { answer: 500, share: 0.05 },
  { answer: 503, share: 0.05, take: true },
  { answer: 413, share: 0.04 },
  { throttle: true, share: 0.05, retry_after: 1 },
  { garbage: true, share: 0.03 },
  { refuse_every: 97 },
];
/** PostHog and MoEngage let go of what they refuse without a word. */
const QUIET_FAULTS = FAULTS.filter((rule) => !rule.refuse_every);
/** Whatever a webhook answers with 2xx, it has taken the message. */
const WEBHOOK_FAULTS = QUIET_FAULTS.filter((rule) => !rule.garbage);
const faultsOf = (name: string): FaultRule[] => {
  if (name === 'webhook-kept') return WEBHOOK_FAULTS;
  return name === 'posthog' || name === 'moengage' ? QUIET_FAULTS : FAULTS;
};

const TOOLS: Record<Tool, { region: string; credentials: Record<string, string> }> = {
  mixpanel: { region: 'eu', credentials: { project_token: 'a-token-of-mixpanel' } },
  amplitude: { region: 'us', credentials: { api_key: 'a-key-of-amplitude' } },
  posthog: { region: 'us', credentials: { project_token: 'phc_aTokenOfPosthog0123456789' } },
  clevertap: { region: 'in1', credentials: { account_id: 'TEST-ACCOUNT', passcode: 'a-passcode' } },
  moengage: { region: '01', credentials: { workspace_id: 'WORKSPACE', api_key: 'a-key-of-moengage' } },
};
const NAMES = [...(Object.keys(TOOLS) as Tool[]), 'webhook-kept'];

async function connectAll(owner: Call, projectId: string, { webhooksUrl, receivers }: Sandbox) {
  for (const [tool, { region, credentials }] of Object.entries(TOOLS) as [Tool, (typeof TOOLS)[Tool]][]) {
    const given = { settings: { region }, credentials };
    await owner(syncTool, {
      params: { tool },
      body: { project_id: projectId, action: 'connect', ...given },
    });
  }
  await owner(updateWebhook, { body: { project_id: projectId, url: `${webhooksUrl}/kept` } });
  for (const name of NAMES) {
    receivers.get(name).setFaults(faultsOf(name));
  }
}

/** As clients do: the same body again until it is acknowledged. */
async function post(url: string, body: unknown): Promise<void> {
  for (;;) {
    try {
      const response = await fetch(`${url}/api/client/batch`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(10_000),
      });
      await response.arrayBuffer();
      if (response.status === 200) return;
    } catch {
      // The server is dead or dying: that is the point.
    }
    await sleep(100);
  }
}

/** Sends all events; each has an id of its own, by which it is found again. */
async function sendEvents(url: string, token: string): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < EVENTS) {
    const install = randomBytes(10).toString('hex');
    const own = Array.from({ length: PER_BATCH }, () => randomBytes(10).toString('hex'));
    const items = own.map((id) => ({
      call: 'capture-event',
      body: { install_instance_id: install, event_name: 'kept', event_data: { own_id: id }, event_id: id },
    }));
    await post(url, { token, platform: 'ANDROID', install_instance_id: install, items });
    ids.push(...own);
  }
  return ids;
}

/** Lets time pass: what waits is due, receivers that were left in peace are tried, and an admin mends connections. */
async function passTime({ pool }: Connection): Promise<number> {
  // One transaction: as in the product, those who change deliveries have locked their connection.
  await pool.query(`
    begin;
    update connections set blocked_until = null, state = 'active' where removed_at is null;
    update deliveries set due_at = now() where state = 'waiting';
    commit`);
  await pool.query('update delivery_lanes set due_at = now(), hints = hints + 1');
  const { rows } = await pool.query(`select count(*)::int as count from deliveries where state = 'waiting'`);
  return rows[0].count as number;
}

test(`no delivery is lost or counted twice by failing receivers and ${KILLS} kills`, {
  timeout: 1_200_000,
}, async () => {
  process.stdout.write(`seed ${FAULT_SEED} (FAULT_SEED=${FAULT_SEED} repeats the order of kills)\n`);
  const random = randomFrom(FAULT_SEED);
  sandbox = await startSandbox({ seed: String(FAULT_SEED) });
  const env = {
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    LOG_LEVEL: 'error',
    TOOLS_URL: sandbox.toolsUrl,
    OUTBOUND_ALLOW: '127.0.0.0/8',
    SECRET_KEY: 'a-secret-key-for-both-of-the-processes',
  };
  program = startProgram(starter, env);
  const [, url = '', token = ''] = await program.until(SIGN_IN);
  const { owner, projectId, sdkToken } = await createFirstProject(url, token);
  await connectAll(owner, projectId, sandbox);
  const startWorker = () =>
    startProgram(starter, { ...env, PORT: '0', DATABASE_URL: embeddedUrl(dataDir) }, ['--role', 'worker']);
  worker = startWorker();
  await worker.until(READY);
  const sent = sendEvents(url, sdkToken);
  for (let kill = 0, deaths = 0; kill < KILLS; kill += 1) {
    await sleep(500 + random() * 1500);
    const which = random();
    deaths = which < 0.3 && deaths < DEATHS_IN_A_ROW ? deaths + 1 : 0;
    if (deaths > 0) await killPostgres(dataDir, program);
    else if (which < 0.65) {
      program.process.kill('SIGKILL');
      await program.ended;
      program = startProgram(starter, env);
      await program.until(READY);
    } else {
      worker.process.kill('SIGKILL');
      await worker.ended;
      worker = startWorker();
      await worker.until(READY);
    }
  }
  const ids = await sent;
  const connection = openEmbedded(dataDir);
  try {
    // A lane of a worker that was killed is free when its lease ends.
    await connection.pool.query('update delivery_lanes set leased_until = now(), lease = null');
    await until(async () => {
      const waiting = await passTime(connection);
      if (waiting > 0) await sleep(500);
      return waiting === 0;
    });
    const { rows } = await connection.pool.query<{
      name: string;
      own_id: string;
      source_id: string;
      state: string;
      reason: string | null;
    }>(
      `select case c.kind when 'webhook' then 'webhook-kept' else c.kind end as name, e.data->>'own_id' as own_id,
        d.source_id, d.state, d.reason
      from deliveries d join connections c using (project_id, connection_id)
      join events e on e.project_id = d.project_id and e.id = d.source_id and e.occurred_at = d.occurred_at`,
    );
    for (const name of NAMES) {
      const own = rows.filter((row) => row.name === name);
      expect(own.map(({ own_id }) => own_id).sort(), `${name}: one row for each event`).toEqual(
        ids.toSorted(),
      );
      const unexplained = own.filter(
        ({ state, reason }) => state === 'waiting' || (state !== 'delivered' && !reason),
      );
      expect(unexplained, `${name}: everything is explained`).toEqual([]);
      const arrived = sandbox.receivers
        .get(name)
        .received.ids()
        .map(({ id }) => id);
      const taken = new Set(arrived);
      expect(arrived.length, `${name}: a repeat is recognised as one`).toBe(taken.size);
      const delivered = own.filter(({ state }) => state === 'delivered').map(({ source_id }) => source_id);
      expect(
        delivered.filter((id) => !taken.has(id)),
        `${name}: what is delivered has arrived`,
      ).toEqual([]);
      expect(delivered.length, `${name}: most is delivered`).toBeGreaterThan(EVENTS * 0.8);
    }
    const states = rows.reduce<Record<string, number>>((counts, { state }) => {
      counts[state] = (counts[state] ?? 0) + 1;
      return counts;
    }, {});
    process.stdout.write(`${rows.length} deliveries: ${JSON.stringify(states)}\n`);
  } finally {
    await connection.close();
  }
});
