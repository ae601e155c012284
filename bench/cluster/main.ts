// npm run bench -- cluster: what an event costs through a Citus cluster on this machine, beside one PostgreSQL.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Program, STARTERS, type Starter, startProgram } from '../../apps/server/src/testing/program.ts';
import { type Child, startChild } from '../child.ts';
import type { LoadAnswer, LoadOrder } from '../load-program.ts';
import { cpuTimesOf, machine, usedUs } from '../machine.ts';
import { cacheDir, root } from '../product.ts';
import { BATCH_SIZE } from '../samples.ts';
import { type Layout, makeLayout, untilFolded } from './layouts.ts';
import { makeTraffic } from './traffic.ts';

const KINDS = {
  singles: { size: 1, connections: 64 },
  batches: { size: BATCH_SIZE, connections: 32 },
} as const;
type Kind = keyof typeof KINDS;

/** All databases together may use this many times what one does, and the coordinator this part of it. */
const MOST_OF_ONE = 2;
const MOST_OF_COORDINATOR = 0.1;
const MOST_REQUESTS = { singles: 2000, batches: 200 };
const WARM_UP_SECONDS = 6;

const { values } = parseArgs({
  args: process.argv.slice(2).filter((word) => word !== 'cluster'),
  options: {
    seconds: { type: 'string', default: '20' },
    projects: { type: 'string', default: '8' },
    shards: { type: 'string', default: '32' },
  },
});
const seconds = Number(values.seconds);

/** CPU of one event, in microseconds, by process. */
interface Cost {
  perSecond: number;
  failed: number;
  firstFailure: string | null;
  node: number;
  coordinator: number;
  others: number;
}

interface Running {
  layout: Layout;
  program: Program;
  client: Child;
  port: number;
  samplesFile: string;
}

async function send(
  { client, port, samplesFile }: Running,
  kind: Kind,
  duration: number,
): Promise<LoadAnswer> {
  return await client.ask<LoadAnswer>({
    kind,
    port,
    seconds: duration,
    samplesFile,
    connections: KINDS[kind].connections,
    run: `r${Date.now().toString(36)}`,
    count: MOST_REQUESTS[kind] * duration,
    skip: 0,
  } satisfies LoadOrder);
}

async function measure(running: Running, kind: Kind): Promise<Cost> {
  const { layout, program } = running;
  await send(running, kind, WARM_UP_SECONDS);
  await untilFolded(layout.url);
  const look = () => [
    cpuTimesOf(program.process.pid ?? 0),
    ...layout.servers.map((pid) => cpuTimesOf(pid, true)),
  ];
  const before = look();
  const answer = await send(running, kind, seconds);
  await untilFolded(layout.url);
  const after = look();
  const events = answer.answered * KINDS[kind].size;
  const [node = 0, coordinator = 0, ...others] = after.map(
    (times, at) => (usedUs(before[at] ?? null, times) ?? Number.NaN) / events,
  );
  return {
    perSecond: events / answer.seconds,
    failed: answer.failed,
    firstFailure: answer.firstFailure,
    node,
    coordinator,
    others: others.reduce((sum, one) => sum + one, 0),
  };
}

/** The product with a new database of this layout, as long as `use` takes. */
async function withLayout<Result>(
  layout: Layout,
  use: (running: Running) => Promise<Result>,
): Promise<Result> {
  const dir = mkdtempSync(join(tmpdir(), 'trailmark-bench-cluster-'));
  const program = startProgram(STARTERS[0] as Starter, {
    DATABASE_URL: layout.url,
    DATA_DIR: dir,
    SECRET_KEY: 'a-secret-key-that-only-this-bench-has',
    LOG_LEVEL: 'error',
    TRUST_PROXY: '1',
    ...(layout.name === 'cluster' ? { CLUSTER: 'true' } : {}),
  });
  const client = startChild('load-program.ts');
  try {
    const [, url = ''] = await program.until(/ready at (http:\S+)/);
    const [, signInToken = ''] = await program.until(/login\/verify#token=([\w-]+)/);
    const samplesFile = await makeTraffic(url, signInToken, Number(values.projects));
    return await use({ layout, program, client, port: Number(new URL(url).port), samplesFile });
  } finally {
    await client.stop();
    program.process.kill('SIGTERM');
    await program.ended;
    await layout.drop();
    rmSync(dir, { recursive: true, force: true });
  }
}

const us = (value: number) => `${Math.round(value)} µs`;
const percent = (value: number) => `${Math.round(value * 100)} %`;
const verdict = (isMet: boolean) => (isMet ? 'met' : 'MISSED');

function textOf(kind: Kind, one: Cost, cluster: Cost): string {
  const whole = cluster.coordinator + cluster.others;
  const factor = whole / one.coordinator;
  const share = cluster.coordinator / whole;
  return [
    kind,
    `  one PostgreSQL  ${Math.round(one.perSecond)}/s, PostgreSQL ${us(one.coordinator)}, node ${us(one.node)}`,
    `  cluster         ${Math.round(cluster.perSecond)}/s, ${percent(cluster.perSecond / one.perSecond)} of one; coordinator ${us(cluster.coordinator)}, other nodes ${us(cluster.others)}, node ${us(cluster.node)}`,
    `  all databases   ${factor.toFixed(2)} × one, goal ≤ ${MOST_OF_ONE}: ${verdict(factor <= MOST_OF_ONE)}`,
    `  coordinator     ${percent(share)} of them, goal ≤ ${percent(MOST_OF_COORDINATOR)}: ${verdict(share <= MOST_OF_COORDINATOR)}`,
    ...[one, cluster].flatMap(({ failed, firstFailure }) =>
      failed > 0 ? [`  ${failed} requests failed: ${firstFailure}`] : [],
    ),
  ].join('\n');
}

async function main(clusterUrl: string): Promise<void> {
  mkdirSync(cacheDir, { recursive: true });
  execFileSync(process.execPath, [join(root, 'scripts/build.mjs')], { stdio: 'inherit' });
  const measureAll = async (name: Layout['name']) =>
    await withLayout(await makeLayout(clusterUrl, name, Number(values.shards)), async (running) => ({
      singles: await measure(running, 'singles'),
      batches: await measure(running, 'batches'),
    }));
  const one = await measureAll('one PostgreSQL');
  const cluster = await measureAll('cluster');
  const words = Object.entries(machine()).map(([name, value]) => `${name} ${value}`);
  process.stdout.write(`Machine: ${words.join(', ')}; ${values.projects} projects, CPU of one event\n`);
  for (const kind of Object.keys(KINDS) as Kind[]) {
    process.stdout.write(`${textOf(kind, one[kind], cluster[kind])}\n`);
  }
}

if (process.env.CLUSTER_URL) await main(process.env.CLUSTER_URL);
else {
  const text =
    'Set CLUSTER_URL to the coordinator of a Citus cluster of which all nodes are on this machine.\n';
  process.stderr.write(text);
  process.exitCode = 1;
}
