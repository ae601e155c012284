import * as read from './fields.ts';
import type { Body, NotAPostback, SignedPart, SkanPostback } from './postback.ts';
import { isSkanVersion, signedText } from './signed-text.ts';

const VERSION = /^[\x21-\x7e]{1,20}$/;
const FIDELITY = ['view', 'click'] as const;

interface Version {
  /** As sent. */
  sent: string | null;
  /** By which it is read; null for one that we do not know. */
  known: string | null;
}

/** 1.0 has no version; networks that forward such a postback add it. */
function versionOf({ version }: Body): Version {
  if (version === undefined || version === null) return { sent: null, known: '1.0' };
  const sent = typeof version === 'string' && VERSION.test(version) ? version : null;
  return { sent, known: sent !== null && isSkanVersion(sent) ? sent : null };
}

/** What is part of postbacks since when. */
function featuresOf(known: string | null) {
  const number = Number(known ?? '4.0');
  return {
    redownload: number >= 2,
    values: number >= 2,
    fidelity: number >= 2.2,
    didWin: number >= 3,
    windows: number >= 4,
  };
}

function signedPart(body: Body, known: string | null): SignedPart | null {
  const signature = body['attribution-signature'];
  const text = known === null ? null : signedText(known, body);
  return typeof signature === 'string' && text !== null
    ? { version: known, kid: null, text, signature }
    : null;
}

function conversionType(redownload: boolean | null): SkanPostback['conversionType'] {
  return redownload === null ? null : redownload ? 'redownload' : 'download';
}

/**
 * Reads a postback of SKAdNetwork 1.0 to 4.0. What is not as Apple sends it is left out, and said.
 * https://developer.apple.com/documentation/storekit/identifying-the-parameters-in-install-validation-postbacks
 */
export function readSkadnetwork(body: Body): SkanPostback | NotAPostback {
  const fields = read.createFieldReader(body);
  const appId = fields.required(read.wholeNumber, 'app-id');
  if (appId === null) return { field: 'app-id', problem: 'is not the number of an app' };
  const version = versionOf(body);
  const has = featuresOf(version.known);
  const networkId = fields.required(read.networkId, 'ad-network-id');
  const transactionId = fields.required(read.transactionId, 'transaction-id');
  const sequence = has.windows ? fields.required(read.sequenceIndex, 'postback-sequence-index') : 0;
  const redownload = has.redownload ? fields.required(read.yesOrNo, 'redownload') : false;
  const fidelity = has.fidelity ? fields.required(read.fidelityType, 'fidelity-type') : null;
  const fineValue = has.values ? fields.optional(read.conversionValue, 'conversion-value') : null;
  return {
    // Without spreading, which would cost as much as all the reading.
    framework: 'skadnetwork',
    version: version.sent,
    hasKnownVersion: version.known !== null,
    appId,
    networkId,
    transactionId,
    sequence,
    fidelity,
    fineValue,
    sourceIdentifier: has.windows ? fields.required(read.sourceIdentifier, 'source-identifier') : null,
    campaignNumber: has.windows ? null : fields.required(read.campaignNumber, 'campaign-id'),
    conversionType: conversionType(redownload),
    didWin: has.didWin ? fields.required(read.yesOrNo, 'did-win') : null,
    interaction: fidelity === null ? null : (FIDELITY[fidelity] ?? null),
    sourceAppId: has.redownload ? fields.optional(read.wholeNumber, 'source-app-id') : null,
    sourceDomain: has.windows ? fields.optional(read.domain, 'source-domain') : null,
    marketplace: null,
    country: has.windows ? fields.optional(read.countryCode, 'country-code') : null,
    coarseValue: has.windows ? fields.optional(read.coarseConversionValue, 'coarse-conversion-value') : null,
    networkCampaignId: null,
    networkCampaignName: null,
    // A fine value is part of the first window alone; elsewhere somebody added it, since it is not signed.
    isComplete: fields.isComplete() && (fineValue === null || sequence === 0),
    signed: signedPart(body, version.known),
  };
}
