import { createHash, createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashPerson } from './hash-person.ts';
import { signRequest } from './sign-request.ts';

const KEY = { keyId: 'key-1', secretKey: 'a secret with ü' };

test.each(['{"a":"/é"}', ''])('signs time, method, path and body %j', (body) => {
  const hash = body && createHash('sha256').update(body).digest('base64');
  const text = `1790000000123\nPOST\n/api/client/batch\n${hash}`;
  expect(signRequest(KEY, { path: '/api/client/batch', body, now: 1790000000123.7 })).toEqual({
    Authorization: 'HMAC',
    'x-Key-Id': 'key-1',
    'x-Timestamp': '1790000000123',
    'x-Signature-Version': '2',
    'x-Signature': createHmac('sha256', KEY.secretKey).update(text).digest('base64'),
  });
});

test('personal data is hashed as it is given, and nothing else', () => {
  const person = { id: '7', name: 'Asha', email: ' Asha@Example.com', phone: '', is_first_time_user: true };
  expect(hashPerson(person)).toEqual({
    ...person,
    name: createHash('sha256').update('Asha').digest('hex'),
    email: createHash('sha256').update(' Asha@Example.com').digest('hex'),
  });
  expect(person.name).toBe('Asha');
});
