import { listDeliveries } from '@trailmark/contract/deliveries';
import { WebhookPayload } from '@trailmark/contract/webhook-payload';
import { updateWebhook } from '@trailmark/contract/webhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { receiverEnv } from '../../../testing/delivery-fixture.ts';
import { type ReceivedRequest, startReceiver, type TestReceiver } from '../../../testing/receiver.ts';
import { buildSkanProject, SKAN_ENV, sendPostback } from '../../../testing/skan-fixture.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { until } from '../../../testing/until.ts';
import { sendDue } from '../../deliveries/start-sending.ts';

let receiver: TestReceiver;
let server: TestServer;
beforeAll(async () => {
  receiver = await startReceiver();
  server = await startTestServer({ env: { ...receiverEnv(receiver), ...SKAN_ENV } });
});
afterAll(async () => {
  await server.stop();
  await receiver.stop();
});

test('webhooks that want them are sent the postbacks that count, once, and the ledger lists them', async () => {
  const { owner, projectId, skan } = await buildSkanProject(server);
  const add = (path: string, event_types: string[] | null) =>
    owner.call(updateWebhook, {
      body: { project_id: projectId, url: `${receiver.url}${path}`, event_types },
    });
  await add('/all', null);
  await add('/skan', ['skan_postback']);
  await add('/payments', ['payment']);
  receiver.answer(() => ({ status: 200, body: '' }));
  receiver.take();
  const body = skan({ 'country-code': 'US' });
  for (const sent of [body, body, { ...body, 'conversion-value': 1 }, { ...skan(), 'did-win': false }]) {
    expect((await sendPostback(server, sent)).status).toBe(200);
  }
  const received: ReceivedRequest[] = [];
  // Workers learn of it a moment after the answer.
  await until(async () => {
    await sendDue(server.kit);
    return received.push(...receiver.take()) >= 2;
  });
  expect(received.map(({ path }) => path).sort()).toEqual(['/all', '/skan']);
  const payload = WebhookPayload.parse(JSON.parse(received[0]?.body ?? ''));
  expect(payload).toMatchObject({
    type: 'skan_postback',
    data: {
      name: '$skan_postback',
      install_id: null,
      platform: 'IOS',
      country: 'US',
      attribution: { network: 'META', campaign_id: null },
      properties: {
        transaction_id: body['transaction-id'],
        sequence: 0,
        fine_value: 12,
        coarse_value: null,
        source_identifier: '5239',
        verdict: 'valid',
        conversion_type: 'download',
      },
    },
  });
  const ledger = await owner.call(listDeliveries, {
    query: { project_id: projectId, event: 'skan_postback' },
  });
  expect(ledger.items.map(({ state, kind }) => [state, kind])).toEqual([
    ['delivered', 'skan_postback'],
    ['delivered', 'skan_postback'],
  ]);
});
