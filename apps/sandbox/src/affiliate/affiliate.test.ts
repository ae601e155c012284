import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../start.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());
beforeEach(() => sandbox.receivers.forget());

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const URL_OF = () => `${sandbox.httpUrl}/tools/postbacks.affiliate.example/postback`;
const network = () => sandbox.receivers.get('affiliate');
const get = (query: Record<string, string>) => fetch(`${URL_OF()}?${new URLSearchParams(query)}`);
const sign = (text: string) =>
  `v1,${createHmac('sha256', Buffer.alloc(32, 7)).update(text).digest('base64')}`;

test.each<[string, Record<string, string>, number]>([
  ['right', { event_id: '1', event: 'sale', value: '5', currency: 'INR', status: 'approved' }, 200],
  ['without an id', { event: 'sale' }, 400],
  ['without an event', { event_id: '1' }, 400],
  ['with a macro left', { event_id: '1', event: 'sale', click_id: '{clickid}' }, 400],
  ['with a status of its own', { event_id: '1', event: 'sale', status: 'ok' }, 400],
  ['with an amount that is none', { event_id: '1', event: 'sale', value: 'NaN', currency: 'INR' }, 400],
  ['without a currency', { event_id: '1', event: 'sale', value: '5' }, 400],
])('a postback %s', async (_which, query, status) => {
  expect((await get(query)).status).toBe(status);
});

test('a POST is checked with the secret', async () => {
  network().accept([{ secret: SECRET }]);
  const body = JSON.stringify({ event_id: '1', event: 'sale' });
  const post = (signature: string) =>
    fetch(URL_OF(), {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'webhook-id': 'm',
        'webhook-timestamp': '1',
        'webhook-signature': signature,
      },
    });
  expect((await post(sign(`m.1.${body}`))).status).toBe(200);
  expect((await post(sign(`m.1.${body} `))).status).toBe(401);
});

test('a call of the network is signed, ready to be sent', async () => {
  const answer = await fetch(`${sandbox.httpUrl}/receivers/affiliate/sign-call`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ secret: SECRET, call: { type: 'redeemed', coupon_code: 'HOLI' } }),
  });
  const { headers, body } = (await answer.json()) as { headers: Record<string, string>; body: string };
  expect(JSON.parse(body)).toMatchObject({ type: 'redeemed', coupon_code: 'HOLI' });
  expect(headers['webhook-signature']).toBe(
    sign(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`),
  );
});
