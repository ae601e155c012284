import { createHash, createHmac } from 'node:crypto';
import { createSdkCredential, updateSdkCredential } from '@trailmark/contract/sdk-credentials';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../platform/clock.ts';
import { buildProject } from '../../testing/build.ts';
import { projectToken } from '../../testing/device.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createAnswerOnce } from './signed-answers.ts';

let server: TestServer;
let projectId: string;
let token: string;
let key: { key_id: string; secret: string };
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  const { owner, ...project } = await buildProject(server);
  projectId = project.projectId;
  token = await projectToken(owner, projectId);
  const body = { project_id: projectId, platform: 'ANDROID' } as const;
  const { credential, secret_key } = await owner.call(createSdkCredential, { body });
  key = { key_id: credential.key_id, secret: secret_key };
  await owner.call(updateSdkCredential, { body: { project_id: projectId, signing: 'required' } });
  // Processes learn of the key by a notification, which takes a moment.
  const probe = event('probe', 'phone0');
  await expect
    .poll(async () => (await post('capture-event', probe, sign(probe))).status, { timeout: 20_000 })
    .toBe(200);
});

const event = (name: string, installId = 'phone1') =>
  JSON.stringify({ token, install_instance_id: installId, event_name: name, platform: 'ANDROID' });

type Headers = Record<string, string>;

function headersOf(text: string, timestamp: string): Headers {
  const signature = createHmac('sha256', key.secret).update(text).digest('base64');
  return { 'x-key-id': key.key_id, 'x-timestamp': timestamp, 'x-signature': signature };
}

const hashOf = (body: string) => createHash('sha256').update(body).digest('base64');

/** As published clients do it. */
function sign(body: string): Headers {
  const timestamp = String(server.clock.now().getTime());
  return headersOf(`${timestamp}\n${hashOf(body)}`, timestamp);
}

/** As docs/client-api.md describes it for new clients. */
function sign2(body: string, { method = 'POST', path = '/api/client/capture-event' } = {}): Headers {
  const timestamp = String(server.clock.now().getTime());
  const text = `${timestamp}\n${method}\n${path}\n${hashOf(body)}`;
  return { ...headersOf(text, timestamp), 'x-signature-version': '2' };
}

