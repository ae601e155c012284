/** The Expo config plugin. It only adds to the app's config; Expo writes that into the native projects. */

export interface PluginOptions {
  /** The domains of your links: universal links on iOS, verified App Links on Android. */
  linkDomains?: string[];
  /** Why the app asks to track, as iOS shows it. Without it Apple's question cannot be shown. */
  userTrackingPermission?: string;
  /** Where Apple sends copies of postbacks, such as `https://example.com`: the registrable domain, without a path. */
  postbackEndpoint?: string;
  /** The ad networks whose ads the app shows. */
  skAdNetworkIds?: string[];
  /** `false` removes the permission to read the advertising id of Android, for example from apps for children. */
  adIdPermission?: boolean;
}

/** The part of Expo's config that is changed. */
export interface AppConfig {
  ios?: {
    associatedDomains?: string[];
    infoPlist?: Record<string, unknown>;
    [key: string]: unknown;
  };
  android?: {
    intentFilters?: IntentFilter[];
    permissions?: string[];
    blockedPermissions?: string[];
    [key: string]: unknown;
  };
  [key: string]: unknown;
}

interface IntentFilter {
  action: string;
  autoVerify?: boolean;
  data?: unknown;
  category?: string[];
}

const AD_ID = 'com.google.android.gms.permission.AD_ID';

/** Plugins may run more than once: what is there already is not added again. */
const union = (before: string[] = [], added: string[] = []) => [...new Set([...before, ...added])];

interface NetworkItem {
  SKAdNetworkIdentifier: string;
}

function networkItems(before: unknown, ids: string[]): NetworkItem[] {
  const items = (Array.isArray(before) ? before : []) as NetworkItem[];
  const known = new Set(items.map(({ SKAdNetworkIdentifier }) => SKAdNetworkIdentifier.toLowerCase()));
  const added = union(
    [],
    ids.map((id) => id.toLowerCase()),
  ).filter((id) => !known.has(id));
  return [...items, ...added.map((SKAdNetworkIdentifier) => ({ SKAdNetworkIdentifier }))];
}

function infoPlist(before: Record<string, unknown> = {}, options: PluginOptions): Record<string, unknown> {
  const { userTrackingPermission, postbackEndpoint, skAdNetworkIds = [] } = options;
  return {
    ...before,
    ...(userTrackingPermission ? { NSUserTrackingUsageDescription: userTrackingPermission } : {}),
    ...(postbackEndpoint
      ? {
          NSAdvertisingAttributionReportEndpoint: postbackEndpoint,
          AttributionCopyEndpoint: postbackEndpoint,
          EligibleForAdAttributionKitReengagementPostbackCopies: true,
        }
      : {}),
    ...(skAdNetworkIds.length > 0
      ? { SKAdNetworkItems: networkItems(before.SKAdNetworkItems, skAdNetworkIds) }
      : {}),
  };
}

function intentFilters(before: IntentFilter[] = [], domains: string[]): IntentFilter[] {
  if (domains.length === 0) return before;
  const filter: IntentFilter = {
    action: 'VIEW',
    autoVerify: true,
    data: domains.map((host) => ({ scheme: 'https', host })),
    category: ['BROWSABLE', 'DEFAULT'],
  };
  const isKnown = before.some((one) => JSON.stringify(one) === JSON.stringify(filter));
  return isKnown ? before : [...before, filter];
}

export function withTrailmark<Config extends AppConfig>(config: Config, options: PluginOptions = {}): Config {
  const { linkDomains = [], adIdPermission = true } = options;
  const { ios = {}, android = {} } = config;
  const adId = adIdPermission
    ? { permissions: union(android.permissions, [AD_ID]) }
    : {
        permissions: (android.permissions ?? []).filter((one) => one !== AD_ID),
        blockedPermissions: union(android.blockedPermissions, [AD_ID]),
      };
  return {
    ...config,
    ios: {
      ...ios,
      associatedDomains: union(
        ios.associatedDomains,
        linkDomains.map((domain) => `applinks:${domain}`),
      ),
      infoPlist: infoPlist(ios.infoPlist, options),
    },
    android: { ...android, ...adId, intentFilters: intentFilters(android.intentFilters, linkDomains) },
  };
}
