import { createHash } from 'node:crypto';
import { createExport, createExportDownload, type Export, listExports } from '@trailmark/contract/exports';
import { NO_ID } from '@trailmark/core/metrics/counters';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPartitions } from '../../db/partitions.ts';
import { enqueue } from '../../jobs/queue.ts';
import { buildProject, type TestPerson } from '../../testing/build.ts';
import { IS_FULL } from '../../testing/full-length.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { until } from '../../testing/until.ts';
import { SOURCES } from './columns.ts';
import { chunksOf, FORMATS } from './formats.ts';
import type { Row } from './read-rows.ts';
import { writeExport } from './write-export.ts';

const CHUNK = 1_000_000;
const MANY = IS_FULL ? 80_000 : 32_000;
const FEWEST_CHUNKS = IS_FULL ? 13 : 5;
const never = new AbortController().signal;

let server: TestServer;
let owner: TestPerson;
let projectId: string;
beforeAll(async () => {
  server = await startTestServer();
  await createPartitions(server.pool, server.clock).ensure('events', [
    '2026-03-01',
    '2026-03-02',
    '2026-03-03',
  ]);
});
afterAll(() => server.stop());
beforeEach(async () => {
  await forgetJobs();
  server.clock.set(new Date('2026-03-03T12:00:00Z'));
  ({ owner, projectId } = await buildProject(server));
});

async function plantEvents(count: number): Promise<void> {
  await sql`
    insert into events (project_id, id, occurred_at, received_at, install_id, kind, name, platform, country,
      campaign_id, link_id, network, amount, currency, data)
    select ${projectId}, gen_random_uuid(), '2026-03-01T06:00:00Z'::timestamptz + n * interval '500 ms',
      '2026-03-03T00:00:00Z', 'install-' || n, 'event', 'event ' || n, 'ios', 'IN', ${NO_ID}::uuid, ${NO_ID}::uuid,
      'ORGANIC', n, 'INR', jsonb_build_object('n', n, 'note', repeat('x', 40))
    from generate_series(0, ${count}::int - 1) as n`.execute(server.db);
}

async function ask(format: Export['format'] = 'csv') {
  const body = {
    project_id: projectId,
    kind: 'events',
    format,
    from: '2026-03-01',
    to: '2026-03-03',
  } as const;
  const { export_id: id } = await owner.call(createExport, { body });
  return { projectId, id };
}

const seen = async (id: string) => {
  const all = await owner.call(listExports, { query: { project_id: projectId } });
  return all.find(({ export_id }) => export_id === id);
};
const sizes = async (id: string) => {
  const { rows } = await sql<{ number: number; size: number }>`
    select number, octet_length(bytes) as size from export_chunks
    where project_id = ${projectId} and export_id = ${id} order by number`.execute(server.db);
  return rows;
};

async function fetchFile(export_id: string): Promise<Buffer> {
  const body = { project_id: projectId, export_id };
  const { url } = await owner.call(createExportDownload, { body });
  return Buffer.from(await (await fetch(server.url + url)).arrayBuffer());
}

/** Nobody is going to do what waits. */
const forgetJobs = () => sql`delete from graphile_worker._private_jobs`.execute(server.db);

describe('a file of many rows', () => {
  let project: Awaited<ReturnType<typeof buildProject>>;
  beforeAll(async () => {
    project = await buildProject(server);
    ({ owner, projectId } = project);
    await plantEvents(MANY);
  }, 120_000);
  beforeEach(() => {
    ({ owner, projectId } = project);
  });

  test('is written in chunks of one size, and served as the whole of them', async () => {
    const key = await ask();
    const { id } = key;
    await server.runJobs();
    const done = await seen(key.id);
    expect(done).toMatchObject({ state: 'done', rows: MANY, progress: 1 });
    const chunks = await sizes(id);
    expect(chunks.length).toBeGreaterThanOrEqual(FEWEST_CHUNKS);
    expect(chunks.map(({ number }) => number)).toEqual(chunks.map((_, n) => n));
    expect(new Set(chunks.slice(0, -1).map(({ size }) => size))).toEqual(new Set([CHUNK]));
    const file = await fetchFile(id);
    expect(file.length).toBe(done?.bytes);
    const lines = file.toString('utf8').split('\r\n');
    expect(lines).toHaveLength(MANY + 2);
    const names = lines.slice(1, -1).map((line) => line.split(',')[5]);
    expect(names.every((name, n) => name === `event ${n}`)).toBe(true);
    const { rows } = await sql<{ hash: string }>`
      select encode(sha256(string_agg(bytes, ''::bytea order by number)), 'hex') as hash from export_chunks
      where project_id = ${projectId} and export_id = ${id}`.execute(server.db);
    expect(createHash('sha256').update(file).digest('hex')).toBe(rows[0]?.hash);
  }, 120_000);

  test('is written as Parquet in groups of rows, and reads back', async () => {
    const key = await ask('parquet');
    const { id } = key;
    await server.runJobs();
    expect(await seen(key.id)).toMatchObject({ state: 'done', rows: MANY });
    for (const { size } of await sizes(id)) expect(size).toBeLessThanOrEqual(CHUNK);
    const bytes = await fetchFile(id);
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
    const { num_rows, row_groups } = parquetMetadata(file);
    expect([num_rows, row_groups.length]).toEqual([BigInt(MANY), MANY / 8000]);
    const [last] = await parquetReadObjects({ file, rowStart: MANY - 1, rowEnd: MANY });
    expect(last).toMatchObject({ name: `event ${MANY - 1}`, amount: String(MANY - 1), currency: 'INR' });
  }, 120_000);

  test('can be thrown away while it is written: no part of it stays', async () => {
    const key = await ask();
    await forgetJobs();
    const outcome = writeExport(server.kit, key, never);
    await until(async () => (await sizes(key.id)).length > 0);
    expect((await seen(key.id))?.state).toBe('running');
    await server.db
      .deleteFrom('exports')
      .where('project_id', '=', projectId)
      .where('id', '=', key.id)
      .execute();
    expect(await outcome).toBe('gone');
    expect(await sizes(key.id)).toEqual([]);
  }, 120_000);

  test('is left where it is when the worker has to stop, and started again by the next', async () => {
    const key = await ask();
    await forgetJobs();
    const stop = new AbortController();
    const outcome = writeExport(server.kit, key, stop.signal);
    await until(async () => (await sizes(key.id)).length > 1);
    stop.abort();
    await expect(outcome).rejects.toThrow();
    const half = await seen(key.id);
    expect(half).toMatchObject({ state: 'running', problem: null });
    expect(half?.rows).toBeLessThan(MANY);
    await enqueue(server.db, 'resume-exports', {});
    await server.runJobs();
    expect(await seen(key.id)).toMatchObject({ state: 'done', rows: MANY });
    expect((await fetchFile(key.id)).toString('utf8').split('\r\n')).toHaveLength(MANY + 2);
  }, 120_000);
});

