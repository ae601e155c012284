import type { SkanBase, SkanSchema } from '@trailmark/contract/skan-bases';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/connection.ts';

export interface SchemaRow {
  version: number;
  state: 'draft' | 'active' | 'retired';
  bases: SkanBase[];
  schema: SkanSchema;
  created_at: Date;
  activated_at: Date | null;
  retired_at: Date | null;
}

export interface ActivationRow {
  changed_at: Date;
  activate_skan: boolean;
  version: number;
}

const LISTED = 50;

/** Newest first. */
export async function listSchemas(db: Db | Tx, projectId: string): Promise<SchemaRow[]> {
  const { rows } = await sql<SchemaRow>`
    select version, state, bases, schema, created_at, activated_at, retired_at from skan_schemas
    where project_id = ${projectId} order by version desc limit ${LISTED}`.execute(db);
  return rows;
}

/** The version in one of the states that only one has. */
export async function findSchema(
  db: Db | Tx,
  projectId: string,
  state: 'draft' | 'active',
): Promise<SchemaRow | null> {
  const { rows } = await sql<SchemaRow>`
    select version, state, bases, schema, created_at, activated_at, retired_at from skan_schemas
    where project_id = ${projectId} and state = ${state}`.execute(db);
  return rows[0] ?? null;
}

/** The latest switch; null: SKAN was never activated. */
export async function findActivation(db: Db | Tx, projectId: string): Promise<ActivationRow | null> {
  const { rows } = await sql<ActivationRow>`
    select changed_at, activate_skan, version from skan_activations
    where project_id = ${projectId} order by changed_at desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Of the first store listing in Apple's store. */
export async function findAppId(db: Db | Tx, projectId: string): Promise<string | null> {
  const { rows } = await sql<{ app_id: string }>`
    select app_id from store_listings
    where project_id = ${projectId} and platform = 'IOS' and app_id ~ '^[0-9]{1,15}$'
    order by created_at, id limit 1`.execute(db);
  return rows[0]?.app_id ?? null;
}

/** Whether any app has received a value that is kept. */
export async function hasValues(db: Db | Tx, projectId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from skan_values where project_id = ${projectId} limit 1`.execute(db);
  return rows.length > 0;
}

/** Changes of the schema of a project go one after the other. */
export async function lockProject(tx: Tx, projectId: string): Promise<{ currency: string }> {
  const { rows } = await sql<{ currency: string }>`
    select currency from projects where project_id = ${projectId} for no key update`.execute(tx);
  return rows[0] as { currency: string };
}

/** What apps of the project have sent, by name. */
export async function listEventNames(db: Db | Tx, projectId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from event_names where project_id = ${projectId} order by name`.execute(db);
  return rows.map(({ name }) => name);
}
