import { NO_ID } from '@trailmark/core/metrics/counters';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AttributionFixture, buildAttributionFixture } from '../../testing/attribution-fixture.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { until } from '../../testing/until.ts';

let server: TestServer;
let fixture: AttributionFixture;
beforeAll(async () => {
  server = await startTestServer();
  fixture = await buildAttributionFixture(server);
});
afterAll(() => server.stop());

/** How many statements with such a text wait for another transaction. */
const waiting = async (text: string) => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query ilike ${`%${text}%`}`.execute(
    server.db,
  );
  return rows[0]?.n ?? 0;
};

test('an install that another process stores at the same moment is one, with what that process knew', async () => {
  const phone = fixture.device();
  let opened: Promise<unknown> | undefined;
  await server.db.transaction().execute(async (tx) => {
    await sql`
      insert into installs (project_id, install_id, platform, country, first_seen_at, push_token, campaign_id, link_id,
        network, updated_at)
      values (${fixture.projectId}, ${phone.installId}, 'other', '', now(), 'token-of-another',
        '00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000', 'organic', now())`.execute(
      tx,
    );
    opened = phone.init();
    await until(async () => (await waiting('insert into installs')) > 0);
  });
  await opened;
  const installs = await server.db
    .selectFrom('installs')
    .select(['kind', 'revision', 'push_token'])
    .where('install_id', '=', phone.installId)
    .execute();
  expect(installs).toEqual([{ kind: 'install', revision: 1, push_token: 'token-of-another' }]);
  expect(await fixture.decisions(phone)).toHaveLength(1);
});

test('an install that another process decides at the same moment is decided once', async () => {
  const phone = fixture.device();
  const [projectId, now, nobody] = [fixture.projectId, server.clock.now(), NO_ID];
  let opened: ReturnType<typeof phone.init> | undefined;
  await server.db.transaction().execute(async (tx) => {
    await sql`insert into decisions (project_id, install_id, revision, kind, because, in_force_from, decided_at, campaign_id,
        link_id, network, match_type, rule_version, verdict, receipt)
      values (${projectId}, ${phone.installId}, 1, 'install', 'first_open', ${now}, ${now}, ${nobody}, ${nobody}, 'ORGANIC',
        'organic', 1, 'clean', '{"imported": true}')`.execute(tx);
    opened = phone.init();
    await until(async () => (await waiting('with input as materialized')) > 0);
    await sql`insert into installs (project_id, install_id, platform, country, kind, installed_at, first_seen_at, revision,
        campaign_id, link_id, network, match_type, updated_at)
      values (${projectId}, ${phone.installId}, 'android', '', 'install', ${now}, ${now}, 1, ${nobody}, ${nobody}, 'ORGANIC',
        'organic', ${now})`.execute(tx);
  });
  expect((await opened)?.status).toBe(200);
  expect(await fixture.decisions(phone)).toHaveLength(1);
});
