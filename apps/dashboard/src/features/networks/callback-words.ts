import type { AdNetwork } from './ad-networks.ts';
import { AD_NETWORKS } from './ad-networks.ts';

/** What a network sent back in the address. */
export interface SentBack {
  code: string | null;
  state: string | null;
  error: string | null;
  description: string | null;
}

/** TikTok sends its code by both names. */
export function readSentBack(search: string): SentBack {
  const given = new URLSearchParams(search);
  return {
    code: given.get('auth_code') ?? given.get('code'),
    state: given.get('state'),
    error: given.get('error') ?? given.get('error_code'),
    description: given.get('error_description') ?? given.get('error_message'),
  };
}

/** The person, or their company, said no. */
const DENIALS = new Set(['access_denied', 'user_denied', 'consent_required', 'interaction_required']);

/** Why a network sent somebody back without a code, and what to do. */
export function refusalWords(
  kind: AdNetwork,
  { error, description }: Pick<SentBack, 'error' | 'description'>,
) {
  const { label } = AD_NETWORKS[kind];
  if (error !== null && DENIALS.has(error)) {
    return {
      title: `Access to ${label} was not allowed`,
      text: `The sign-in was cancelled, or access was denied. Nothing was changed. Try again, and allow it at ${label}.`,
    };
  }
  const said = description ?? error;
  return {
    title: `${label} did not let you in`,
    text: said
      ? `${label} said: ${said.replace(/\.?$/, '.')} Fix it there, then try again.`
      : `${label} sent you back without a code. Try again.`,
  };
}
