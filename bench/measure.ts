import { performance } from 'node:perf_hooks';
import type { Child } from './child.ts';
import type { CopyLimit } from './copy-limit.ts';
import type { LoadAnswer, LoadOrder } from './load-program.ts';
import { cpuTimesOf, usedUs } from './machine.ts';
import type { BenchOptions } from './options.ts';
import type { Product } from './product.ts';
import { BATCH_SIZE, type RequestKind } from './samples.ts';
import { foldAll } from './settle.ts';

/** One part of the benchmark: what is done, against which limit, with which goal. */
export interface BenchPart {
  kind: RequestKind;
  title: string;
  limitTitle: string;
  /** The work that the product does and the limit does not. */
  extraWork: string;
  limit: 'redirect' | 'echo' | 'copy';
  goal: number;
  /** At most so much CPU of node and PostgreSQL together for each; null: none was set. */
  goalUs: number | null;
  /** Things in one request. */
  size: number;
  /** More requests in a second than any machine of today answers. */
  mostPerSecond: number;
}

export const PARTS: BenchPart[] = [
  {
    kind: 'clicks',
    title: 'clicks, on disk before the redirect',
    limit: 'redirect',
    goal: 0.6,
    goalUs: 150,
    size: 1,
    limitTitle: 'node:http answering 302',
    mostPerSecond: 30_000,
    extraWork:
      'the device is read from its headers, where it leads is decided, the click and the unique click of its day are written with their indexes, the disk is waited for, and rollups are folded',
  },
  {
    kind: 'singles',
    title: 'single events',
    limit: 'echo',
    goal: 0.6,
    goalUs: 270,
    size: 1,
    limitTitle: 'Fastify JSON echo',
    mostPerSecond: 30_000,
    extraWork:
      'the body is checked, the install is found and locked, the event is kept once by its key and credited, it is written with its indexes, the first of its name and the active day are found, the disk is waited for, and rollups are folded',
  },
  {
    kind: 'batches',
    title: `events in batches of ${BATCH_SIZE}`,
    limit: 'copy',
    goal: 0.28,
    goalUs: null,
    limitTitle: 'COPY into an indexed table',
    mostPerSecond: 1000,
    size: BATCH_SIZE,
    extraWork:
      'the events come as JSON over HTTP, installs are locked, each event is kept once by its key and credited, the first of its name and the active day are found, and rollups of nine tables are folded, where COPY writes one table',
  },
  {
    kind: 'installs',
    title: 'installs with attribution',
    limit: 'echo',
    goal: 0.26,
    goalUs: null,
    size: 1,
    limitTitle: 'Fastify JSON echo',
    mostPerSecond: 8000,
    extraWork:
      "touches are looked up by four keys in each day's table of a month, all of them are weighed, install, decision with its receipt, used touch and event are written with their indexes, the disk is waited for, and rollups of nine tables are folded",
  },
];

export interface Round {
  /** Of the time until all of it is folded. */
  perSecond: number;
  /** How long what was left was folded after the last answer. */
  foldSeconds: number;
  p50Ms: number;
  p99Ms: number;
  clientBusy: number;
  failed: number;
  firstFailure: string | null;
  /** For one item of a request; null where the system does not report it. */
  clientUs: number;
  serverUs: number | null;
  /** Until the last delta is folded. */
  postgresUs: number | null;
  walBytes: number | null;
  /** The idle share of all cores. */
  idle: number | null;
}

export interface Measurement {
  part: BenchPart;
  product: Round;
  limit: Round | { perSecond: number };
  share: number;
  /** Of each round. */
  shares: number[];
}

export interface Bench {
  options: BenchOptions;
  product: Product;
  client: Child;
  limits: { redirect: { port: number; pid: number }; echo: { port: number; pid: number } };
  copy: CopyLimit;
  samplesFile: string;
  /** What was acknowledged, over all runs. */
  acknowledged: Record<RequestKind, number>;
  usedClicks: number;
  runs: number;
}

const round2 = (value: number) => Math.round(value * 100) / 100;
export const median = (values: number[]) => {
  const sorted = [...values].sort((one, other) => one - other);
  return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2;
};

async function runLoad(
  bench: Bench,
  part: BenchPart,
  order: Pick<LoadOrder, 'port' | 'status'>,
  seconds: number,
) {
  bench.runs += 1;
  const { options } = bench;
  return await bench.client.ask<LoadAnswer>({
    kind: part.kind,
    port: order.port,
    seconds,
    samplesFile: bench.samplesFile,
    ...(order.status ? { status: order.status } : {}),
    connections:
      part.kind === 'clicks' || part.kind === 'singles' ? options.connections : options.largeConnections,
    run: `r${Date.now().toString(36)}${bench.runs}`,
    count: Math.min(options.requests, Math.ceil(part.mostPerSecond * seconds)),
    skip: bench.usedClicks,
  } satisfies LoadOrder);
}

/** What was used, in microseconds and bytes. */
interface Used {
  foldSeconds: number;
  server: number | null;
  postgres: number | null;
  wal: number | null;
}

