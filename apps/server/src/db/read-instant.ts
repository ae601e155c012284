import pg from 'pg';

const readAny = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => Date;

const [ZERO, NINE, DASH] = [48, 57, 45];
/** From `2026-03-10 10:00:00+00` to six places more. */
const [SHORTEST, LONGEST] = [22, 29];

/**
 * An instant as PostgreSQL writes it. In UTC, which it is nearly always, each digit has its place: read by a regular
 * expression it takes three times as long, and every event has two.
 */
export function readInstant(text: string): Date {
  const { length } = text;
  const code = (at: number) => text.charCodeAt(at);
  const isUsual = length >= SHORTEST && length <= LONGEST && code(4) === DASH && code(0) <= NINE;
  if (!isUsual || code(0) === ZERO || !text.endsWith('+00')) return readAny(text);
  const two = (at: number) => (code(at) - ZERO) * 10 + code(at + 1) - ZERO;
  let ms = 0;
  for (let [at, worth] = [20, 100]; at < length - 3 && worth >= 1; at += 1, worth /= 10) {
    ms += (code(at) - ZERO) * worth;
  }
  return new Date(Date.UTC(two(0) * 100 + two(2), two(5) - 1, two(8), two(11), two(14), two(17), ms));
}
