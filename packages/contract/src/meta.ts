import { z } from 'zod';
import { ProjectId, text } from './fields.ts';
import {
  NetworkAccount,
  NetworkAccountId,
  type NetworkApp,
  NetworkDigits,
  NetworkLogin,
  NetworkSecret,
  networkAppRoutes,
  networkAuthRoute,
} from './network-accounts.ts';
import { inProject, route } from './route.ts';

const tag = 'Meta';
const path = '/project/integration/meta' as const;

/** The advertiser's own app at Meta for Developers. */
const app = networkAppRoutes({
  tag,
  path,
  network: 'Meta',
  reaches: 'accounts',
  appSecret: z
    .string()
    .trim()
    .regex(/^[0-9a-f]{32}$/i, 'is not an app secret of Meta'),
});
export type MetaSettings = NetworkApp;
export const getMetaSettings = app.get;
export const updateMetaSettings = app.update;

export const getMetaAuth = networkAuthRoute({
  tag,
  path,
  summary: 'The page where someone grants access to their ad accounts',
});

export const connectMeta = route({
  method: 'POST',
  path: `${path}/auth/connect`,
  tag,
  summary: 'Take the code that Meta sent back, for a token of 60 days',
  access: inProject('connections.edit'),
  body: z.object({ project_id: ProjectId, code: NetworkSecret(2000), state: NetworkSecret(2000) }),
  response: z.object({ login: NetworkLogin }),
});

export const importMetaAccounts = route({
  method: 'POST',
  path: `${path}/import/ad-accounts`,
  tag,
  summary: 'Import the ad accounts of everyone who has connected',
  access: inProject('connections.edit'),
  body: z.object({ project_id: ProjectId }),
  response: z.object({ ad_accounts: z.array(NetworkAccount), logins: z.array(NetworkLogin) }),
});

export const listMetaAccounts = route({
  method: 'GET',
  path: `${path}/ad-accounts`,
  tag,
  summary: 'Connected ad accounts, and the logins that have access',
  access: inProject('connections.see'),
  query: z.object({ project_id: ProjectId }),
  response: z.object({ ad_accounts: z.array(NetworkAccount), logins: z.array(NetworkLogin) }),
});

export const deleteMetaAccount = route({
  method: 'DELETE',
  path: `${path}/ad-account`,
  tag,
  summary: 'Disconnect an ad account; the last one of a login deletes its tokens',
  access: inProject('connections.edit'),
  query: z.object({ project_id: ProjectId, network_account_id: NetworkAccountId }),
  response: z.object({ ad_accounts: z.array(NetworkAccount), logins: z.array(NetworkLogin) }),
});

/** Where an account's conversions are sent, without the token. */
export const MetaCapiConfig = z.object({
  network_account_id: z.uuid(),
  account_id: z.string(),
  dataset_id: z.string().nullable(),
  /** The first characters; null: none is entered. */
  capi_access_token_hint: z.string().nullable(),
  /** Events with it are shown under Test events at Meta; they count all the same. */
  test_event_code: z.string().nullable(),
});
export type MetaCapiConfig = z.infer<typeof MetaCapiConfig>;

const AccountParams = z.object({ network_account_id: NetworkAccountId });

export const getMetaCapiConfig = route({
  method: 'GET',
  path: `${path}/ad-account/:network_account_id/capi-config`,
  tag,
  summary: 'The dataset that conversions of an account are sent to, without its token',
  access: inProject('connections.see'),
  params: AccountParams,
  query: z.object({ project_id: ProjectId, account_id: text(100).optional() }),
  response: MetaCapiConfig,
});

const DatasetId = NetworkDigits('a dataset id of Meta');
const CapiToken = NetworkSecret(1000);

export const updateMetaCapiConfig = route({
  method: 'POST',
  path: `${path}/ad-account/:network_account_id/capi-config`,
  tag,
  summary: 'Choose the dataset that conversions of an account are sent to, and its token',
  access: inProject('connections.edit'),
  params: AccountParams,
  body: z
    .object({
      project_id: ProjectId,
      account_id: text(100).optional(),
      dataset_id: DatasetId.optional(),
      meta_dataset_id: DatasetId.optional(),
      /** Left out: the one that was entered stays. */
      capi_access_token: CapiToken.optional(),
      meta_capi_access_token: CapiToken.optional(),
      /** Accepted for clients that send it, and not kept. */
      app_id: z.unknown().optional(),
      test_event_code: z
        .string()
        .trim()
        .regex(/^[A-Za-z0-9_]{1,40}$/, 'is not a test event code of Meta')
        .nullish(),
    })
    .refine((body) => (body.meta_dataset_id ?? body.dataset_id) !== undefined, {
      path: ['dataset_id'],
      message: 'is required',
    }),
  response: MetaCapiConfig,
});

export const verifyMetaCapi = route({
  method: 'POST',
  path: `${path}/auth/verify-capi`,
  tag,
  summary: 'Ask Meta whether the dataset and its token work, with one test event',
  access: inProject('connections.edit'),
  body: z.object({ project_id: ProjectId, network_account_id: NetworkAccountId }),
  response: z.object({
    token_ok: z.boolean(),
    dataset_ok: z.boolean(),
    /** Whether the dataset takes events of apps; null: the token may not ask. */
    app_linked: z.boolean().nullable(),
    event_accepted: z.boolean(),
    /** In words: what Meta said; null when everything is right. */
    reason: z.string().nullable(),
    /** By which Meta finds the request. */
    fbtrace_id: z.string().nullable(),
  }),
});
