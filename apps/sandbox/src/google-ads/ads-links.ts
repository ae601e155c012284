import { z } from 'zod';
import { parseJson } from '../receivers/request-content.ts';
import type { Answer, ToolAction, ToolRequest } from '../receivers/tool.ts';
import { GOOGLE_PROVIDER_ID } from './google-ads.data.ts';
import { adsError, googleError } from './google-error.ts';
import { type GoogleState, hashOf } from './google-state.ts';

const Create = z.strictObject({
  accountLink: z.strictObject({
    status: z.literal('ENABLED'),
    thirdPartyAppAnalytics: z.strictObject({
      appAnalyticsProviderId: z.string().regex(/^\d+$/),
      appId: z.string().min(1),
      appVendor: z.enum(['APPLE_APP_STORE', 'GOOGLE_APP_STORE']),
    }),
  }),
});
const FIRST_LINK_ID = 810_000;
const LinkStatusBody = z.strictObject({
  link_id: z.string(),
  status: z.enum(['ENABLED', 'REMOVED', 'REQUESTED', 'PENDING_APPROVAL', 'REJECTED', 'REVOKED']),
});

/** accountLinks:create, which links an app to a measurement partner. */
export function createLink(request: ToolRequest, customerId: string, state: GoogleState): Answer {
  const parsed = Create.safeParse(parseJson(request.body.toString('utf8')));
  if (!parsed.success) return googleError(400, z.prettifyError(parsed.error));
  const { appAnalyticsProviderId, appId, appVendor } = parsed.data.accountLink.thirdPartyAppAnalytics;
  if (appAnalyticsProviderId !== GOOGLE_PROVIDER_ID) {
    return adsError(400, ['fieldError', 'INVALID_VALUE'], 'appAnalyticsProviderId is not a known partner.');
  }
  const isApple = appVendor === 'APPLE_APP_STORE';
  if (isApple !== /^\d+$/.test(appId)) {
    return adsError(400, ['fieldError', 'INVALID_VALUE'], 'appId must be of the store that appVendor names.');
  }
  const isKnown = state.links.some(
    (link) => link.customerId === customerId && link.appId === appId && link.status !== 'REMOVED',
  );
  if (isKnown) return adsError(400, ['mutateError', 'RESOURCE_ALREADY_EXISTS'], 'The app is linked already.');
  const accountLinkId = String(FIRST_LINK_ID + state.links.length + 1);
  const linkId = hashOf(`link/${accountLinkId}`).slice(0, 32);
  state.links.push({ customerId, accountLinkId, linkId, appId, appVendor, status: 'ENABLED' });
  return { status: 200, body: { resourceName: `customers/${customerId}/accountLinks/${accountLinkId}` } };
}

/** A new shareable link id; the old one is no longer valid. */
export function regenerateLink(customerId: string, accountLinkId: string, state: GoogleState): Answer {
  const link = state.links.find(
    (own) => own.customerId === customerId && own.accountLinkId === accountLinkId,
  );
  if (!link) return adsError(404, ['mutateError', 'RESOURCE_NOT_FOUND'], 'The link does not exist.');
  link.linkId = hashOf(`link/${link.linkId}`).slice(0, 32);
  return { status: 200, body: {} };
}

/** POST /receivers/google-ads/set-link-status */
export function setLinkStatus(state: GoogleState): ToolAction {
  return (body) => {
    const { link_id: linkId, status } = LinkStatusBody.parse(body);
    const link = state.links.find((own) => own.linkId === linkId);
    if (!link) return { status: 404, body: { error: `There is no link ${linkId}.` } };
    link.status = status;
    return undefined;
  };
}
