import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { readRecorded } from '../testing/recorded-statements.ts';

/** Where the run on the embedded PostgreSQL left what it sent. */
const DIR = process.env.STATEMENTS;
const FEWEST = 500;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** What can be prepared; migrations and the tests of other files send the rest. */
const PREPARABLE = /^\s*(?:\/\*[^*]*\*\/\s*)?(?:select|insert|update|delete|with|values)\b/i;

/** Tables of a day, of a library, and of one test alone. */
const isElsewhere = (code: string | undefined) => code === '42P01' || code === '3F000';

test.runIf(DIR)('every statement of the other tests can be prepared here', { timeout: 300_000 }, async () => {
  const texts = readRecorded(DIR ?? '').flatMap(({ text }) => (PREPARABLE.test(text) ? [text] : []));
  expect(texts.length).toBeGreaterThan(FEWEST);
  const refused: string[] = [];
  let elsewhere = 0;
  const client = await database.pool.connect();
  try {
    for (const text of texts) {
      try {
        await client.query(`prepare one as ${text}`);
        await client.query('deallocate one');
      } catch (error) {
        const { code, message } = error as { code?: string; message: string };
        if (isElsewhere(code)) elsewhere += 1;
        else refused.push(`${code} ${message}: ${text.replace(/\s+/g, ' ').slice(0, 200)}`);
      }
    }
  } finally {
    client.release();
  }
  expect(refused).toEqual([]);
  expect(elsewhere).toBeLessThan(texts.length / 10);
});
