import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../start.ts';
import { attributed } from './adservices.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());
beforeEach(() => sandbox.adServices.clear());

const TOKEN = 'dGhpcyBpcyBhIHRva2VuIG9mIGEgdGVzdA==';
const headers = { 'content-type': 'text/plain' };
const ask = (body: string, given: RequestInit = {}) =>
  fetch(sandbox.adServicesUrl, { method: 'POST', headers, body, ...given });

describe('a token', () => {
  it('without a scripted answer is of an install that Apple does not claim', async () => {
    const answer = await ask(TOKEN);
    expect([answer.status, await answer.json()]).toEqual([200, { attribution: false }]);
  });

  it('gets its scripted answers in order, the last one repeatedly', async () => {
    sandbox.adServices.script(TOKEN, { status: 404 }, { status: 500 }, attributed({ adId: 7 }));
    const statuses = [];
    for (let count = 0; count < 4; count += 1) statuses.push((await ask(TOKEN)).status);
    expect(statuses).toEqual([404, 500, 200, 200]);
    expect(await (await ask(TOKEN)).json()).toMatchObject({ attribution: true, adId: 7 });
    expect(sandbox.adServices.requests()).toHaveLength(5);
  });

  it('can be scripted by another process', async () => {
    const put = await fetch(`${sandbox.httpUrl}/adservices.json`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: TOKEN, answers: [{ status: 400 }] }),
    });
    expect(put.status).toBe(204);
    expect((await ask(TOKEN)).status).toBe(400);
    const report = await (await fetch(`${sandbox.httpUrl}/adservices.json`)).json();
    expect(report).toMatchObject({ requests: [{ token: TOKEN, status: 400 }], violations: [] });
  });
});

describe('a malformed request is refused and recorded', () => {
  it.each([
    ['as JSON', { body: JSON.stringify({ token: TOKEN }), headers: { 'content-type': 'application/json' } }],
    ['a token in JSON', { body: JSON.stringify({ token: TOKEN }) }],
    ['no token', { body: '' }],
    ['two lines', { body: `${TOKEN}\n${TOKEN}` }],
    ['too short', { body: 'abc' }],
  ])('%s', async (_name, given) => {
    expect((await ask(TOKEN, given)).status).toBe(400);
    expect(sandbox.adServices.violations()).toHaveLength(1);
    expect(sandbox.adServices.requests()).toEqual([]);
  });

  it('with GET', async () => {
    expect((await fetch(sandbox.adServicesUrl)).status).toBe(405);
    expect(sandbox.adServices.violations()).toHaveLength(1);
  });
});
