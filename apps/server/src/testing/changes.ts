import pg from 'pg';
import type { Change } from '../db/changes.ts';
import type { TestServer } from './test-server.ts';

/** The notifications that other processes get while something is done. */
export async function heardBy(server: TestServer, act: () => Promise<void>): Promise<Change[]> {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  const heard: Change[] = [];
  client.on('notification', ({ payload }) => heard.push(JSON.parse(payload ?? 'null') as Change));
  await client.connect();
  try {
    await client.query('listen trailmark_changes');
    await act();
    // Notifications of what was committed before come with the answer to the next query at the latest.
    await client.query('select 1');
    return heard;
  } finally {
    await client.end();
  }
}
