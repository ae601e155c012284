import { listWebhooks, MAX_WEBHOOKS, testWebhook, updateWebhook } from '@trailmark/contract/webhooks';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../platform/clock.ts';
import { buildMember, buildProject, type TestPerson } from '../../testing/build.ts';
import { receiverEnv } from '../../testing/delivery-fixture.ts';
import { type ReceivedRequest, startReceiver, type TestReceiver } from '../../testing/receiver.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let receiver: TestReceiver;
let server: TestServer;
let owner: TestPerson;
let projectId: string;
beforeAll(async () => {
  receiver = await startReceiver();
  server = await startTestServer({ env: receiverEnv(receiver) });
});
afterAll(async () => {
  await server.stop();
  await receiver.stop();
});
beforeEach(async () => {
  server.clock.set(new Date());
  receiver.answer(() => ({ status: 200, body: 'thanks' }));
  receiver.take();
  ({ owner, projectId } = await buildProject(server));
});

type Change = Parameters<typeof owner.call<typeof updateWebhook>>[1]['body'];
const save = (change: Omit<Change, 'project_id'>) =>
  owner.call(updateWebhook, { body: { project_id: projectId, ...change } as Change });
const list = async () => (await owner.call(listWebhooks, { query: { project_id: projectId } })).webhooks;
const tryOut = (webhook_id: string) =>
  owner.call(testWebhook, { body: { project_id: projectId, webhook_id } });
const create = async (path = '/hook') => {
  const { webhook, secret } = await save({ url: `${receiver.url}${path}` });
  return { id: webhook?.webhook_id ?? '', secret: secret ?? '' };
};
const headersOf = ({ headers }: ReceivedRequest) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

describe('an endpoint', () => {
  test('is added with a secret that is shown once, changed, switched off and removed', async () => {
    const { webhook, secret } = await save({ url: `${receiver.url}/hook`, name: 'Orders' });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(webhook).toMatchObject({ name: 'Orders', event_types: null, active: true, is_slack: false });
    expect(JSON.stringify(await list())).not.toContain(secret);
    const webhook_id = webhook?.webhook_id ?? '';
    await save({ webhook_id, event_types: ['payment'], active: false });
    expect(await list()).toMatchObject([
      { name: 'Orders', event_types: ['payment'], active: false, health: { state: 'paused' } },
    ]);
    expect(await save({ webhook_id, remove: true })).toEqual({ webhook: null, secret: null });
    expect(await list()).toEqual([]);
    await expect(save({ webhook_id, active: true })).rejects.toMatchObject({ status: 404 });
  });

  test('of another project does not exist, and only admins change any', async () => {
    const { id } = await create();
    const other = await buildProject(server);
    const body = { project_id: other.projectId, webhook_id: id };
    await expect(other.owner.call(updateWebhook, { body })).rejects.toMatchObject({ status: 404 });
    await expect(other.owner.call(testWebhook, { body })).rejects.toMatchObject({ status: 404 });
    const viewer = await buildMember(server, projectId, 'viewer');
    expect((await viewer.call(listWebhooks, { query: { project_id: projectId } })).webhooks).toHaveLength(1);
    const change = { project_id: projectId, webhook_id: id, active: false };
    await expect(viewer.call(updateWebhook, { body: change })).rejects.toMatchObject({ status: 403 });
  });

  test('beyond the limit is refused', async () => {
    for (let n = 0; n < MAX_WEBHOOKS; n += 1) await create(`/hook-${n}`);
    await expect(create()).rejects.toMatchObject({ status: 409 });
  });

  test.each([
    'http://10.0.0.1/hook',
    'http://169.254.169.254/latest/meta-data',
    'http://[::1]/hook',
    'http://[::ffff:10.0.0.1]/hook',
    'http://0x0a000001/hook',
    'https://user:secret@example.com/hook',
    'ftp://example.com/hook',
    'not an address',
  ])('at %s is refused with the reason', async (url) => {
    await expect(save({ url })).rejects.toMatchObject({ status: 400, fields: { url: expect.any(String) } });
    expect(await list()).toEqual([]);
  });
});

