import type { GoogleLink } from '@trailmark/contract/google-ads';
import type { Check } from '../check-list.tsx';

const STATUSES: Record<NonNullable<GoogleLink['status']>, string> = {
  enabled: 'the link works',
  requested: 'the link is requested, and waits to be accepted in Google Ads',
  pending_approval: 'the link waits for an approval in Google Ads',
  rejected: 'the link was rejected in Google Ads',
  revoked: 'the link was revoked in Google Ads',
  removed: 'the link was removed in Google Ads',
  not_found: 'Google has no such link for this account',
};

/** What is known of the link of an app; `isRight` is null where nobody has asked, or nothing is entered. */
export function linkWords(platform: string, link: GoogleLink | undefined): Check {
  if (!link?.link_id) return { label: `${platform}: nothing is sent`, isRight: null, openWord: 'no link' };
  if (link.status === null) return { label: `${platform}: entered`, isRight: null, openWord: 'not checked' };
  return { label: `${platform}: ${STATUSES[link.status]}`, isRight: link.status === 'enabled' };
}
