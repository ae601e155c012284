import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { type Connection, connect } from '../db/connection.ts';

export const TEMPLATE = 'trailmark_template';

export interface TestDatabase extends Connection {
  url: string;
  drop(): Promise<void>;
}

/** The database of somebody else, who also drops it. */
export function joinTestDatabase(url: string): TestDatabase {
  const connection = connect(url, { onIdleError: () => {}, max: 8 });
  return { ...connection, url, drop: connection.close };
}

/** A database of one's own, copied from the migrated template; `url` for programs, `db` for looking inside. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = connect(serverUrl, { onIdleError: () => {}, max: 1 });
  // An eighth of the work of the default strategy, which writes every page to the log.
  await admin.pool.query(`create database ${name} template ${TEMPLATE} strategy file_copy`);
  const url = serverUrl.replace(/\/[^/]*$/, `/${name}`);
  const connection = connect(url, { onIdleError: () => {}, max: 8 });
  return {
    ...connection,
    url,
    drop: async () => {
      await connection.close();
      await admin.pool.query(`drop database if exists ${name} with (force)`);
      await admin.close();
    },
  };
}
