import type pg from 'pg';
import { isCollision } from '../db/is-away.ts';
import { MOST_RELATIONS, relationsOf } from './describe-plan.ts';
import { hasCitus, isSettled, planOf, readLayout, type TableLayout } from './layout.ts';
import { mergeMonths } from './merge-months.ts';

export interface ApplyOptions {
  /** Shards of each distributed table; what can be moved between nodes. */
  shards: number;
  /** Addresses of further nodes, as host:port. */
  nodes: string[];
  /** The address of the database itself, as the other nodes reach it. */
  coordinator: string;
  now: Date;
  /** More tables than are good for it. */
  force?: boolean;
}

type Progress = (line: string) => void;

export const DEFAULT_SHARDS = 32;

/** What Citus converts by itself otherwise, with every table that a foreign key leads to. */
const SETTINGS = [
  'set citus.enable_local_reference_table_foreign_keys = off',
  `set citus.multi_shard_modify_mode = 'sequential'`,
  // A table is copied and its old rows are removed: both take as long as they need.
  'set statement_timeout = 0',
  'set lock_timeout = 0',
];

function addressOf(node: string): [host: string, port: number] {
  const [, host = '', port = '5432'] = /^(.+?)(?::(\d+))?$/.exec(node) ?? [];
  return [host, Number(port)];
}

async function nameCoordinator(client: pg.ClientBase, coordinator: string): Promise<void> {
  const { rows } = await client.query('select from pg_dist_node where groupid = 0');
  if (rows.length > 0) return;
  await client.query('select citus_set_coordinator_host($1, $2::int)', addressOf(coordinator));
}

async function addNodes(client: pg.ClientBase, nodes: string[], progress: Progress): Promise<void> {
  for (const node of nodes) {
    const [host, port] = addressOf(node);
    const { rows } = await client.query(
      `select from pg_dist_node where nodename = $1 and nodeport = $2 and isactive`,
      [host, port],
    );
    if (rows.length > 0) continue;
    progress(`Adding the node ${host}:${port}`);
    await client.query('select citus_add_node($1, $2::int)', [host, port]);
  }
  const { rows } = await client.query('select from pg_dist_node where isactive and shouldhaveshards');
  if (rows.length === 0) {
    throw new Error('The cluster has no node that holds data: name one with --node host:port.');
  }
}

const PROGRESS = {
  distributed: 'Distributing',
  reference: 'To every node',
  local: 'On the coordinator alone',
} as const;

const FOREIGN_KEYS = `
  select conname as name, confrelid::regclass::text as parent, pg_get_constraintdef(oid) as definition
  from pg_constraint where conrelid = $1::regclass and contype = 'f'`;

interface ForeignKey {
  name: string;
  parent: string;
  definition: string;
}

/**
 * Citus gives back no table with foreign keys, unless it gives back all that they lead to. Keys to tables that every node has
 * are not made again: for each row all nodes would be asked, and two people who sign in would wait for each other.
 */
async function keepLocal(client: pg.ClientBase, { name, now }: TableLayout): Promise<void> {
  const { rows: keys } = await client.query<ForeignKey>(FOREIGN_KEYS, [name]);
  const table = `alter table ${client.escapeIdentifier(name)}`;
  for (const key of keys) {
    await client.query(`${table} drop constraint ${client.escapeIdentifier(key.name)}`);
  }
  if (now !== 'local') await client.query('select undistribute_table($1::regclass)', [name]);
  for (const key of keys.filter(({ parent }) => planOf(parent) !== 'reference')) {
    await client.query(`${table} add constraint ${client.escapeIdentifier(key.name)} ${key.definition}`);
  }
}

/** `beside`: a table whose shards lie where those of this one have to. */
async function layOut(
  client: pg.ClientBase,
  table: TableLayout,
  { shards, beside }: { shards: number; beside: string | undefined },
): Promise<void> {
  const { name, planned } = table;
  if (planned === 'local') await keepLocal(client, table);
  else if (planned === 'reference') await client.query('select create_reference_table($1::regclass)', [name]);
  else if (beside) {
    await client.query(`select create_distributed_table($1::regclass, 'project_id', colocate_with => $2)`, [
      name,
      beside,
    ]);
  } else {
    await client.query(
      `select create_distributed_table($1::regclass, 'project_id', shard_count => $2::int)`,
      [name, shards],
    );
  }
}

