import { skanNetworkOf } from '@trailmark/contract/skan-networks';
import type { SkanPostbackRow } from '@trailmark/contract/skan-postbacks';
import { FRAMEWORK_WORDS, skanNetworkWords, sourceWords } from '../skan-words.ts';

type Verdict = SkanPostbackRow['verdict'];

export const VERDICT_WORDS: Record<Verdict, string> = {
  valid: 'Valid',
  invalid: 'Invalid',
  unverifiable: 'Unverifiable',
  development: 'Development',
};

/** What the verdict says about the signature. */
export const VERDICT_TEXT: Record<Verdict, string> = {
  valid: 'The signature is Apple’s. It covers everything except the values and the country.',
  invalid: 'The signature is not Apple’s, or something that it covers was changed.',
  unverifiable: 'The signature could not be checked: the key or its curve is not known here.',
  development:
    'The signature is from a phone in developer mode or a development build, which anyone can have.',
};

/** Why it is not in any report, in a few words. */
export const NOT_COUNTED_WORDS: Record<NonNullable<SkanPostbackRow['not_counted']>, string> = {
  invalid: 'invalid signature',
  unverifiable: 'unverifiable signature',
  development: 'for development',
  replay: 'differs from an earlier copy',
  unknown_version: 'unknown version',
  test: 'a test',
  incomplete: 'incomplete',
};

export function versionWords({ framework, version }: SkanPostbackRow): string {
  const name = FRAMEWORK_WORDS[framework] ?? framework;
  return framework === 'skadnetwork' ? `${name} ${version ?? '1.0'}` : name;
}

/** A network that is known by its name; any other by its id. */
export function networkOf({ network_id }: SkanPostbackRow): string {
  return skanNetworkWords(skanNetworkOf(network_id) ?? network_id ?? '');
}

export function sourceOf({ source_identifier, campaign_number }: SkanPostbackRow): string {
  return sourceWords(source_identifier ?? (campaign_number === null ? '' : `#${campaign_number}`));
}

/** Fine, coarse, or withheld: no value is not 0. */
export function conversionValue({ fine_value, coarse_value }: SkanPostbackRow): string {
  if (fine_value !== null) return String(fine_value);
  return coarse_value ?? 'none';
}
