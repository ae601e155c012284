import { listAuditLog } from '@trailmark/contract/audit-log';
import { generatePrivateKey } from '@trailmark/contract/keys';
import { acceptInvite, inviteMembers, listMembers } from '@trailmark/contract/members';
import { putDashboardPreference } from '@trailmark/contract/preferences';
import { deleteProject, listProjects, restoreProject, updateProject } from '@trailmark/contract/projects';
import { verifyUser } from '@trailmark/contract/users';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPartitions, PARTITIONED } from '../../db/partitions.ts';
import { TABLES } from '../../db/tables.ts';
import { enqueue } from '../../jobs/queue.ts';
import { DAY_MS } from '../../platform/clock.ts';
import { createBrowser } from '../../testing/browser.ts';
import { buildMember, buildPerson, buildProject, type TestPerson } from '../../testing/build.ts';
import { tokenIn } from '../../testing/mail-links.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const remove = (person: TestPerson, projectId: string, confirm_name = 'Kite Grocery') =>
  person.call(deleteProject, { query: { project_id: projectId, confirm_name } });
const restore = (person: TestPerson, projectId: string) =>
  person.call(restoreProject, { body: { project_id: projectId } });

/** An app belongs to one project alone. */
let furnishedApps = 0;

/** Something of the project in every table that can hold it. */
async function furnish(owner: TestPerson, projectId: string): Promise<void> {
  const project_id = projectId;
  await buildMember(server, projectId, 'viewer');
  await owner.call(generatePrivateKey, { body: { project_id } });
  await owner.call(inviteMembers, { body: { project_id, emails: ['a@example.com'], role: 'viewer' } });
  await owner.call(putDashboardPreference, { body: { project_id, preference: { a: 1 } } });
  await server.db
    .insertInto('feature_requests')
    .values({ project_id, id: projectId, user_id: owner.userId, message: 'M', created_at: new Date() })
    .execute();
  furnishedApps += 1;
  await server.db.insertInto('skan_apps').values({ project_id, app_id: furnishedApps }).execute();
  const partitions = createPartitions(server.pool, server.clock);
  for (const table of PARTITIONED) await partitions.ensure(table, ['2025-01-01']);
  const counts = await rowsOf(projectId);
  // In the order of the list: what others refer to comes first.
  const all = [...TABLES.distributed, ...TABLES.reference, ...TABLES.local];
  const tables = all.filter((table) => counts[table] === 0);
  for (const table of tables) await insertAnyRow(table, projectId);
}

/** By type, but for the columns that take only certain words. */
const WORDS: Record<string, string> = {
  platform: 'IOS',
  network: 'NONE',
  because: 'import',
  'events.kind': 'open',
  'decisions.kind': 'install',
  'visits.source_type': 'direct',
  'payments.status': 'PAYMENT_FAILED',
  access: 'see',
  'exports.kind': 'clicks',
  'exports.format': 'csv',
  'exports.state': 'done',
  'limit_hits.kind': 'event_names',
  'signature_days.outcome': 'valid',
  'sdk_signals.signal': 'signed',
  'network_claims.kind': 'click',
  'connections.state': 'active',
  'network_logins.state': 'active',
  'network_accounts.status': 'active',
  'network_imports.state': 'waiting',
  'network_ads.matched_by': 'hand',
  'campaigns.spend_source': 'file',
  'ad_parts.kind': 'creative',
  'deliveries.state': 'waiting',
  'delivery_backfills.state': 'done',
  'coupon_pools.state': 'active',
  'coupon_events.source': 'server',
  'coupon_events.type': 'issued',
  'skan_postbacks.framework': 'skadnetwork',
  'skan_postbacks.came_by': 'device',
  'skan_postbacks.verdict': 'valid',
  'skan_schemas.state': 'draft',
  'skan_values.coarse': 'low',
  'skan_uploads.state': 'pending',
  'skan_back_tests.state': 'done',
  'scheduled_reports.cadence': 'daily',
  'scheduled_report_mails.state': 'sent',
  'alert_mails.state': 'sent',
};
function anyValue(type: string, projectId: string): string {
  if (type === 'uuid') return projectId;
  if (type === 'date' || type.startsWith('timestamp')) return '2025-01-01T00:00:00Z';
  if (type === 'boolean') return 'true';
  if (type === 'json' || type === 'jsonb' || type === 'ARRAY') return '{}';
  if (type === 'bytea') return `\\x${projectId.replaceAll('-', '')}`;
  return ['integer', 'bigint', 'smallint', 'numeric'].includes(type) ? '1' : projectId;
}

/** A row with what the table insists on. */
async function insertAnyRow(table: string, projectId: string): Promise<void> {
  const { rows } = await sql<{ name: string; type: string }>`
    select column_name as name, data_type as type from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_nullable = 'NO'
      and column_default is null and is_generated = 'NEVER'`.execute(server.db);
  const values = rows.map(
    ({ name, type }) => WORDS[`${table}.${name}`] ?? WORDS[name] ?? anyValue(type, projectId),
  );
  const names = rows.map(({ name }) => `"${name}"`).join(', ');
  const marks = rows.map((_, index) => `$${index + 1}`).join(', ');
  await server.pool.query(`insert into ${table} (${names}) values (${marks})`, values);
}

