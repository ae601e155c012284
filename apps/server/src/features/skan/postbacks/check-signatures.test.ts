import { generateKeyPairSync } from 'node:crypto';
import { testKeys } from '@trailmark/core/skan/keys';
import type { SkanPostback } from '@trailmark/core/skan/postback';
import { isPostback, readPostback } from '@trailmark/core/skan/read-postback';
import { signSkadnetwork } from '@trailmark/core/skan/sign-postback';
import { afterEach, expect, test } from 'vitest';
import { createSignatureChecks } from './check-signatures.ts';
import type { ReceivedPostback } from './received-postback.ts';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const keys = testKeys({ current: publicKey, development: publicKey });

function received(change: Record<string, unknown> = {}): ReceivedPostback {
  const body = signSkadnetwork(
    {
      version: '3.0',
      'ad-network-id': 'example.skadnetwork',
      'campaign-id': 7,
      'app-id': 525463029,
      'transaction-id': '6aafb7a5-0170-41b5-bbe4-fe71dedf1e28',
      redownload: false,
      'fidelity-type': 1,
      'did-win': true,
    },
    privateKey,
  );
  const postback = readPostback({ ...body, ...change });
  if (!isPostback(postback)) throw new Error('not a postback');
  return of(postback);
}

const of = (postback: SkanPostback): ReceivedPostback => ({
  projectId: 'a',
  countsDevelopment: false,
  cameBy: 'device',
  postback,
  raw: '{}',
  keys,
  receivedAt: new Date(0),
  isFromTiring: false,
});

const checks = createSignatureChecks();
afterEach(() => checks.stop());

test('each postback of a group has its own verdict, in order', async () => {
  const group = [
    received(),
    received({ 'campaign-id': 8 }),
    received({ version: '99.0' }),
    received({ 'attribution-signature': 'not a signature' }),
    received({ 'attribution-signature': undefined }),
    received(),
  ];
  const verdicts = ['valid', 'invalid', 'unverifiable', 'invalid', 'invalid', 'valid'];
  expect(await checks.check(group)).toEqual(verdicts);
  const other = [received({ 'campaign-id': 8 }), received()];
  expect(await Promise.all([checks.check(group), checks.check(other), checks.check([])])).toEqual([
    verdicts,
    ['invalid', 'valid'],
    [],
  ]);
});

test('a thread that ends refuses those who wait for it, and another one takes its place', async () => {
  expect(await checks.check([received()])).toEqual(['valid']);
  const lost = checks.check(Array.from({ length: 1000 }, () => received()));
  const refused = expect(lost).rejects.toMatchObject({ code: 'unavailable' });
  await checks.stop();
  await refused;
  expect(await checks.check([received()])).toEqual(['valid']);
});
