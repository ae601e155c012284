import { address, createCaller } from '@trailmark/contract/call';
import { listProjects } from '@trailmark/contract/projects';
import { verifyUser } from '@trailmark/contract/users';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { browserStorage } from './browser-storage.ts';
import { askEarly, fetchOrTake, peekEarly } from './early-answers.ts';
import { projectUrl, VERIFY_URL } from './early-urls.ts';

const requested: string[] = [];
let statuses: number[] = [];

beforeEach(() => {
  requested.length = 0;
  statuses = [];
  browserStorage.setItem('token', JSON.stringify('secret'));
  vi.stubGlobal('fetch', async (url: string) => {
    requested.push(url);
    return Response.json(
      { msg: '', data: { number: requested.length } },
      { status: statuses.shift() ?? 200 },
    );
  });
});

// Other tests are run by the same process.
afterEach(() => {
  browserStorage.clear();
  vi.unstubAllGlobals();
});

const as = (token: string, method = 'GET') => ({ method, headers: { authorization: `Bearer ${token}` } });
const numberOf = async (response: Response) => (await response.json()).data.number;

describe('askEarly', () => {
  it('hands its answer to the call that needs it, once', async () => {
    askEarly('/api/first');
    expect(await peekEarly('/api/first')).toEqual({ number: 1 });
    expect(await numberOf(await fetchOrTake('/api/first', as('secret')))).toBe(1);
    expect(await numberOf(await fetchOrTake('/api/first', as('secret')))).toBe(2);
  });

  it('keeps the answer from another person and from a call that changes something', async () => {
    askEarly('/api/second');
    expect(await numberOf(await fetchOrTake('/api/second', as('other')))).toBe(2);
    expect(await numberOf(await fetchOrTake('/api/second', as('secret', 'POST')))).toBe(3);
  });

  it('leaves what failed to be asked again', async () => {
    statuses = [503];
    askEarly('/api/third');
    expect(await peekEarly('/api/third')).toBeNull();
    expect(await numberOf(await fetchOrTake('/api/third', as('secret')))).toBe(2);
  });

  it('asks nothing for somebody who is not signed in', () => {
    browserStorage.clear();
    askEarly('/api/fourth');
    expect(requested).toEqual([]);
  });
});

it('asks early for the addresses that the calls then ask for', async () => {
  const projectId = '01a1f61d-a58f-702f-b89f-d734c72f44f9';
  const call = createCaller({
    baseUrl: '/api',
    timeoutMs: 1000,
    token: () => 'secret',
    fetch: (url, init = {}) => fetchOrTake(String(url), init),
  });
  askEarly(VERIFY_URL);
  askEarly(projectUrl(projectId));
  await call(verifyUser, {});
  await call(listProjects, { query: { project_id: projectId } });
  expect(requested).toEqual([
    `/api${address(verifyUser, {})}`,
    `/api${address(listProjects, { query: { project_id: projectId } })}`,
  ]);
});