/** Rows of a project in every table that has a project_id, as the catalogue knows them. */
async function rowsOf(projectId: string): Promise<Record<string, number>> {
  const tables = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attname = 'project_id' order by 1`.execute(server.db);
  const counts: Record<string, number> = {};
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ count: number }>`
      select count(*) from ${sql.table(name)} where project_id = ${projectId}`.execute(server.db);
    counts[name] = rows[0]?.count ?? 0;
  }
  return counts;
}

describe('deleting a project', () => {
  test.each(['', 'kite grocery', 'Kite', 'Kite Grocery!'])('needs its name, not %j', async (name) => {
    const { owner, projectId } = await buildProject(server);
    await expect(remove(owner, projectId, name)).rejects.toMatchObject({
      status: 400,
      fields: { confirm_name: "is not the project's name" },
    });
    expect(await owner.call(listProjects, {})).toHaveLength(1);
  });

  test('tells when it will be removed for good, and is noted', async () => {
    const { owner, projectId } = await buildProject(server);
    const removal_at = new Date(server.clock.now().getTime() + 30 * DAY_MS).toISOString();
    expect(await remove(owner, projectId)).toEqual({ project_id: projectId, removal_at });
    await restore(owner, projectId);
    const { items } = await owner.call(listAuditLog, { query: { project_id: projectId } });
    expect(items.map((item) => item.action).sort()).toEqual([
      'project.created',
      'project.deleted',
      'project.restored',
    ]);
  });

  test('hides it everywhere at once, from its owner too', async () => {
    const { owner, projectId } = await buildProject(server);
    const { projectId: other } = await buildProject(server, { owner });
    await remove(owner, projectId);
    const missing = { status: 404, code: 'not_found' };
    expect((await owner.call(listProjects, {})).map((project) => project.project_id)).toEqual([other]);
    expect((await owner.call(verifyUser, {})).project_members.map((one) => one.project_id)).toEqual([other]);
    const query = { project_id: projectId };
    await expect(owner.call(listProjects, { query })).rejects.toMatchObject(missing);
    await expect(owner.call(listMembers, { query })).rejects.toMatchObject(missing);
    await expect(owner.call(updateProject, { body: { ...query, name: 'X' } })).rejects.toMatchObject(missing);
    await expect(remove(owner, projectId)).rejects.toMatchObject(missing);
  });

  test('takes its invites out of sight', async () => {
    const { owner, projectId } = await buildProject(server);
    const invited = await buildPerson(server);
    await owner.call(inviteMembers, {
      body: { project_id: projectId, emails: [invited.email], role: 'viewer' },
    });
    const token = tokenIn((await server.runJobs()).find((mail) => mail.to === invited.email));
    await remove(owner, projectId);
    expect((await invited.call(verifyUser, {})).invites).toEqual([]);
    const accept = createBrowser(server, { token: invited.token }).call(acceptInvite, {
      body: { token, confirm: true },
    });
    await expect(accept).rejects.toMatchObject({ code: 'link_invalid' });
  });
});

describe('restoring a project', () => {
  test('brings everything back', async () => {
    const { owner, projectId } = await buildProject(server);
    await furnish(owner, projectId);
    const before = await rowsOf(projectId);
    await remove(owner, projectId);
    server.clock.advance(29 * DAY_MS);
    expect(await restore(owner, projectId)).toMatchObject({ project_id: projectId, deleted_at: null });
    const after = await rowsOf(projectId);
    expect(after).toEqual({ ...before, audit_log: (before.audit_log ?? 0) + 2 });
  });

  test('is offered to owners, with the day of the removal', async () => {
    const { owner, projectId } = await buildProject(server);
    const admin = await buildMember(server, projectId, 'admin');
    const { removal_at } = await remove(owner, projectId);
    const deleted = await owner.call(listProjects, { query: { deleted: 'true' } });
    expect(deleted).toMatchObject([{ project_id: projectId, removal_at }]);
    expect(await admin.call(listProjects, { query: { deleted: 'true' } })).toEqual([]);
    await expect(restore(admin, projectId)).rejects.toMatchObject({ status: 403 });
  });

  test('is a conflict when the project is not deleted', async () => {
    const { owner, projectId } = await buildProject(server);
    await expect(restore(owner, projectId)).rejects.toMatchObject({ status: 409, code: 'conflict' });
  });
});

describe('removing for good', () => {
  const runRemoval = async () => {
    await enqueue(server.db, 'remove-deleted-projects', {});
    await server.runJobs();
  };

  test('happens 30 days after the deletion, and leaves no row of the project in any table', async () => {
    const { owner, projectId } = await buildProject(server);
    await furnish(owner, projectId);
    for (const [table, count] of Object.entries(await rowsOf(projectId))) {
      expect(count, `the test puts nothing into ${table}`).toBeGreaterThan(0);
    }
    const { projectId: other } = await buildProject(server, { owner });
    await remove(owner, projectId);
    server.clock.advance(30 * DAY_MS - 1);
    await runRemoval();
    expect((await rowsOf(projectId)).projects).toBe(1);
    server.clock.advance(2);
    await runRemoval();
    expect(Object.values(await rowsOf(projectId)).every((count) => count === 0)).toBe(true);
    expect((await rowsOf(other)).projects).toBe(1);
  });

  test('happens to no project that is in use', async () => {
    const { projectId } = await buildProject(server);
    server.clock.advance(400 * DAY_MS);
    await runRemoval();
    expect((await rowsOf(projectId)).projects).toBe(1);
  });
});
