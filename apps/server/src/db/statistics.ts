import { sql } from 'kysely';
import type { Db } from './connection.ts';
import { PARTITIONED, type PartitionedTable } from './partitions.ts';

/** Tables without partitions that grow by many rows at once with an import or a rebuild. */
const TABLES = [
  ...['installs', 'decisions', 'people', 'person_installs', 'payments', 'event_keys', 'event_firsts'],
  ...['person_days', 'person_blocks', 'click_days', 'visits', 'rollup_days', 'rollup_cohorts'],
  ...['rollup_cube', 'rollup_cohort_cube'],
];

/** As PostgreSQL's own autovacuum does it. */
const STALE_SHARE = 0.1;

interface PartitionRow {
  name: string;
  /** As of the last look; below 0: there was none. */
  rows: number;
  /** Rows that were written since. */
  changed: number;
}

async function listPartitions(db: Db, table: PartitionedTable): Promise<PartitionRow[]> {
  const { rows } = await sql<PartitionRow>`
    select c.relname as name, c.reltuples::float8 as rows, pg_stat_get_mod_since_analyze(c.oid) as changed
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ${table}::regclass order by c.relname`.execute(db);
  return rows;
}

const isStale = ({ rows, changed }: Omit<PartitionRow, 'name'>) => rows < 0 || changed > STALE_SHARE * rows;

async function hasStatistics(db: Db, table: PartitionedTable): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_stats where schemaname = current_schema() and tablename = ${table} and inherited
    limit 1`.execute(db);
  return rows.length > 0;
}

async function analyze(db: Db, tables: string[]): Promise<void> {
  if (tables.length === 0) return;
  await sql`analyze ${sql.join(tables.map((table) => sql.table(table)))}`.execute(db);
}

/** Autovacuum collects statistics of partitions only, never of a partitioned table as a whole. */
async function refreshPartitioned(db: Db, table: PartitionedTable): Promise<void> {
  const partitions = await listPartitions(db, table);
  const all = {
    rows: partitions.reduce((sum, { rows }) => sum + Math.max(rows, 0), 0),
    changed: partitions.reduce((sum, { changed }) => sum + changed, 0),
  };
  if (isStale(all) || !(await hasStatistics(db, table))) return await analyze(db, [table]);
  await analyze(
    db,
    partitions.filter(isStale).map(({ name }) => name),
  );
}

/**
 * What the planner knows of the tables, brought up to date. After many new rows it would otherwise read whole
 * partitions for a few rows, until autovacuum comes by.
 */
export async function refreshStatistics(db: Db): Promise<void> {
  await analyze(db, TABLES);
  for (const table of PARTITIONED) await refreshPartitioned(db, table);
}
