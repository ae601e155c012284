import { performance } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

/**
 * Plain COPY of event rows into a table with the columns and indexes of `events`: one transaction and no partitions. It is a
 * ceiling that does not move when the size of groups or partitions does, and not what could be reached with them.
 */
export interface CopyLimit {
  /** Rows per second. */
  measure(): Promise<number>;
}

const CHUNK = 64 * 1024;

async function readRows(pool: pg.Pool, rows: number): Promise<Buffer> {
  const client = await pool.connect();
  try {
    const chunks: Buffer[] = [];
    const stream = client.query(copyTo(`copy (select * from events limit ${Math.round(rows)}) to stdout`));
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  } finally {
    client.release();
  }
}

function* inChunks(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK) yield bytes.subarray(at, at + CHUNK);
}

export async function openCopyLimit(pool: pg.Pool, rows: number): Promise<CopyLimit> {
  await pool.query('create table if not exists bench_events (like events including all)');
  const bytes = await readRows(pool, rows);
  const count = bytes.reduce((sum, byte) => sum + (byte === 10 ? 1 : 0), 0);
  return {
    async measure() {
      await pool.query('truncate bench_events');
      const client = await pool.connect();
      try {
        const begun = performance.now();
        await pipeline(
          Readable.from(inChunks(bytes)),
          client.query(copyFrom('copy bench_events from stdin')),
        );
        return (count * 1000) / (performance.now() - begun);
      } finally {
        client.release();
      }
    },
  };
}
