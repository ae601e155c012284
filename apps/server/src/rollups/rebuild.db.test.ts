import { createProject, updateProject } from '@trailmark/contract/projects';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '../db/connection.ts';
import { DAY_MS, HOUR_MS } from '../platform/clock.ts';
import { buildPerson } from '../testing/build.ts';
import { buildDevice, projectToken } from '../testing/device.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { until } from '../testing/until.ts';
import { foldDeltas } from './fold.ts';
import { COHORT_GRAINS } from './grains.ts';
import { rebuildRollups } from './rebuild.ts';
import { findDifferences } from './recount.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const PAYMENT = { user_id: 'u', amount: 3, currency: 'USD' };
const LAST_GRAIN = COHORT_GRAINS.at(-1)?.name ?? '';

async function buildPaying() {
  const owner = await buildPerson(server);
  const { project_id: projectId } = await owner.call(createProject, {
    body: {
      name: 'Kite',
      platform: 'app',
      play_store_link: 'https://play.google.com/store/apps/details?id=com.kite',
      currency: 'INR',
      timezone: 'UTC',
    },
  });
  const phone = buildDevice(server, await projectToken(owner, projectId));
  const pay = (payment_id: string) => phone.call('capture-payment', { ...PAYMENT, payment_id });
  await phone.init();
  await pay('before');
  await foldDeltas(server.db);
  return { owner, projectId, pay };
}

const differencesOf = (projectId: string) => findDifferences(server.db, projectId, '2000-01-01');

async function waitingGroups(projectId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from rollup_delta_groups where project_id = ${projectId}`.execute(server.db);
  return rows[0]?.n ?? 0;
}

/** The last rows that a rebuild replaces. */
const holdLastRows = (tx: Tx, projectId: string) =>
  sql`
    select from rollup_cohort_cube where project_id = ${projectId} and grain = ${LAST_GRAIN} for update`.execute(
    tx,
  );

/** Once it replaces the rows of which some are held, it cannot end. On a cluster it waits for them on a node. */
async function isRebuildHeld(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and state = 'active'
      and query ilike '%delete from "rollup_cohort_cube"%' and pid <> pg_backend_pid()`.execute(server.db);
  return rows.length > 0;
}

test('a rebuild holds off folding of its project alone, so that nothing is added to the rows that it makes', async () => {
  // 20 o'clock in Greenwich is the next day in Auckland.
  server.clock.set(new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - 4 * HOUR_MS));
  const rebuilt = await buildPaying();
  const other = await buildPaying();
  await rebuilt.owner.call(updateProject, {
    body: { project_id: rebuilt.projectId, timezone: 'Pacific/Auckland', currency: 'USD' },
  });
  let rebuild: Promise<unknown> | undefined;
  let folding: Promise<unknown> | undefined;
  await server.db.transaction().execute(async (tx) => {
    await holdLastRows(tx, rebuilt.projectId);
    rebuild = rebuildRollups(server.db, rebuilt.projectId);
    await until(isRebuildHeld);
    const answers = await Promise.all([rebuilt.pay('meanwhile'), other.pay('meanwhile')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    folding = foldDeltas(server.db);
    await until(async () => (await waitingGroups(other.projectId)) === 0);
    await folding;
    expect(await waitingGroups(rebuilt.projectId)).toBeGreaterThan(0);
  });
  await rebuild;
  await foldDeltas(server.db);
  expect(await waitingGroups(rebuilt.projectId)).toBe(0);
  expect(await server.db.selectFrom('cube_refolds').selectAll().execute()).toEqual([]);
  expect(await differencesOf(rebuilt.projectId)).toEqual([]);
  expect(await differencesOf(other.projectId)).toEqual([]);
});
