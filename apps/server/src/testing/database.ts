import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { type Connection, connect } from '../db/connection.ts';
import { onEachNode, withDatabase } from './cluster/cluster-postgres.ts';

export const TEMPLATE = 'trailmark_template';

/** On a busy machine a connection can be seconds away. */
export const PATIENCE = { connectTimeoutMs: 30_000 };
const OPTIONS = { onIdleError: () => {}, max: 4, ...PATIENCE };

export interface TestDatabase extends Connection {
  url: string;
  drop(): Promise<void>;
}

/** The database of somebody else, who also drops it. */
export function joinTestDatabase(url: string): TestDatabase {
  const connection = connect(url, OPTIONS);
  return { ...connection, url, drop: connection.close };
}

/** A database of one's own, copied from the migrated template; `url` for programs, `db` for looking inside. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const nodes = inject('nodeUrls');
  const name = `test_${randomBytes(6).toString('hex')}`;
  // An eighth of the work of the default strategy, which writes every page to the log.
  await onEachNode(nodes, 'postgres', `create database ${name} template ${TEMPLATE} strategy file_copy`);
  const url = withDatabase(inject('postgresUrl'), name);
  const connection = connect(url, OPTIONS);
  return {
    ...connection,
    url,
    drop: async () => {
      await connection.close();
      await onEachNode(nodes, 'postgres', `drop database if exists ${name} with (force)`);
    },
  };
}
