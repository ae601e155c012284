import { TOOLS, type Tool, type ToolSettings } from '@trailmark/contract/analytics-tools';
import type { ConnectionKind } from '@trailmark/contract/connections';
import { type AffiliateConfig, affiliate } from '@trailmark/core/destinations/affiliate/affiliate';
import { amplitude } from '@trailmark/core/destinations/amplitude/amplitude';
import { clevertap } from '@trailmark/core/destinations/clevertap/clevertap';
import type { DeliveryEvent } from '@trailmark/core/destinations/delivery-event';
import type { Destination } from '@trailmark/core/destinations/destination';
import { type GoogleConfig, google } from '@trailmark/core/destinations/google/google';
import { type MetaCapiConfig, metaCapi } from '@trailmark/core/destinations/meta-capi/meta-capi';
import { mixpanel } from '@trailmark/core/destinations/mixpanel/mixpanel';
import { moengage } from '@trailmark/core/destinations/moengage/moengage';
import { posthog } from '@trailmark/core/destinations/posthog/posthog';
import {
  type TiktokEventsConfig,
  tiktokEvents,
} from '@trailmark/core/destinations/tiktok-events/tiktok-events';
import { webhook } from '@trailmark/core/destinations/webhook/webhook';
import { AppError } from '../platform/app-error.ts';
import type { Kit } from '../platform/kit.ts';
import type { NetworkVersions } from '../platform/network-versions.ts';
import type { Secrets } from '../platform/secrets.ts';
import type {
  AffiliateSettings,
  ConnectionRow,
  ConnectionSettings,
  GoogleSettings,
  MetaSettings,
  TiktokSettings,
  WebhookSettings,
} from './connection.ts';

/** A destination with what it needs to know of one connection. */
export interface OpenDestination {
  destination: Destination<unknown, object>;
  config: unknown;
  /** What must not be seen in a ledger or a log. */
  secrets: string[];
}

export type Credentials = Readonly<Record<string, string>>;

const TOOLS_AND_WEBHOOK = { webhook, mixpanel, amplitude, posthog, clevertap, moengage };
const DESTINATIONS = {
  ...TOOLS_AND_WEBHOOK,
  META: metaCapi,
  TIKTOK: tiktokEvents,
  GOOGLE: google,
  JIO_COUPONS: affiliate,
} as unknown as Record<ConnectionKind, Destination<unknown, object>>;

const POSTHOG_HOSTS: Record<string, string> = {
  us: 'https://us.i.posthog.com',
  eu: 'https://eu.i.posthog.com',
};

function toolConfig(tool: Tool, settings: ToolSettings, credentials: Credentials): unknown {
  const { region, host, events, event_names: eventNames, property_names: propertyNames } = settings;
  const common = { events, eventNames, propertyNames };
  switch (tool) {
    case 'mixpanel':
      return { ...common, region, projectToken: credentials.project_token };
    case 'amplitude':
      return { ...common, region, apiKey: credentials.api_key };
    case 'posthog': {
      const base = host ?? POSTHOG_HOSTS[region] ?? '';
      return { ...common, host: base.replace(/\/+$/, ''), projectToken: credentials.project_token };
    }
    case 'clevertap':
      return { ...common, region, accountId: credentials.account_id, passcode: credentials.passcode };
    case 'moengage':
      return {
        ...common,
        dataCentre: region,
        workspaceId: credentials.workspace_id,
        apiKey: credentials.api_key,
      };
  }
}

/** The secrets that sign now: the new one first, and one that was replaced for as long as it was promised. */
function webhookConfig(
  { url, events, oldSecretUntil }: WebhookSettings,
  credentials: Credentials,
  now: Date,
) {
  const { secret = '', old_secret: old } = credentials;
  const isOldValid = old !== undefined && oldSecretUntil !== null && new Date(oldSecretUntil) > now;
  return { url: credentials.url ?? url, events, secrets: isOldValid ? [secret, old] : [secret] };
}

function metaConfig(
  { datasetId, testEventCode, bundleIds, maps }: MetaSettings,
  credentials: Credentials,
  version: string,
): MetaCapiConfig {
  const accessToken = credentials.capi_access_token ?? '';
  return { version, datasetId, accessToken, testEventCode, bundleIds, maps };
}

