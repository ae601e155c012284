import type { NetworkKind } from '@trailmark/contract/network-accounts';
import { sql } from 'kysely';
import { findConnection } from '../connections/connection.ts';
import { KEPT, mailAdmins, stopConnection } from '../connections/needs-attention.ts';
import type { Tx } from '../db/connection.ts';
import { AppError } from '../platform/app-error.ts';
import type { Kit } from '../platform/kit.ts';

/** A network does not accept a login any more; it was marked, and those who can mend it were notified. */
export class LoginLost extends AppError {
  override name = 'LoginLost';
  constructor(reason: string) {
    super('conflict', `${reason}. Connect again.`);
  }
}

/** A network in words, and the screen where somebody connects again. */
export const NETWORK_WORDS: Record<NetworkKind, { label: string; screen: string }> = {
  META: { label: 'Meta', screen: '/integrations/meta' },
  TIKTOK: { label: 'TikTok', screen: '/integrations/tiktok' },
  GOOGLE: { label: 'Google Ads', screen: '/integrations/google_ads' },
  JIO_COUPONS: { label: 'Coupons and affiliates', screen: '/integrations/jio_coupons' },
};

/** Accounts that are sent conversions with the token of a login; others have one of their own. */
async function stopReached(
  tx: Tx,
  now: Date,
  { projectId, loginId, reason }: { projectId: string; loginId: string; reason: string },
): Promise<string[]> {
  const { rows } = await sql<{ ad_network_id: string }>`select ad_network_id from network_accounts
    where project_id = ${projectId} and login_id = ${loginId} and sealed_credentials is null
    order by ad_network_id`.execute(tx);
  const stopped: string[] = [];
  for (const { ad_network_id: connectionId } of rows) {
    const connection = await findConnection(tx, { projectId, connectionId });
    if (connection?.state !== 'active') continue;
    await stopConnection(tx, now, connection, reason);
    stopped.push(connection.name);
  }
  return stopped;
}

/** Marks a login that its network does not accept any more, stops what is sent with it, and sends one mail about it. */
export async function loseLogin(
  kit: Pick<Kit, 'db' | 'clock' | 'secrets' | 'publicUrl'>,
  { projectId, loginId, reason }: { projectId: string; loginId: string; reason: string },
): Promise<void> {
  await kit.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ kind: NetworkKind; name: string }>`
      update network_logins set state = 'attention', reason = ${`${reason}. Connect again.`}
      where project_id = ${projectId} and login_id = ${loginId} and state = 'active'
      returning kind, name`.execute(tx);
    const login = rows[0];
    // Others have noticed it before.
    if (!login) return;
    const stopped = await stopReached(tx, kit.clock.now(), { projectId, loginId, reason });
    const { label, screen } = NETWORK_WORDS[login.kind];
    await mailAdmins(tx, kit, {
      projectId,
      label: `the login ${login.name} at ${label}`,
      ending: 'needs attention',
      paragraphs: [
        `Trailmark can no longer use this login: ${reason}.`,
        ...(stopped.length > 0
          ? [`Nothing is sent to ${stopped.join(', ')} until someone connects again. ${KEPT}`]
          : []),
      ],
      button: { label: 'Connect again', path: screen },
    });
  });
}
