import { createHash } from 'node:crypto';
import { createAdNumbers } from '../ad-accounts/ad-numbers.ts';
import { createTokens } from '../ad-accounts/tokens.ts';
import type { ToolRequest } from '../receivers/tool.ts';
import { type AppLink, GOOGLE_LINKS } from './google-ads.data.ts';

/** What Google claims of a device. */
export interface AdClaim {
  campaignId: string;
  interactionType: 'engagement' | 'view';
  /** Seconds; null: an hour before the event that is sent. */
  timestamp: number | null;
}

export interface IngestedRequest {
  destinations: unknown[];
  recordCount: number;
  duplicates: number;
}

export function createGoogleState() {
  const tokens = createTokens('google-ads');
  const numbers = createAdNumbers('google-ads');
  const copyLinks = (): AppLink[] => GOOGLE_LINKS.map((link) => ({ ...link }));
  const state = {
    tokens,
    numbers,
    links: copyLinks(),
    /** By rdid, in lower case. */
    claims: new Map<string, AdClaim>(),
    /** The link by which each ad event was handed out, for the cross-network notice. */
    adEventLinks: new Map<string, string>(),
    transactions: new Set<string>(),
    /** Conversion-value schemas of SKAN, by the name of their resource. */
    skanSchemas: new Map<string, unknown>(),
    ingested: new Map<string, IngestedRequest>(),
    forget() {
      tokens.forget();
      numbers.forget();
      state.links = copyLinks();
      state.skanSchemas.clear();
      for (const known of [state.claims, state.adEventLinks, state.transactions, state.ingested])
        known.clear();
    },
  };
  return state;
}
export type GoogleState = ReturnType<typeof createGoogleState>;

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

export function bearerOf({ headers }: ToolRequest): string | null {
  const [, token] = /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? [];
  return token ?? null;
}
