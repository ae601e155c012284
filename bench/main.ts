// npm run bench: throughput as a share of limits that are measured in the same run.
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BenchData, createBenchData } from './bench-data.ts';
import { checkNumbers } from './check-numbers.ts';
import { type Child, startChild } from './child.ts';
import { openCopyLimit } from './copy-limit.ts';
import { machine, memoryMb } from './machine.ts';
import { type Bench, type Measurement, measurePart, PARTS } from './measure.ts';
import { type BenchOptions, readOptions } from './options.ts';
import { cacheDir, type Product, root, startProduct } from './product.ts';
import { lineOf, type Phase, reportOf, textOf } from './report.ts';
import { addStoredData, storedSizes } from './stored-data.ts';
import { takeSamples } from './take-samples.ts';

const begun = Date.now();
const say = (text: string) =>
  process.stdout.write(`${((Date.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${text}\n`);

async function startLimit(kind: 'redirect' | 'echo') {
  const child = startChild('limit-program.ts');
  const { port } = await child.ask<{ port: number }>({ kind });
  return { child, port, pid: child.pid };
}

async function measureAll(bench: Bench): Promise<Measurement[]> {
  const measured: Measurement[] = [];
  for (const part of PARTS) {
    if (bench.options.only && !bench.options.only.includes(part.kind)) continue;
    const one = await measurePart(bench, part);
    say(lineOf(one));
    measured.push(one);
  }
  return measured;
}

async function runPhase(bench: Bench, benchData: BenchData, name: string, clicks: number): Promise<Phase> {
  const { product, options } = bench;
  const samples = Math.ceil((options.warmUpSeconds + options.seconds * options.rounds) * 8000);
  bench.samplesFile = await takeSamples(product, name.replaceAll(' ', '-'), samples);
  bench.usedClicks = 0;
  const measured = await measureAll(bench);
  const memory = {
    serverMb: memoryMb(product.pid),
    postgresMb: memoryMb(product.postgresPid, true),
  };
  say('comparing the rollups with the raw rows');
  const check = await checkNumbers(product, benchData, bench.acknowledged);
  rmSync(bench.samplesFile);
  return { name, stored: storedSizes(clicks), measured, memory, check };
}

async function runPhases(options: BenchOptions, product: Product, children: Child[]): Promise<Phase[]> {
  const { connection } = product;
  const benchData = await createBenchData(connection.pool, options.projects);
  say(`${benchData.projects.length} projects; storing ${options.clicks} clicks`);
  await addStoredData(connection, options.clicks);
  const client = startChild('load-program.ts');
  children.push(client);
  const [redirect, echo] = [await startLimit('redirect'), await startLimit('echo')];
  children.push(redirect.child, echo.child);
  const bench: Bench = {
    options,
    product,
    client,
    limits: { redirect, echo },
    samplesFile: '',
    usedClicks: 0,
    runs: 0,
    copy: await openCopyLimit(connection.pool, options.copyRows),
    acknowledged: { clicks: 0, singles: 0, batches: 0, installs: 0 },
  };
  const phases = [await runPhase(bench, benchData, 'first run', options.clicks)];
  if (options.tenfold) {
    say(`storing ${options.clicks * 9} clicks more`);
    await addStoredData(connection, options.clicks * 9);
    phases.push(await runPhase(bench, benchData, 'ten times the data', options.clicks * 10));
  }
  return phases;
}

/** Stopping the benchmark stops the processes that it started. */
function stopOnSignal(stop: () => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stop().finally(() => process.exit(130)));
  }
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  const before = machine();
  execFileSync(process.execPath, [join(root, 'scripts/build.mjs')], { stdio: 'inherit' });
  say(`starting the product (${options.mode})`);
  const product = await startProduct(options);
  const children: Child[] = [];
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= Promise.all([...children, product].map((one) => one.stop())).then(() => {});
    return stopping;
  };
  stopOnSignal(stop);
  try {
    const phases = await runPhases(options, product, children);
    const report = { mode: options.mode, options, at: new Date().toISOString(), ...reportOf(phases, before) };
    writeFileSync(join(cacheDir, 'latest.json'), `${JSON.stringify(report, null, 2)}\n`);
    process.stdout.write(`\n${textOf(report)}`);
    if (phases.some(({ check }) => check.problems.length > 0)) process.exitCode = 1;
  } finally {
    await stop();
  }
  say('done');
}

await main();
