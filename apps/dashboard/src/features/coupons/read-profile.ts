import { COUPON_FIELDS, ProviderProfile } from '@trailmark/contract/coupons';
import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** What is wrong with a part of a profile, in a sentence. */
function wordsOf(issue: Issue): string {
  const path = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    const key = issue.keys[0] ?? '';
    return path === 'fields'
      ? `“${key}” is not a known field. Known fields are ${COUPON_FIELDS.join(', ')}.`
      : `“${key}” is not part of a profile, which has only fields and types.`;
  }
  if (issue.code === 'invalid_type') return `${path || 'The profile'} is not an object in braces.`;
  if (issue.code === 'invalid_key') return `${path} is empty, or longer than 50 characters.`;
  return `${path} ${issue.message}.`;
}

/** A profile as it was typed; without text there is none, and the network writes its calls as documented. */
export function readProfile(
  text: string,
): { profile: ProviderProfile | null; problem: null } | { profile: null; problem: string } {
  if (text.trim() === '') return { profile: null, problem: null };
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return { profile: null, problem: `This is not JSON: ${(error as Error).message}` };
  }
  const { data, error } = ProviderProfile.safeParse(json);
  if (data) return { profile: data, problem: null };
  return { profile: null, problem: error?.issues[0] ? wordsOf(error.issues[0]) : 'This is not a profile.' };
}

export const profileText = (profile: ProviderProfile | null): string =>
  profile === null ? '' : JSON.stringify(profile, null, 2);
