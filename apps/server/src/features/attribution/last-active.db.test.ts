import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DB } from '../../db/schema.ts';
import { DAY_MS, HOUR_MS, later } from '../../platform/clock.ts';
import { type AttributionFixture, buildAttributionFixture } from '../../testing/attribution-fixture.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { findLastActive } from './last-active.ts';

const START = new Date('2026-03-10T10:00:00Z');
const at = (hours: number) => later(START, hours * HOUR_MS);

let server: TestServer;
let fixture: AttributionFixture;
let installId: string;
beforeAll(async () => {
  server = await startTestServer();
  server.clock.set(START);
  fixture = await buildAttributionFixture(server);
  const phone = fixture.device();
  installId = phone.installId;
  for (const hours of [0, 1, 24, 26, 72]) {
    server.clock.set(at(hours));
    await (hours === 0 ? phone.init() : phone.event('tap', { event_id: `at ${hours}` }));
  }
});
afterAll(() => server.stop());

/** What is found, and how many statements it took. */
async function look(hours: number[]) {
  let statements = 0;
  const dialect = new PostgresDialect({ pool: server.pool });
  const log = () => {
    statements += 1;
  };
  const db = new Kysely<DB>({ dialect, log });
  const queries = hours.map((until, n) => ({ n, install_id: installId, active_until: at(until) }));
  const found = await db.transaction().execute((tx) => findLastActive(tx, fixture.projectId, queries));
  return { found: queries.map(({ n }) => found.get(n)), statements };
}

test.each([
  ['the last event before it', 80, 72],
  ['an event of the day itself', 25, 24],
  ['an event at that very instant', 26, 26],
  ['the day before, where nothing of its own day came earlier', 71, 26],
  ['nothing where everything came later', -1, null],
])('an install was last active at %s', async (_, hours, expected) => {
  const { found } = await look([hours]);
  expect(found).toEqual([expected === null ? undefined : at(expected)]);
});

test('of a day whose events are deleted, the day is known', async () => {
  await server.db.deleteFrom('events').where('occurred_at', '=', at(72)).execute();
  const { found } = await look([72 + 48]);
  expect(found[0]?.getTime()).toBeGreaterThan(at(72).getTime() - DAY_MS);
  expect(found[0]?.getTime()).toBeLessThanOrEqual(at(72).getTime());
});

test('twenty installs take as many statements as one', async () => {
  const one = await look([25]);
  const many = await look(Array.from({ length: 20 }, (_, n) => 25 + (n % 2) * 60));
  expect(many.found.filter(Boolean)).toHaveLength(20);
  expect(many.statements).toBe(one.statements);
});
