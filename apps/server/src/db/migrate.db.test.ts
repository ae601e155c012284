import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { type Connection, connect } from './connection.ts';
import { isMigrated, migrate, requireMigrated } from './migrate.ts';

let admin: Connection;
let connection: Connection;
let name: string;

/** A database without anything in it. */
beforeEach(async () => {
  const serverUrl = inject('postgresUrl');
  name = `test_${randomBytes(6).toString('hex')}`;
  admin = connect(serverUrl, { onIdleError: () => {}, max: 1 });
  await admin.pool.query(`create database ${name}`);
  connection = connect(serverUrl.replace(/\/[^/]*$/, `/${name}`), { onIdleError: () => {}, max: 8 });
});
afterEach(async () => {
  await connection.close();
  await admin.pool.query(`drop database if exists ${name} with (force)`);
  await admin.close();
});

async function run(): Promise<string[]> {
  const lines: string[] = [];
  await migrate(connection.pool, (line) => lines.push(line));
  return lines;
}

const applied = async () =>
  (await connection.pool.query<{ name: string }>('select name from schema_migrations order by name')).rows;

describe('migrating', () => {
  test('brings an empty database up to date, reports each step, and does nothing the second time', async () => {
    expect(await isMigrated(connection.pool)).toBe(false);
    const first = await run();
    expect(first[0]).toBe('Migrating: 0001_accounts_and_projects.sql');
    expect(await applied()).toHaveLength(first.length);
    expect(await isMigrated(connection.pool)).toBe(true);
    expect(await run()).toEqual([]);
    expect(await applied()).toHaveLength(first.length);
  });

  test('is asked for by a command that needs the tables of this version', async () => {
    await run();
    await expect(requireMigrated(connection.pool)).resolves.toBeUndefined();
    await connection.pool.query(`delete from schema_migrations where name like '0020%'`);
    await expect(requireMigrated(connection.pool)).rejects.toThrow('run "npm run migrate"');
  });

  test('refuses to go on when an applied migration was changed', async () => {
    await run();
    await connection.pool.query(`update schema_migrations set checksum = 'another'`);
    await expect(run()).rejects.toThrow(
      '0001_accounts_and_projects.sql was changed after it had been applied',
    );
  });

  test('is done once when two processes start at the same moment', async () => {
    const lines = (await Promise.all([run(), run(), run()])).flat();
    expect(new Set(lines).size).toBe(lines.length);
    expect(await applied()).toHaveLength(lines.length);
    expect(await isMigrated(connection.pool)).toBe(true);
  });

  test('leaves nothing of a step that fails, and the next start can try again', async () => {
    await connection.pool.query('create table usage_days (in_the_way text)');
    await expect(run()).rejects.toThrow('Migration 0001_accounts_and_projects.sql failed');
    const { rows } = await connection.pool.query(`select to_regclass('users') as users`);
    expect(rows[0].users).toBeNull();
    expect(await isMigrated(connection.pool)).toBe(false);
    await connection.pool.query('drop table usage_days');
    expect(await run()).not.toEqual([]);
  });

  test('makes the tables of the job queue too', async () => {
    await run();
    const { rows } = await connection.pool.query(`select graphile_worker.add_job('anything') as job`);
    expect(rows).toHaveLength(1);
  });

  test('gives the lock back', async () => {
    await run();
    const { rows } = await connection.pool.query(
      `select 1 from pg_locks where locktype = 'advisory' and database = (
        select oid from pg_database where datname = current_database())`,
    );
    expect(rows).toEqual([]);
  });
});
