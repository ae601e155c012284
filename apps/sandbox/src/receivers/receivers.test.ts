import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../start.ts';
import type { FaultRule } from './faults.ts';
import { control, sendToTool } from './testing/send-to-tool.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());
beforeEach(() => sandbox.receivers.forget());

const URL_BATCH = 'https://api2.amplitude.com/2/httpapi';
const bodyOf = (...ids: string[]) => ({
  api_key: 'key-1',
  events: ids.map((id) => ({ user_id: 'user-1', event_type: 'View', insert_id: id })),
});
const send = (...ids: string[]) => sendToTool(sandbox, URL_BATCH, { body: bodyOf(...ids) });
const statusOf = async (...ids: string[]) =>
  send(...ids).then(
    ({ status }) => status,
    () => 'hung up',
  );
const setFaults = (rules: unknown, name = 'amplitude') =>
  control(sandbox, `/receivers/${name}/faults`, { method: 'POST', body: rules });
const counts = () => sandbox.receivers.get('amplitude').received.counts();

async function statusesOf(count: number): Promise<unknown[]> {
  const statuses = [];
  for (let n = 0; n < count; n += 1) statuses.push(await statusOf(`id-${n}`));
  return statuses;
}

describe('a rule', () => {
  test.each<[string, FaultRule, unknown, number]>([
    ['answers', { answer: 503 }, 503, 0],
    ['answers and takes', { answer: 503, take: true }, 503, 2],
    ['answers what no tool documents', { answer: 418 }, 418, 0],
    ['throttles', { throttle: true }, 429, 0],
    ['refuses every second item', { refuse_every: 2 }, 400, 0],
    ['is slow', { slow_ms: 5 }, 200, 2],
    ['hangs up before', { hang_up: 'before' }, 'hung up', 0],
    ['hangs up after', { hang_up: 'after' }, 'hung up', 2],
    ['sends garbage', { garbage: true }, 200, 0],
    ['sends garbage and takes', { garbage: true, take: true }, 200, 2],
    ['is an outage', { outage: true }, 'hung up', 0],
    ['refuses the credentials', { bad_credentials: true }, 400, 0],
  ])('%s', async (_which, rule, status, taken) => {
    expect((await setFaults([rule])).status).toBe(204);
    expect(await statusOf('a', 'b')).toBe(status);
    expect(counts()).toMatchObject({ requests: 1, taken });
    const [received] = sandbox.receivers.get('amplitude').received.requests();
    expect(received).toMatchObject({
      status: status === 'hung up' ? null : status,
      fault: Object.keys(rule)[0],
      taken,
    });
  });

  test('that sends garbage sends a page', async () => {
    await setFaults([{ garbage: true }]);
    const { body, headers } = await send('a');
    expect(headers.get('content-type')).toMatch(/^text\/html/);
    expect(body).toContain('<!doctype html>');
  });

  test('after which the items came is seen as repeats', async () => {
    await setFaults([{ hang_up: 'after', count: 1 }]);
    expect([await statusOf('a'), await statusOf('a')]).toEqual(['hung up', 200]);
    expect(counts()).toMatchObject({ taken: 1, repeats: 1 });
  });

  test('ends after a count, and the next one begins', async () => {
    await setFaults([
      { answer: 500, count: 2 },
      { answer: 503, count: 1 },
    ]);
    expect(await statusesOf(4)).toEqual([500, 500, 503, 200]);
    expect(sandbox.receivers.get('amplitude').rules()).toEqual([]);
  });

  test('that is slow leaves the rest to the next one', async () => {
    await setFaults([{ slow_ms: 1 }, { answer: 500 }, { slow_ms: 1 }]);
    expect(await statusOf('a')).toBe(500);
  });

  test('of one endpoint leaves the others alone', async () => {
    await setFaults([{ answer: 500, only: 'batch' }]);
    expect(await statusOf('a')).toBe(200);
    const batch = await sendToTool(sandbox, 'https://api2.amplitude.com/batch', { body: bodyOf('b') });
    expect(batch.status).toBe(500);
  });

  test('of one receiver leaves the others alone', async () => {
    await setFaults([{ outage: true }], 'mixpanel');
    expect(await statusOf('a')).toBe(200);
  });

  test('of a share is drawn the same way for the same seed', async () => {
    const drawn = async (seed: string) => {
      await setFaults({ seed, rules: [{ answer: 500, share: 0.3 }] });
      return statusesOf(40);
    };
    const [first, again, other] = [await drawn('one'), await drawn('one'), await drawn('two')];
    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
    expect(new Set(first)).toEqual(new Set([200, 500]));
  });

  test.each([
    ['two kinds', [{ answer: 500, outage: true }]],
    ['no kind', [{ share: 0.5 }]],
    ['an unknown name', [{ answer: 500, sometimes: true }]],
    ['a share above 1', [{ outage: true, share: 2 }]],
  ])('of %s is refused', async (_which, rules) => {
    expect(await setFaults(rules)).toMatchObject({ status: 400, body: { error: expect.any(String) } });
    expect(await statusOf('a')).toBe(200);
  });
});

