/** Postbacks of SKAdNetwork and AdAttributionKit in one shape: what both say, in the words of our columns. */

export type SkanFramework = 'skadnetwork' | 'adattributionkit';
export type ConversionType = 'download' | 'redownload' | 're-engagement';
export type CoarseValue = 'low' | 'medium' | 'high';

/** What a check of the signature can come to. */
export type SkanVerdict = 'valid' | 'invalid' | 'unverifiable' | 'development';

/** What Apple signed, as it was sent. */
export interface SignedPart {
  /** SKAdNetwork: which fields were signed depends on the version, and so does the key. */
  version: string | null;
  /** AdAttributionKit: the key that the header names. */
  kid: string | null;
  text: string;
  signature: string;
}

export interface SkanPostback {
  framework: SkanFramework;
  /** As sent; null where there is none: SKAdNetwork 1.0 and AdAttributionKit. */
  version: string | null;
  hasKnownVersion: boolean;
  networkId: string | null;
  transactionId: string | null;
  /** The conversion window, 0 to 2; 0 where the version has none. */
  sequence: number | null;
  appId: number;
  /** Two to four digits, which may begin with zeros. */
  sourceIdentifier: string | null;
  /** The campaign of versions below 4.0. */
  campaignNumber: number | null;
  conversionType: ConversionType | null;
  fidelity: number | null;
  /** null: the version has none, and all its postbacks won. */
  didWin: boolean | null;
  interaction: 'view' | 'click' | null;
  sourceAppId: number | null;
  sourceDomain: string | null;
  marketplace: string | null;
  country: string | null;
  /** null is not 0: a value that Apple withholds. */
  fineValue: number | null;
  coarseValue: CoarseValue | null;
  /** What an ad network adds to a postback that it forwards. */
  networkCampaignId: string | null;
  networkCampaignName: string | null;
  /** Whether everything is there, and as Apple sends it. */
  isComplete: boolean;
  /** null: without a signature. */
  signed: SignedPart | null;
}

/** A body that is not a postback: the field, and what is wrong with it. */
export interface NotAPostback {
  field: string;
  problem: string;
}

export type Body = Record<string, unknown>;

export function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
