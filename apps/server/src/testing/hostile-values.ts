import { metricOf } from '@trailmark/contract/metrics';
import fc from 'fast-check';

/** Values that look right to a hurried reader, by the kind of value that they replace. */
const DATES = [
  ...['2020-02-30', '2025-02-29', '2025-04-31', '2025-13-01', '2025-00-10', '2025-01-00', '0000-01-01'],
  ...[
    '0000-12-31',
    '0001-01-01',
    '9999-12-31',
    '10000-01-01',
    '275760-09-13',
    '+275760-09-13',
    '-0001-01-01',
  ],
  ...['2025-1-1', '20250101', '2025-01-01 ', '2025-W01', '\0', '2025-01-01\0', 'today', 'infinity', 'epoch'],
];
const INSTANTS = [
  ...['2025-01-01T24:00:00.000Z', '2020-02-30T00:00:00.000Z', '0000-01-01T00:00:00.000Z'],
  ...['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z', '275760-09-13T00:00:00.000Z'],
  ...['+275760-09-13T00:00:00.000Z', '294277-01-01T00:00:00.000Z', '2025-01-01T00:60:00.000Z'],
  ...['2025-01-01T00:00:60.000Z', '9999-12-31T23:59:59-14:00', '2025-01-01T00:00:00+99:99', '-infinity'],
];
const NUMBERS = [
  ...[
    '1e400',
    '-1e400',
    '1e99',
    '0x10',
    '0b1',
    '1_000',
    '-0',
    '0',
    '-1',
    '1.5',
    '00',
    '+1',
    'Infinity',
    'NaN',
  ],
  ...['9007199254740993', '9223372036854775808', '9'.repeat(30), '', ' ', '٣', '1\0'],
];
const METRICS = [
  ...['event:\0', 'event:a\0b', 'event:\ud800', 'event_unique:\udfff', 'event_cost:\0', 'event:', 'event'],
  ...[
    `event:${'x'.repeat(128)}`,
    `event:${'x'.repeat(129)}`,
    'event:$',
    'event:%',
    'event:a:gt:1',
    'event:|',
  ],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'clicks\0', '|||', 'CLICKS', 'retention_d-1'],
];
const CONDITIONS = [
  ...['event:\0:gt:1', 'event:\ud800:lte:0', 'event:a:gt:1:gt:1', 'clicks:gt:1e400', 'clicks:gt:NaN'],
  ...['clicks:gt:-0', 'clicks:gt:999999999999999.999999', 'clicks:gt:9999999999999999', '__proto__:gt:1'],
  ...['clicks:like:1', 'clicks:gt:', ':gt:1', '|', 'clicks:gt:1|'.repeat(11), 'roas:lt:-999999999999999'],
];
const TEXTS = [
  ...[
    '\0',
    'a\0b',
    '\ud800',
    '%',
    '%00',
    '\\',
    "'",
    '"',
    ',',
    ',,,',
    '|',
    '~',
    '\u202e',
    '\uffff',
    '\u{1f386}',
  ],
  ...['00000000-0000-0000-0000-000000000000', 'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF', '{}', '[]', 'null'],
  ...['a,\0', '\0,\0', 'x'.repeat(300), 'e\u0301'.repeat(200), '../..', '$1', ';--'],
];
/** Percent-encoded text in an address is something else once it is decoded. */
const ENCODED = ['%00', 'a%00b', '%0A', '%1b%5b2J', '%ED%A0%80', '%', '%zz', '%2500', '+', '%E2%80%AE'];
const LINKS = ENCODED.flatMap((text) => [
  ...[`https://example.com/?c=${text}`, `https://example.com/${text}`, `https://example.com/a?${text}=1`],
  ...[`kite://a?c=${text}`, `https://example.com/?c=a&tm_click=${text}`, `https://${text}/a`],
]);
LINKS.push(`https://example.com/?c=${'x'.repeat(100_000)}`);
/** Far over what any field takes; it is read to its end by what looks for zeros. */
const LONG = `${'0'.repeat(100_000)}x`;

const ALL = [...DATES, ...INSTANTS, ...NUMBERS, ...METRICS, ...CONDITIONS, ...TEXTS, ...LINKS];
/** What JSON holds beside text. */
const PLAIN: unknown[] = [null, true, 0, -1, 1.5, 2 ** 53, 1e300, [], {}, [[]], { a: 1 }, ['\0']];

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The parts of a cursor; null for text that is none. */
function partsOfCursor(text: string): unknown[] | null {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(parts) ? parts : null;
  } catch {
    return null;
  }
}

/** A real cursor with each part replaced by every hostile value in turn, and cursors of another shape. */
function forgedCursors(parts: unknown[]): string[] {
  const values = [...DATES, ...INSTANTS, ...NUMBERS, ...TEXTS, ...PLAIN];
  const replaced = parts.flatMap((_, at) => values.map((value) => parts.with(at, value)));
  const reshaped: unknown[] = [[], [...parts, 'more'], parts.slice(1), {}, null, 'text', 1, [parts]];
  return [
    ...[...replaced, ...reshaped].map(encoded),
    '',
    '%',
    'A',
    'e30',
    '[]',
    '\0',
    encoded('\0').slice(1),
  ];
}

/** What a valid text is, judged by its looks alone, so that a new field needs no entry anywhere. */
function fittingFor(valid: string): string[] {
  if (/^[a-z]+:\/\//.test(valid)) return LINKS;
  if (/^\d{4}-\d\d-\d\dT/.test(valid)) return INSTANTS;
  if (/^\d{4}-\d\d-\d\d/.test(valid)) return DATES;
  if (/:(gt|gte|lt|lte):/.test(valid)) return CONDITIONS;
  if (/^-?[\d.]+$/.test(valid)) return NUMBERS;
  return valid.split('|').some((part) => metricOf(part) !== null) ? METRICS : [];
}

/** Hostile values for a field: all that fit its kind, and a few of the others. */
export function hostileValues(valid: unknown, { seed, others }: { seed: number; others: number }): unknown[] {
  const some = fc.sample(fc.constantFrom<unknown>(...ALL, ...PLAIN), { seed, numRuns: others });
  if (typeof valid === 'number') return [...NUMBERS.map(Number), ...some];
  if (typeof valid !== 'string') return some;
  const parts = partsOfCursor(valid);
  return [...(parts ? forgedCursors(parts) : fittingFor(valid)), LONG, ...some];
}
