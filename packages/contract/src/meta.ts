import { z } from 'zod';
import { ProjectId, storable, text } from './fields.ts';
import { NetworkAccount, NetworkAccountId, NetworkLogin } from './network-accounts.ts';
import { inProject, route } from './route.ts';

const tag = 'Meta';
const path = '/project/integration/meta' as const;

const Digits = (what: string) =>
  z
    .string()
    .trim()
    .regex(/^\d{5,25}$/, `is not ${what}`);
const Secret = (max: number) =>
  z
    .string()
    .trim()
    .min(8, 'is too short')
    .max(max, `is longer than ${max} characters`)
    .refine(storable, { message: 'contains characters that cannot be stored' });

/** The advertiser's own app at Meta for Developers, by which accounts are reached. */
export const MetaSettings = z.object({
  /** null: not entered yet. */
  app_id: z.string().nullable(),
  /** The first characters. */
  app_secret_hint: z.string().nullable(),
  /** To be entered at Meta as a valid redirect address. */
  redirect_uri: z.string(),
});
export type MetaSettings = z.infer<typeof MetaSettings>;

export const getMetaSettings = route({
  method: 'GET',
  path: `${path}/settings`,
  tag,
  summary: 'The app at Meta by which accounts are reached, without its secret',
  access: inProject('connections.see'),
  query: z.object({ project_id: ProjectId }),
  response: MetaSettings,
});

export const updateMetaSettings = route({
  method: 'PUT',
  path: `${path}/settings`,
  tag,
  summary: 'Enter the app at Meta by which accounts are reached',
  access: inProject('connections.edit'),
  body: z.object({
    project_id: ProjectId,
    app_id: Digits('an app id of Meta'),
    /** Left out: the one that was entered stays. */
    app_secret: z
      .string()
      .trim()
      .regex(/^[0-9a-f]{32}$/i, 'is not an app secret of Meta')
      .optional(),
  }),
  response: MetaSettings,
});

export const getMetaAuth = route({
  method: 'GET',
  path: `${path}/auth`,
  tag,
  summary: 'Where somebody lets Trailmark read their ad accounts',
  access: inProject('connections.edit'),
  query: z.object({ project_id: ProjectId }),
  response: z.object({ auth_url: z.string() }),
});

export const connectMeta = route({
  method: 'POST',
  path: `${path}/auth/connect`,
  tag,
  summary: 'Take the code that Meta sent back, for a token of 60 days',
  access: inProject('connections.edit'),
  body: z.object({ project_id: ProjectId, code: Secret(2000), state: Secret(2000) }),
  response: z.object({ login: NetworkLogin }),
});

export const importMetaAccounts = route({
  method: 'POST',
  path: `${path}/import/ad-accounts`,
  tag,
  summary: 'Read the ad accounts of everybody who has connected',
  access: inProject('connections.edit'),
  body: z.object({ project_id: ProjectId }),
  response: z.object({ ad_accounts: z.array(NetworkAccount), logins: z.array(NetworkLogin) }),
});

export const listMetaAccounts = route({
  method: 'GET',
  path: `${path}/ad-accounts`,
  tag,
  summary: 'Connected ad accounts, and by whose login they are reached',
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

const DatasetId = Digits('a dataset id of Meta');
const CapiToken = Secret(1000);

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
