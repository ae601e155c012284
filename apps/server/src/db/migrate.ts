import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runMigrations } from 'graphile-worker';
import type pg from 'pg';
import { packageRoot } from '../platform/package-root.ts';
import { splitStatements } from './split-statements.ts';

const MIGRATIONS_DIR = join(packageRoot, 'src/db/migrations');

/** PostgreSQL 15 is the floor: what we use of SQL is what 15 has. */
const OLDEST_POSTGRES = 150000;

// Any constant will do, as long as nothing else in the database takes the same lock.
const MIGRATION_LOCK = 7_401_846_202;

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

function readMigrations(): Migration[] {
  const names = readdirSync(MIGRATIONS_DIR).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name));
  return names.sort().map((name) => {
    const sql = readFileSync(join(MIGRATIONS_DIR, name), 'utf8');
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
  });
}

async function appliedMigrations(client: pg.ClientBase): Promise<Map<string, string>> {
  const exists = await client.query(`select to_regclass('schema_migrations') is not null as yes`);
  if (!exists.rows[0].yes) return new Map();
  const rows = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations',
  );
  return new Map(rows.rows.map((row) => [row.name, row.checksum]));
}

async function applyMigration(client: pg.ClientBase, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    for (const statement of splitStatements(migration.sql)) await client.query(statement);
    await client.query('insert into schema_migrations (name, checksum, applied_at) values ($1, $2, now())', [
      migration.name,
      migration.checksum,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`Migration ${migration.name} failed: ${(error as Error).message}`, { cause: error });
  }
}

async function applyPending(client: pg.ClientBase, progress: (line: string) => void): Promise<void> {
  await client.query(`create table if not exists schema_migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null)`);
  const applied = await appliedMigrations(client);
  for (const migration of readMigrations()) {
    const checksum = applied.get(migration.name);
    if (checksum === migration.checksum) continue;
    if (checksum) throw new Error(`Migration ${migration.name} was changed after it had been applied.`);
    progress(`Migrating: ${migration.name}`);
    await applyMigration(client, migration);
  }
}

type Progress = (line: string) => void;

/** Brings the database to this version, `afterwards` included; only one process at a time does it, others wait. */
export async function migrate(
  pool: pg.Pool,
  progress: Progress,
  afterwards?: (client: pg.ClientBase, progress: Progress) => Promise<unknown>,
): Promise<void> {
  const client = await pool.connect();
  try {
    const version = await client.query(`select current_setting('server_version_num')::int as number`);
    if (version.rows[0].number < OLDEST_POSTGRES) {
      throw new Error('The database is older than PostgreSQL 15, the oldest version that Trailmark runs on.');
    }
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    try {
      await applyPending(client, progress);
      await afterwards?.(client, progress);
      await runMigrations({ pgPool: pool });
    } finally {
      await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    }
  } finally {
    client.release();
  }
}

/** Whether every migration of this version is applied. */
export async function isMigrated(pool: pg.Pool): Promise<boolean> {
  const client = await pool.connect();
  try {
    const applied = await appliedMigrations(client);
    return readMigrations().every((migration) => applied.has(migration.name));
  } finally {
    client.release();
  }
}

/** For a command that needs the tables of this version and must not be the one that makes them. */
export async function requireMigrated(pool: pg.Pool): Promise<void> {
  if (await isMigrated(pool)) return;
  throw new Error(
    'The database is not of this version yet: start Trailmark, or run "npm run migrate", and then try again.',
  );
}
