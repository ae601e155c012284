import { Readable } from 'node:stream';
import { MAX_CSV_LINES } from '@trailmark/contract/rates';
import { type CsvError, parse } from 'csv-parse';
import { badField } from './app-error.ts';

/** A line of a file by its columns, with its line number. */
export interface CsvLine<Column extends string> {
  line: number;
  cells: Record<Column, string>;
}

export interface CsvProblem {
  line: number;
  reason: string;
}

interface Columns<Column extends string> {
  required: readonly Column[];
  optional?: readonly Column[];
}

/** Read in pieces, so that a large file does not keep others waiting. */
const PIECE = 65_536;

function* piecesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += PIECE) yield text.slice(at, at + PIECE);
}

/** Commas, or what some countries put in their place. */
function delimiterOf(text: string): string {
  const header = text.slice(0, 1000).split(/\r?\n/, 1)[0] ?? '';
  return [',', ';', '\t'].find((sign) => header.includes(sign)) ?? ',';
}

function columnIndexes<Column extends string>(
  header: string[],
  { required, optional = [] }: Columns<Column>,
) {
  const names = header.map((name) => name.trim().toLowerCase());
  const missing = required.filter((name) => !names.includes(name));
  const twice = [...required, ...optional].filter((name) => names.indexOf(name) !== names.lastIndexOf(name));
  const reasons = [
    ...missing.map((name) => `the column ${name} is missing`),
    ...twice.map((name) => `the column ${name} occurs twice`),
  ];
  return { indexes: [...required, ...optional].map((name) => [name, names.indexOf(name)] as const), reasons };
}

/** Reads a CSV file with a header. Errors are reported by line. */
export async function readCsv<Column extends string>(
  text: string,
  columns: Columns<Column>,
): Promise<{ lines: CsvLine<Column>[]; problems: CsvProblem[] }> {
  const parser = parse({
    delimiter: delimiterOf(text),
    bom: true,
    info: true,
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
  });
  const lines: CsvLine<Column>[] = [];
  let header: ReturnType<typeof columnIndexes<Column>> | null = null;
  try {
    for await (const one of Readable.from(piecesOf(text)).pipe(parser)) {
      const { record, info } = one as { record: string[]; info: { lines: number } };
      if (header) {
        if (lines.length === MAX_CSV_LINES) throw badField('csv', `has more than ${MAX_CSV_LINES} lines`);
        const cells = header.indexes.map(([name, index]) => [name, record[index] ?? '']);
        lines.push({ line: info.lines, cells: Object.fromEntries(cells) as Record<Column, string> });
        continue;
      }
      header = columnIndexes(record, columns);
      if (header.reasons.length > 0) break;
    }
  } catch (error) {
    const { code, lines: line } = error as CsvError & { lines?: number };
    if (!code?.startsWith('CSV_')) throw error;
    return {
      lines: [],
      problems: [{ line: line ?? 1, reason: 'cannot be read as CSV: look at the quotes' }],
    };
  }
  if (!header) return { lines: [], problems: [{ line: 1, reason: 'there is no header' }] };
  return { lines, problems: header.reasons.map((reason) => ({ line: 1, reason })) };
}
