import type { GoogleLink } from '@trailmark/contract/google-ads';
import { z } from 'zod';

export type LinkPlatform = 'android' | 'ios';
export const LINK_PLATFORMS: readonly LinkPlatform[] = ['android', 'ios'];

const APP = 'account_link.third_party_app_analytics';
export const LINKS_QUERY =
  'SELECT third_party_app_analytics_link.shareable_link_id, account_link.status, ' +
  `${APP}.app_id, ${APP}.app_vendor, ${APP}.app_analytics_provider_id FROM third_party_app_analytics_link`;

const STATUSES = {
  ENABLED: 'enabled',
  REQUESTED: 'requested',
  PENDING_APPROVAL: 'pending_approval',
  REJECTED: 'rejected',
  REVOKED: 'revoked',
  REMOVED: 'removed',
} as const;

export const LinkRow = z
  .object({
    thirdPartyAppAnalyticsLink: z.object({ shareableLinkId: z.string() }),
    accountLink: z.object({
      status: z.enum(Object.keys(STATUSES) as (keyof typeof STATUSES)[]).catch('REMOVED'),
      thirdPartyAppAnalytics: z.object({
        appId: z.string(),
        appVendor: z.string(),
        appAnalyticsProviderId: z.string().nullish(),
      }),
    }),
  })
  .transform(({ thirdPartyAppAnalyticsLink, accountLink: { status, thirdPartyAppAnalytics: app } }) => ({
    linkId: thirdPartyAppAnalyticsLink.shareableLinkId,
    status: STATUSES[status],
    appId: app.appId,
    platform: (app.appVendor === 'APPLE_APP_STORE' ? 'ios' : 'android') as LinkPlatform,
    providerId: app.appAnalyticsProviderId ?? null,
  }));
/** A link between an app and a measurement partner, as Google lists it. */
export type ListedLink = z.output<typeof LinkRow>;

/** Which links are ours: by the number that Google gave us, or else by the app. */
export interface OwnLinks {
  providerId: string | null;
  /** The apps of the project in their stores. */
  appIds: Readonly<Partial<Record<LinkPlatform, string>>>;
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** The one link that can be meant for a platform; null: there is none, or there are several. */
function chooseLink(platform: LinkPlatform, links: readonly ListedLink[], own: OwnLinks): ListedLink | null {
  const appId = own.appIds[platform];
  const fitting = links.filter(
    (link) =>
      link.platform === platform &&
      link.status !== 'removed' &&
      (own.providerId === null ? link.appId === appId : link.providerId === own.providerId),
  );
  const ofApp = fitting.filter((link) => link.appId === appId);
  const candidates = ofApp.length > 0 ? ofApp : fitting;
  const enabled = candidates.filter(({ status }) => status === 'enabled');
  const [only, ...others] = enabled.length > 0 ? enabled : candidates;
  return only && others.length === 0 ? only : null;
}

/** A platform's link, as Google describes it now. What was not entered is taken from Google's list. */
export function checkLink(
  { platform, linkId }: { platform: LinkPlatform; linkId: string | null },
  listed: readonly ListedLink[],
  own: OwnLinks,
): GoogleLink {
  const found =
    linkId === null
      ? chooseLink(platform, listed, own)
      : listed.find((link) => link.platform === platform && isSame(link.linkId, linkId));
  if (found) return { link_id: found.linkId, status: found.status, app_id: found.appId };
  return linkId === null
    ? { link_id: null, status: null, app_id: null }
    : { link_id: linkId, status: 'not_found', app_id: null };
}

const APPS: Record<LinkPlatform, string> = { android: 'Android', ios: 'iOS' };

const PROBLEMS: Record<NonNullable<GoogleLink['status']>, string | null> = {
  enabled: null,
  requested: 'was requested and waits to be accepted in Google Ads.',
  pending_approval: 'waits to be approved in Google Ads.',
  rejected: 'was rejected in Google Ads. Create a new link there and enter its id.',
  revoked: 'was revoked in Google Ads. Create a new link there and enter its id.',
  removed: 'was removed in Google Ads. Create a new link there and enter its id.',
  not_found: 'is not among the links of this account. Check its id in Google Ads.',
};

/** In words: what keeps events of apps from being taken; null: nothing. */
export function linkProblem(
  links: Readonly<Record<LinkPlatform, GoogleLink>>,
  { hasDevToken }: { hasDevToken: boolean },
): string | null {
  const entered = LINK_PLATFORMS.filter((platform) => links[platform].link_id !== null);
  const problems = [
    ...(hasDevToken ? [] : ['Enter the dev_token: Google takes events of apps only with it.']),
    ...(entered.length > 0
      ? []
      : [
          'No app is linked. Link one in Google Ads under Tools, Data manager, Third-party app analytics, and enter its id.',
        ]),
    ...entered.flatMap((platform) => {
      const { status } = links[platform];
      const problem = status && PROBLEMS[status];
      return problem ? [`The link of the ${APPS[platform]} app ${problem}`] : [];
    }),
  ];
  return problems.length > 0 ? problems.join(' ') : null;
}
