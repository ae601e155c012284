import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { connectShard, type Shard } from './connect-shard.ts';
import type { Connection } from './connection.ts';

/** A node that notes what it is sent; `answer` decides what comes of it. */
function buildNode(name: string, answer: (text: string) => unknown) {
  const sent: string[] = [];
  let taken = 0;
  const client = {
    query: async (query: string | { text: string }) => {
      const text = typeof query === 'string' ? query : query.text;
      sent.push(text);
      return answer(text);
    },
    release: () => {
      taken -= 1;
      if (taken < 0) throw new Error('Release called on client which has already been released to the pool.');
    },
  };
  const connect = async () => {
    taken += 1;
    return client;
  };
  const node = { name, pool: { connect, query: client.query } } as unknown as Connection;
  return { node, sent, taken: () => taken };
}

const tables = { own: new Map([['events', 'events_102']]), everywhere: new Map<string, string>() };
const shardOn = (node: Connection): Shard => ({ id: '102', tables, node });
const RESULT = { rows: [], command: 'SELECT', rowCount: 0 };
const begun = (isHere: boolean) => [RESULT, RESULT, { ...RESULT, rows: [{ is_here: isHere }] }];
const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

const WRITE = sql`insert into events (project_id) values (1)`;

test('a transaction whose lock cannot be had is taken back before its connection is used again', async () => {
  const { node, sent, taken } = buildNode('one', (text) => {
    if (text.includes('lock_shard_metadata'))
      throw Object.assign(new Error('lock timeout'), { code: '55P03' });
    return RESULT;
  });
  const { db } = connectShard(async () => shardOn(node), node);
  await expect(WRITE.execute(db)).rejects.toMatchObject({ code: '55P03' });
  expect(sent.at(-1)).toBe('rollback');
  expect(taken()).toBe(0);
});

test('a shard that went to a node that is away says so, and its connection goes back once', async () => {
  const { node, taken } = buildNode('one', (text) => (text.includes('is_here') ? begun(false) : RESULT));
  const connect = async () => {
    throw refused();
  };
  const away = { pool: { connect } } as unknown as Connection;
  const { db, pool } = connectShard(async (moved) => shardOn(moved ? away : node), node);
  await expect(WRITE.execute(db)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  await expect(pool.query({ text: 'delete from events' })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  const work = db.transaction().execute((tx) => WRITE.execute(tx));
  await expect(work).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  expect(taken()).toBe(0);
});

test('a table that is not known yet is looked up again, and the work is done when it comes again', async () => {
  const names = new Map<string, string>();
  const { node, sent } = buildNode('one', (text) => {
    if (text.includes('is_here')) return begun(true);
    if (/into events /.test(text)) throw Object.assign(new Error('no table'), { code: '42P01' });
    return RESULT;
  });
  const find = async (moved?: Shard) => {
    if (moved) names.set('events', 'events_102');
    return { ...shardOn(node), tables: { own: new Map(names), everywhere: new Map<string, string>() } };
  };
  const { db } = connectShard(find, node);
  const write = () => db.transaction().execute((tx) => WRITE.execute(tx));
  await expect(write()).rejects.toMatchObject({ code: '57P03' });
  await write();
  expect(sent).toContain('insert into events_102 as events (project_id) values (1)');
});

test('what only reads takes no lock, and follows a shard that went', async () => {
  const [one, other] = [false, true].map((isHere) =>
    buildNode('node', (text) => (text.includes('is_here') ? begun(isHere).slice(1) : RESULT)),
  ) as [ReturnType<typeof buildNode>, ReturnType<typeof buildNode>];
  const { db } = connectShard(async (moved) => shardOn(moved ? other.node : one.node), one.node);
  const report = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  await report.execute((tx) => sql`select from events`.execute(tx));
  expect([...one.sent, ...other.sent].join()).not.toContain('lock_shard_metadata');
  expect(one.sent.at(-1)).toBe('rollback');
  expect(other.sent).toContain('select from events_102 as events');
  expect([one.taken(), other.taken()]).toEqual([0, 0]);
});

test('a transaction with one snapshot looks again after its lock, since that may have been waited for', async () => {
  const { node, sent } = buildNode('one', (text) => {
    if (text.includes('lock_shard_metadata')) return begun(true);
    return text.includes('is_here') ? { ...RESULT, rows: [{ is_here: false }] } : RESULT;
  });
  const next = buildNode('other', (text) => {
    if (text.includes('lock_shard_metadata')) return begun(true);
    return text.includes('is_here') ? { ...RESULT, rows: [{ is_here: true }] } : RESULT;
  });
  const { db } = connectShard(async (moved) => shardOn(moved ? next.node : node), node);
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((tx) => WRITE.execute(tx));
  expect(sent.some((text) => text.startsWith('insert'))).toBe(false);
  expect(next.sent.some((text) => text.startsWith('insert'))).toBe(true);
});