describe('an outage of 24 hours', () => {
  const setClock = (now: string | null) =>
    control(sandbox, '/receivers/clock', { method: 'POST', body: { now } });

  test('ends when the clock has moved', async () => {
    await setClock('2026-11-16T10:00:00Z');
    await setFaults([{ outage: true, seconds: 86_400 }]);
    // The clock goes on between two calls, so nothing is asked at the very second.
    await setClock('2026-11-17T09:59:00Z');
    expect(await statusOf('a')).toBe('hung up');
    await setClock('2026-11-17T10:01:00Z');
    expect(await statusOf('a')).toBe(200);
  });

  test('ends by a call', async () => {
    await setFaults([{ outage: true, seconds: 86_400 }]);
    expect(await statusOf('a')).toBe('hung up');
    expect((await control(sandbox, '/receivers/amplitude/faults', { method: 'DELETE' })).status).toBe(204);
    expect(await statusOf('a')).toBe(200);
  });

  test('is by the time of this machine unless it was moved', async () => {
    await setClock('2020-01-01T00:00:00Z');
    await setClock(null);
    const { now } = (await control(sandbox, '/receivers')).body as { now: string };
    expect(Math.abs(Date.parse(now) - Date.now())).toBeLessThan(3_600_000);
  });
});

describe('the calls', () => {
  test('list receivers with their counts', async () => {
    await send('a', 'b');
    await send('b');
    await sendToTool(sandbox, 'https://api.nowhere.example/x', { body: {} });
    const { body } = await control(sandbox, '/receivers');
    expect(body).toMatchObject({
      receivers: expect.arrayContaining([
        expect.objectContaining({ name: 'amplitude', requests: 2, taken: 2, repeats: 1, refused: 0 }),
        expect.objectContaining({ name: 'mixpanel', requests: 0 }),
      ]),
      strays: [{ method: 'POST', url: 'https://api.nowhere.example/x' }],
    });
  });

  test('give what one has received', async () => {
    await send('a', 'b');
    const { body } = await control(sandbox, '/receivers/amplitude');
    expect(body).toMatchObject({
      name: 'amplitude',
      taken: 2,
      faults: [],
      items: [
        { id: 'a', name: 'View', times: 1 },
        { id: 'b', name: 'View', times: 1 },
      ],
      received: [{ method: 'POST', url: URL_BATCH, endpoint: 'httpapi', status: 200, taken: 2 }],
    });
    expect(JSON.parse((body as { received: { body: string }[] }).received[0]!.body)).toEqual(
      bodyOf('a', 'b'),
    );
    const short = (await control(sandbox, '/receivers/amplitude?limit=1')).body;
    expect(short).toMatchObject({ taken: 2, items: [{ id: 'b' }] });
    const { body: ids } = await control(sandbox, '/receivers/amplitude/ids');
    expect(ids).toEqual({
      ids: [
        { id: 'a', name: 'View', times: 1 },
        { id: 'b', name: 'View', times: 1 },
      ],
    });
  });

  test('set the credentials, one or several, and take them back', async () => {
    const accept = (body: unknown) =>
      control(sandbox, '/receivers/amplitude/credentials', { method: 'POST', body });
    expect((await accept({ api_key: 'other' })).status).toBe(204);
    expect(await statusOf('a')).toBe(400);
    await accept([{ api_key: 'other' }, { api_key: 'key-1' }]);
    expect(await statusOf('a')).toBe(200);
    expect((await accept({ token: 'x' })).status).toBe(400);
    await accept({ api_key: 'other' });
    await accept(null);
    expect(await statusOf('a')).toBe(200);
  });

  test.each([
    ['mixpanel', { token: 't' }],
    ['mixpanel', { username: 'u', secret: 's', project_id: '1' }],
    ['posthog', { api_key: 'phc_1' }],
    ['clevertap', { account_id: 'a', passcode: 'p' }],
    ['moengage', { workspace_id: 'w', api_key: 'k' }],
    ['slack', { path: '/services/T1/B1/x' }],
    ['meta', { access_token: 'EAA1', dataset_id: '1' }],
    ['tiktok', { access_token: 'abc', event_source_id: 'C1' }],
    ['google-ads', { dev_token: 'd' }],
    ['webhook-orders', { secret: `whsec_${Buffer.alloc(24).toString('base64')}` }],
  ])('set those of %s', async (name, credentials) => {
    const path = `/receivers/${name}/credentials`;
    expect((await control(sandbox, path, { method: 'POST', body: credentials })).status).toBe(204);
    expect(sandbox.receivers.get(name).accepted()).toEqual([credentials]);
  });

  test('forget one, or all', async () => {
    await send('a');
    await setFaults([{ outage: true }]);
    expect((await control(sandbox, '/receivers/amplitude', { method: 'DELETE' })).status).toBe(204);
    expect(counts()).toMatchObject({ requests: 0, taken: 0 });
    expect(await statusOf('a')).toBe(200);
    expect(counts()).toMatchObject({ taken: 1, repeats: 0 });
    await control(sandbox, '/receivers', { method: 'DELETE' });
    expect(counts().requests).toBe(0);
  });

  test('know no other receiver', async () => {
    const paths = ['/receivers/nobody', '/receivers/nobody/ids', '/receivers/webhook-a b'];
    for (const path of paths) expect((await control(sandbox, path)).status).toBe(404);
    expect((await setFaults([], 'nobody')).status).toBe(404);
    for (const path of ['/receivers/amplitude/expire-token', '/receivers/meta/constructor']) {
      expect((await control(sandbox, path, { method: 'POST', body: {} })).status).toBe(404);
    }
  });
});

