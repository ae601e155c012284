import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../platform/clock.ts';
import { type AttributionFixture, buildAttributionFixture } from '../../testing/attribution-fixture.ts';
import type { TestDevice } from '../../testing/device.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { until } from '../../testing/until.ts';
import { type Recomputed, recomputeDecisions } from './recompute-decisions.ts';

let server: TestServer;
let fixture: AttributionFixture;
let other: AttributionFixture;
let phones: TestDevice[];

/** Installs, a reinstall, a return, an organic one and one that is not believed. */
async function play({ campaign, device, viewIds }: AttributionFixture): Promise<TestDevice[]> {
  const [one, two] = [await campaign(), await campaign()];
  const [clicker, viewer, nobody, injected] = [device(), device(), device(), device()];
  const click = await clicker.clickToken(one.slug);
  await viewer.view(two.slug, `?${viewer.idQuery}`);
  await until(async () => (await viewIds(two)).length === 1);
  server.clock.advance(MINUTE_MS);
  await clicker.init({ install_referrer: `tm_click=${click}` });
  await viewer.init();
  await nobody.init();
  await injected.init({ install_referrer: `tm_click=${await injected.clickToken(two.slug)}` });
  server.clock.advance(10 * DAY_MS);
  const back = await clicker.clickToken(two.slug);
  server.clock.advance(MINUTE_MS);
  await clicker.deeplink(`https://kite.example/?tm_click=${back}`);
  const again = clicker.reinstalled();
  await again.init();
  return [clicker, viewer, nobody, injected, again];
}

beforeAll(async () => {
  server = await startTestServer();
  server.clock.set(new Date('2026-03-10T10:00:00Z'));
  fixture = await buildAttributionFixture(server);
  other = await buildAttributionFixture(server);
  phones = await play(fixture);
  await play(other);
  await sql`truncate clicks, impressions, events, installs, touch_uses, campaigns, links cascade`.execute(
    server.db,
  );
});
afterAll(() => server.stop());

async function recomputeAll(projectId: string | null = null): Promise<Recomputed[]> {
  const found = [];
  for await (const one of recomputeDecisions(server.db, { projectId })) found.push(one);
  return found;
}

const different = async () => (await recomputeAll()).filter((one) => one.differences.length > 0);

test('receipts give the same answers when what they were made from is gone', async () => {
  const all = await recomputeAll();
  expect(all).toHaveLength(12);
  expect(all.filter((one) => one.differences.length > 0)).toEqual([]);
  const kinds = await server.db.selectFrom('decisions').select(['kind', 'match_type', 'verdict']).execute();
  const seen = new Set(kinds.flatMap((row) => [row.kind, row.match_type, row.verdict]));
  for (const one of ['install', 'reinstall', 'reattribution', 'click_id', 'view', 'organic', 'no_credit']) {
    expect(seen).toContain(one);
  }
});

test('one project can be looked at alone', async () => {
  const mine = await recomputeAll(fixture.projectId);
  expect(mine).toHaveLength(6);
  expect(new Set(mine.map((one) => one.projectId))).toEqual(new Set([fixture.projectId]));
});

const phoneAt = (at: number) => phones[at]?.installId ?? '';

test.each([
  ['a touch that is younger', sql`jsonb_set(receipt::jsonb, '{touches,0,at}', '"2026-03-10T10:00:59Z"')`, 0],
  ['another window', sql`jsonb_set(receipt::jsonb, '{touches,0,windows,view_hours}', '0')`, 1],
  ['another answer', sql`jsonb_set(receipt::jsonb, '{decision,network}', '"GOOGLE"')`, 2],
  ['nothing that can be read', sql`'{}'::jsonb`, 3],
])('a receipt with %s is found', async (_name, altered, at) => {
  const key = sql`project_id = ${fixture.projectId} and install_id = ${phoneAt(at)} and revision = 1`;
  const { rows } = await sql<{ receipt: object }>`select receipt from decisions where ${key}`.execute(
    server.db,
  );
  await sql`update decisions set receipt = ${altered} where ${key}`.execute(server.db);
  const found = await different();
  expect(found.map((one) => [one.projectId, one.installId, one.revision])).toEqual([
    [fixture.projectId, phoneAt(at), 1],
  ]);
  await sql`update decisions set receipt = ${JSON.stringify(rows[0]?.receipt)}::json where ${key}`.execute(
    server.db,
  );
  expect(await different()).toEqual([]);
});

test('rules are kept once, and a receipt from before that holds its own', async () => {
  const { rows } = await sql<{ rules: number; inside: number }>`
    select (select count(*)::int from receipt_rules) as rules,
      (select count(*)::int from decisions where receipt::jsonb ? 'rules') as inside`.execute(server.db);
  expect(rows).toEqual([{ rules: 2, inside: 0 }]);
  const own = sql`project_id = ${fixture.projectId}`;
  await sql`
    update decisions d set receipt = w.receipt, rules_id = null from decisions_with_rules w
    where d.project_id = w.project_id and d.install_id = w.install_id and d.revision = w.revision
      and d.${own}`.execute(server.db);
  await sql`delete from receipt_rules where ${own}`.execute(server.db);
  expect(await different()).toEqual([]);
});

test('a decision that is not that of its receipt is found', async () => {
  const key = sql`project_id = ${other.projectId} and kind = 'reinstall'`;
  await sql`update decisions set network = 'GOOGLE' where ${key}`.execute(server.db);
  expect((await different()).map((one) => one.differences)).toEqual([
    ['network is GOOGLE, decided again it is META'],
  ]);
});
