import type { GoogleLink } from '@trailmark/contract/google-ads';

const STATUSES: Record<NonNullable<GoogleLink['status']>, string> = {
  enabled: 'the link works',
  requested: 'the link is requested, and waits to be accepted in Google Ads',
  pending_approval: 'the link waits for an approval in Google Ads',
  rejected: 'the link was rejected in Google Ads',
  revoked: 'the link was revoked in Google Ads',
  removed: 'the link was removed in Google Ads',
  not_found: 'Google knows no such link of this account',
};

/** What is known of the link of an app; `isRight` is null where nobody has asked, or nothing is entered. */
export function linkWords(
  platform: string,
  link: GoogleLink | undefined,
): { label: string; isRight: boolean | null } {
  if (!link?.link_id) return { label: `${platform}: no link, nothing is sent`, isRight: null };
  if (link.status === null) return { label: `${platform}: Google was not asked yet`, isRight: null };
  return { label: `${platform}: ${STATUSES[link.status]}`, isRight: link.status === 'enabled' };
}
