import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildProject } from '../../testing/build.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import type { Group, Item } from '../group.ts';
import { resolveInstalls } from './resolve-installs.ts';

let server: TestServer;
let projectId: string;
beforeAll(async () => {
  server = await startTestServer();
  ({ projectId } = await buildProject(server));
});
afterAll(() => server.stop());

const SHARED = 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee';
const INSTALLS = 3000;

async function storeInstalls(): Promise<void> {
  await sql`
    insert into installs (project_id, install_id, platform, country, first_seen_at, installed_at, advertising_id,
      vendor_id, campaign_id, link_id, network, updated_at)
    select ${projectId}::uuid, 'i' || n, 'android', '', at, at, ${SHARED}, ${SHARED},
      '00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000', 'organic', at
    from (select n, timestamptz '2026-01-01' + n * interval '1 minute' as at
      from generate_series(1, ${INSTALLS}) n) made`.execute(server.kit.db);
  await sql`
    insert into person_installs (project_id, user_id, install_id, linked_at)
    select ${projectId}::uuid, 'guest', 'i' || n, timestamptz '2026-01-01' + n * interval '1 minute'
    from generate_series(1, ${INSTALLS}) n`.execute(server.kit.db);
}

const item = (ids: { advertisingId?: string; vendorId?: string; userId?: string }) =>
  ({
    call: 'event',
    project: { projectId },
    installId: '',
    userId: ids.userId ?? null,
    device: { advertisingId: ids.advertisingId ?? null, vendorId: ids.vendorId ?? null },
  }) as Item;

test('an id that thousands of installs share costs no more than one of its own', async () => {
  await storeInstalls();
  const shared = [{ advertisingId: SHARED }, { vendorId: SHARED }, { userId: 'guest' }];
  const items = Array.from({ length: 100 }, () => shared.map(item)).flat();
  const read = await server.kit.db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    await resolveInstalls(tx, { projectId, items } as Group);
    const { rows } = await sql<{ read: number }>`
      select sum(idx_tup_fetch + seq_tup_read)::int as read from pg_stat_xact_user_tables
      where relname in ('installs', 'person_installs')`.execute(tx);
    return rows[0]?.read;
  });
  // The latest, which is the first entry of its index.
  expect(new Set(items.map(({ installId }) => installId))).toEqual(new Set([`i${INSTALLS}`]));
  expect(read).toBeLessThanOrEqual(items.length);
});
