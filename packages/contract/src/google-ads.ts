import { z } from 'zod';
import { ProjectId } from './fields.ts';
import {
  NetworkAccount,
  NetworkAccountId,
  NetworkLogin,
  NetworkSecret,
  networkAuthRoute,
} from './network-accounts.ts';
import { inProject, route } from './route.ts';

const tag = 'Google Ads';
const path = '/project/integration/google_ads' as const;

const ClientId = z
  .string()
  .trim()
  .regex(
    /^[0-9]{6,30}-[A-Za-z0-9_-]{1,80}\.apps\.googleusercontent\.com$/,
    'is not an OAuth client id of Google',
  );
/** The advertiser's own OAuth client and app credentials at Google. */
export const GoogleAdsSettings = z.object({
  /** null: not entered yet. */
  client_id: z.string().nullable(),
  /** The first characters. */
  client_secret_hint: z.string().nullable(),
  /** The first characters of the token that the app conversion API asks for; null: events of apps are not sent. */
  dev_token_hint: z.string().nullable(),
  /** Issued by Google to a measurement partner; null: links are made by hand in Google Ads and entered here. */
  app_analytics_provider_id: z.string().nullable(),
  /** To be entered at Google as an authorised redirect address. */
  redirect_uri: z.string(),
});
export type GoogleAdsSettings = z.infer<typeof GoogleAdsSettings>;

const SettingsBody = {
  project_id: ProjectId,
  client_id: ClientId,
  /** null: deleted. Left out: the one that was entered stays. */
  dev_token: NetworkSecret(200).nullish(),
  app_analytics_provider_id: z
    .string()
    .trim()
    .regex(/^\d{1,20}$/, 'is not a provider id of Google')
    .nullish(),
};

export const getGoogleAdsSettings = route({
  method: 'GET',
  path: `${path}/settings`,
  tag,
  summary: 'The OAuth client by which accounts are reached, without its secret',
  access: inProject('connections.see'),
  query: z.object({ project_id: ProjectId }),
  response: GoogleAdsSettings,
});

export const createGoogleAdsSettings = route({
  method: 'POST',
  path: `${path}/settings`,
  tag,
  summary: 'Enter the OAuth client by which accounts are reached',
  access: inProject('connections.edit'),
  body: z.object({ ...SettingsBody, client_secret: NetworkSecret(200) }),
  response: GoogleAdsSettings,
});

export const updateGoogleAdsSettings = route({
  method: 'PUT',
  path: `${path}/settings`,
  tag,
  summary: 'Change the OAuth client by which accounts are reached; what is left out stays',
  access: inProject('connections.edit'),
  body: z.object({ ...SettingsBody, client_secret: NetworkSecret(200).optional() }),
  response: GoogleAdsSettings,
});

export const getGoogleAdsAuth = networkAuthRoute({
  tag,
  path,
  summary: 'The page where someone grants access to their Google Ads accounts',
});

export const connectGoogleAds = route({
  method: 'POST',
  path: `${path}/auth/connect`,
  tag,
  summary: 'Take the code that Google sent back, for tokens that renew themselves',
  access: inProject('connections.edit'),
  body: z.object({ project_id: ProjectId, code: NetworkSecret(2000), state: NetworkSecret(2000) }),
  response: z.object({ login: NetworkLogin }),
});

export const LINK_STATUSES = [
  ...(['enabled', 'requested', 'pending_approval', 'rejected', 'revoked', 'removed'] as const),
  /** Google does not know it, or it is not a link of this account. */
  'not_found',
] as const;

/** A link between an app and this installation, by which Google takes the app's events. */
export const GoogleLink = z.object({
  /** null: not entered; events of that app are not sent. */
  link_id: z.string().nullable(),
  /** As Google said when it was last asked; null: it was not asked. */
  status: z.enum(LINK_STATUSES).nullable(),
  app_id: z.string().nullable(),
});
export type GoogleLink = z.infer<typeof GoogleLink>;

/** An account of Google Ads: conversions of the web go to its conversion actions, events of apps to its links. */
export const GoogleAdsAccount = NetworkAccount.extend({
  /** The manager through which it is reached; null: directly. */
  login_customer_id: z.string().nullable(),
  links: z.object({ android: GoogleLink, ios: GoogleLink }),
});
export type GoogleAdsAccount = z.infer<typeof GoogleAdsAccount>;

/** An account that was not imported. */
export const GoogleAdsLeftOut = z.object({
  customer_id: z.string(),
  name: z.string(),
  /** In words. */
  reason: z.string(),
});

const Connected = z.object({ accounts: z.array(GoogleAdsAccount), logins: z.array(NetworkLogin) });

export const importGoogleAdsAccounts = route({
  method: 'POST',
  path: `${path}/import/ad-accounts`,
  tag,
  summary: 'Import the accounts of everyone who has connected, through their manager accounts',
  access: inProject('connections.edit'),
  body: z.object({ project_id: ProjectId }),
  response: Connected.extend({ left_out: z.array(GoogleAdsLeftOut) }),
});

export const listGoogleAdsAccounts = route({
  method: 'GET',
  path: `${path}/accounts`,
  tag,
  summary: 'Connected accounts, and the logins that have access',
  access: inProject('connections.see'),
  query: z.object({ project_id: ProjectId }),
  response: Connected,
});

/** As Google shows it: nothing says that its case does not matter. */
const LinkId = z
  .string()
  .trim()
  .regex(/^[0-9A-F]{32}$/i, 'is not a link id: 32 characters of 0 to 9 and A to F')
  .nullish();

export const updateGoogleLinkIds = route({
  method: 'PUT',
  path: `${path}/network-account/link-ids`,
  tag,
  summary: 'Enter the link ids of an account’s apps; what is left out stays, null takes it away',
  access: inProject('connections.edit'),
  query: z.object({ project_id: ProjectId }),
  body: z.object({
    network_account_id: NetworkAccountId,
    link_ids: z.object({ android: LinkId, ios: LinkId }),
  }),
  response: GoogleAdsAccount,
});

export const checkGoogleLinkIds = route({
  method: 'POST',
  path: `${path}/link-id-status`,
  tag,
  summary: 'Ask Google for the state of an account’s links; links that it has made already are entered',
  access: inProject('connections.edit'),
  query: z.object({ project_id: ProjectId }),
  body: z.object({ network_account_id: NetworkAccountId }),
  response: GoogleAdsAccount.extend({
    /** In words: what keeps events of apps from being taken; null: nothing. */
    reason: z.string().nullable(),
  }),
});

export const deleteGoogleAdsAccount = route({
  method: 'DELETE',
  path: `${path}/account`,
  tag,
  summary: 'Disconnect an account; the last one of a login revokes and deletes its tokens',
  access: inProject('connections.edit'),
  query: z.object({ project_id: ProjectId, network_account_id: NetworkAccountId }),
  response: Connected,
});

/** Something at the account that an event can be sent as. */
export const GoogleConversionAction = z.object({
  id: z.string(),
  name: z.string(),
  /** Whether Google takes conversions for it from elsewhere. */
  status: z.enum(['enabled', 'removed', 'hidden']),
});

export const listGoogleConversionActions = route({
  method: 'GET',
  path: `${path}/conversion-actions`,
  tag,
  summary: 'The conversion actions of an account, which events of the web can be sent as',
  access: inProject('connections.see'),
  query: z.object({ project_id: ProjectId, network_account_id: NetworkAccountId }),
  response: z.object({ conversion_actions: z.array(GoogleConversionAction) }),
});
