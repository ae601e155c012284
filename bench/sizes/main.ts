// npm run bench -- sizes: bytes on disk of what one click, event and install leave behind, indexes included.
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { createBenchData } from '../bench-data.ts';
import { type Child, startChild } from '../child.ts';
import type { LoadAnswer } from '../load-program.ts';
import { type Product, root, startProduct } from '../product.ts';
import { BATCH_SIZE, type RequestKind } from '../samples.ts';
import { foldAll } from '../settle.ts';
import { addStoredData } from '../stored-data.ts';
import { takeSamples } from '../take-samples.ts';

const STORED_CLICKS = 40_000;
const PROJECTS = 4;
/** Requests of each kind; all of them are sent. */
const PARTS: { kind: RequestKind; requests: number }[] = [
  { kind: 'clicks', requests: 40_000 },
  { kind: 'batches', requests: 40_000 / BATCH_SIZE },
  { kind: 'installs', requests: 4000 },
];
/** Tables that grow by less are not listed. */
const LEAST_BYTES = 5;

type Sizes = Map<string, number>;

/** Tables with all their partitions, indexes and long values. */
async function readSizes(pool: pg.Pool): Promise<Sizes> {
  const { rows } = await pool.query<{ name: string; bytes: number }>(
    `select coalesce(pg_partition_root(oid), oid)::regclass::text as name, sum(pg_total_relation_size(oid))::int8 as bytes
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace group by 1`,
  );
  return new Map(rows.map(({ name, bytes }) => [name, bytes]));
}

function print(kind: RequestKind, units: number, { before, after }: { before: Sizes; after: Sizes }): void {
  const grown = [...after].map(([name, bytes]) => [name, (bytes - (before.get(name) ?? 0)) / units] as const);
  const listed = grown.filter(([, bytes]) => bytes >= LEAST_BYTES).sort(([, one], [, other]) => other - one);
  const total = grown.reduce((sum, [, bytes]) => sum + bytes, 0);
  const parts = listed.map(([name, bytes]) => `${name} ${Math.round(bytes)}`).join(', ');
  process.stdout.write(`${kind}: ${units} units, ${Math.round(total)} bytes each: ${parts}\n`);
}

async function measure(product: Product, client: Child): Promise<void> {
  const { connection, port } = product;
  await createBenchData(connection.pool, PROJECTS);
  await addStoredData(connection, STORED_CLICKS);
  const samplesFile = await takeSamples(product, 'sizes', Math.max(...PARTS.map(({ requests }) => requests)));
  const common = { port, connections: 64, seconds: 3600, skip: 0, samplesFile };
  for (const { kind, requests } of PARTS) {
    const before = await readSizes(connection.pool);
    const answer = await client.ask<LoadAnswer>({ ...common, kind, run: `sizes-${kind}`, count: requests });
    if (answer.failed > 0) throw new Error(`${answer.failed} requests failed: ${answer.firstFailure}`);
    await foldAll(connection);
    // Clicks are stored even if the same address was requested before.
    const units = kind === 'clicks' ? answer.answered : answer.acknowledged;
    print(kind, units, { before, after: await readSizes(connection.pool) });
  }
  rmSync(samplesFile);
}

execFileSync(process.execPath, [join(root, 'scripts/build.mjs')], { stdio: 'inherit' });
const product = await startProduct({ profile: false });
const client = startChild('load-program.ts');
try {
  await measure(product, client);
} finally {
  await client.stop();
  await product.stop();
}
