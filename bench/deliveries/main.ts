// npm run bench -- deliveries: what planning adds to an event, and how fast a worker sends next to a bare loop.
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ConnectionKind } from '@trailmark/contract/connections';
import { createBenchData } from '../bench-data.ts';
import { type Child, startChild } from '../child.ts';
import type { LoadAnswer, LoadOrder } from '../load-program.ts';
import { cpuTimesOf, machine, memoryMb, usedUs } from '../machine.ts';
import { median } from '../measure.ts';
import { cacheDir, type Product, root, startProduct } from '../product.ts';
import { BATCH_SIZE } from '../samples.ts';
import { foldAll } from '../settle.ts';
import { addStoredData } from '../stored-data.ts';
import { takeSamples } from '../take-samples.ts';
import type { BareOrder } from './bare-program.ts';
import { createConnections, holdWorkers, sendOnly, showConnections } from './connections.ts';
import type { ReceiverCounts, ReceiverOrder } from './receiver-program.ts';

const STORED_CLICKS = 20_000;
const WARM_UP_SECONDS = 3;
const begun = Date.now();
const say = (text: string) =>
  process.stdout.write(`${((Date.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${text}\n`);
const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

interface Options {
  seconds: number;
  rounds: number;
}
interface Bench {
  product: Product;
  projectId: string;
  client: Child;
  receiver: Child;
  receiverPort: number;
  samplesFile: string;
  options: Options;
  runs: number;
}

const ask = (bench: Bench, order: ReceiverOrder) => bench.receiver.ask<ReceiverCounts>(order);

type Way = 'singles' | 'batches';
const SIZE: Record<Way, number> = { singles: 1, batches: BATCH_SIZE };

/** CPU of the server and PostgreSQL together, for one event. */
async function costOf(bench: Bench, kind: Way): Promise<number> {
  const { product, client, samplesFile, options } = bench;
  bench.runs += 1;
  const look = () => ({ server: cpuTimesOf(product.pid), postgres: cpuTimesOf(product.postgresPid, true) });
  const before = look();
  const answer = await client.ask<LoadAnswer>({
    kind,
    port: product.port,
    seconds: options.seconds,
    samplesFile,
    skip: 0,
    connections: kind === 'singles' ? 256 : 64,
    run: `d${Date.now().toString(36)}${bench.runs}`,
    count: (kind === 'singles' ? 20_000 : 1000) * options.seconds,
  } satisfies LoadOrder);
  await foldAll(product.connection);
  const after = look();
  const used = (usedUs(before.server, after.server) ?? 0) + (usedUs(before.postgres, after.postgres) ?? 0);
  return used / Math.max(1, answer.answered * SIZE[kind]);
}

/** What it takes to make the rows of the ledger of what was planned, for one event. */
async function measureUnfolding({ product }: Bench): Promise<number> {
  const { pool } = product.connection;
  const { rows } = await pool.query<{ events: number }>(
    'select coalesce(sum(cardinality(source_ids)), 0)::int as events from delivery_plans',
  );
  const look = () => ({ server: cpuTimesOf(product.pid), postgres: cpuTimesOf(product.postgresPid, true) });
  const before = look();
  await holdWorkers(product, false);
  for (let left = 1; left > 0; ) {
    await pause(1);
    left = (await pool.query('select 1 from delivery_plans limit 1')).rowCount ?? 0;
  }
  const after = look();
  const used = (usedUs(before.server, after.server) ?? 0) + (usedUs(before.postgres, after.postgres) ?? 0);
  return used / Math.max(1, rows[0]?.events ?? 0);
}

async function measurePlanning(bench: Bench, kind: Way) {
  const [without, planned]: number[][] = [[], []];
  await holdWorkers(bench.product, true);
  for (let round = 0; round < bench.options.rounds; round += 1) {
    await showConnections(bench.product, bench.projectId, false);
    without?.push(await costOf(bench, kind));
    await showConnections(bench.product, bench.projectId, true);
    planned?.push(await costOf(bench, kind));
  }
  const unfoldUs = await measureUnfolding(bench);
  const [bare, full] = [median(without ?? []), median(planned ?? [])];
  const added = full / bare - 1;
  say(
    `${kind}: ${bare.toFixed(0)} µs of CPU without connections, ${full.toFixed(0)} µs with six: planning adds ${(added * 100).toFixed(0)} % (goal: at most 15 %); a worker makes six deliveries of each for ${unfoldUs.toFixed(0)} µs`,
  );
  return { kind, withoutUs: bare, withSixUs: full, added, unfoldUs };
}