function tiktokConfig(
  settings: TiktokSettings,
  credentials: Credentials,
  version: string,
): TiktokEventsConfig {
  const { pixelCode, appIds, testEventCode, maps } = settings;
  return { version, accessToken: credentials.access_token ?? '', pixelCode, appIds, testEventCode, maps };
}

/** Of the app conversion endpoint there is one version, which is part of its address. */
const APP_VERSION = '1.0';

function googleConfig(
  { accountId, loginCustomerId, linkIds, maps }: GoogleSettings,
  { access_token: accessToken = '', dev_token: developerToken }: Credentials,
  version: string,
): GoogleConfig {
  return {
    app: developerToken === undefined ? null : { version: APP_VERSION, developerToken, linkIds },
    offline: { version, accessToken, accountId, loginAccountId: loginCustomerId },
    maps,
  };
}

const HEADER = 'header ';

/** Headers among credentials, which have names of their own. */
export const headerCredentials = (headers: Readonly<Record<string, string>>): Credentials =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [`${HEADER}${name}`, value]));

function affiliateConfig(settings: AffiliateSettings, credentials: Credentials): AffiliateConfig {
  const { secret = '', ...named } = credentials;
  const headers = Object.fromEntries(
    Object.entries(named).map(([name, value]) => [name.slice(HEADER.length), value]),
  );
  const { adNetworkId, method, url, body, contentType, isSigned, successText, maps } = settings;
  const common = { network: 'JIO_COUPONS', adNetworkId, method, url, body, contentType, headers };
  return { ...common, secret: isSigned ? secret : null, successText, maps };
}

/** What a destination needs to know of a connection. */
function configOf(kind: ConnectionKind, { settings, credentials, now, versions }: Given): unknown {
  if (isTool(kind)) return toolConfig(kind, settings as ToolSettings, credentials);
  if (kind === 'META') return metaConfig(settings as MetaSettings, credentials, versions.meta);
  if (kind === 'TIKTOK') return tiktokConfig(settings as TiktokSettings, credentials, versions.tiktok);
  if (kind === 'GOOGLE') return googleConfig(settings as GoogleSettings, credentials, versions.dataManager);
  if (kind === 'JIO_COUPONS') return affiliateConfig(settings as AffiliateSettings, credentials);
  return webhookConfig(settings as WebhookSettings, credentials, now);
}

export const isTool = (kind: string): kind is Tool => Object.hasOwn(TOOLS, kind);

interface Given {
  settings: ConnectionSettings;
  credentials: Credentials;
  now: Date;
  versions: NetworkVersions;
}

/** The destination of a kind, with settings and credentials that are given. */
export function destinationOf(kind: ConnectionKind, given: Given): OpenDestination {
  const secrets = Object.values(given.credentials);
  return { destination: DESTINATIONS[kind], config: configOf(kind, given), secrets };
}

export const sealCredentials = (secrets: Secrets, credentials: Credentials): string =>
  secrets.seal('destinations', credentials);

/** Sealed with a key that is not ours any more. */
export class CredentialsLost extends AppError {
  override name = 'CredentialsLost';
  constructor() {
    super(
      'conflict',
      'The credentials cannot be read any more, because SECRET_KEY was changed. Enter them again.',
    );
  }
}

/** Shown to nobody: they are opened to be sent with, or to be changed. null: they cannot be read any more. */
export const findCredentials = (secrets: Secrets, sealed: string): Credentials | null =>
  secrets.open('destinations', sealed) as Credentials | null;

export function openDestination(
  { secrets, env }: Pick<Kit, 'secrets' | 'env'>,
  { kind, settings, sealed_credentials }: ConnectionRow,
  now: Date,
): OpenDestination {
  const credentials = findCredentials(secrets, sealed_credentials);
  if (credentials === null) throw new CredentialsLost();
  return destinationOf(kind, { settings, credentials, now, versions: env.networkVersions });
}

/** An event as a destination takes it, or why it is left out. */
export const mapEvent = (
  { destination, config }: OpenDestination,
  event: DeliveryEvent,
  now: Date,
): { send: object } | { skip: string } => destination.map(event, config, now);
