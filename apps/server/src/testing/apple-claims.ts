import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { SECOND_MS } from '../platform/clock.ts';
import type { TestDevice } from './device.ts';
import type { TestServer } from './test-server.ts';

export const newAppleToken = () => randomBytes(60).toString('base64');

/** The first open of an app that brings Apple's token along. */
export async function openWithToken(phone: TestDevice, token: string) {
  return await phone.init({ adservices_attribution_token: token });
}

export async function installRow(server: TestServer, phone: TestDevice) {
  return await server.db
    .selectFrom('installs')
    .selectAll()
    .where('install_id', '=', phone.installId)
    .executeTakeFirstOrThrow();
}

/** For how long others are not told of the install; null: they are. */
export async function holdSeconds(server: TestServer, phone: TestDevice): Promise<number | null> {
  const { claim_pending_until: until } = await installRow(server, phone);
  return until === null ? null : (until.getTime() - server.clock.now().getTime()) / SECOND_MS;
}

export async function waitingJobs(server: TestServer) {
  const { rows } = await sql<{ payload: { sealed: string }; attempts: number; seconds: number }>`
    select payload, attempts, round(extract(epoch from run_at - now()))::int as seconds
    from graphile_worker._private_jobs`.execute(server.db);
  return rows;
}

/** Lets the pause before the next try pass. */
export async function runJobsNow(server: TestServer): Promise<void> {
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(server.db);
  await server.runJobs();
}
