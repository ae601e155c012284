import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ActionRow, ClientRow, leftOutReason } from './google-accounts.ts';
import {
  codeRequest,
  googleAuthUrl,
  missingPermissions,
  refreshRequest,
  TokenAnswer,
} from './google-auth.ts';
import { readGoogleError } from './google-error.ts';
import { checkLink, type ListedLink, linkProblem } from './google-links.ts';
import { accessibleRequest, searchAnswer, searchRequest } from './google-search.ts';

const CLIENT = { clientId: 'c-1', clientSecret: 's-1' };
const ACCESS = { version: 'v26', token: 't-1' };

describe('requests', () => {
  test('begin with a page that asks for tokens which can be renewed, with PKCE', () => {
    const url = new URL(
      googleAuthUrl(CLIENT, { redirectUri: 'https://t.example/b', state: 's', verifier: 'v' }),
    );
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      access_type: 'offline',
      prompt: 'consent',
      code_challenge_method: 'S256',
      client_id: 'c-1',
      code_challenge: createHash('sha256').update('v').digest('base64url'),
    });
    expect(url.href).not.toContain('s-1');
  });

  test('exchange and renew in a form', () => {
    const given = { code: 'c', redirectUri: 'https://t.example/b', verifier: 'v' };
    const form = Object.fromEntries(new URLSearchParams(codeRequest(CLIENT, given).body));
    expect(form).toMatchObject({
      grant_type: 'authorization_code',
      code_verifier: 'v',
      client_secret: 's-1',
    });
    expect(refreshRequest(CLIENT, 'r').body).toContain('grant_type=refresh_token&refresh_token=r');
  });

  test('name the manager only where there is one, and never the size of a page', () => {
    const search = { customerId: '1', loginCustomerId: null, query: 'SELECT a', pageToken: null };
    const { headers, body, url } = searchRequest(ACCESS, search);
    expect([url, headers['login-customer-id'], JSON.parse(body)]).toEqual([
      ...['https://googleads.googleapis.com/v26/customers/1/googleAds:search', undefined],
      { query: 'SELECT a' },
    ]);
    const next = searchRequest(ACCESS, { ...search, loginCustomerId: '2', pageToken: 'p' });
    expect([next.headers['login-customer-id'], JSON.parse(next.body).pageToken]).toEqual(['2', 'p']);
    expect(accessibleRequest(ACCESS).headers.authorization).toBe('Bearer t-1');
  });
});

describe('answers', () => {
  test('of a token say who has connected, and which permissions are missing', () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const answer = TokenAnswer.parse({
      access_token: 'a',
      expires_in: 3599,
      scope: 'openid https://www.googleapis.com/auth/adwords',
      id_token: `h.${part({ sub: '7', email: 'a@b.example' })}.s`,
    });
    expect(answer.id_token).toEqual({ id: '7', name: 'a@b.example' });
    expect(missingPermissions(answer.scope)).toEqual(['Use the Data Manager API']);
    expect(TokenAnswer.safeParse({ ...answer, scope: '', id_token: 'x' }).success).toBe(false);
  });

  test('have no rows where Google leaves the list out', () => {
    expect(searchAnswer(ClientRow).parse({ fieldMask: 'x' })).toEqual({ results: [] });
  });

  test.each([
    [{ manager: true, status: 'ENABLED' }, /manager/],
    [{ status: 'SUSPENDED' }, /suspended/],
    [{ status: 'STRANGE' }, /STRANGE/],
    [{ status: 'constructor' }, /status at Google is constructor/],
    [{ status: 'ENABLED' }, null],
  ])('of an account %j', (over, reason) => {
    const customer = ClientRow.parse({ customerClient: { id: '5', ...over } });
    if (reason === null) expect(leftOutReason(customer)).toBeNull();
    else expect(leftOutReason(customer)).toMatch(reason);
    expect(customer.name).toBe('Account 5');
  });

  test('of a conversion action have its status', () => {
    const row = { conversionAction: { id: '9', name: 'Orders', status: 'ENABLED' } };
    expect(ActionRow.parse(row)).toEqual({ id: '9', name: 'Orders', status: 'enabled' });
  });
});