async function countWaiting({ product }: Bench, kind: ConnectionKind): Promise<number> {
  const { rows } = await product.connection.pool.query<{ count: number }>(
    `select count(*)::int as count from deliveries d join connections c using (project_id, connection_id)
    where d.state = 'waiting' and c.kind = $1`,
    [kind],
  );
  return rows[0]?.count ?? 0;
}

/** How many items a worker sends in a second, and how many the same requests in a bare loop. */
async function measureSending(bench: Bench, kind: ConnectionKind, connections: number) {
  const { product, options, receiverPort } = bench;
  const waiting = await countWaiting(bench, kind);
  await sendOnly(product, kind);
  await pause(WARM_UP_SECONDS);
  await ask(bench, { order: 'reset' });
  const before = { node: cpuTimesOf(product.pid), postgres: cpuTimesOf(product.postgresPid, true) };
  const from = performance.now();
  let counts: ReceiverCounts = { requests: 0, items: 0, bytes: 0 };
  let seconds = 0;
  // To the end of what waits, or as long as a round takes.
  for (let last = -1; seconds < options.seconds && counts.items !== last; ) {
    last = counts.items;
    await pause(1);
    counts = await ask(bench, { order: 'counts' });
    seconds = (performance.now() - from) / 1000;
  }
  const perSecond = counts.items / seconds;
  const each = (used: number | null) => (used ?? 0) / Math.max(1, counts.items);
  const cpuUs = each(usedUs(before.node, cpuTimesOf(product.pid)));
  const postgresUs = each(usedUs(before.postgres, cpuTimesOf(product.postgresPid, true)));
  await sendOnly(product, null);
  await pause(2);
  const file = join(cacheDir, 'delivery-samples.json');
  await ask(bench, { order: 'samples', file });
  await ask(bench, { order: 'reset' });
  const bare = startChild('deliveries/bare-program.ts');
  const order: BareOrder = { port: receiverPort, file, connections, seconds: options.seconds };
  const ran = await bare.ask<{ seconds: number }>(order);
  const limit = (await ask(bench, { order: 'counts' })).items / ran.seconds;
  await bare.stop();
  rmSync(file);
  const share = perSecond / limit;
  say(
    `${kind}: ${perSecond.toFixed(0)} items/s of ${waiting} that waited, ${(counts.bytes / Math.max(1, counts.requests)).toFixed(0)} bytes a request, ${cpuUs.toFixed(0)} µs of node and ${postgresUs.toFixed(0)} µs of PostgreSQL each; bare undici ${limit.toFixed(0)} items/s: ${(share * 100).toFixed(0)} % (goal: at least 50 %); memory of the server ${memoryMb(product.pid)?.toFixed(0)} MB`,
  );
  return { kind, perSecond, limit, share, cpuUs, postgresUs, memoryMb: memoryMb(product.pid) };
}

async function measureAll(bench: Bench) {
  await costOf(bench, 'singles');
  const planning = [await measurePlanning(bench, 'singles'), await measurePlanning(bench, 'batches')];
  const sending = [await measureSending(bench, 'webhook', 16), await measureSending(bench, 'mixpanel', 4)];
  return { planning, sending };
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(2).filter((arg) => arg !== 'deliveries'),
    options: {
      seconds: { type: 'string', default: '8' },
      rounds: { type: 'string', default: '3' },
      profile: { type: 'boolean', default: false },
    },
  });
  const options = { seconds: Number(values.seconds), rounds: Number(values.rounds) };
  execFileSync(process.execPath, [join(root, 'scripts/build.mjs')], { stdio: 'inherit' });
  const receiver = startChild('deliveries/receiver-program.ts');
  const { port } = await receiver.ask<{ port: number }>({ order: 'listen' } satisfies ReceiverOrder);
  const url = `http://127.0.0.1:${port}`;
  const env = { TOOLS_URL: `${url}/tools`, OUTBOUND_ALLOW: '127.0.0.0/8' };
  const product = await startProduct({ profile: values.profile, env });
  const client = startChild('load-program.ts');
  try {
    const { projects } = await createBenchData(product.connection.pool, 1);
    const projectId = projects[0]?.projectId ?? '';
    await addStoredData(product.connection, STORED_CLICKS);
    await createConnections(product, projectId, url);
    const samplesFile = await takeSamples(product, 'deliveries', 10);
    const bench = { product, projectId, client, receiver, receiverPort: port, samplesFile, options, runs: 0 };
    const report = { machine: machine(), options, ...(await measureAll(bench)) };
    writeFileSync(join(cacheDir, 'latest-deliveries.json'), `${JSON.stringify(report, null, 2)}\n`);
    rmSync(samplesFile);
  } finally {
    await client.stop();
    await product.stop();
    await receiver.stop();
  }
}

await main();
