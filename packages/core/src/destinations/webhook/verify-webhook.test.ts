import { expect, test } from 'vitest';
import { verifyWebhook } from './verify-webhook.ts';

/** The example of https://www.standardwebhooks.com, as its library signs it. */
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const NOW = new Date(1_614_265_330_000);
const RIGHT = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: '1614265330',
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};
const OTHER = `whsec_${'A'.repeat(43)}=`;

test.each<[string, Partial<typeof RIGHT>, string[], boolean]>([
  ['as it should be', {}, [SECRET], true],
  ['by the older of two secrets', {}, [OTHER, SECRET], true],
  ['with a second signature', { signature: `v1,AAAA ${RIGHT.signature}` }, [SECRET], true],
  ['by another secret', {}, [OTHER], false],
  ['of another body', { body: '{"test": 2432232315}' }, [SECRET], false],
  ['of another id', { id: 'msg_2' }, [SECRET], false],
  ['of another version', { signature: RIGHT.signature.replace('v1,', 'v2,') }, [SECRET], false],
  ['without an id', { id: '' }, [SECRET], false],
  ['without a signature', { signature: '' }, [SECRET], false],
  ['without a time', { timestamp: 'soon' }, [SECRET], false],
  ['behind five others', { signature: `${'v1,A '.repeat(5)}${RIGHT.signature}` }, [SECRET], false],
])('a message %s', (_which, over, secrets, expected) => {
  expect(verifyWebhook({ ...RIGHT, ...over }, secrets, NOW)).toBe(expected);
});

test.each([
  [-5 * 60, true],
  [-5 * 60 - 1, false],
  [5 * 60, true],
  [5 * 60 + 1, false],
])('a message that is received %d s after it was sent', (seconds, expected) => {
  expect(verifyWebhook(RIGHT, [SECRET], new Date(NOW.getTime() + seconds * 1000))).toBe(expected);
});
