import {
  endGoogle as endGoogleRoute,
  exchangeGoogle,
  sendMagicLink as sendMagicLinkRoute,
  startGoogle as startGoogleRoute,
  verifyMagicLink as verifyMagicLinkRoute,
} from '@trailmark/contract/sign-in';
import { type Handled, onPublic } from '../../http/handled.ts';
import { markBrowser, readBrowser } from './browser-cookie.ts';
import { endGoogle } from './google/end-google.ts';
import { exchangeCode } from './google/exchange-code.ts';
import { takeFlow } from './google/flow-cookie.ts';
import { startGoogle } from './google/start-google.ts';
import { LINK_MINUTES, sendMagicLink } from './send-magic-link.ts';
import { verifyMagicLink } from './verify-magic-link.ts';

export const routes: Handled[] = [
  onPublic(startGoogleRoute, ({ kit, query, reply }) => startGoogle(kit, reply, query.return_to ?? null)),

  onPublic(endGoogleRoute, async ({ kit, query, request, reply }) => {
    const end = await endGoogle(kit, takeFlow(kit, request, reply), {
      search: new URL(request.url, kit.publicUrl).search,
      error: query.error,
      browserHash: markBrowser(kit, request, reply),
    });
    return 'code' in end
      ? `${kit.publicUrl}/login/callback#code=${end.code}`
      : `${kit.publicUrl}/login?error=${end.error}`;
  }),

  onPublic(exchangeGoogle, ({ kit, body, client, request }) =>
    exchangeCode(kit, { code: body.code, client, browserHash: readBrowser(request) }),
  ),

  onPublic(sendMagicLinkRoute, async ({ kit, body, client, request, reply }) => {
    const browserHash = markBrowser(kit, request, reply);
    await sendMagicLink(kit, { email: body.email, returnTo: body.return_to ?? null, browserHash, client });
    return { sent: true, expires_in_minutes: LINK_MINUTES };
  }),

  onPublic(verifyMagicLinkRoute, ({ kit, body, client, request }) =>
    verifyMagicLink(kit, { ...body, client, browserHash: readBrowser(request) }),
  ),
];
