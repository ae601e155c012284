import { refreshRequest } from '@trailmark/core/networks/google/google-auth';
import { readGoogleError } from '@trailmark/core/networks/google/google-error';
import { accessibleRequest } from '@trailmark/core/networks/google/google-search';
import { codeRequest, graphRequest, inspectRequest } from '@trailmark/core/networks/meta/meta-auth';
import { codeRequest as tiktokCode, tiktokRequest } from '@trailmark/core/networks/tiktok/tiktok-auth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Env } from '../platform/env.ts';
import { startReceiver, type TestReceiver } from '../testing/receiver.ts';
import { askNetwork } from './ask-network.ts';

let receiver: TestReceiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.stop());

const SECRET = 'a-secret-of-someone';
const META = { version: 'v26.0', appId: '12345', appSecret: SECRET };
const TIKTOK = { version: 'v1.3', appId: '12345', appSecret: SECRET };
const API = { label: 'Google', readError: readGoogleError };
const ask = (request = accessibleRequest({ version: 'v26', token: 'a-token' })) =>
  askNetwork({ env: { toolsUrl: receiver.url } as Env }, API, {
    request,
    schema: z.object({ rows: z.array(z.string()) }),
  });

test('a page of a report may be large', async () => {
  const rows = Array.from({ length: 10_000 }, (_, n) => `${n} ${'x'.repeat(1000)}`);
  receiver.answer(() => ({ status: 200, body: JSON.stringify({ rows }) }));
  expect((await ask()).rows).toHaveLength(10_000);
});

describe('an error that repeats what was sent shows no secret of it', () => {
  test.each([
    ['a token in a header', accessibleRequest({ version: 'v26', token: SECRET })],
    ['a token of TikTok', tiktokRequest(TIKTOK, 'a/', { token: SECRET, query: {} })],
    ['a token in an address', graphRequest(META, 'me', { token: SECRET })],
    ['the secret of an app', inspectRequest(META, 'another-token')],
    ['a code', codeRequest(META, { code: SECRET, redirectUri: 'https://t.example/' })],
    ['a form', refreshRequest({ clientId: 'c-1', clientSecret: 'another-secret' }, SECRET)],
    ['JSON', tiktokCode(TIKTOK, { code: 'a-code' })],
  ])('%s', async (_which, request) => {
    const said = `Malformed access token ${SECRET} of ${encodeURIComponent(SECRET)}`;
    receiver.answer(() => ({ status: 400, body: JSON.stringify({ error: 'odd', error_description: said }) }));
    const error = await ask(request).catch((thrown: Error) => thrown);
    expect((error as Error).message).toBe('Google refused: odd: Malformed access token ••• of •••');
  });
});

test.each([
  ['a page', '<html>'],
  ['another shape', '{"rows":[1]}'],
  ['nothing', ''],
])('%s is no answer', async (_which, body) => {
  receiver.answer(() => ({ status: 200, body }));
  await expect(ask()).rejects.toMatchObject({ code: 'unavailable' });
});
