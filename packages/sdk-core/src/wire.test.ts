import { BATCH_CALLS } from '@trailmark/contract/client-bodies';
import { CLIENT_PAYMENT_STATUSES, PAYMENT_TYPES } from '@trailmark/contract/payload';
import { expect, test } from 'vitest';
import { startClient } from './testing/start-client.ts';
import type { PaymentStatus, PaymentType } from './wire.ts';

// Compiles only as long as the lists are the same.
const types: readonly PaymentType[] = PAYMENT_TYPES;
const statuses: readonly PaymentStatus[] = CLIENT_PAYMENT_STATUSES;
const backTypes: (type: PaymentType) => (typeof PAYMENT_TYPES)[number] = (type) => type;
const backStatuses: (status: PaymentStatus) => (typeof CLIENT_PAYMENT_STATUSES)[number] = (status) => status;

test('the contract accepts what every method sends', async () => {
  const { client, time, server } = startClient();
  client.init({ device_data: { language: 'en' }, link: 'https://shop.example/?utm_source=x' });
  client.identify('u1');
  client.identify('u1', { name: 'Asha', email: 'asha@kite.example' });
  client.signUp('u1', { is_first_time_user: true });
  client.track('opened_menu', { size: 3 });
  for (const type of types.map(backTypes)) client.payment({ amount: '9.90', currency: 'INR', type });
  for (const status of statuses.map(backStatuses))
    client.payment({ amount: 9.9, payment_id: status, status });
  client.refund('p1');
  client.page({ page_url: 'https://shop.example/', page_title: 'Shop' });
  client.screen('menu', { size: 3 });
  client.consent({ analytics_storage: 'granted', is_eea: true });
  client.call('customer-user-id', { user_id: 'u1' });
  client.call('integrations', { integration_info: { clevertap_id: 'c1' } });
  client.call('update-push-token', { push_token: 't1' });
  await time.pass(60_000);
  const schemas: Record<string, { safeParse(body: unknown): { success: boolean; error?: unknown } }> =
    BATCH_CALLS;
  const calls = new Set<string>();
  for (const { call, body } of server.texts.flatMap((text) => JSON.parse(text).items)) {
    calls.add(call);
    // A call that the contract does not list would be refused; it is found by its absence below.
    expect(schemas[call]?.safeParse(body).error).toBeUndefined();
  }
  for (const call of Object.keys(BATCH_CALLS)) expect(calls).toContain(call);
});
