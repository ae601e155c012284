import type { MapValue } from '@trailmark/contract/event-maps';
import type { EventMap } from '@trailmark/core/destinations/event-map';
import { sql } from 'kysely';
import { z } from 'zod';
import {
  type AffiliateSettings,
  type ConnectionKey,
  type ConnectionRow,
  findConnection,
  type GoogleSettings,
  insertConnection,
  type MetaSettings,
  setState,
  type TiktokSettings,
  updateConnection,
} from '../connections/connection.ts';
import { type Credentials, headerCredentials, sealCredentials } from '../connections/destination-of.ts';
import { announce } from '../db/changes.ts';
import type { Db, Tx } from '../db/connection.ts';
import type { Kit } from '../platform/kit.ts';
import type { NetworkAccountRow } from './network-store.ts';

interface AccountKey {
  projectId: string;
  adNetworkId: string;
}

interface MapRow {
  id: string;
  event: string;
  network_event: string;
  value: MapValue;
  installs: EventMap['installs'];
  times: EventMap['times'];
  consent: EventMap['consent'];
}

async function listActiveMaps(tx: Tx, { projectId, adNetworkId }: AccountKey): Promise<EventMap[]> {
  const { rows } = await sql<MapRow>`select id, event, network_event, value, installs, times, consent
    from postback_event_maps where project_id = ${projectId} and ad_network_id = ${adNetworkId} and active
    order by event`.execute(tx);
  return rows.map(({ network_event: networkEvent, ...row }) => ({ ...row, networkEvent }));
}

/** The apps of a project in their stores. */
export async function findBundleIds(tx: Db | Tx, projectId: string): Promise<Record<string, string>> {
  const { rows } = await sql<{ platform: string; app_id: string }>`select platform, min(app_id) as app_id
    from store_listings where project_id = ${projectId} and app_id is not null group by platform`.execute(tx);
  return Object.fromEntries(rows.map(({ platform, app_id }) => [platform.toLowerCase(), app_id]));
}

type SyncedAccount = Pick<
  NetworkAccountRow,
  'kind' | 'name' | 'external_id' | 'settings' | 'sealed_credentials' | 'credential_hints'
> & { login_id: string | null; sealed_tokens: string | null; sealed_secrets: string | null };

async function findSynced(tx: Tx, { projectId, adNetworkId }: AccountKey): Promise<SyncedAccount | null> {
  const { rows } = await sql<SyncedAccount>`
    select a.kind, a.name, a.external_id, a.settings, a.sealed_credentials, a.credential_hints, a.login_id,
      l.sealed_tokens, s.sealed_secrets
    from network_accounts a
    left join network_settings s on s.project_id = ${projectId} and s.kind = a.kind
    left join network_logins l on l.project_id = ${projectId} and l.login_id = a.login_id
    where a.project_id = ${projectId} and a.ad_network_id = ${adNetworkId}`.execute(tx);
  return rows[0] ?? null;
}

/** What an account is sent with; null: it is not set up for it. */
interface Sending {
  kind: 'META' | 'TIKTOK' | 'GOOGLE' | 'JIO_COUPONS';
  settings: MetaSettings | TiktokSettings | GoogleSettings | AffiliateSettings;
  credentials: Credentials;
}

const CapiToken = z.object({ capi_access_token: z.string() });
const AccessToken = z.object({ access_token: z.string() });

interface MapsAndApps {
  maps: EventMap[];
  events: string[];
  bundleIds: Record<string, string>;
}

function metaSending(
  { secrets }: Pick<Kit, 'secrets'>,
  account: SyncedAccount,
  known: MapsAndApps,
): Sending | null {
  const { settings, sealed_credentials: sealed } = account;
  const credentials = CapiToken.safeParse(sealed && secrets.open('networks', sealed)).data;
  if (!credentials || !settings.dataset_id) return null;
  const testEventCode = settings.test_event_code ?? null;
  return { kind: 'META', settings: { datasetId: settings.dataset_id, testEventCode, ...known }, credentials };
}

/** A pixel that has no token of its own is reached by that of the login. */
function tiktokSending(
  { secrets }: Pick<Kit, 'secrets'>,
  { settings, external_id, sealed_credentials, sealed_tokens }: SyncedAccount,
  { maps, events }: MapsAndApps,
): Sending | null {
  const sealed = sealed_credentials ?? sealed_tokens;
  const credentials = AccessToken.safeParse(sealed && secrets.open('networks', sealed)).data;
  if (!credentials) return null;
  const { app_id_android: android, app_id_ios: ios, test_event_code: testEventCode = null } = settings;
  const appIds = { ...(android ? { android } : {}), ...(ios ? { ios } : {}) };
  const pixelCode = external_id.split('/')[1] ?? '';
  return { kind: 'TIKTOK', settings: { pixelCode, appIds, testEventCode, maps, events }, credentials };
}