/** While some tables are locked and others are waited for, requests wait too. */
const LOCK_TIMEOUT = '5s';
const LOCK_TRIES = 12;
const LOCK_NOT_AVAILABLE = '55P03';

const isHeld = (error: unknown) =>
  isCollision(error) || (error as { code?: string }).code === LOCK_NOT_AVAILABLE;

/**
 * Begins with all tables locked: what is under way ends first, and what comes waits. If they were locked one by one, a request
 * could hold one that is laid out next, and wait for one that is laid out already.
 */
async function beginWithLocks(client: pg.ClientBase, tables: TableLayout[]): Promise<void> {
  const names = tables.map(({ name }) => client.escapeIdentifier(name)).join(', ');
  for (let tries = 1; ; tries += 1) {
    await client.query(`begin; set local lock_timeout = '${LOCK_TIMEOUT}'`);
    try {
      await client.query(`lock table ${names} in access exclusive mode`);
      return;
    } catch (error) {
      await client.query('rollback');
      if (!isHeld(error) || tries === LOCK_TRIES) throw error;
    }
  }
}

/**
 * Lays out what is not laid out yet, in one transaction: either all of it or nothing, so that it can be repeated. Reference
 * tables come first, and parents before the tables that name them.
 */
export async function layOutTables(
  client: pg.ClientBase,
  shards: number,
  progress: Progress,
): Promise<number> {
  const layout = await readLayout(client);
  const all = layout.filter((table) => !isSettled(table));
  let beside = layout.find(({ now }) => now === 'distributed')?.name;
  const open = [
    ...all.filter(({ planned }) => planned === 'local'),
    ...all.filter(({ planned }) => planned === 'reference'),
    ...all.filter(({ planned }) => planned === 'distributed'),
  ];
  if (open.length === 0) return 0;
  progress('Waiting for what is under way');
  await beginWithLocks(client, open);
  try {
    for (const setting of SETTINGS) await client.query(setting.replace('set ', 'set local '));
    for (const table of open) {
      progress(`${PROGRESS[table.planned]}: ${table.name}`);
      await layOut(client, table, { shards, beside });
      if (table.planned === 'distributed') beside ??= table.name;
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
  return open.length;
}

/**
 * Lays out what an upgrade has brought to a cluster, beside what is laid out there. Until then a new table is the coordinator's
 * alone, and nodes do not have it.
 */
export async function layOutNewTables(client: pg.ClientBase, progress: Progress): Promise<number> {
  if (!(await hasCitus(client))) return 0;
  const isLaidOut = (await readLayout(client)).some(({ now }) => now === 'distributed');
  return isLaidOut ? await layOutTables(client, DEFAULT_SHARDS, progress) : 0;
}

/** Partitions can be put together as long as they are on one machine. */
async function mergeBefore(
  client: pg.ClientBase,
  { now, progress }: { now: Date; progress: Progress },
): Promise<void> {
  const layout = await readLayout(client);
  if (layout.some(({ now: kind }) => kind === 'distributed')) return;
  await client.query('set statement_timeout = 0');
  await mergeMonths(client, now, progress);
}

async function refuseTooMany(
  client: pg.ClientBase,
  { shards, force }: { shards: number; force: boolean },
): Promise<void> {
  const open = (await readLayout(client)).filter((table) => !isSettled(table));
  const relations = relationsOf(open, shards);
  if (force || relations <= MOST_RELATIONS) return;
  throw new Error(
    `${relations} tables on the nodes would slow every statement down: choose fewer with --shards, or say --force.`,
  );
}

/** Moves the tables of a running installation to the nodes of a cluster. May be repeated. */
export async function applyLayout(
  pool: pg.Pool,
  { shards, nodes, coordinator, now, force = false }: ApplyOptions,
  progress: Progress,
): Promise<number> {
  const client = await pool.connect();
  try {
    if (!(await hasCitus(client))) {
      await client.query('create extension citus').catch((error: Error) => {
        throw new Error(`This PostgreSQL has no Citus: ${error.message}`);
      });
    }
    await mergeBefore(client, { now, progress });
    await refuseTooMany(client, { shards, force });
    await nameCoordinator(client, coordinator);
    await addNodes(client, nodes, progress);
    return await layOutTables(client, shards, progress);
  } finally {
    client.release();
  }
}
