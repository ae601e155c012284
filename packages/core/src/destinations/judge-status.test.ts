import { describe, expect, test } from 'vitest';
import { deliveryId } from './delivery-id.ts';
import { foreignAnswer, judgeStatus, refusedWhole, retryAfterSeconds, wordsOf } from './judge-status.ts';

const NOW = new Date('2026-11-16T10:00:00Z');
const answer = (status: number, over: { body?: string; after?: string } = {}) => ({
  status,
  body: over.body ?? '',
  headers: over.after === undefined ? {} : { 'retry-after': over.after },
});

describe('a status', () => {
  test.each([
    [200, 'delivered'],
    [202, 'delivered'],
    [301, { retry: 'answered 301' }],
    [400, { rejected: 'answered 400' }],
    [401, { reconnect: 'answered 401' }],
    [403, { reconnect: 'answered 403' }],
    [404, { rejected: 'answered 404' }],
    [408, { retry: 'answered 408' }],
    [429, { retry: 'answered 429' }],
    [500, { retry: 'answered 500' }],
    [503, { retry: 'answered 503' }],
  ])('%i is judged', (status, verdict) => {
    expect(judgeStatus(answer(status), NOW)).toEqual(verdict);
  });

  test('comes with the words of the answer, and with the time to wait', () => {
    expect(judgeStatus(answer(503, { body: ' come\n back ', after: '30' }), NOW)).toEqual({
      retry: 'answered 503: come back',
      afterSeconds: 30,
    });
    expect(wordsOf({ body: 'x'.repeat(500) })).toHaveLength(201);
  });

  test.each([
    ['120', 120],
    ['Mon, 16 Nov 2026 10:01:00 GMT', 60],
    ['Mon, 16 Nov 2026 09:00:00 GMT', 0],
    ['soon', undefined],
    [undefined, undefined],
    ['99999999999999999999', 86_400],
    ['Sat, 01 Jan 2050 00:00:00 GMT', 86_400],
  ])('says by Retry-After %s to wait %s seconds', (after, seconds) => {
    expect(retryAfterSeconds(answer(429, after === undefined ? {} : { after }), NOW)).toBe(seconds);
  });

  test('of success in words that are not the tool’s is no success', () => {
    expect(foreignAnswer(answer(200, { body: '<html>' }), 'Mixpanel')).toEqual({
      retry: 'answered 200 with something that is not an answer of Mixpanel',
    });
  });

  test('of a whole request is about one item only when it is by itself', () => {
    expect(refusedWhole([1, 2], 'too large')).toEqual({ split: 'too large' });
    expect(refusedWhole([1], 'too large')).toEqual({ verdicts: [{ rejected: 'too large' }] });
  });
});

test('the id of a delivery is a UUID, the same for the same event and another for another', () => {
  expect(deliveryId('01A1E8C4-88b7-7364-9aa0-9f2f4aaa66ed')).toBe('01a1e8c4-88b7-7364-9aa0-9f2f4aaa66ed');
  const [one, again, other] = [deliveryId('i-1 1'), deliveryId('i-1 1'), deliveryId('i-1 2')];
  expect(one).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(again).toBe(one);
  expect(other).not.toBe(one);
});