describe('writing', () => {
  test('begins from nothing, whatever a process that died has left behind', async () => {
    await plantEvents(10);
    const key = await ask();
    await forgetJobs();
    await server.db
      .updateTable('exports')
      .set({ state: 'running', rows: 77, bytes: 3, progress: 0.5 })
      .where('project_id', '=', projectId)
      .execute();
    const old = { project_id: projectId, export_id: key.id, bytes: Buffer.from('old') };
    await server.db
      .insertInto('export_chunks')
      .values([0, 1, 2].map((number) => ({ ...old, number })))
      .execute();
    expect(await writeExport(server.kit, key, never)).toBe('written');
    expect(await seen(key.id)).toMatchObject({ state: 'done', rows: 10 });
    const file = (await fetchFile(key.id)).toString('utf8');
    expect(file.split('\r\n')).toHaveLength(12);
    expect(file).not.toContain('old');
  });

  test('is done once: a job that comes again finds it finished', async () => {
    await plantEvents(3);
    const key = await ask();
    await server.runJobs();
    const before = await fetchFile(key.id);
    await plantEvents(5);
    expect(await writeExport(server.kit, key, never)).toBe('gone');
    expect(await fetchFile(key.id)).toEqual(before);
  });

  test('is done by one worker at a time, and of two exports at a time', async () => {
    const key = await ask();
    await forgetJobs();
    const lock = (name: string) =>
      sql`select pg_advisory_xact_lock(hashtextextended(${`trailmark export ${name}`}, 0))`;
    await server.db.transaction().execute(async (tx) => {
      await lock(key.id).execute(tx);
      expect(await writeExport(server.kit, key, never)).toBe('gone');
    });
    await server.db.transaction().execute(async (tx) => {
      for (const lane of ['lane 0', 'lane 1']) await lock(lane).execute(tx);
      await enqueue(server.db, 'resume-exports', {});
      await server.runJobs();
      expect((await seen(key.id))?.state).toBe('waiting');
    });
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(server.db);
    await server.runJobs();
    expect((await seen(key.id))?.state).toBe('done');
  });

  test('that fails is reported, and leaves no chunks', async () => {
    await plantEvents(10);
    const key = await ask();
    await server.db
      .updateTable('exports')
      .set({ filter: JSON.stringify({ scope: { all: true }, campaigns: ['no id'] }) })
      .where('project_id', '=', projectId)
      .execute();
    await server.runJobs();
    expect(await seen(key.id)).toMatchObject({
      state: 'failed',
      problem: 'It could not be written. Please start it again.',
      rows: 0,
      expires_at: '2026-03-05T12:00:00.000Z',
    });
    expect(await sizes(key.id)).toEqual([]);
    const body = { project_id: projectId, export_id: key.id };
    await expect(owner.call(createExportDownload, { body })).rejects.toMatchObject({ code: 'conflict' });
  });

  test('goes with its project', async () => {
    await ask();
    await server.db.deleteFrom('projects').where('project_id', '=', projectId).execute();
    await server.runJobs();
    const { rows } = await sql`select 1 from graphile_worker._private_jobs`.execute(server.db);
    expect(rows).toEqual([]);
  });
});

describe.each(['csv', 'parquet'] as const)('rows of %s', (format) => {
  test('are read no further than the file is written', async () => {
    const { columns } = SOURCES.events;
    const BATCH = 2000;
    let read = 0;
    async function* batches(): AsyncGenerator<Row[]> {
      for (let n = 0; n < 30; n += 1) {
        read += BATCH;
        yield Array.from({ length: BATCH }, (_, m) => ({
          name: `event ${n} ${m} ${Math.random()}`,
          amount: `${m}.5`,
        }));
      }
    }
    // How far reading has come when each chunk is handed over.
    const marks: number[] = [];
    for await (const chunk of chunksOf(FORMATS[format].write(columns, batches()), 100_000)) {
      expect(chunk.length).toBeLessThanOrEqual(100_000);
      marks.push(read);
    }
    const group = format === 'csv' ? BATCH : 8000;
    const steps = marks.map((mark, n) => mark - (marks[n - 1] ?? 0));
    expect(marks.length).toBeGreaterThan(10);
    expect(Math.max(...steps)).toBeLessThanOrEqual(group);
    expect(read).toBe(30 * BATCH);
  });
});
