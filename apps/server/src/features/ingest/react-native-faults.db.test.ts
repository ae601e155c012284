import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFakeRandom } from '../../../../../packages/sdk-core/src/testing/fake-device.ts';
import { createPhoneOnline } from '../../../../../packages/sdk-react-native/src/testing/phone-online.ts';
import type { PhoneScript } from '../../../../../packages/sdk-react-native/src/testing/scripted-phone.ts';
import { buildAttributionFixture } from '../../testing/attribution-fixture.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { until } from '../../testing/until.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const FAULTS = ['unreachable', 'answer lost', 'refused for now', 'broken answer'] as const;

/** A network on which requests and answers are lost. */
function createBadNetwork(random: () => number) {
  let isBad = true;
  const sendBadly: PhoneScript['fetch'] = async (url, init) => {
    const fault = isBad && random() < 0.6 ? FAULTS[Math.floor(random() * FAULTS.length)] : null;
    if (fault === 'unreachable') throw new TypeError('Network request failed');
    const answer = await fetch(url, init);
    if (fault === 'answer lost') throw new TypeError('Network request failed');
    const headers = { get: () => null };
    if (fault === 'refused for now') return { status: 503, headers, json: async () => null };
    if (fault === 'broken answer') return { status: 200, headers, json: async () => null };
    return answer;
  };
  return {
    fetch: sendBadly,
    heal: () => {
      isBad = false;
    },
  };
}

const SEED = Number(process.env.SDK_SEED ?? 20_261_118);

test(`stores everything once, whatever the network does and whenever the app is killed (SDK_SEED=${SEED})`, async () => {
  const project = await buildAttributionFixture(server);
  const options = { token: project.token, endpoint: server.url };
  const rowsOf = (table: 'installs' | 'events' | 'payments') =>
    server.db.selectFrom(table).selectAll().where('project_id', '=', project.projectId).execute() as Promise<
      Record<string, unknown>[]
    >;
  const random = createFakeRandom(SEED);
  const { heal, ...network } = createBadNetwork(random);
  const phone = createPhoneOnline({ ...network, random, now: () => server.clock.now().getTime() });
  const sent: string[] = [];
  let count = 0;
  for (let start = 0; start < 8; start += 1) {
    const { trailmark, kill, setForeground } = phone.launch();
    void trailmark.init(options);
    for (let step = 0; step < 6; step += 1) {
      count += 1;
      if (count % 7 === 0) await trailmark.capturePayment({ amount: count, paymentId: `p${count}` });
      else await trailmark.trackEvent('step', { count });
      sent.push(count % 7 === 0 ? `p${count}` : String(count));
      if (random() < 0.3) setForeground(random() < 0.5);
      if (random() < 0.3) await new Promise((resolve) => setTimeout(resolve, random() * 60));
    }
    // Until what was handed to the storage of the phone is written.
    await new Promise((resolve) => setTimeout(resolve, 5));
    kill();
  }
  heal();
  const { trailmark } = phone.launch();
  await trailmark.init(options);
  await until(async () => {
    await trailmark.flush();
    const queue = [...phone.items].find(([key]) => key === 'tm.q');
    return queue === undefined;
  });
  expect(await rowsOf('installs')).toHaveLength(1);
  const events = await rowsOf('events');
  const steps = events.filter(({ name }) => name === 'step');
  const payments = await rowsOf('payments');
  const stored = [
    ...steps.map(({ data }) => String((data as { count: number }).count)),
    ...payments.map(({ payment_id }) => String(payment_id)),
  ];
  expect(stored.sort()).toEqual(sent.sort());
});
