import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { OutboundRequest } from '../../destinations/destination.ts';
import { VendorId, VendorName, VendorSeconds } from '../vendor-text.ts';

/** The advertiser's own OAuth client at Google Cloud. */
export interface GoogleClient {
  clientId: string;
  clientSecret: string;
}

const ADS_SCOPE = 'https://www.googleapis.com/auth/adwords';
const CONVERSIONS_SCOPE = 'https://www.googleapis.com/auth/datamanager';
/** To read accounts, to send conversions, and to know who has connected. */
export const GOOGLE_SCOPES = [ADS_SCOPE, CONVERSIONS_SCOPE, 'openid', 'email'] as const;

/** The permissions that a person can refuse one by one, as Google's page names them. */
const NEEDED: Record<string, string> = {
  [ADS_SCOPE]: 'See, edit, create and delete your Google Ads accounts and data',
  [CONVERSIONS_SCOPE]: 'Use the Data Manager API',
};

/** The permissions that were not given, in words. */
export const missingPermissions = (scopes: readonly string[]): string[] =>
  Object.entries(NEEDED).flatMap(([scope, words]) => (scopes.includes(scope) ? [] : [words]));

/** https://developers.google.com/identity/protocols/oauth2/web-server: offline, so that there is a refresh token. */
export function googleAuthUrl(
  { clientId }: Pick<GoogleClient, 'clientId'>,
  { redirectUri, state, verifier }: { redirectUri: string; state: string; verifier: string },
): string {
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    state,
    scope: GOOGLE_SCOPES.join(' '),
    access_type: 'offline',
    prompt: 'consent',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    include_granted_scopes: 'true',
  });
  return `https://accounts.google.com/o/oauth2/v2/auth?${query}`;
}

const post = (path: 'token' | 'revoke', form: Record<string, string>): OutboundRequest => ({
  method: 'POST',
  url: `https://oauth2.googleapis.com/${path}`,
  headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(form).toString(),
});

const clientOf = ({ clientId, clientSecret }: GoogleClient) => ({
  client_id: clientId,
  client_secret: clientSecret,
});

export const codeRequest = (
  client: GoogleClient,
  { code, redirectUri, verifier }: { code: string; redirectUri: string; verifier: string },
): OutboundRequest =>
  post('token', {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    ...clientOf(client),
  });

export const refreshRequest = (client: GoogleClient, refreshToken: string): OutboundRequest =>
  post('token', { grant_type: 'refresh_token', refresh_token: refreshToken, ...clientOf(client) });

/** Ends everything that the person has allowed. */
export const revokeRequest = (token: string): OutboundRequest => post('revoke', { token });

/** An access token, and how many seconds it is valid. */
export const RenewedAnswer = z.object({ access_token: z.string().min(1), expires_in: VendorSeconds.min(1) });

/** It comes from Google itself, over a connection that nobody else can write to: its signature says nothing more. */
function readIdToken(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
  } catch {
    // It is then refused as an answer of another shape.
    return null;
  }
}

const Person = z.object({ sub: VendorId, email: VendorName });

export const TokenAnswer = RenewedAnswer.extend({
  scope: z.string().transform((text) => text.split(' ')),
  refresh_token: z.string().min(1).optional(),
  id_token: z
    .string()
    .transform(readIdToken)
    .pipe(Person)
    .transform(({ sub, email }) => ({ id: sub, name: email || `Google account ${sub}` })),
});
