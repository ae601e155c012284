import type { EXPORT_FORMATS } from '@trailmark/contract/exports';
import { writeCsv } from '../../platform/write-csv.ts';
import type { Column } from './columns.ts';
import type { Row } from './read-rows.ts';
import { writeParquet } from './write-parquet.ts';

export type ExportFormat = (typeof EXPORT_FORMATS)[number];

async function* asCsv(columns: Column[], batches: AsyncIterable<Row[]>): AsyncGenerator<Uint8Array> {
  const names = columns.map(({ name }) => name);
  yield Buffer.from(writeCsv([names]));
  for await (const rows of batches) {
    yield Buffer.from(writeCsv(rows.map((row) => names.map((name) => row[name] ?? null))));
  }
}

/** How rows become the bytes of a file, piece by piece. */
export const FORMATS: Record<
  ExportFormat,
  {
    contentType: string;
    write: (columns: Column[], batches: AsyncIterable<Row[]>) => AsyncGenerator<Uint8Array>;
  }
> = {
  csv: { contentType: 'text/csv; charset=utf-8; header=present', write: asCsv },
  parquet: { contentType: 'application/vnd.apache.parquet', write: writeParquet },
};

/** Pieces of any size as chunks of one size; only the last is shorter. */
export async function* chunksOf(pieces: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    held.push(piece);
    bytes += piece.length;
    while (bytes >= size) {
      const whole = Buffer.concat(held);
      yield whole.subarray(0, size);
      held = [whole.subarray(size)];
      bytes -= size;
    }
  }
  if (bytes > 0) yield Buffer.concat(held);
}
