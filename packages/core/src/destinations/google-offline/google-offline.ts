import { z } from 'zod';
import { deliveryId } from '../delivery-id.ts';
import type { Destination, Judgement, OutboundResponse, PlannedRequest } from '../destination.ts';
import { type EventMap, mapOf, moneyOf } from '../event-map.ts';
import { hashEmail, hashPhone } from '../hash-identity.ts';
import { forAll, foreignAnswer, isSuccess, judgeStatus, refusedWhole } from '../judge-status.ts';
import type { NetworkEvent } from '../network-event.ts';
import { readAnswer } from '../read-answer.ts';

export interface GoogleOfflineConfig {
  /** Of the Data Manager API, such as `v1`. */
  version: string;
  accessToken: string;
  /** The account that gets the conversions, and the manager through which it is reached. */
  accountId: string;
  loginAccountId: string | null;
  /** Google checks what it is sent, and keeps nothing. */
  validateOnly?: boolean;
  /** Their `networkEvent` is the id of a conversion action. */
  maps: readonly EventMap[];
}

export interface GoogleOfflineItem {
  conversionActionId: string;
  event: Record<string, unknown>;
}

/** Google takes one of them. https://developers.google.com/data-manager/api/reference/rest/v1/events/ingest */
const CLICK_IDS = ['gclid', 'gbraid', 'wbraid'] as const;

function adIdentifiersOf({ click, device, platform }: NetworkEvent): Record<string, unknown> | null {
  const name = CLICK_IDS.find((one) => click?.ids[one]);
  const isApp = platform === 'ios' || platform === 'android';
  const mobile = isApp && device.advertisingId ? { mobileDeviceId: device.advertisingId } : {};
  const identifiers = { ...(name ? { [name]: click?.ids[name] } : {}), ...mobile };
  return Object.keys(identifiers).length > 0 ? identifiers : null;
}

function userDataOf({ contact }: NetworkEvent): Record<string, unknown> | null {
  const [email, phone] = [hashEmail('google', contact.email), hashPhone('google', contact.phone)];
  const known = [...(email ? [{ emailAddress: email }] : []), ...(phone ? [{ phoneNumber: phone }] : [])];
  return known.length > 0 ? { userIdentifiers: known } : null;
}

const consentWord = (given: boolean | null) =>
  given === null ? undefined : given ? 'CONSENT_GRANTED' : 'CONSENT_DENIED';

/** Names without a value are left out. */
const known = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined));

function map(
  event: NetworkEvent,
  config: GoogleOfflineConfig,
): { send: GoogleOfflineItem } | { skip: string } {
  const mapped = mapOf(event, config.maps, 'GOOGLE');
  if ('skip' in mapped) return mapped;
  const [adIdentifiers, userData] = [adIdentifiersOf(event), userDataOf(event)];
  if (!adIdentifiers && !userData) {
    return {
      skip: 'Google would not recognise the person: neither a click of theirs nor an address is known.',
    };
  }
  const money = moneyOf(event, mapped.map);
  if (money && money.value < 0) return { skip: 'Google does not accept values below zero.' };
  const { adUserData, adPersonalization } = event.consent;
  const consent = known({
    adUserData: consentWord(adUserData),
    adPersonalization: consentWord(adPersonalization),
  });
  return {
    send: {
      conversionActionId: mapped.map.networkEvent,
      event: known({
        destinationReferences: [mapped.map.networkEvent],
        eventTimestamp: event.occurredAt.toISOString(),
        transactionId: deliveryId(event.id),
        eventSource: event.platform === 'ios' || event.platform === 'android' ? 'APP' : 'WEB',
        conversionValue: money?.value,
        currency: money?.currency,
        adIdentifiers,
        userData,
        consent: Object.keys(consent).length > 0 ? consent : null,
      }),
    },
  };
}

function destinationFor(conversionActionId: string, { accountId, loginAccountId }: GoogleOfflineConfig) {
  const accountOf = (id: string) => ({ accountType: 'GOOGLE_ADS', accountId: id });
  return {
    reference: conversionActionId,
    operatingAccount: accountOf(accountId),
    ...(loginAccountId === null ? {} : { loginAccount: accountOf(loginAccountId) }),
    productDestinationId: conversionActionId,
  };
}

function requests(
  items: GoogleOfflineItem[],
  config: GoogleOfflineConfig,
): PlannedRequest<GoogleOfflineItem>[] {
  const actions = [...new Set(items.map(({ conversionActionId }) => conversionActionId))];
  const body = {
    destinations: actions.map((id) => destinationFor(id, config)),
    encoding: 'HEX',
    events: items.map(({ event }) => event),
    ...(config.validateOnly ? { validateOnly: true } : {}),
  };
  return [
    {
      endpoint: 'ingest',
      items,
      request: {
        method: 'POST',
        url: `https://datamanager.googleapis.com/${config.version}/events:ingest`,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${config.accessToken}` },
        body: JSON.stringify(body),
      },
    },
  ];
}

const Taken = z.object({ requestId: z.string().min(1) });
const Refused = z.object({
  error: z.object({ status: z.string().catch(''), message: z.string().catch('') }),
});
const BUSY = ['RESOURCE_EXHAUSTED', 'UNAVAILABLE', 'INTERNAL', 'DEADLINE_EXCEEDED', 'ABORTED'];
const NO_ACCESS = ['UNAUTHENTICATED', 'PERMISSION_DENIED'];

/** What is wrong with one event keeps Google from taking the request. */
function judge(
  response: OutboundResponse,
  { items }: PlannedRequest<GoogleOfflineItem>,
  now: Date,
): Judgement {
  if (isSuccess(response)) {
    const isTaken = readAnswer(Taken, response) !== null;
    return forAll(items, isTaken ? 'delivered' : foreignAnswer(response, 'Google'));
  }
  const error = readAnswer(Refused, response)?.error;
  if (!error) return forAll(items, judgeStatus(response, now));
  const words = `answered ${error.status || response.status}: ${error.message.slice(0, 200)}`;
  if (NO_ACCESS.includes(error.status)) return forAll(items, { reconnect: words });
  if (BUSY.includes(error.status) || response.status >= 500) return forAll(items, { retry: words });
  return refusedWhole(items, words);
}

/** Conversions on the web and from elsewhere, by Google's Data Manager. */
export const googleOffline: Destination<GoogleOfflineConfig, GoogleOfflineItem, NetworkEvent> = {
  kind: 'GOOGLE',
  limits: { maxItems: 1000, maxBytes: 4_000_000, concurrency: 4, itemsPerSecond: null },
  map,
  requests,
  judge,
};
