import type { GoogleAdsAccount, GoogleLink } from '@trailmark/contract/google-ads';
import { LINK_STATUSES } from '@trailmark/contract/google-ads';
import { ACTIONS_QUERY, ActionRow } from '@trailmark/core/networks/google/google-accounts';
import {
  checkLink,
  LINK_PLATFORMS,
  LINKS_QUERY,
  type LinkPlatform,
  LinkRow,
  linkProblem,
} from '@trailmark/core/networks/google/google-links';
import type { z } from 'zod';
import type { AuditActor } from '../../../access/caller.ts';
import { recordChange } from '../../../audit/record.ts';
import type { Tx } from '../../../db/connection.ts';
import { isLost } from '../../../networks/ask-network.ts';
import { freshGoogleToken } from '../../../networks/google-login.ts';
import { LoginLost, loseLogin } from '../../../networks/lose-login.ts';
import { getAccount } from '../../../networks/network-accounts.ts';
import { type NetworkAccountRow, saveAccountSettings } from '../../../networks/network-store.ts';
import { presentAccount } from '../../../networks/present-network.ts';
import { findBundleIds, syncConnection } from '../../../networks/sync-connection.ts';
import { uploadSkanSchemaSoon } from '../../../networks/upload-skan-schema.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { Kit } from '../../../platform/kit.ts';
import { findAppAccess } from './save-settings.ts';
import { searchAds } from './search-ads.ts';

type Links = Record<LinkPlatform, GoogleLink>;

const nameOf = (field: 'link_id' | 'link_status' | 'link_app_id', platform: LinkPlatform) =>
  `${field}_${platform}`;

function linkOf({ settings }: NetworkAccountRow, platform: LinkPlatform): GoogleLink {
  const status = LINK_STATUSES.find((one) => one === settings[nameOf('link_status', platform)]);
  return {
    link_id: settings[nameOf('link_id', platform)] ?? null,
    status: status ?? null,
    app_id: settings[nameOf('link_app_id', platform)] ?? null,
  };
}

const linksOf = (row: NetworkAccountRow): Links => ({
  android: linkOf(row, 'android'),
  ios: linkOf(row, 'ios'),
});

const fieldsOf = (platform: LinkPlatform, link: GoogleLink): Record<string, string | null> => ({
  [nameOf('link_id', platform)]: link.link_id,
  [nameOf('link_status', platform)]: link.status,
  [nameOf('link_app_id', platform)]: link.app_id,
});

export const presentGoogleAccount = (row: NetworkAccountRow): GoogleAdsAccount => ({
  ...presentAccount(row),
  login_customer_id: row.settings.login_customer_id ?? null,
  links: linksOf(row),
});

interface AccountKey {
  projectId: string;
  adNetworkId: string;
}

export const NOUN = 'account';
const accountOf = (kit: Kit, { projectId, adNetworkId }: AccountKey, tx?: Tx) =>
  getAccount(tx ?? kit.db, { projectId, kind: 'GOOGLE', adNetworkId, noun: NOUN });

/** Stores links that have changed, and sends by them from then on. */
async function saveLinks(
  kit: Kit,
  { actor, ...key }: AccountKey & { actor: AuditActor },
  change: (before: Links) => Partial<Links>,
): Promise<NetworkAccountRow> {
  const now = kit.clock.now();
  return await kit.db.transaction().execute(async (tx) => {
    const row = await accountOf(kit, key, tx);
    const before = linksOf(row);
    const after = { ...before, ...change(before) };
    if (JSON.stringify(before) === JSON.stringify(after)) return row;
    const settings = {
      ...row.settings,
      ...fieldsOf('android', after.android),
      ...fieldsOf('ios', after.ios),
    };
    await saveAccountSettings(tx, now, { ...key, ...row, settings });
    const ids = (links: Links) => ({ android: links.android.link_id, ios: links.ios.link_id });
    if (JSON.stringify(ids(before)) !== JSON.stringify(ids(after))) {
      await syncConnection(tx, kit, key);
      if (before.ios.link_id !== after.ios.link_id) await uploadSkanSchemaSoon(tx, key.projectId);
      await recordChange(tx, now, {
        projectId: key.projectId,
        actor,
        action: 'network.conversions_changed',
        target: `Google Ads: ${row.name}`,
        before: ids(before),
        after: ids(after),
      });
    }
    return await accountOf(kit, key, tx);
  });
}

/** undefined: stays as it is; null: is deleted. */
type LinkIds = Partial<Record<LinkPlatform, string | null | undefined>>;

/** Enters link ids; what Google says of a new one is not known yet. */
export const enterLinkIds = (
  kit: Kit,
  key: AccountKey & { actor: AuditActor },
  linkIds: LinkIds,
): Promise<NetworkAccountRow> =>
  saveLinks(kit, key, (before) => {
    const changed: Partial<Links> = {};
    for (const platform of LINK_PLATFORMS) {
      const linkId = linkIds[platform];
      if (linkId === undefined || linkId === before[platform].link_id) continue;
      changed[platform] = { link_id: linkId, status: null, app_id: null };
    }
    return changed;
  });

/** Asks Google about an account with the login that reaches it. One that Google does not accept any more is marked. */
async function searchAccount<Row extends z.ZodType>(
  kit: Kit,
  { projectId, account }: { projectId: string; account: NetworkAccountRow },
  query: { query: string; row: Row },
): Promise<z.output<Row>[]> {
  const { login_id: loginId, external_id: customerId, settings } = account;
  if (loginId === null)
    throw new AppError('conflict', 'No sign-in has access to this account. Connect again.');
  const token = await freshGoogleToken(kit, { projectId, loginId });
  const loginCustomerId = settings.login_customer_id ?? null;
  try {
    return await searchAds(kit, { token, customerId, loginCustomerId, ...query });
  } catch (error) {
    if (!isLost(error)) throw error;
    const reason = `Google answered ${error.error.words}`;
    await loseLogin(kit, { projectId, loginId, reason });
    throw new LoginLost(reason);
  }
}

/** Asks Google for the state of an account's links, and enters those that were not entered. */
export async function checkLinks(kit: Kit, key: AccountKey & { actor: AuditActor }) {
  const { projectId } = key;
  const account = await accountOf(kit, key);
  const listed = await searchAccount(kit, { projectId, account }, { query: LINKS_QUERY, row: LinkRow });
  const { hasDevToken, providerId } = await findAppAccess(kit, projectId);
  const own = { providerId, appIds: await findBundleIds(kit.db, projectId) };
  const row = await saveLinks(kit, key, ({ android, ios }) => ({
    android: checkLink({ platform: 'android', linkId: android.link_id }, listed, own),
    ios: checkLink({ platform: 'ios', linkId: ios.link_id }, listed, own),
  }));
  return { row, reason: linkProblem(linksOf(row), { hasDevToken }) };
}

/** What events of the web can be sent as. */
export async function listActions(kit: Kit, key: AccountKey) {
  const reached = { projectId: key.projectId, account: await accountOf(kit, key) };
  return await searchAccount(kit, reached, { query: ACTIONS_QUERY, row: ActionRow });
}
