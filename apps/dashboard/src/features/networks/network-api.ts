import {
  connectGoogleAds,
  createGoogleAdsSettings,
  deleteGoogleAdsAccount,
  type GoogleAdsAccount,
  type GoogleAdsSettings,
  getGoogleAdsAuth,
  getGoogleAdsSettings,
  importGoogleAdsAccounts,
  listGoogleAdsAccounts,
  updateGoogleAdsSettings,
} from '@trailmark/contract/google-ads';
import {
  connectMeta,
  deleteMetaAccount,
  getMetaAuth,
  getMetaSettings,
  importMetaAccounts,
  listMetaAccounts,
  type MetaSettings,
  updateMetaSettings,
} from '@trailmark/contract/meta';
import type { NetworkAccount, NetworkLogin } from '@trailmark/contract/network-accounts';
import {
  connectTiktok,
  deleteTiktokPixel,
  getTiktokAuth,
  getTiktokSettings,
  importTiktokPixels,
  listTiktokPixels,
  type TiktokSettings,
  updateTiktokSettings,
} from '@trailmark/contract/tiktok';
import { call } from '../../api/client.ts';
import type { AdNetwork } from './ad-networks.ts';

/** The advertiser's own app at a network, without its secrets. */
export interface AppSettings {
  /** null: not entered yet. */
  id: string | null;
  /** The first characters of what is stored, by the names of the fields. */
  hints: Record<string, string | null>;
  /** What is stored and may be shown, by the names of the fields. */
  values: Record<string, string>;
  redirectUri: string;
}

/** An account of any network; links are Google's. */
export interface ConnectedAccount extends NetworkAccount {
  links?: GoogleAdsAccount['links'];
}

export interface ConnectedAccounts {
  accounts: ConnectedAccount[];
  logins: NetworkLogin[];
}

/** What a network has, and what was not imported for a reason. */
export interface LeftOut {
  id: string;
  name: string;
  reason: string;
}

export interface ImportedAccounts extends ConnectedAccounts {
  leftOut: LeftOut[];
}

/** As the form holds them: by the names of the fields. */
/** null: it is deleted. */
export type AppValues = Record<string, string | null>;

/** The same calls of every network, in the same words. */
export interface NetworkApi {
  app(projectId: string): Promise<AppSettings>;
  saveApp(projectId: string, values: AppValues, isNew: boolean): Promise<AppSettings>;
  list(projectId: string): Promise<ConnectedAccounts>;
  authUrl(projectId: string): Promise<string>;
  connect(projectId: string, back: { code: string; state: string }): Promise<unknown>;
  importAll(projectId: string): Promise<ImportedAccounts>;
  remove(projectId: string, accountId: string): Promise<ConnectedAccounts>;
}

const of = (project_id: string) => ({ query: { project_id } });

/** What is left empty stays as it was. */
const filled = <Name extends string>(name: Name, value: string | null | undefined) =>
  (value ? { [name]: value } : {}) as Partial<Record<Name, string>>;

const appOf = ({ app_id, app_secret_hint, redirect_uri }: MetaSettings | TiktokSettings): AppSettings => ({
  id: app_id,
  hints: { app_secret: app_secret_hint },
  values: { app_id: app_id ?? '' },
  redirectUri: redirect_uri,
});

const META_API: NetworkApi = {
  app: async (id) => appOf(await call(getMetaSettings, of(id))),
  saveApp: async (project_id, { app_id, app_secret }) =>
    appOf(
      await call(updateMetaSettings, {
        body: { project_id, app_id: app_id ?? '', ...filled('app_secret', app_secret) },
      }),
    ),
  list: async (id) => {
    const { ad_accounts: accounts, logins } = await call(listMetaAccounts, of(id));
    return { accounts, logins };
  },
  authUrl: async (id) => (await call(getMetaAuth, of(id))).auth_url,
  connect: (project_id, back) => call(connectMeta, { body: { project_id, ...back } }),
  importAll: async (project_id) => {
    const { ad_accounts: accounts, logins } = await call(importMetaAccounts, { body: { project_id } });
    return { accounts, logins, leftOut: [] };
  },
  remove: async (project_id, network_account_id) => {
    const query = { project_id, network_account_id };
    const { ad_accounts: accounts, logins } = await call(deleteMetaAccount, { query });
    return { accounts, logins };
  },
};

const TIKTOK_API: NetworkApi = {
  app: async (id) => appOf(await call(getTiktokSettings, of(id))),
  saveApp: async (project_id, { app_id, app_secret }) =>
    appOf(
      await call(updateTiktokSettings, {
        body: { project_id, app_id: app_id ?? '', ...filled('app_secret', app_secret) },
      }),
    ),
  list: async (id) => {
    const { pixels: accounts, logins } = await call(listTiktokPixels, of(id));
    return { accounts, logins };
  },
  authUrl: async (id) => (await call(getTiktokAuth, of(id))).auth_url,
  connect: (project_id, { code, state }) =>
    call(connectTiktok, { body: { project_id, auth_code: code, state } }),
  importAll: async (project_id) => {
    const { pixels: accounts, logins, left_out } = await call(importTiktokPixels, { body: { project_id } });
    const leftOut = left_out.map(({ advertiser_id, pixel_code, name, reason }) => ({
      id: pixel_code ?? advertiser_id,
      name,
      reason,
    }));
    return { accounts, logins, leftOut };
  },
  remove: async (project_id, account_id) => {
    const at = { params: { account_id }, query: { project_id } };
    const { pixels: accounts, logins } = await call(deleteTiktokPixel, at);
    return { accounts, logins };
  },
};

const clientOf = (settings: GoogleAdsSettings): AppSettings => ({
  id: settings.client_id,
  hints: { client_secret: settings.client_secret_hint, dev_token: settings.dev_token_hint },
  values: {
    client_id: settings.client_id ?? '',
    app_analytics_provider_id: settings.app_analytics_provider_id ?? '',
  },
  redirectUri: settings.redirect_uri,
});

const GOOGLE_API: NetworkApi = {
  app: async (id) => clientOf(await call(getGoogleAdsSettings, of(id))),
  saveApp: async (project_id, values, isNew) => {
    const { client_id, client_secret, dev_token, app_analytics_provider_id: provider } = values;
    const body = {
      project_id,
      client_id: client_id ?? '',
      ...(dev_token === null ? { dev_token } : filled('dev_token', dev_token)),
      app_analytics_provider_id: provider || null,
    };
    const saved = isNew
      ? await call(createGoogleAdsSettings, { body: { ...body, client_secret: client_secret ?? '' } })
      : await call(updateGoogleAdsSettings, { body: { ...body, ...filled('client_secret', client_secret) } });
    return clientOf(saved);
  },
  list: (id) => call(listGoogleAdsAccounts, of(id)),
  authUrl: async (id) => (await call(getGoogleAdsAuth, of(id))).auth_url,
  connect: (project_id, back) => call(connectGoogleAds, { body: { project_id, ...back } }),
  importAll: async (project_id) => {
    const { left_out, ...rest } = await call(importGoogleAdsAccounts, { body: { project_id } });
    const leftOut = left_out.map(({ customer_id: id, name, reason }) => ({ id, name, reason }));
    return { ...rest, leftOut };
  },
  remove: (project_id, network_account_id) =>
    call(deleteGoogleAdsAccount, { query: { project_id, network_account_id } }),
};

export const NETWORK_APIS: Record<AdNetwork, NetworkApi> = {
  META: META_API,
  GOOGLE: GOOGLE_API,
  TIKTOK: TIKTOK_API,
};
