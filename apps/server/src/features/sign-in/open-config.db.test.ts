import { getOpenConfig } from '@trailmark/contract/open-config';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readEnv } from '../../platform/env.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

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
    analytics: { token: 'public-token', record_percent: 12.5 },
    messaging: { app_id: 'abc123' },
  });
});
