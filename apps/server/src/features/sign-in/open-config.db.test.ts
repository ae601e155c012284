import { getOpenConfig } from '@trailmark/contract/open-config';
import { verifyMagicLink } from '@trailmark/contract/sign-in';
import { updateUser } from '@trailmark/contract/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readEnv } from '../../platform/env.ts';
import { createBrowser } from '../../testing/browser.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { issueLocalOwnerLink } from './local-owner.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const configWith = async (variables: Record<string, string>) => {
  server.kit.env = readEnv(variables, 'all');
  return await server.callAs(null)(getOpenConfig, {});
};

test('an installation where nothing is set up says so', async () => {
  expect(await configWith({})).toEqual({
    google_sign_in: false,
    signup: 'invite',
    mail: false,
    first_sign_in: 'terminal',
    takes_requests: false,
    analytics: null,
    messaging: null,
  });
});

test('a visitor learns what is set up and no secret of it', async () => {
  const config = await configWith({
    SIGNUP: 'open',
    SMTP_URL: 'smtp://user:password@mail.example.com',
    SECRET_KEY: 'secret-key-secret-key-secret-key-secret',
    GOOGLE_CLIENT_ID: 'google-id',
    GOOGLE_CLIENT_SECRET: 'google-secret',
    MIXPANEL_TOKEN: 'public-token',
    MIXPANEL_UPSTREAM: 'https://upstream.example.com',
    MIXPANEL_RECORD_PERCENT: '12.5',
    INTERCOM_APP_ID: 'abc123',
    OPERATOR_EMAILS: 'operator@example.com',
  });
  expect(config).toEqual({
    google_sign_in: true,
    signup: 'open',
    mail: true,
    first_sign_in: 'anyone',
    takes_requests: true,
    analytics: { token: 'public-token', record_percent: 12.5 },
    messaging: { app_id: 'abc123' },
  });
});

test('until someone has an account, a visitor learns where the first sign-in comes from', async () => {
  const first = async (variables: Record<string, string> = {}) => (await configWith(variables)).first_sign_in;
  const operated = { SMTP_URL: 'smtp://mail.example.com', OPERATOR_EMAILS: 'operator@example.com' };
  expect(await first(operated)).toBe('operator');
  expect(await first({ HOST: '0.0.0.0' })).toBe('anyone');

  const token = (await issueLocalOwnerLink(server.kit)).split('#token=')[1] ?? '';
  expect(await first()).toBe('terminal');
  const browser = createBrowser(server);
  expect(await browser.call(verifyMagicLink, { body: { token } })).toMatchObject({ from_terminal: true });
  const signedIn = await browser.call(verifyMagicLink, { body: { token, confirm: true } });
  if (signedIn.status !== 'signed_in') throw new Error('The link did not sign in.');
  await server.callAs(signedIn.token)(updateUser, { body: { first_name: 'Asha' } });
  for (const variables of [{}, operated]) expect(await first(variables)).toBeNull();
});
