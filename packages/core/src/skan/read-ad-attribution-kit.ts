import * as read from './fields.ts';
import { type Body, isBody, type NotAPostback, type SignedPart, type SkanPostback } from './postback.ts';

const JWS = 'jws-string';

function decode(part: string): Body | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return isBody(value) ? value : null;
  } catch {
    return null;
  }
}

interface Jws {
  payload: Body;
  signed: SignedPart | null;
}

/** The header is JSON, in which a slash may be escaped: it is never compared as text. */
function readJws(value: unknown): Jws | null {
  if (typeof value !== 'string') return null;
  const [header, payload, signature, more] = value.split('.');
  if (!header || !payload || signature === undefined || more !== undefined) return null;
  const read = decode(payload);
  if (!read) return null;
  const { kid, alg } = decode(header) ?? {};
  // https://datatracker.ietf.org/doc/html/rfc8725#section-3.1: the algorithm is ours to choose, not the header's.
  const isSigned = alg === 'ES256' && typeof kid === 'string';
  return {
    payload: read,
    signed: isSigned ? { version: null, kid, text: `${header}.${payload}`, signature } : null,
  };
}

/**
 * Reads a postback of AdAttributionKit. What is outside of its JWS is not signed.
 * https://developer.apple.com/documentation/adattributionkit/identifying-the-parameters-in-a-postback
 */
export function readAdAttributionKit(body: Body): SkanPostback | NotAPostback {
  const jws = readJws(body[JWS]);
  if (!jws) return { field: JWS, problem: 'is not a postback of AdAttributionKit' };
  const signed = read.createFieldReader(jws.payload);
  const outside = read.createFieldReader(body);
  const appId = signed.required(read.wholeNumber, 'advertised-item-identifier');
  if (appId === null) return { field: JWS, problem: 'has no advertised-item-identifier' };
  const sequence = signed.required(read.sequenceIndex, 'postback-sequence-index');
  const interaction = outside.required(read.interactionType, 'ad-interaction-type');
  const fineValue = outside.optional(read.conversionValue, 'conversion-value');
  return {
    framework: 'adattributionkit',
    version: null,
    hasKnownVersion: true,
    appId,
    sequence,
    fineValue,
    networkId: signed.required(read.networkId, 'ad-network-identifier'),
    transactionId: signed.required(read.transactionId, 'postback-identifier'),
    sourceIdentifier: signed.required(read.sourceIdentifier, 'source-identifier'),
    campaignNumber: null,
    conversionType: signed.required(read.conversionType, 'conversion-type'),
    didWin: signed.required(read.yesOrNo, 'did-win'),
    fidelity: null,
    interaction,
    sourceAppId: signed.optional(read.wholeNumber, 'publisher-item-identifier'),
    sourceDomain: null,
    marketplace: signed.optional(read.bundleId, 'marketplace-identifier'),
    country: outside.optional(read.countryCode, 'country-code'),
    coarseValue: outside.optional(read.coarseConversionValue, 'coarse-conversion-value'),
    networkCampaignId: null,
    networkCampaignName: null,
    isComplete: signed.isComplete() && outside.isComplete() && (fineValue === null || sequence === 0),
    signed: jws.signed,
  };
}