const RenewedToken = AccessToken.extend({ expires_at: z.iso.datetime() });
const DevToken = z.object({ dev_token: z.string().nullable() });

/** Conversions of the web need the token of the login; events of apps the dev_token and a link. */
function googleSending(
  { secrets }: Pick<Kit, 'secrets'>,
  { settings, external_id, login_id, sealed_tokens, sealed_secrets }: SyncedAccount,
  { maps, events }: MapsAndApps,
): Sending | null {
  const tokens = RenewedToken.safeParse(sealed_tokens && secrets.open('networks', sealed_tokens)).data;
  if (!tokens || login_id === null) return null;
  const devToken = DevToken.safeParse(sealed_secrets && secrets.open('networks', sealed_secrets)).data
    ?.dev_token;
  const { link_id_android: android, link_id_ios: ios, login_customer_id: loginCustomerId = null } = settings;
  const linkIds = { ...(android ? { android } : {}), ...(ios ? { ios } : {}) };
  const { access_token, expires_at: tokenExpiresAt } = tokens;
  return {
    kind: 'GOOGLE',
    settings: {
      accountId: external_id,
      loginCustomerId,
      linkIds,
      loginId: login_id,
      tokenExpiresAt,
      maps,
      events,
    },
    credentials: { access_token, ...(devToken ? { dev_token: devToken } : {}) },
  };
}

const AffiliateSecrets = z.object({ secret: z.string(), headers: z.record(z.string(), z.string()) });

/** A network without a template is sent nothing. */
function affiliateSending(
  { secrets }: Pick<Kit, 'secrets'>,
  { settings, sealed_credentials: sealed }: SyncedAccount,
  { maps, events, adNetworkId }: MapsAndApps & { adNetworkId: string },
): Sending | null {
  const opened = AffiliateSecrets.safeParse(sealed && secrets.open('networks', sealed)).data;
  const { url, method, body, content_type, success_text: successText = null } = settings;
  if (!opened || !url) return null;
  const template = {
    url,
    method: method === 'POST' ? ('POST' as const) : ('GET' as const),
    body: body ?? '',
  };
  const answer = { isSigned: settings.signed === 'true', successText, contentType: content_type ?? '' };
  return {
    kind: 'JIO_COUPONS',
    settings: { adNetworkId, ...template, ...answer, maps, events },
    credentials: { ...headerCredentials(opened.headers), secret: opened.secret },
  };
}

function sendingOf(
  kit: Pick<Kit, 'secrets'>,
  account: SyncedAccount,
  { adNetworkId, ...known }: MapsAndApps & { adNetworkId: string },
): Sending | null {
  if (account.kind === 'META') return metaSending(kit, account, known);
  if (account.kind === 'GOOGLE') return googleSending(kit, account, known);
  if (account.kind === 'JIO_COUPONS') return affiliateSending(kit, account, { ...known, adNetworkId });
  return tiktokSending(kit, account, known);
}

export interface SyncOptions {
  /** New credentials are how somebody mends a connection that needs attention. */
  mends?: boolean;
}

async function store(
  tx: Tx,
  { now, projectId, connectionId, mends }: ConnectionKey & { now: Date; mends: boolean },
  {
    kind,
    ...row
  }: Pick<ConnectionRow, 'kind' | 'name' | 'settings' | 'sealed_credentials' | 'credential_hints'>,
): Promise<void> {
  const before = await findConnection(tx, { projectId, connectionId });
  if (!before) {
    return await insertConnection(tx, now, {
      project_id: projectId,
      connection_id: connectionId,
      kind,
      ...row,
    });
  }
  await updateConnection(tx, now, { projectId, connectionId, ...row });
  if (before.state === 'attention' && mends) {
    await setState(tx, now, { projectId, connectionId, state: 'active', reason: null });
  }
}

/** The connection by which an account is sent conversions, as the account and its event maps are now. */
export async function syncConnection(
  tx: Tx,
  kit: Pick<Kit, 'secrets' | 'clock'>,
  key: AccountKey,
  { mends = true }: SyncOptions = {},
): Promise<void> {
  const { projectId, adNetworkId: connectionId } = key;
  const account = await findSynced(tx, key);
  if (!account) return;
  const maps = await listActiveMaps(tx, key);
  const bundleIds = await findBundleIds(tx, projectId);
  const known = { maps, events: maps.map(({ event }) => event), bundleIds };
  const sending = sendingOf(kit, account, { ...known, adNetworkId: connectionId });
  if (!sending) return;
  const { kind, settings, credentials } = sending;
  await store(
    tx,
    { now: kit.clock.now(), projectId, connectionId, mends },
    {
      kind,
      name: account.name,
      settings,
      credential_hints: account.credential_hints,
      sealed_credentials: sealCredentials(kit.secrets, credentials),
    },
  );
  await announce(tx, { kind: 'project', projectId });
}
