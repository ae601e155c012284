import type { SkanPostback, SkanVerdict } from './postback.ts';
import { tierOfFirst } from './report/estimated-tier.ts';

/** Why a postback is not counted. */
export type NotCounted =
  | 'invalid'
  | 'unverifiable'
  | 'development'
  | 'replay'
  | 'unknown_version'
  | 'test'
  | 'incomplete';

/**
 * The verdict of a postback, from that of its signature. SKAdNetwork has no keys for development: Apple signs postbacks of
 * tests, and of development builds that show ads, with its only key, for the source app 0
 * (https://developer.apple.com/documentation/storekit/receiving-ad-attributions-and-postbacks).
 */
export function verdictOf(
  { framework, sourceAppId }: Pick<SkanPostback, 'framework' | 'sourceAppId'>,
  signature: SkanVerdict,
): SkanVerdict {
  return signature === 'valid' && framework === 'skadnetwork' && sourceAppId === 0
    ? 'development'
    : signature;
}

interface Circumstances {
  verdict: SkanVerdict;
  isTest: boolean;
  countsDevelopment: boolean;
}

/** Why a postback does not count, from what it says alone; null if it does, unless it is a replay of another. */
export function judgePostback(
  postback: SkanPostback,
  { verdict, isTest, countsDevelopment }: Circumstances,
): Exclude<NotCounted, 'replay'> | null {
  if (isTest) return 'test';
  if (!postback.hasKnownVersion) return 'unknown_version';
  if (verdict === 'invalid' || verdict === 'unverifiable') return verdict;
  if (!postback.isComplete) return 'incomplete';
  return verdict === 'development' && !countsDevelopment ? 'development' : null;
}

/** Crowd anonymity, as far as the fields that Apple left in show it; versions below 4.0 have none. */
export type EstimatedTier = 0 | 1 | 2 | 3 | null;

type TierFields = Pick<
  SkanPostback,
  | 'framework'
  | 'version'
  | 'sequence'
  | 'sourceIdentifier'
  | 'sourceAppId'
  | 'sourceDomain'
  | 'fineValue'
  | 'coarseValue'
>;

/**
 * The tier of a first postback, from the fields that are present; later ones are of tier 1 at least and tell no more.
 * https://developer.apple.com/documentation/storekit/receiving-ad-attributions-and-postbacks
 */
export function estimateTier(fields: TierFields): EstimatedTier {
  const { framework, version, sequence, sourceIdentifier, sourceAppId, sourceDomain } = fields;
  if (framework === 'skadnetwork' && version !== '4.0') return null;
  const hasSource = sourceAppId !== null || sourceDomain !== null;
  if (sequence !== 0 && !hasSource) return 1;
  const values = { hasFine: fields.fineValue !== null, hasCoarse: fields.coarseValue !== null };
  return tierOfFirst({ ...values, hasSource, digits: sourceIdentifier?.length ?? 0 });
}