async function post(call: string, body: string, headers: Headers) {
  const response = await fetch(`${server.url}/api/client/${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'HMAC', ...headers },
    body,
  });
  const json = (await response.json()) as { msg: string; error?: { code: string } };
  return { status: response.status, msg: json.msg, code: json.error?.code ?? null };
}

const eventsNamed = async (name: string) =>
  (
    await server.db
      .selectFrom('events')
      .select('id')
      .where('project_id', '=', projectId)
      .where('name', '=', name)
      .execute()
  ).length;

describe('a signature that binds method and path', () => {
  test('is taken for its own call', async () => {
    const body = event('two');
    expect(await post('capture-event', body, sign2(body))).toMatchObject({ status: 200 });
    expect(await eventsNamed('two')).toBe(1);
  });

  test.each([
    ['another path', (body: string) => sign2(body, { path: '/api/client/init' })],
    ['another method', (body: string) => sign2(body, { method: 'PUT' })],
    ['another body', () => sign2(event('other'))],
    ['version 1', (body: string) => ({ ...sign2(body), 'x-signature-version': '1' })],
    ['no version', (body: string) => ({ ...sign2(body), 'x-signature-version': '' })],
    ['version 2 by a client of version 1', (body: string) => ({ ...sign(body), 'x-signature-version': '2' })],
    ['version 3', (body: string) => ({ ...sign2(body), 'x-signature-version': '3' })],
    ['a version of no number', (body: string) => ({ ...sign2(body), 'x-signature-version': 'toString' })],
  ])('is refused for %s', async (_name, headers) => {
    const body = event('refused');
    expect(await post('capture-event', body, headers(body))).toMatchObject({
      status: 401,
      code: 'signature_invalid',
    });
    expect(await eventsNamed('refused')).toBe(0);
  });
});

describe('a signature that comes again', () => {
  test('on another path is refused, neither executed nor answered from before', async () => {
    const body = event('elsewhere', 'phone2');
    const headers = sign(body);
    expect(await post('attribution-data', body, headers)).toMatchObject({ status: 200 });
    for (const call of ['capture-event', 'init', 'capture-event']) {
      expect(await post(call, body, headers)).toEqual({
        status: 401,
        code: 'signature_invalid',
        msg: 'x-Signature was already used for another call. Sign each call by itself.',
      });
    }
    expect(await eventsNamed('elsewhere')).toBe(0);
    expect(await post('attribution-data', body, headers)).toMatchObject({ status: 200 });
  });

  test.each([
    ['without padding', (text: string) => text.replace(/=+$/, '')],
    ['with more padding', (text: string) => `${text}==`],
    ['in the alphabet for URLs', (text: string) => text.replaceAll('+', '-').replaceAll('/', '_')],
    ['with junk between', (text: string) => `${text.slice(0, 8)} !${text.slice(8)}`],
  ])('is the same however base64 spells it: %s', async (_name, respell) => {
    const body = event('spelling');
    const headers = sign(body);
    expect(await post('capture-event', body, headers)).toMatchObject({ status: 200 });
    const respelled = { ...headers, 'x-signature': respell(headers['x-signature'] ?? '') };
    server.clock.advance(MINUTE_MS);
    expect(await post('capture-event', body, respelled)).toMatchObject({ status: 200 });
    expect(await post('init', body, respelled)).toMatchObject({ status: 401 });
    const rows = await server.db
      .selectFrom('signed_answers')
      .select('call')
      .where('project_id', '=', projectId)
      .where('answered_at', '>=', new Date(server.clock.now().getTime() - MINUTE_MS))
      .execute();
    // One is that of the probe.
    expect(rows.map(({ call }) => call)).toEqual(Array(2).fill('POST /api/client/capture-event'));
    expect(await eventsNamed('spelling')).toBe(1);
  });

  test('at the same moment is executed once, and all are answered', async () => {
    const body = JSON.stringify({
      token,
      items: [{ call: 'capture-event', body: { install_instance_id: 'phone3', event_name: 'at once' } }],
    });
    const headers = sign(body);
    const answers = await Promise.all(Array.from({ length: 8 }, () => post('batch', body, headers)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await eventsNamed('at once')).toBe(1);
  });

  test('is executed once even where its execution would not recognise a repeat', async () => {
    let executions = 0;
    const answerOnce = createAnswerOnce({ of: () => server });
    const signed = {
      projectId,
      signature: Buffer.from(key.secret),
      call: 'POST /api/client/capture-event',
      now: server.clock.now(),
    };
    const execute = async () => {
      executions += 1;
      await server.db.selectFrom('projects').select('project_id').execute();
      return { status: executions };
    };
    const answers = await Promise.all(Array.from({ length: 8 }, () => answerOnce(signed, execute)));
    expect(answers).toEqual(Array(8).fill({ status: 1 }));
  });

  test('after a refusal that could not be recorded is executed', async () => {
    const answerOnce = createAnswerOnce({ of: () => server });
    const signed = {
      projectId,
      signature: Buffer.from(`${key.secret} again`),
      call: 'POST /api/client/capture-event',
      now: server.clock.now(),
    };
    const refusal = new Error('The database is away.');
    const refused = answerOnce(signed, async () => {
      await server.pool.query('alter table signed_answers rename to signed_answers_away');
      throw refusal;
    });
    await expect(refused).rejects.toBe(refusal);
    await server.pool.query('alter table signed_answers_away rename to signed_answers');
    expect(await answerOnce(signed, async () => 'answer')).toBe('answer');
    expect(await answerOnce(signed, async () => 'another answer')).toBe('answer');
  });

  test('after a refusal is executed', async () => {
    const body = event('later');
    const headers = sign(body);
    const blocker = await server.pool.connect();
    await blocker.query('begin; alter table events rename to events_away');
    await blocker.query('commit');
    const refused = await post('capture-event', body, headers);
    await blocker.query('alter table events_away rename to events');
    blocker.release();
    expect(refused.status).toBeGreaterThanOrEqual(500);
    expect(await post('capture-event', body, headers)).toMatchObject({ status: 200 });
    expect(await eventsNamed('later')).toBe(1);
  });
});
