import type { DeliveryEvent } from '@trailmark/core/destinations/delivery-event';
import { judgeStatus } from '@trailmark/core/destinations/judge-status';
import { isSlackUrl } from '@trailmark/core/destinations/webhook/slack-message';
import { blackOut, blackOutHeaders } from '../../connections/black-out.ts';
import type { ConnectionRow, WebhookSettings } from '../../connections/connection.ts';
import { mapEvent, openDestination } from '../../connections/destination-of.ts';
import { createSendRequest } from '../../connections/send-request.ts';
import { NO_CREDIT } from '../../pipeline/credit.ts';
import { newId } from '../../platform/ids.ts';
import type { Kit } from '../../platform/kit.ts';

const ANSWER_CHARACTERS = 1024;

const testEvent = (now: Date): DeliveryEvent => ({
  id: newId(now),
  kind: 'test',
  name: 'test',
  occurredAt: now,
  installId: '',
  installedAt: null,
  userId: null,
  identities: {},
  platform: '',
  country: '',
  consentAnswers: null,
  credit: {
    network: NO_CREDIT.network,
    campaignId: null,
    campaignName: null,
    linkName: null,
    adSet: null,
    creative: null,
    matchType: null,
  },
  isCurrent: true,
  verdict: null,
  amount: null,
  currency: null,
  data: { message: 'This is a test.' },
  decision: null,
  connection: null,
});

/** Sends a message now, whatever the endpoint is to be sent otherwise. */
export async function testWebhook(kit: Kit, row: ConnectionRow) {
  const now = kit.clock.now();
  const all = { ...row, settings: { ...(row.settings as WebhookSettings), events: null } };
  const open = openDestination(kit, all, now);
  const mapped = mapEvent(open, testEvent(now), now);
  const [planned] = 'send' in mapped ? open.destination.requests([mapped.send], open.config, now) : [];
  if (!planned) throw new Error('A test message is always sent.');
  const { request } = planned;
  const send = createSendRequest(kit.env, { isTool: isSlackUrl(request.url) });
  const begun = performance.now();
  const response = await send(request);
  const duration_ms = Math.round(performance.now() - begun);
  const shown = {
    headers: blackOutHeaders(request.headers, open.secrets),
    body: blackOut(request.body, open.secrets),
  };
  if ('failed' in response) {
    return {
      status: null,
      duration_ms,
      answer: '',
      delivered: false,
      verdict: response.failed,
      request: shown,
    };
  }
  const verdict = judgeStatus(response, now);
  const words = verdict === 'delivered' ? 'delivered' : (Object.values(verdict)[0] ?? '');
  return {
    status: response.status,
    duration_ms,
    answer: blackOut(response.body.slice(0, ANSWER_CHARACTERS), open.secrets),
    delivered: verdict === 'delivered',
    verdict: blackOut(String(words), open.secrets),
    request: shown,
  };
}
