import { randomBytes } from 'node:crypto';
import {
  MAX_COUPON_NETWORKS,
  type ProviderProfile,
  type updateCouponPostback,
} from '@trailmark/contract/coupons';
import { COUPON_EVENTS } from '@trailmark/core/destinations/affiliate/affiliate';
import { templateProblems } from '@trailmark/core/destinations/affiliate/macro-meanings';
import { SECRET_PREFIX } from '@trailmark/core/destinations/webhook/sign-webhook';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { AuditActor } from '../../access/caller.ts';
import { recordChange } from '../../audit/record.ts';
import {
  type AffiliateSettings,
  type ConnectionKey,
  findConnection,
  removeConnection,
  updateConnection,
} from '../../connections/connection.ts';
import { announce } from '../../db/changes.ts';
import type { Db, Tx } from '../../db/connection.ts';
import {
  findAccount,
  importAccount,
  listAccounts,
  type NetworkAccountRow,
  removeAccount,
  saveAccountSettings,
} from '../../networks/network-store.ts';
import { syncConnection } from '../../networks/sync-connection.ts';
import { AppError, badField } from '../../platform/app-error.ts';
import { HOUR_MS, later } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import type { Kit } from '../../platform/kit.ts';
import { checkUrl } from '../../platform/outbound.ts';
import { findSecrets, JIO_COUPONS, type NetworkSecrets, openSecrets } from './network-row.ts';

export interface Acting {
  projectId: string;
  actor: AuditActor;
}
export interface NetworkKey extends Acting {
  adNetworkId: string;
}