describe('what is kept', () => {
  test('is limited, but counts and keys are all', async () => {
    const { received } = sandbox.receivers.get('amplitude');
    const ids = Array.from({ length: 2000 }, (_, n) => `id-${n}`);
    for (let n = 0; n < 3; n += 1) await send(...ids.map((id) => `${n}-${id}`));
    await send(...ids.map((id) => `0-${id}`));
    expect(counts()).toMatchObject({ taken: 6000, repeats: 2000 });
    expect(received.items()).toHaveLength(5000);
    expect(received.ids()).toHaveLength(6000);
    expect(received.requests()[0]!.body.length).toBeLessThan(20_000);
  });
});

describe('the page', () => {
  const htmlOf = async (path: string) => {
    const response = await fetch(`${sandbox.httpUrl}${path}`, { headers: { accept: 'text/html,*/*' } });
    expect(response.headers.get('content-type')).toMatch(/^text\/html/);
    return response.text();
  };

  test('lists the receivers, the latest first', async () => {
    await send('a');
    const page = await htmlOf('/receivers');
    expect(page).toContain('1 request · 1 taken · 0 repeats · 0 refused');
    expect(page.indexOf('Amplitude')).toBeLessThan(page.indexOf('Mixpanel'));
  });

  test('shows what one received, the newest first, and faults', async () => {
    const events = ['<Old>', 'New'].map((type) => ({ user_id: 'user-1', event_type: type, insert_id: type }));
    for (const event of events) {
      await sendToTool(sandbox, URL_BATCH, { body: { api_key: 'key-1', events: [event] } });
    }
    await setFaults([{ outage: true }]);
    await statusOf('a');
    const page = await htmlOf('/receivers/amplitude');
    expect(page.indexOf('<strong>New</strong>')).toBeGreaterThan(0);
    expect(page.indexOf('<strong>New</strong>')).toBeLessThan(page.indexOf('<strong>&lt;Old&gt;</strong>'));
    expect(page).toContain('by the fault outage');
    expect(page).toContain('1 fault in force');
    expect(await htmlOf('/receivers/webhook-orders')).toContain('Nothing yet');
  });
});
