import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { address, CallError, type CallerOptions, createCaller } from './call.ts';
import { anyone, route } from './route.ts';

const getThing = route({
  method: 'GET',
  path: '/thing/:id/part/:name',
  tag: 'Test',
  summary: 'A thing',
  access: anyone,
  params: z.object({ id: z.string(), name: z.string() }),
  query: z.object({
    q: z.string().optional(),
    n: z.number().optional(),
    b: z.boolean().nullable().optional(),
  }),
  response: z.object({ ok: z.boolean() }),
});

const putThing = route({
  method: 'PUT',
  path: '/thing',
  tag: 'Test',
  summary: 'Change it',
  access: anyone,
  body: z.object({ a: z.number() }),
  response: z.object({ ok: z.boolean() }),
});

const params = { id: '1', name: 'x' };

describe('the address of a call', () => {
  test.each([
    [{ params }, '/thing/1/part/x'],
    [{ params: { id: 'a/b', name: '../c d?e#f' } }, '/thing/a%2Fb/part/..%2Fc%20d%3Fe%23f'],
    [{ params, query: { q: 'a&b=c' } }, '/thing/1/part/x?q=a%26b%3Dc'],
    [{ params, query: { q: 'a', n: 0, b: false } }, '/thing/1/part/x?q=a&n=0&b=false'],
    [{ params, query: { q: undefined, b: null } }, '/thing/1/part/x'],
    [{ params, query: { q: '' } }, '/thing/1/part/x?q='],
    [{ params, query: {} }, '/thing/1/part/x'],
  ])('%j', (input, expected) => {
    expect(address(getThing, input)).toBe(expected);
  });
});

interface Sent {
  url: string;
  init: RequestInit;
}

/** A caller whose requests go to `answer` instead of the network. */
function callerTo(answer: () => Promise<Response>, given: Partial<CallerOptions> = {}) {
  const sent: Sent[] = [];
  const call = createCaller({
    baseUrl: 'https://example.com/api',
    timeoutMs: 1000,
    token: () => null,
    fetch: async (url, init) => {
      sent.push({ url: String(url), init: init ?? {} });
      return await answer();
    },
    ...given,
  });
  return { call, sent };
}

const json = (status: number, body: unknown) => async () => new Response(JSON.stringify(body), { status });
const fine = json(200, { msg: 'ok', status: 200, data: { ok: true } });

async function failureOf(call: Promise<unknown>): Promise<CallError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(CallError);
  return error as CallError;
}

describe('a call', () => {
  test('answers with the data', async () => {
    const { call, sent } = callerTo(fine);
    expect(await call(getThing, { params, query: { q: 'x' } })).toEqual({ ok: true });
    expect(sent[0]?.url).toBe('https://example.com/api/thing/1/part/x?q=x');
    expect(sent[0]?.init).toMatchObject({ method: 'GET', credentials: 'same-origin' });
    expect(sent[0]?.init.body).toBeUndefined();
    expect(sent[0]?.init.headers).toEqual({ accept: 'application/json' });
  });

  test('sends the body as JSON', async () => {
    const { call, sent } = callerTo(fine);
    await call(putThing, { body: { a: 1 } });
    expect(sent[0]?.init).toMatchObject({ method: 'PUT', body: '{"a":1}' });
    expect(sent[0]?.init.headers).toMatchObject({ 'content-type': 'application/json' });
  });

  test('carries the token that holds at that moment', async () => {
    let token: string | null = 'first';
    const { call, sent } = callerTo(fine, { token: () => token });
    await call(getThing, { params });
    token = null;
    await call(getThing, { params });
    const carried = sent.map(({ init }) => (init.headers as Record<string, string>).authorization);
    expect(carried).toEqual(['Bearer first', undefined]);
  });
});

describe('a call that fails', () => {
  test('reports the reason, the code, the fields and the request id of a refusal', async () => {
    const error = { code: 'validation_failed', fields: { a: 'is not a number' }, request_id: 'r1' };
    const { call } = callerTo(json(400, { msg: 'a is not a number', status: 400, error }));
    expect(await failureOf(call(putThing, { body: { a: 1 } }))).toMatchObject({
      message: 'a is not a number',
      status: 400,
      code: 'validation_failed',
      fields: { a: 'is not a number' },
      requestId: 'r1',
    });
  });

  test.each([
    ['a page of a proxy', 502, '<html>Bad gateway</html>'],
    ['nothing', 500, ''],
    ['JSON that is not ours', 404, '{"detail":"no"}'],
    ['JSON that is no object', 404, '"no"'],
    ['null', 404, 'null'],
    ['data with a bad status', 500, '{"data":{"ok":true}}'],
    ['success without data', 200, '{"ok":true}'],
  ])('says so when the answer is %s', async (_, status, body) => {
    const { call } = callerTo(async () => new Response(body, { status }));
    const error = await failureOf(call(getThing, { params }));
    expect(error).toMatchObject({ status, code: null, requestId: null, fields: {} });
    expect(error.message).toBe(`The server answered ${status} without a reason.`);
  });

  test('says that the server cannot be reached', async () => {
    const { call } = callerTo(async () => {
      throw new TypeError('fetch failed');
    });
    expect(await failureOf(call(getThing, { params }))).toMatchObject({
      message: 'The server cannot be reached.',
      status: 0,
      code: null,
    });
  });

  test('says that the server took too long, when it does', async () => {
    const never = (signal: AbortSignal) =>
      new Promise<Response>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const call = createCaller({
      baseUrl: 'https://example.com',
      timeoutMs: 20,
      token: () => null,
      fetch: (_url, init) => never(init?.signal as AbortSignal),
    });
    expect(await failureOf(call(getThing, { params }))).toMatchObject({
      message: 'The server took too long to answer.',
      status: 0,
      code: null,
    });
  });

  test('says that the server took too long also when the answer breaks off', async () => {
    const call = createCaller({
      baseUrl: 'https://example.com',
      timeoutMs: 20,
      token: () => null,
      fetch: async (_url, init) => {
        const body = new ReadableStream({
          start(controller) {
            controller.enqueue(new TextEncoder().encode('{"msg":'));
            init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason));
          },
        });
        return new Response(body, { status: 200 });
      },
    });
    expect(await failureOf(call(getThing, { params }))).toMatchObject({
      message: 'The server took too long to answer.',
    });
  });
});
