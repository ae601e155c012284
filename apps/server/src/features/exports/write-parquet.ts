import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { DAY_MS } from '../../platform/clock.ts';
import type { Column, ColumnType } from './columns.ts';
import type { Row } from './read-rows.ts';

/** Rows of a group: they are held at once, and encoding them keeps everybody else waiting. */
const GROUP = 8000;

type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number];

const TYPES: Record<ColumnType, Omit<SchemaElement, 'name'>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  time: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
  day: { type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } },
  boolean: { type: 'BOOLEAN' },
  integer: { type: 'INT32' },
};

function schemaOf(columns: Column[]): SchemaElement[] {
  return [
    { name: 'root', num_children: columns.length },
    ...columns.map(({ name, type }) => ({ name, repetition_type: 'OPTIONAL' as const, ...TYPES[type] })),
  ];
}

/** A day is the number of days since 1970. */
function dataOf({ name, type }: Column, rows: Row[]): unknown[] {
  return rows.map((row) => {
    const value = row[name] ?? null;
    return type === 'day' && value !== null ? Date.parse(String(value)) / DAY_MS : value;
  });
}

/** What was written since the last look; the writer goes on where the file is. */
function take(writer: ByteWriter): Uint8Array {
  const bytes = writer.getBytes().slice();
  writer.index = 0;
  return bytes;
}

/** Rows as Parquet: a group of rows is encoded, yielded and forgotten before the next is read. */
export async function* writeParquet(
  columns: Column[],
  batches: AsyncIterable<Row[]>,
): AsyncGenerator<Uint8Array> {
  const writer = new ByteWriter();
  const file = new ParquetWriter({ writer, schema: schemaOf(columns) });
  const write = async (rows: Row[]) => {
    const columnData = columns.map((column) => ({
      name: column.name,
      data: dataOf(column, rows),
      offsetIndex: false,
    }));
    await file.write({ columnData, rowGroupSize: GROUP });
    return take(writer);
  };
  let held: Row[] = [];
  for await (const rows of batches) {
    held.push(...rows);
    if (held.length < GROUP) continue;
    yield await write(held);
    held = [];
  }
  if (held.length > 0) yield await write(held);
  await file.finish();
  yield take(writer);
}
