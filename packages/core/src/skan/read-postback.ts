import { freeText } from './fields.ts';
import { type Body, isBody, type NotAPostback, type SkanPostback } from './postback.ts';
import { readAdAttributionKit } from './read-ad-attribution-kit.ts';
import { readSkadnetwork } from './read-skadnetwork.ts';

/** The body of a postback, or what is wrong with it. The body decides which framework it is, whatever the address was. */
export function readPostback(body: unknown): SkanPostback | NotAPostback {
  if (!isBody(body)) return { field: 'body', problem: 'is not a JSON object' };
  return Object.hasOwn(body, 'jws-string') ? readAdAttributionKit(body) : readSkadnetwork(body);
}

export function isPostback(value: SkanPostback | NotAPostback): value is SkanPostback {
  return 'framework' in value;
}

/** As AppsFlyer's and Branch's partners name the campaign in what they forward. */
const CAMPAIGN_ID = ['ad-network-campaign-id', 'partner-campaign-id'];
const CAMPAIGN_NAME = ['ad-network-campaign-name', 'partner-campaign-name'];

/** What says who the device is; nobody needs it in order to count. */
const PERSONAL = ['ip', 'ip-address', 'device-ip', 'user-agent'];

const firstText = (body: Body, names: string[]) =>
  names.map((name) => (Object.hasOwn(body, name) ? freeText(body[name]) : null)).find((text) => text) ?? null;

/** A postback that an ad network forwards, with what it adds to Apple's body. */
export function readForwarded(body: unknown): SkanPostback | NotAPostback {
  const postback = readPostback(body);
  if (!isPostback(postback) || !isBody(body)) return postback;
  return {
    ...postback,
    networkCampaignId: firstText(body, CAMPAIGN_ID),
    networkCampaignName: firstText(body, CAMPAIGN_NAME),
  };
}

/** When an ad network received what it forwards, from `timestamp`: an instant in ISO 8601, or seconds or milliseconds. */
export function forwardedAt(body: unknown): Date | null {
  const value = isBody(body) && Object.hasOwn(body, 'timestamp') ? body.timestamp : undefined;
  const number = typeof value === 'string' && /^\d{9,13}$/.test(value) ? Number(value) : value;
  if (typeof number === 'number') {
    const at = new Date(number < 100_000_000_000 ? number * 1000 : number);
    return Number.isNaN(at.getTime()) ? null : at;
  }
  const isIso = typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]{5,16}(Z|[+-]\d\d:?\d\d)$/.test(value);
  const at = isIso ? new Date(value) : null;
  return at && !Number.isNaN(at.getTime()) ? at : null;
}

/** The body as it is stored: the very text, unless it holds what says who the device is. */
export function storedText(text: string, body: unknown): string {
  if (!isBody(body) || !PERSONAL.some((name) => Object.hasOwn(body, name))) return text;
  return JSON.stringify(
    Object.fromEntries(Object.entries(body).filter(([name]) => !PERSONAL.includes(name))),
  );
}

/** Two bodies with the same identity say the same, however they are written. */
export function identityOf(one: SkanPostback): string {
  // What is signed is in the text; the fields are there for bodies without a signature.
  const fields: unknown[] = [one.framework, one.version, one.networkId, one.transactionId, one.sequence];
  fields.push(one.appId, one.sourceIdentifier, one.campaignNumber, one.conversionType, one.fidelity);
  fields.push(one.didWin, one.interaction, one.sourceAppId, one.sourceDomain, one.marketplace, one.country);
  fields.push(one.fineValue, one.coarseValue, one.isComplete);
  fields.push(one.signed?.kid, one.signed?.text, one.signed?.signature);
  return JSON.stringify(fields);
}