const SECRET_BYTES = 32;
const HINT_CHARACTERS = 10;
const newSecret = () => `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
const hintsOf = ({ secret }: NetworkSecrets) => ({ secret: secret.slice(0, HINT_CHARACTERS) });

/** Readable, and with enough chance in it that nobody finds it by trying. */
function newKey(name: string): string {
  const word = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 24);
  return `${word || 'network'}-${randomBytes(12).toString('hex')}`;
}

export async function getNetwork(
  db: Db | Tx,
  { projectId, adNetworkId }: Pick<NetworkKey, 'projectId' | 'adNetworkId'>,
): Promise<NetworkAccountRow> {
  const row = await findAccount(db, { projectId, adNetworkId, kind: JIO_COUPONS });
  if (!row) throw new AppError('not_found', 'We couldn’t find this coupon network.');
  return row;
}

/** Issue, redemption and reversal are sent unless somebody deletes their maps. */
async function insertMaps(tx: Tx, now: Date, { projectId, adNetworkId }: NetworkKey): Promise<void> {
  for (const event of COUPON_EVENTS) {
    await sql`insert into postback_event_maps (project_id, id, ad_network_id, event, network_event, value, installs,
        times, consent, active, created_at, updated_at)
      values (${projectId}, ${newId(now)}, ${adNetworkId}, ${event}, ${event.slice(1)}, '{"from":"event"}', 'all',
        'every', 'not_denied', true, ${now}, ${now})`.execute(tx);
  }
}

const sealed = (kit: Kit, secrets: NetworkSecrets) => ({
  sealed_credentials: kit.secrets.seal('networks', secrets),
  credential_hints: hintsOf(secrets),
});

export async function addNetwork(
  kit: Kit,
  { projectId, actor }: Acting,
  { name, profile }: { name: string; profile: ProviderProfile | null },
): Promise<{ row: NetworkAccountRow; secret: string }> {
  const now = kit.clock.now();
  const key = { projectId, adNetworkId: newId(now), actor };
  const secret = newSecret();
  return await kit.db.transaction().execute(async (tx) => {
    await sql`select from projects where project_id = ${projectId} for no key update`.execute(tx);
    const known = await listAccounts(tx, { projectId, kind: JIO_COUPONS });
    if (known.length >= MAX_COUPON_NETWORKS) {
      throw new AppError(
        'conflict',
        `A project has at most ${MAX_COUPON_NETWORKS} coupon networks. Remove one first.`,
      );
    }
    const networkKey = newKey(name);
    const account = { external_id: networkKey, name, currency: null, time_zone: null, login_id: null };
    await importAccount(tx, now, {
      projectId,
      kind: JIO_COUPONS,
      ad_network_id: key.adNetworkId,
      status: 'active',
      ...account,
    });
    const settings = { profile: profile && JSON.stringify(profile) };
    await saveAccountSettings(tx, now, { ...key, settings, ...sealed(kit, { secret, headers: {} }) });
    await sql`insert into coupon_network_keys (network_key, project_id, ad_network_id)
      values (${networkKey}, ${projectId}, ${key.adNetworkId})`.execute(tx);
    await insertMaps(tx, now, key);
    // Installs are looked up among redemptions from now on.
    await announce(tx, { kind: 'project', projectId });
    const target = `Coupons: ${name}`;
    await recordChange(tx, now, { projectId, actor, action: 'network.connected', target });
    return { row: await getNetwork(tx, key), secret };
  });
}

interface NetworkChange {
  name?: string | undefined;
  profile?: ProviderProfile | null | undefined;
}

export async function changeNetwork(
  kit: Kit,
  { actor, ...key }: NetworkKey,
  { name, profile }: NetworkChange,
): Promise<NetworkAccountRow> {
  const now = kit.clock.now();
  return await kit.db.transaction().execute(async (tx) => {
    const before = await getNetwork(tx, key);
    const settings = {
      ...before.settings,
      ...(profile === undefined ? {} : { profile: profile && JSON.stringify(profile) }),
    };
    await saveAccountSettings(tx, now, { ...before, ...key, settings });
    if (name !== undefined) {
      await sql`update network_accounts set name = ${name}
        where project_id = ${key.projectId} and ad_network_id = ${key.adNetworkId}`.execute(tx);
    }
    await syncConnection(tx, kit, key);
    const after = await getNetwork(tx, key);
    await recordChange(tx, now, {
      projectId: key.projectId,
      actor,
      action: 'network.settings_changed',
      target: `Coupons: ${after.name}`,
      before: { name: before.name, profile: before.settings.profile ?? null },
      after: { name: after.name, profile: after.settings.profile ?? null },
    });
    return after;
  });
}

export async function replaceSecret(
  kit: Kit,
  { actor, ...key }: NetworkKey,
  keepOldHours: number,
): Promise<{ row: NetworkAccountRow; secret: string }> {
  const now = kit.clock.now();
  const secret = newSecret();
  return await kit.db.transaction().execute(async (tx) => {
    const row = await getNetwork(tx, key);
    const known = findSecrets(kit.secrets, row);
    const keepsOld = known !== null && keepOldHours > 0;
    const secrets = {
      secret,
      headers: known?.headers ?? {},
      ...(keepsOld ? { old_secret: known.secret } : {}),
    };
    const until = keepsOld ? later(now, keepOldHours * HOUR_MS).toISOString() : null;
    const settings = { ...row.settings, old_secret_until: until };
    await saveAccountSettings(tx, now, { ...key, settings, ...sealed(kit, secrets) });
    await syncConnection(tx, kit, key);
    await recordChange(tx, now, {
      projectId: key.projectId,
      actor,
      action: 'network.secret_replaced',
      target: `Coupons: ${row.name}`,
      after: { old_secret_until: until },
    });
    return { row: await getNetwork(tx, key), secret };
  });
}

export async function removeNetwork(kit: Kit, { actor, ...key }: NetworkKey): Promise<void> {
  const { projectId, adNetworkId } = key;
  const now = kit.clock.now();
  await kit.db.transaction().execute(async (tx) => {
    const row = await getNetwork(tx, key);
    await sql`delete from coupon_network_keys where network_key = ${row.external_id}`.execute(tx);
    await sql`update coupon_pools set state = 'closed', updated_at = ${now}
      where project_id = ${projectId} and ad_network_id = ${adNetworkId}`.execute(tx);
    await sql`delete from coupon_plans w using coupon_pools p where w.project_id = ${projectId} and w.code is null
      and p.project_id = ${projectId} and p.pool_id = w.pool_id and p.ad_network_id = ${adNetworkId}`.execute(
      tx,
    );
    await removeAccount(tx, { ...key, kind: JIO_COUPONS });
    await removeConnection(tx, now, { projectId, connectionId: adNetworkId });
    await announce(tx, { kind: 'project', projectId });
    const target = `Coupons: ${row.name}`;
    await recordChange(tx, now, { projectId, actor, action: 'network.account_removed', target });
  });
}

type GivenPostback = z.output<(typeof updateCouponPostback)['body']>['postback'];

function checkTemplate({ env }: Kit, postback: NonNullable<GivenPostback>): void {
  const problems = templateProblems(postback);
  const [field, reason] = Object.entries(problems)[0] ?? [];
  if (field && reason) {
    throw new AppError('validation_failed', `postback.${field} ${reason}`, { [`postback.${field}`]: reason });
  }
  try {
    checkUrl(env, new URL(postback.url));
  } catch (error) {
    throw badField('postback.url', `cannot be used: ${(error as Error).message}`);
  }
}

/** Headers whose value is left out keep the one that they have. */
function headersOf(
  given: Record<string, string | null>,
  known: Record<string, string>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const kept = value ?? known[name];
      if (kept === undefined) throw badField(`postback.headers.${name}`, 'is required');
      return [name, kept];
    }),
  );
}

const settingsOf = (postback: GivenPostback) => ({
  method: postback?.method ?? null,
  url: postback?.url ?? null,
  body: postback?.body ?? null,
  content_type: postback?.content_type ?? null,
  success_text: postback?.success_text ?? null,
  header_names: JSON.stringify(Object.keys(postback?.headers ?? {})),
  signed: String(postback?.signed ?? false),
});

/** The connection stays for the ledger, and is sent nothing. */
async function silence(tx: Tx, now: Date, key: ConnectionKey): Promise<void> {
  const connection = await findConnection(tx, key);
  if (!connection) return;
  const settings = { ...(connection.settings as AffiliateSettings), maps: [], events: [] };
  await updateConnection(tx, now, { ...key, settings });
  await sql`update deliveries set state = 'skipped', due_at = null, reason = 'Postbacks were switched off.'
    where project_id = ${key.projectId} and connection_id = ${key.connectionId} and state = 'waiting'`.execute(
    tx,
  );
  await announce(tx, { kind: 'project', projectId: key.projectId });
}

export async function savePostback(
  kit: Kit,
  { actor, ...key }: NetworkKey,
  postback: GivenPostback,
): Promise<NetworkAccountRow> {
  if (postback) checkTemplate(kit, postback);
  const now = kit.clock.now();
  const { projectId, adNetworkId: connectionId } = key;
  return await kit.db.transaction().execute(async (tx) => {
    const row = await getNetwork(tx, key);
    const known = openSecrets(kit, row);
    const headers = headersOf(postback?.headers ?? {}, known.headers);
    const settings = { ...row.settings, ...settingsOf(postback) };
    await saveAccountSettings(tx, now, { ...key, settings, ...sealed(kit, { ...known, headers }) });
    if (postback) await syncConnection(tx, kit, key);
    else await silence(tx, now, { projectId, connectionId });
    await recordChange(tx, now, {
      projectId,
      actor,
      action: 'network.conversions_changed',
      target: `Coupons: ${row.name}`,
      before: { url: row.settings.url ?? null },
      after: { url: postback?.url ?? null },
    });
    return await getNetwork(tx, key);
  });
}
