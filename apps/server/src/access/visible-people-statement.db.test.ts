import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPartitions } from '../db/partitions.ts';
import { createTestDatabase } from '../testing/database.ts';
import { isVisibleUse, visibleUserId } from './visible-people-statement.ts';

const NOW = new Date('2026-11-16T10:00:00Z');
const DAYS = ['2026-10-10', '2026-10-20', '2026-10-21', '2026-10-22', '2026-11-02', '2026-11-16'];

const projectId = randomUUID();
const [mine, other] = [randomUUID(), randomUUID()];
const reader = { projectId, scope: { all: false as const, campaigns: [mine] } };

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
  await createPartitions(database.pool, { now: () => NOW }).ensure('events', DAYS);
});
afterAll(() => database.drop());

async function put(installId: string, day: string, event: { user?: string; campaign?: string } = {}) {
  const { user = null, campaign = mine } = event;
  await sql`
    insert into events (project_id, id, occurred_at, received_at, install_id, kind, name, user_id, platform, country,
      campaign_id, link_id, network)
    select ${projectId}, gen_random_uuid(), t, t, ${installId}, 'event', 'opened', ${user}, 'ios', '', ${campaign},
      ${campaign}, 'META'
    from (select (${day} || 'T12:00:00Z')::timestamptz as t) x`.execute(database.db);
  await sql`insert into person_days values (${projectId}, ${day}::date, ${installId})`.execute(database.db);
}

interface PlanNode {
  'Relation Name'?: string;
  'Actual Loops'?: number;
  Plans?: PlanNode[];
}

/** The partitions of events that a statement really reads. */
async function partitionsRead(expression: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>`
    explain (analyze, format json) select ${expression}
    from (values ('old', 'current'), ('new', 'current')) i (install_id, user_id)`.execute(database.db);
  const read = new Set<string>();
  const visit = (node: PlanNode) => {
    const { 'Relation Name': name, 'Actual Loops': loops, Plans: children = [] } = node;
    if (name?.startsWith('events_') && loops) read.add(name);
    children.forEach(visit);
  };
  const [plan] = rows[0]?.['QUERY PLAN'] ?? [];
  if (plan) visit(plan.Plan);
  return [...read].sort();
}

const install = { id: sql.ref('i.install_id'), userId: sql.ref('i.user_id') };

describe('the user of an install, for a guest', () => {
  beforeAll(async () => {
    await put('old', '2026-10-20', { user: 'first' });
    await put('old', '2026-10-21', { user: 'second', campaign: other });
  });

  test('is the last user that an event of their campaigns names', async () => {
    const { rows } = await sql<{ user_id: string }>`
      select ${visibleUserId(reader, install)} as user_id
      from (values ('old', 'second')) i (install_id, user_id)`.execute(database.db);
    expect(rows).toEqual([{ user_id: 'first' }]);
  });

  test.each([
    ['user', visibleUserId({ ...reader, scope: { all: false, campaigns: [randomUUID()] } }, install)],
    ['use', isVisibleUse(reader, { installId: install.id, userId: sql.val('nobody') })],
  ])('is read from the partitions of its active days: %s', async (_name, expression) => {
    expect(await partitionsRead(expression)).toEqual([
      'events_20261020',
      'events_20261021',
      'events_20261022',
    ]);
  });

  test('is not searched for where an install never had a user', async () => {
    const nobody = { id: install.id, userId: sql`null::text` };
    expect(await partitionsRead(visibleUserId(reader, nobody))).toEqual([]);
  });
});
