import type { OutboundRequest } from '@trailmark/core/destinations/destination';
import {
  type GoogleClient,
  RenewedAnswer,
  refreshRequest,
} from '@trailmark/core/networks/google/google-auth';
import { readGoogleError } from '@trailmark/core/networks/google/google-error';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Tx } from '../db/connection.ts';
import { AppError } from '../platform/app-error.ts';
import { later, MINUTE_MS, SECOND_MS } from '../platform/clock.ts';
import type { Kit } from '../platform/kit.ts';
import type { Secrets } from '../platform/secrets.ts';
import { askNetwork, isLost } from './ask-network.ts';
import { LoginLost, loseLogin } from './lose-login.ts';
import type { AppKey } from './network-app.ts';
import { findSettings } from './network-store.ts';
import { syncConnection } from './sync-connection.ts';

const API = { label: 'Google', readError: readGoogleError };

export const googleKey = (projectId: string): AppKey => ({ projectId, kind: 'GOOGLE', label: 'Google Ads' });

export const askGoogle = <Schema extends z.ZodType>(
  kit: Pick<Kit, 'env'>,
  request: OutboundRequest,
  schema: Schema,
): Promise<z.output<Schema>> => askNetwork(kit, API, { request, schema });

/** What the advertiser has entered: the OAuth client, and what events of apps are sent with. */
export const GoogleSecrets = z.object({ client_secret: z.string(), dev_token: z.string().nullable() });

/** The advertiser's own OAuth client; without it nobody can connect. */
export async function getGoogleClient(
  db: Db | Tx,
  { secrets }: { secrets: Secrets },
  projectId: string,
): Promise<GoogleClient> {
  const row = await findSettings(db, googleKey(projectId));
  if (!row) {
    throw new AppError('conflict', 'Enter the client id and the client secret of your OAuth client first.');
  }
  const opened = GoogleSecrets.safeParse(secrets.open('networks', row.sealed_secrets)).data;
  if (!opened) throw new AppError('conflict', 'The client secret cannot be read any more. Enter it again.');
  return { clientId: row.settings.client_id ?? '', clientSecret: opened.client_secret };
}

/** As they are sealed: the access token lasts an hour, and is renewed by the other. */
export const GoogleTokens = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_at: z.coerce.date(),
});

/** A token that ends sooner is renewed first. */
const SOON_MS = MINUTE_MS;
export const endsSoon = (at: Date, now: Date): boolean => at.getTime() - now.getTime() <= SOON_MS;

type RenewKit = Pick<Kit, 'db' | 'env' | 'secrets' | 'clock' | 'publicUrl'>;

interface LoginKey {
  projectId: string;
  loginId: string;
}

const UNREADABLE = 'Its token cannot be read any more, because SECRET_KEY was changed';

/** The row is locked: of several who need it, one renews it, and the others find it renewed. */
async function renew(
  tx: Tx,
  kit: RenewKit,
  { projectId, loginId }: LoginKey,
): Promise<string | { lost: string }> {
  const { rows } = await sql<{ sealed_tokens: string }>`select sealed_tokens from network_logins
    where project_id = ${projectId} and login_id = ${loginId} for update`.execute(tx);
  if (!rows[0]) throw new AppError('conflict', 'No sign-in has access to this account. Connect again.');
  const tokens = GoogleTokens.safeParse(kit.secrets.open('networks', rows[0].sealed_tokens)).data;
  if (!tokens) return { lost: UNREADABLE };
  const now = kit.clock.now();
  if (!endsSoon(tokens.expires_at, now)) return tokens.access_token;
  const client = await getGoogleClient(tx, kit, projectId);
  try {
    const renewed = await askGoogle(kit, refreshRequest(client, tokens.refresh_token), RenewedAnswer);
    const { access_token } = renewed;
    const expires_at = later(now, renewed.expires_in * SECOND_MS);
    const sealed = kit.secrets.seal('networks', { ...tokens, access_token, expires_at });
    await sql`update network_logins set sealed_tokens = ${sealed}
      where project_id = ${projectId} and login_id = ${loginId}`.execute(tx);
    const { rows: reached } = await sql<{ ad_network_id: string }>`select ad_network_id from network_accounts
      where project_id = ${projectId} and login_id = ${loginId} order by ad_network_id`.execute(tx);
    for (const { ad_network_id: adNetworkId } of reached) {
      // A new token mends nothing that somebody has to look at.
      await syncConnection(tx, kit, { projectId, adNetworkId }, { mends: false });
    }
    return access_token;
  } catch (error) {
    if (!isLost(error)) throw error;
    return { lost: `Google answered ${error.error.words}` };
  }
}

/** The access token of a login, renewed where it ends soon. Where Google refuses, the login needs attention. */
export async function freshGoogleToken(kit: RenewKit, key: LoginKey): Promise<string> {
  const token = await kit.db.transaction().execute((tx) => renew(tx, kit, key));
  if (typeof token === 'string') return token;
  await loseLogin(kit, { ...key, reason: token.lost });
  throw new LoginLost(token.lost);
}
