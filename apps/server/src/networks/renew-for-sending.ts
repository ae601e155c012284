import { sql } from 'kysely';
import { type ConnectionRow, findConnection, type GoogleSettings } from '../connections/connection.ts';
import { AppError } from '../platform/app-error.ts';
import { later, MINUTE_MS } from '../platform/clock.ts';
import type { Kit } from '../platform/kit.ts';
import { endsSoon, freshGoogleToken } from './google-login.ts';
import { LoginLost } from './lose-login.ts';

/** How long nothing is sent when a network cannot renew a token now. */
const PAUSE_MS = MINUTE_MS;

/** A connection whose token is valid while it is sent with; null: nothing may be sent now. */
export async function renewForSending(
  kit: Pick<Kit, 'db' | 'env' | 'secrets' | 'clock' | 'publicUrl'>,
  connection: ConnectionRow,
): Promise<ConnectionRow | null> {
  if (connection.kind !== 'GOOGLE') return connection;
  const { tokenExpiresAt, loginId } = connection.settings as GoogleSettings;
  const now = kit.clock.now();
  if (!endsSoon(new Date(tokenExpiresAt), now)) return connection;
  const { project_id: projectId, connection_id: connectionId } = connection;
  try {
    await freshGoogleToken(kit, { projectId, loginId });
  } catch (error) {
    if (error instanceof LoginLost) return null;
    if (!(error instanceof AppError)) throw error;
    await sql`update connections set blocked_until = ${later(now, PAUSE_MS)}, reason = ${error.message}
      where project_id = ${projectId} and connection_id = ${connectionId} and state = 'active'`.execute(
      kit.db,
    );
    return null;
  }
  return await findConnection(kit.db, { projectId, connectionId });
}