describe('errors', () => {
  const ads = (name: string) => ({
    error: {
      code: 400,
      message: 'x',
      details: [{ errors: [{ errorCode: { kind: name }, message: 'said' }] }],
    },
  });
  test.each<[object, number, string, RegExp]>([
    [
      { error: 'invalid_grant', error_description: 'Bad Request' },
      400,
      'bad_token',
      /^invalid_grant: .*withdrawn/,
    ],
    [{ error: 'invalid_client' }, 401, 'refused', /client secret is not right/],
    [ads('USER_PERMISSION_DENIED'), 403, 'refused', /may not use this account/],
    [ads('OAUTH_TOKEN_REVOKED'), 401, 'bad_token', /ended the permission/],
    [ads('RESOURCE_EXHAUSTED'), 429, 'busy', /limit for today/],
    [ads('CLOUD_PROJECT_NOT_APPROVED_FOR_PRODUCTION'), 403, 'refused', /Basic access/],
    [ads('SOMETHING_NEW'), 400, 'refused', /^SOMETHING_NEW: said$/],
    [
      { error: { code: 403, details: [{ reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' }] } },
      403,
      'forbidden',
      /permission/,
    ],
    [{ error: { code: 503, status: 'UNAVAILABLE', message: 'later' } }, 503, 'busy', /^UNAVAILABLE: later$/],
    [{ error: 'constructor' }, 400, 'refused', /^constructor$/],
    [{ error: { code: 401, status: 'UNAUTHENTICATED' } }, 401, 'bad_token', /^UNAUTHENTICATED$/],
  ])('%j', (body, status, meaning, words) => {
    const error = readGoogleError({ status, body: JSON.stringify(body) });
    expect([error?.meaning, error?.words]).toEqual([meaning, expect.stringMatching(words)]);
  });

  test('are none where nothing is wrong', () => {
    expect(readGoogleError({ status: 200, body: '{"results":[]}' })).toBeNull();
  });
});

describe('links', () => {
  const link = (over: Partial<ListedLink> = {}): ListedLink => ({
    linkId: 'A1',
    status: 'enabled',
    appId: 'com.kite',
    platform: 'android',
    providerId: '7',
    ...over,
  });
  const own = { providerId: null, appIds: { android: 'com.kite' } };
  const android = (linkId: string | null) => ({ platform: 'android' as const, linkId });

  test.each<[string, ListedLink[], typeof own | { providerId: string; appIds: object }, string | null]>([
    ['of our app', [link()], own, 'A1'],
    ['of another app', [link({ appId: 'com.other' })], own, null],
    ['of our number', [link({ appId: 'com.other' })], { providerId: '7', appIds: {} }, 'A1'],
    ['of another number', [link()], { providerId: '8', appIds: { android: 'com.kite' } }, null],
    ['that was removed', [link({ status: 'removed' })], own, null],
    [
      'of two apps, none of them ours',
      [link(), link({ linkId: 'B2', appId: 'b' })],
      { providerId: '7', appIds: {} },
      null,
    ],
    ['enabled, beside one that is not', [link({ status: 'revoked', linkId: 'B2' }), link()], own, 'A1'],
    ['of the other platform', [link({ platform: 'ios' })], own, null],
  ])('that were not entered: %s', (_which, listed, given, expected) => {
    expect(checkLink(android(null), listed, given).link_id).toBe(expected);
  });

  test('that were entered are found whatever their case, or not found', () => {
    expect(checkLink(android('a1'), [link()], own)).toMatchObject({ link_id: 'A1', status: 'enabled' });
    expect(checkLink(android('C3'), [link()], own)).toMatchObject({ link_id: 'C3', status: 'not_found' });
  });

  test('have no problem only with a dev_token and an enabled link', () => {
    const none = { link_id: null, status: null, app_id: null };
    const enabled = { link_id: 'A1', status: 'enabled' as const, app_id: 'a' };
    expect(linkProblem({ android: enabled, ios: none }, { hasDevToken: true })).toBeNull();
    expect(linkProblem({ android: enabled, ios: none }, { hasDevToken: false })).toMatch(/dev_token/);
    expect(linkProblem({ android: none, ios: none }, { hasDevToken: true })).toMatch(/No app is linked/);
    const rejected = { ...enabled, status: 'rejected' as const };
    expect(linkProblem({ android: enabled, ios: rejected }, { hasDevToken: true })).toMatch(
      /iOS app was rejected/,
    );
  });
});
