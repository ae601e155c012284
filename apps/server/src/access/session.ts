import type { Db } from '../db/connection.ts';
import { DAY_MS, later, MINUTE_MS } from '../platform/clock.ts';
import { newId, newToken } from '../platform/ids.ts';
import { hashToken } from '../platform/secrets.ts';
import { announceAccess } from './access-changes.ts';
import type { ClientInfo, Person } from './caller.ts';

const IDLE_MS = 30 * DAY_MS;
const ABSOLUTE_MS = 90 * DAY_MS;
const TOUCH_EVERY_MS = MINUTE_MS;

type SessionMethod = 'google' | 'magic_link' | 'local' | 'invite';

interface NewSession {
  userId: string;
  method: SessionMethod;
  client: ClientInfo;
}

/** Opens a session; the token is returned once and stored only as a hash. */
export async function openSession(db: Db, now: Date, session: NewSession): Promise<string> {
  const token = newToken();
  await db
    .insertInto('sessions')
    .values({
      id: newId(now),
      user_id: session.userId,
      token_hash: hashToken(token),
      method: session.method,
      ip: session.client.ip,
      user_agent: session.client.userAgent,
      created_at: now,
      last_used_at: now,
      expires_at: later(now, ABSOLUTE_MS),
    })
    .execute();
  return token;
}

/** The person behind a bearer token, or null; a session in use moves its idle limit on. */
export async function findPerson(db: Db, now: Date, token: string): Promise<Person | null> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'sessions.user_id', 'sessions.last_used_at', 'users.email'])
    .where('sessions.token_hash', '=', hashToken(token))
    .where('sessions.revoked_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .where('sessions.last_used_at', '>', later(now, -IDLE_MS))
    .executeTakeFirst();
  if (!row) return null;
  if (row.last_used_at < later(now, -TOUCH_EVERY_MS)) {
    await db.updateTable('sessions').set({ last_used_at: now }).where('id', '=', row.id).execute();
  }
  return { userId: row.user_id, email: row.email, sessionId: row.id };
}

/** When a session ends if it is not used again. */
export function sessionEnd(session: { last_used_at: Date; expires_at: Date }): Date {
  const idle = later(session.last_used_at, IDLE_MS);
  return idle < session.expires_at ? idle : session.expires_at;
}

/** Sessions that can still be used, newest use first. */
export async function listLiveSessions(db: Db, now: Date, userId: string) {
  return await db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where('last_used_at', '>', later(now, -IDLE_MS))
    .orderBy('last_used_at', 'desc')
    .execute();
}

/** Voids one session of a person; false when there is none. */
export async function revokeSession(
  db: Db,
  now: Date,
  session: { id: string; userId: string },
): Promise<boolean> {
  const result = await db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('id', '=', session.id)
    .where('user_id', '=', session.userId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (result.numUpdatedRows === 0n) return false;
  await announceAccess(db, { userId: session.userId });
  return true;
}
