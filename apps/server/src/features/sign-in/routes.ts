import { getOpenConfig } from '@trailmark/contract/open-config';
import {
  endGoogle as endGoogleRoute,
  exchangeGoogle,
  sendMagicLink as sendMagicLinkRoute,
  startGoogle as startGoogleRoute,
  verifyMagicLink as verifyMagicLinkRoute,
} from '@trailmark/contract/sign-in';
import { type HandledRoute, onPublic } from '../../http/handled.ts';
import { knownBrowserId, rememberBrowser } from '../../http/known-browser.ts';
import { markBrowser, newMark, readBrowser, unmarkBrowser } from './browser-cookie.ts';
import { findFirstSignIn } from './find-first-sign-in.ts';
import { endGoogle } from './google/end-google.ts';
import { exchangeCode } from './google/exchange-code.ts';
import { takeFlow } from './google/flow-cookie.ts';
import { startGoogle } from './google/start-google.ts';
import { LINK_MINUTES, sendMagicLink } from './send-magic-link.ts';
import { verifyMagicLink } from './verify-magic-link.ts';

export const routes: HandledRoute[] = [
  onPublic(getOpenConfig, async ({ kit, kit: { env } }) => ({
    first_sign_in: await findFirstSignIn(kit),
    takes_requests: env.operatorEmails.length > 0,
    google_sign_in: env.google !== null,
    signup: env.signup,
    mail: env.smtpUrl !== null,
    analytics: env.analytics && { token: env.analytics.token, record_percent: env.analytics.recordPercent },
    messaging: env.messaging && { app_id: env.messaging.appId },
  })),

  onPublic(startGoogleRoute, ({ kit, query, reply }) => startGoogle(kit, reply, query.return_to ?? null)),

  onPublic(endGoogleRoute, async ({ kit, query, request, reply }) => {
    const mark = newMark();
    const end = await endGoogle(kit, takeFlow(kit, request, reply), {
      search: new URL(request.url, kit.publicUrl).search,
      error: query.error,
      browserHash: mark.hash,
    });
    markBrowser(kit, reply, mark);
    return 'code' in end
      ? `${kit.publicUrl}/login/callback#code=${end.code}`
      : `${kit.publicUrl}/login?error=${end.error}`;
  }),

  onPublic(exchangeGoogle, async ({ kit, body, client, request, reply }) => {
    const browserHash = readBrowser(kit, request);
    const signedIn = await exchangeCode(kit, { code: body.code, client, browserHash });
    unmarkBrowser(kit, reply);
    rememberBrowser(kit, signedIn.user.email, { request, reply });
    return signedIn;
  }),

  onPublic(sendMagicLinkRoute, async ({ kit, body, client, request, reply }) => {
    const { email, return_to: returnTo = null } = body;
    const known = knownBrowserId(kit, request, email);
    const mark = newMark();
    await sendMagicLink(kit, { email, returnTo, browserHash: mark.hash, knownBrowserId: known, client });
    markBrowser(kit, reply, mark);
    return { sent: true, expires_in_minutes: LINK_MINUTES };
  }),

  onPublic(verifyMagicLinkRoute, async ({ kit, body, client, person, request, reply }) => {
    const browserHash = readBrowser(kit, request);
    const verified = await verifyMagicLink(kit, { ...body, client, person, browserHash });
    if (verified.status === 'confirm') return verified;
    unmarkBrowser(kit, reply);
    rememberBrowser(kit, verified.user.email, { request, reply });
    return verified;
  }),
];