describe('a test message', () => {
  test('is sent now, signed, and shows what was answered', async () => {
    const { id, secret } = await create();
    const answer = await tryOut(id);
    expect(answer).toMatchObject({ status: 200, answer: 'thanks', delivered: true, verdict: 'delivered' });
    const [request] = receiver.take();
    if (!request) throw new Error('Nothing came.');
    expect(new Verifier(secret).verify(request.body, headersOf(request))).toMatchObject({ type: 'test' });
    expect(answer.request.body).toBe(request.body);
    expect(JSON.stringify(answer)).not.toContain(secret);
  });

  test.each([
    [
      { status: 500, body: 'broken' },
      { status: 500, delivered: false, verdict: 'answered 500: broken' },
    ],
    [
      { status: 302, headers: { location: 'http://10.0.0.1/' } },
      { status: 302, delivered: false },
    ],
    [null, { status: null, delivered: false, verdict: 'the connection was closed before an answer came' }],
  ])('that is answered with %j shows it', async (given, expected) => {
    const { id } = await create();
    receiver.answer(() => given as { status: number } | null);
    expect(await tryOut(id)).toMatchObject(expected);
    expect(receiver.take()).toHaveLength(1);
  });

  test('cannot be sent without end', async () => {
    const { id } = await create();
    for (let n = 0; n < 30; n += 1) await tryOut(id);
    await expect(tryOut(id)).rejects.toMatchObject({ status: 429 });
  });
});

test('a secret is replaced by a new one, and both sign for as long as was chosen', async () => {
  const { id, secret: old } = await create();
  const { secret } = await save({ webhook_id: id, rotate_secret: { keep_old_hours: 2 } });
  const verifiedBy = async (key: string | null) => {
    await tryOut(id);
    const [request] = receiver.take();
    try {
      new Verifier(key ?? '').verify(request?.body ?? '', headersOf(request as ReceivedRequest));
      return true;
    } catch {
      return false;
    }
  };
  expect([await verifiedBy(secret), await verifiedBy(old)]).toEqual([true, true]);
  expect(await list()).toMatchObject([{ old_secret_until: expect.any(String) }]);
  const { rows } = await server.pool.query(
    `update connections set settings = settings || jsonb_build_object('oldSecretUntil', $1::text)
      where project_id = $2 returning 1`,
    [new Date(server.clock.now().getTime() - HOUR_MS).toISOString(), projectId],
  );
  expect(rows).toHaveLength(1);
  expect([await verifiedBy(secret), await verifiedBy(old)]).toEqual([true, false]);
  expect(await list()).toMatchObject([{ old_secret_until: null }]);
});

test('a Slack channel gets text, and its address is kept secret', async () => {
  const url = 'https://hooks.slack.com/services/T0123/B0456/abcdefSECRETxyz';
  const { webhook, secret } = await save({ url });
  expect(secret).toBeNull();
  expect(webhook).toMatchObject({ is_slack: true, url: 'https://hooks.slack.com/services/T0123/…' });
  const answer = await tryOut(webhook?.webhook_id ?? '');
  expect(answer.delivered).toBe(true);
  const [request] = receiver.take();
  expect(request?.path).toBe('/tools/hooks.slack.com/services/T0123/B0456/abcdefSECRETxyz');
  expect(JSON.parse(request?.body ?? '')).toEqual({ text: expect.stringContaining('test message') });
  await save({ webhook_id: webhook?.webhook_id ?? '', event_types: ['payment'] });
  expect((await tryOut(webhook?.webhook_id ?? '')).delivered).toBe(true);
  const { rows } = await server.pool.query(
    `select row_to_json(c)::text as text from connections c union all select row_to_json(a)::text from audit_log a`,
  );
  expect(JSON.stringify([await list(), rows])).not.toContain('abcdefSECRETxyz');
});
