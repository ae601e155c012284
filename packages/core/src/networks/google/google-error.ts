import { z } from 'zod';
import type { OutboundResponse } from '../../destinations/destination.ts';
import { readAnswer } from '../../destinations/read-answer.ts';
import type { NetworkError } from '../network-error.ts';

/** Of the token endpoint. */
const OauthError = z.object({ error: z.string(), error_description: z.string().catch('') });

const AdsErrors = z.object({
  errors: z.array(
    z.object({ errorCode: z.record(z.string(), z.string()).catch({}), message: z.string().catch('') }),
  ),
});
const ErrorInfo = z.object({ reason: z.string() });
/** Of every API of Google; the Google Ads API names the error in its details. */
const ApiError = z.object({
  error: z.object({
    code: z.int().catch(0),
    status: z.string().catch(''),
    message: z.string().catch(''),
    details: z.array(z.unknown()).catch([]),
  }),
});

export interface GoogleError extends NetworkError {
  /** Such as `USER_PERMISSION_DENIED`. */
  name: string;
}

type Meaning = NetworkError['meaning'];

const SIGN_IN_ENDED =
  'Google has ended the permission: it was withdrawn, the password was changed, or it expired';

/** What we know of an error: what it means, and in words what to do. */
const KNOWN: Record<string, [meaning: Meaning, words: string]> = {
  // Of the token endpoint: https://www.rfc-editor.org/rfc/rfc6749#section-5.2
  invalid_grant: ['bad_token', SIGN_IN_ENDED],
  invalid_client: ['refused', 'The client id or the client secret is not right. Enter them again.'],
  unauthorized_client: [
    'refused',
    'The OAuth client is not of the type “Web application”. Create one that is.',
  ],
  redirect_uri_mismatch: ['refused', 'The redirect address is not entered at the OAuth client.'],
  access_denied: ['refused', 'The permission was refused.'],
  // Of the Google Ads API: https://developers.google.com/google-ads/api/docs/common-errors
  OAUTH_TOKEN_EXPIRED: ['bad_token', SIGN_IN_ENDED],
  OAUTH_TOKEN_REVOKED: ['bad_token', SIGN_IN_ENDED],
  OAUTH_TOKEN_DISABLED: ['bad_token', SIGN_IN_ENDED],
  OAUTH_TOKEN_INVALID: ['bad_token', SIGN_IN_ENDED],
  AUTHENTICATION_ERROR: ['bad_token', SIGN_IN_ENDED],
  ACCESS_TOKEN_SCOPE_INSUFFICIENT: ['forbidden', 'A permission was not given, or was withdrawn'],
  NOT_ADS_USER: ['forbidden', 'The person who connected has no Google Ads account'],
  TWO_STEP_VERIFICATION_NOT_ENROLLED: [
    ...(['forbidden', 'The person who connected has to turn on 2-step verification at Google'] as const),
  ],
  USER_PERMISSION_DENIED: [
    ...([
      'refused',
      'The person who connected may not use this account, or its manager has changed.',
    ] as const),
  ],
  CUSTOMER_NOT_ENABLED: ['refused', 'The account is closed or its setup was never finished.'],
  CUSTOMER_NOT_FOUND: ['refused', 'We couldn’t find this account.'],
  INVALID_LOGIN_CUSTOMER_ID_SERVING_CUSTOMER_ID_COMBINATION: [
    ...(['refused', 'The manager does not reach this account any more. Import the accounts again.'] as const),
  ],
  CLOUD_PROJECT_NOT_APPROVED_FOR_PRODUCTION: [
    ...([
      'refused',
      'Your Google Cloud project may read test accounts only. Ask Google for Basic access.',
    ] as const),
  ],
  DEVELOPER_TOKEN_NOT_APPROVED: [
    ...([
      'refused',
      'Your Google Cloud project may read test accounts only. Ask Google for Basic access.',
    ] as const),
  ],
  ACTION_NOT_PERMITTED: [
    ...(['refused', 'Your Google Cloud project may not do this yet. Ask Google for Basic access.'] as const),
  ],
  SERVICE_DISABLED: [
    ...(['refused', 'The API is not switched on in your Google Cloud project. Switch it on there.'] as const),
  ],
  RESOURCE_EXHAUSTED: ['busy', 'Google’s limit for today is used up.'],
  EXCESSIVE_LONG_TERM_QUERY_RESOURCE_CONSUMPTION: ['busy', 'Google’s limit for today is used up.'],
  RESOURCE_TEMPORARILY_EXHAUSTED: ['busy', 'Too many requests at a time.'],
  EXCESSIVE_SHORT_TERM_QUERY_RESOURCE_CONSUMPTION: ['busy', 'Too many requests at a time.'],
};

/** Those that are not named above. */
function meaningOf(status: number): Meaning {
  if (status === 401) return 'bad_token';
  if (status === 403) return 'forbidden';
  return status === 429 || status >= 500 ? 'busy' : 'refused';
}

const MOST_WORDS = 200;

function errorOf(given: string, { status, said }: { status: number; said: string }): GoogleError {
  const name = given.slice(0, MOST_WORDS);
  const known = Object.hasOwn(KNOWN, name) ? KNOWN[name] : undefined;
  const [meaning, words] = known ?? [meaningOf(status), said.slice(0, MOST_WORDS)];
  return { name, meaning, words: words === '' ? name : `${name}: ${words}` };
}

/** The name of an error of an API: the most exact that there is. */
function namedIn(details: readonly unknown[]): { name: string; said: string } | null {
  for (const detail of details) {
    const first = AdsErrors.safeParse(detail).data?.errors[0];
    const name = Object.values(first?.errorCode ?? {})[0];
    if (name !== undefined) return { name, said: first?.message ?? '' };
    const reason = ErrorInfo.safeParse(detail).data?.reason;
    if (reason !== undefined) return { name: reason, said: '' };
  }
  return null;
}

/** null: the answer is no error of Google's. */
export function readGoogleError(response: Pick<OutboundResponse, 'status' | 'body'>): GoogleError | null {
  const { status } = response;
  const oauth = readAnswer(OauthError, response);
  if (oauth) return errorOf(oauth.error, { status, said: oauth.error_description });
  const error = readAnswer(ApiError, response)?.error;
  if (!error) return null;
  const named = namedIn(error.details);
  const code = error.code || status;
  return errorOf(named?.name ?? (error.status || String(code)), {
    status: code,
    said: named?.said || error.message,
  });
}
