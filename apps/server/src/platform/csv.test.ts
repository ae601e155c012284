import { MAX_CSV_LINES } from '@trailmark/contract/rates';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCsv } from './read-csv.ts';
import { writeCsv } from './write-csv.ts';

describe('writing', () => {
  test.each([
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['say "so"', '"say ""so"""'],
    ['two\nlines', '"two\nlines"'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['=1+1', "'=1+1"],
    ['+49 30', "'+49 30"],
    ['-1+cmd', "'-1+cmd"],
    ['@sum', "'@sum"],
    ['\tx', `"'\tx"`],
    ['x;=cmd()', `"x;'=cmd()"`],
    ['x|@sum', `"x|'@sum"`],
    ['x\t-1+1', `"x\t'-1+1"`],
    ['x\n+1', `"x\n'+1"`],
    ['x\r\n=1', `"x\r\n'=1"`],
    ['x;"=1', `"x;'""=1"`],
    ['x;', `"x;'"`],
    ['a; b | -20% off', '"a; b | -20% off"'],
    ['{"n": [1, -2], "@id": "+91"}', '"{""n"": [1, -2], ""@id"": ""+91""}"'],
    ['＝1', "'＝1"],
    ['-12.50', '-12.50'],
    [-3, '-3'],
    [true, 'true'],
    [false, 'false'],
    [0, '0'],
    [null, ''],
    ['', ''],
    [new Date('2026-01-02T03:04:05.678Z'), '2026-01-02T03:04:05.678Z'],
    ['हिन्दी 🎆', 'हिन्दी 🎆'],
  ])('%j becomes %j', (cell, text) => {
    expect(writeCsv([[cell, 'x']])).toBe(`${text},x\r\n`);
  });

  /** As a spreadsheet divides it: a quote is one only at the beginning of a field, and what follows it is kept. */
  function fieldsOf(csv: string, separator: string): string[] {
    const fields: string[] = [];
    for (let at = 0; at <= csv.length; at += 1) {
      let field = '';
      if (csv[at] === '"') {
        for (at += 1; at < csv.length && !(csv[at] === '"' && csv[at + 1] !== '"'); at += 1) {
          field += csv[at];
          if (csv[at] === '"') at += 1;
        }
        at += 1;
      }
      for (; at < csv.length && csv[at] !== separator && csv[at] !== '\n' && csv[at] !== '\r'; at += 1) {
        field += csv[at];
      }
      fields.push(field);
    }
    return fields;
  }

  const signs = [...'",;|\t\r\n=+-@'] as const;
  const hostileText = fc.string({ unit: fc.constantFrom(...signs, '＝', "'", 'a', '1', ' '), maxLength: 12 });
  const hostileCell = fc.oneof(hostileText, fc.string(), fc.integer(), fc.constantFrom('-5.20', '-5', null));
  const firstCell = hostileText.map((text) => `x${text}`);

  test.each([',', ';', '\t', '|'])('divided at %j, no field begins as a formula does', (separator) => {
    const row = fc.tuple(fc.oneof(firstCell, hostileText), hostileCell, hostileCell);
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 4 }), (rows) => {
        fc.pre(rows.every(([first]) => !/^-?\d+(\.\d+)?$/.test(first)));
        const fields = fieldsOf(writeCsv(rows), separator);
        const formulas = fields.filter(
          (field) => /^[=+\-@\t\r＝＋－＠]/.test(field) && !/^-?\d+(\.\d+)?$/.test(field),
        );
        expect(formulas).toEqual([]);
      }),
      { numRuns: 5000 },
    );
  });

  test('numbers stay numbers', () => {
    expect(writeCsv([['x', '-5.20', -5.2, '0', 7]])).toBe('x,-5.20,-5.2,0,7\r\n');
  });

  test('is read back as it was by others, but for the sign before a formula', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', "'", '=', '-', '1', '.', ' ', ';', '\t') }),
    );
    const row = fc.array(cell, { minLength: 2, maxLength: 5 });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1 }), (rows) => {
        const read = parse(writeCsv(rows), { relax_column_count: true, record_delimiter: '\r\n' });
        const withoutSigns = (cells: string[]) => cells.map((text) => text.replaceAll("'", ''));
        expect(read.map(withoutSigns)).toEqual(rows.map(withoutSigns));
      }),
    );
  });

  test('ends every row, and nothing is nothing', () => {
    expect(writeCsv([['a'], ['b']])).toBe('a\r\nb\r\n');
    expect(writeCsv([])).toBe('');
  });
});

describe('reading', () => {
  const columns = { required: ['date', 'amount'], optional: ['note'] } as const;

  test('finds columns by name, in any order and case, and leaves others alone', async () => {
    const { lines, problems } = await readCsv('\uFEFFAmount, other ,DATE\r\n 1 ,x,d1\r\n2,y,d2\r\n', columns);
    expect(problems).toEqual([]);
    expect(lines).toEqual([
      { line: 2, cells: { date: 'd1', amount: '1', note: '' } },
      { line: 3, cells: { date: 'd2', amount: '2', note: '' } },
    ]);
  });

  test.each([';', '\t'])('understands %j between cells', async (sign) => {
    const text = [
      ['date', 'amount'],
      ['d', '1,5'],
    ]
      .map((row) => row.join(sign))
      .join('\n');
    expect((await readCsv(text, columns)).lines).toMatchObject([{ cells: { date: 'd', amount: '1,5' } }]);
  });

  test('counts lines as an editor does: empty ones and those in quotes too', async () => {
    const text = 'date,amount,note\n\nd1,1,"two\nlines"\n\nd2,2,\nd3,3';
    expect((await readCsv(text, columns)).lines.map(({ line, cells }) => [line, cells.date])).toEqual([
      [4, 'd1'],
      [6, 'd2'],
      [7, 'd3'],
    ]);
  });

  test('fills what is missing at the end of a line', async () => {
    expect((await readCsv('date,amount\nd', columns)).lines).toMatchObject([{ cells: { amount: '' } }]);
  });

  test.each([
    { text: 'date\nd', line: 1, reason: 'the column amount is missing' },
    { text: 'date,amount,Date\nd,1,e', line: 1, reason: 'the column date occurs twice' },
    { text: '\n \n', line: 1, reason: 'there is no header' },
    { text: 'date,amount\n"d,1\n', line: expect.any(Number), reason: expect.stringContaining('quotes') },
    { text: 'date,amount\nd,"1"x\n', line: 2, reason: expect.stringContaining('quotes') },
  ])('says what is wrong with $text', async ({ text, line, reason }) => {
    expect(await readCsv(text, columns)).toEqual({ lines: [], problems: [{ line, reason }] });
  });

  test('reads what is longer than a piece', async () => {
    const rows = Array.from({ length: 20_000 }, (_, n) => `2026-01-01,${n}.5,"note, ${n}"`);
    const { lines } = await readCsv(`date,amount,note\n${rows.join('\n')}`, columns);
    expect(lines).toHaveLength(20_000);
    expect(lines.at(-1)).toEqual({
      line: 20_001,
      cells: { date: '2026-01-01', amount: '19999.5', note: 'note, 19999' },
    });
  });

  test('stops where a file has more lines than one may have', async () => {
    const csv = `date,amount\n${'d,1\n'.repeat(MAX_CSV_LINES + 1)}`;
    await expect(readCsv(csv, columns)).rejects.toMatchObject({
      code: 'validation_failed',
      fields: { csv: 'has more than 100000 lines' },
    });
  });
});