function asRound({ size }: BenchPart, answer: LoadAnswer, used: Used): Round {
  const things = Math.max(1, answer.answered * size);
  const each = (sum: number | null) => (sum === null ? null : Math.round(sum / things));
  return {
    perSecond: Math.round((answer.answered * size) / (answer.seconds + used.foldSeconds)),
    foldSeconds: round2(used.foldSeconds),
    p50Ms: round2(answer.p50Ms),
    p99Ms: round2(answer.p99Ms),
    clientBusy: round2(answer.clientBusy),
    failed: answer.failed,
    firstFailure: answer.firstFailure,
    clientUs: round2(answer.clientUs / size),
    serverUs: each(used.server),
    postgresUs: each(used.postgres),
    walBytes: each(used.wal),
    idle: answer.idle,
  };
}

async function walPosition({ connection }: Product): Promise<number> {
  const { rows } = await connection.pool.query<{ bytes: string }>(
    `select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as bytes`,
  );
  return Number(rows[0]?.bytes);
}

export async function runProduct(bench: Bench, part: BenchPart, seconds: number): Promise<Round> {
  const { product } = bench;
  const look = async () => ({
    server: cpuTimesOf(product.pid),
    postgres: cpuTimesOf(product.postgresPid, true),
    wal: await walPosition(product),
  });
  const before = await look();
  const answer = await runLoad(bench, part, { port: product.port }, seconds);
  // A round may end before the worker folds, and what it left is part of its cost.
  const answeredAt = performance.now();
  await foldAll(product.connection);
  const foldSeconds = (performance.now() - answeredAt) / 1000;
  const after = await look();
  bench.acknowledged[part.kind] += answer.acknowledged;
  // The last request of each connection may have been stored, though its answer came too late.
  if (part.kind === 'installs') {
    bench.usedClicks += answer.answered + answer.failed + bench.options.largeConnections;
  }
  return asRound(part, answer, {
    foldSeconds,
    server: usedUs(before.server, after.server),
    postgres: usedUs(before.postgres, after.postgres),
    wal: after.wal - before.wal,
  });
}

async function runLimit(
  bench: Bench,
  part: BenchPart,
  seconds: number,
): Promise<Round | { perSecond: number }> {
  if (part.limit === 'copy') return { perSecond: Math.round(await bench.copy.measure()) };
  const { port, pid } = bench.limits[part.limit];
  const before = cpuTimesOf(pid);
  const answer = await runLoad(bench, part, { port, status: part.limit === 'redirect' ? 302 : 200 }, seconds);
  return asRound(part, answer, {
    foldSeconds: 0,
    server: usedUs(before, cpuTimesOf(pid)),
    postgres: null,
    wal: null,
  });
}

function summarize(rounds: Round[]): Round {
  const medianOf = (read: (round: Round) => number) => median(rounds.map(read));
  const medianIfMeasured = (read: (round: Round) => number | null) => {
    const measured = rounds.flatMap((one) => read(one) ?? []);
    return measured.length > 0 ? median(measured) : null;
  };
  return {
    perSecond: medianOf(({ perSecond }) => perSecond),
    foldSeconds: medianOf(({ foldSeconds }) => foldSeconds),
    p50Ms: medianOf(({ p50Ms }) => p50Ms),
    p99Ms: medianOf(({ p99Ms }) => p99Ms),
    clientBusy: medianOf(({ clientBusy }) => clientBusy),
    clientUs: medianOf(({ clientUs }) => clientUs),
    failed: rounds.reduce((sum, one) => sum + one.failed, 0),
    firstFailure: rounds.find((one) => one.firstFailure)?.firstFailure ?? null,
    serverUs: medianIfMeasured(({ serverUs }) => serverUs),
    postgresUs: medianIfMeasured(({ postgresUs }) => postgresUs),
    walBytes: medianIfMeasured(({ walBytes }) => walBytes),
    idle: medianIfMeasured(({ idle }) => idle),
  };
}

const isRound = (one: Round | { perSecond: number }): one is Round => 'p50Ms' in one;

/** Limit, product, limit, product: a machine that is slower for a while is slower for both. */
export async function measurePart(bench: Bench, part: BenchPart): Promise<Measurement> {
  const { seconds, rounds, warmUpSeconds } = bench.options;
  await runProduct(bench, part, warmUpSeconds);
  if (part.limit !== 'copy') await runLimit(bench, part, warmUpSeconds);
  const products: Round[] = [];
  const limits: (Round | { perSecond: number })[] = [];
  for (let round = 0; round < rounds; round += 1) {
    limits.push(await runLimit(bench, part, seconds));
    products.push(await runProduct(bench, part, seconds));
  }
  const product = summarize(products);
  const whole = limits.filter(isRound);
  const limit =
    whole.length > 0 ? summarize(whole) : { perSecond: median(limits.map(({ perSecond }) => perSecond)) };
  const shares = products.map((one, n) => round2(one.perSecond / (limits[n]?.perSecond ?? 1)));
  return { part, product, limit, share: round2(product.perSecond / limit.perSecond), shares };
}
