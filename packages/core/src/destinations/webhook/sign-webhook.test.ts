import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { signWebhook } from './sign-webhook.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const MESSAGE = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  sentAt: new Date(1_614_265_330_900),
  body: '{"test": 2432232314}',
};

test('a message is signed as the published example is', () => {
  expect(signWebhook(MESSAGE, [SECRET])).toEqual({
    'webhook-id': MESSAGE.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('while a secret is replaced there is a signature by each, the new one first', () => {
  const other = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
  const both = signWebhook(MESSAGE, [other, SECRET])['webhook-signature'] ?? '';
  const [first, second] = both.split(' ');
  expect([first, second]).toEqual([
    signWebhook(MESSAGE, [other])['webhook-signature'],
    signWebhook(MESSAGE, [SECRET])['webhook-signature'],
  ]);
  expect(first).not.toBe(second);
});

test('a signature is the HMAC-SHA256 of a message, and any byte that is changed makes another', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.string(),
      // Above the 64 bytes of a block a key is hashed.
      fc.uint8Array({ minLength: 1, maxLength: 100 }),
      (one, other, key) => {
        fc.pre(one !== other);
        const secret = `whsec_${Buffer.from(key).toString('base64')}`;
        const signatureOf = (body: string) =>
          signWebhook({ ...MESSAGE, body }, [secret])['webhook-signature'];
        const expected = createHmac('sha256', key).update(`${MESSAGE.id}.1614265330.${one}`).digest('base64');
        expect(signatureOf(one)).toBe(`v1,${expected}`);
        // A lone surrogate is sent as the replacement character: those two texts are the same bytes.
        if (Buffer.from(one).equals(Buffer.from(other))) return;
        expect(signatureOf(one)).not.toBe(signatureOf(other));
      },
    ),
  );
});
