import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deliverItems, inBatches, type Send } from './deliver-items.ts';
import type { Destination, OutboundResponse } from './destination.ts';
import { forAll, judgeStatus } from './judge-status.ts';

interface Item {
  n: number;
}
const NOW = new Date('2026-11-16T10:00:00Z');
const post = (url: string, some: Item[]) =>
  ({ method: 'POST', url, headers: {}, body: JSON.stringify(some.map(({ n }) => n)) }) as const;

/** Two requests: profiles of even items, and events of all. A batch is refused as a whole for one that is bad. */
const TOOL: Destination<null, Item> = {
  kind: 'tool',
  limits: { maxItems: 8, maxBytes: 10_000, concurrency: 3, itemsPerSecond: null },
  map: () => ({ skip: 'not used' }),
  requests: (items) => {
    const even = items.filter(({ n }) => n % 2 === 0);
    const events = { endpoint: 'events', items, request: post('events', items) };
    const profiles = { endpoint: 'profiles', items: even, request: post('profiles', even) };
    return even.length > 0 ? [profiles, events] : [events];
  },
  judge: (response, { items }, now) =>
    response.status === 400 ? { split: 'one is bad' } : forAll(items, judgeStatus(response, now)),
};
const answer = (status: number): OutboundResponse => ({ status, headers: {}, body: '' });
const itemsUpTo = (count: number): Item[] => Array.from({ length: count }, (_, n) => ({ n }));

describe('items', () => {
  test('that are bad are found by halves, and all others are taken once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 40 }), fc.func(fc.boolean()), async (count, isBad) => {
        const taken: Record<string, number[]> = { events: [], profiles: [] };
        const send: Send<Item> = async ({ request: { url, body } }) => {
          const numbers = JSON.parse(body) as number[];
          if (numbers.some((n) => isBad(n))) return answer(400);
          taken[url]?.push(...numbers);
          return answer(200);
        };
        const items = itemsUpTo(count);
        const verdicts = await deliverItems(TOOL, items, { config: null, now: () => NOW, send });
        const good = items.map(({ n }) => n).filter((n) => !isBad(n));
        expect(verdicts).toEqual(items.map(({ n }) => (isBad(n) ? { rejected: 'one is bad' } : 'delivered')));
        const sorted = (numbers: number[] = []) => numbers.toSorted((one, other) => one - other);
        expect(sorted(taken.events)).toEqual(good);
        expect(sorted(taken.profiles)).toEqual(good.filter((n) => n % 2 === 0));
      }),
    );
  });

  test('have the worst verdict of the requests that they were in', async () => {
    const send: Send<Item> = async ({ request: { url } }) => (url === 'profiles' ? answer(401) : answer(503));
    const verdicts = await deliverItems(TOOL, itemsUpTo(3), { config: null, now: () => NOW, send });
    const [reconnect, retry] = [{ reconnect: 'answered 401' }, { retry: 'answered 503' }];
    expect(verdicts).toEqual([reconnect, retry, reconnect]);
  });

  test('without an answer are tried again', async () => {
    const send: Send<Item> = async () => ({ failed: 'no answer within 15 s' });
    const verdicts = await deliverItems(TOOL, itemsUpTo(9), { config: null, now: () => NOW, send });
    expect(verdicts).toEqual(itemsUpTo(9).map(() => ({ retry: 'no answer within 15 s' })));
  });

  test('that were held up by others go again at once, without those', async () => {
    const bodies: string[] = [];
    const send: Send<Item> = async ({ request: { body } }) => {
      bodies.push(body);
      return answer(body.includes('1') ? 422 : 200);
    };
    const fussy: Destination<null, Item> = {
      ...TOOL,
      requests: (items) => [{ endpoint: 'events', items, request: post('events', items) }],
      judge: ({ status }, { items }) => ({
        verdicts: items.map(({ n }) =>
          status === 200 ? 'delivered' : n === 1 ? { rejected: 'bad' } : 'again',
        ),
      }),
    };
    const verdicts = await deliverItems(fussy, itemsUpTo(3), { config: null, now: () => NOW, send });
    expect(verdicts).toEqual(['delivered', { rejected: 'bad' }, 'delivered']);
    expect(bodies).toEqual(['[0,1,2]', '[0,2]']);
    const stuck = { ...fussy, judge: () => ({ verdicts: ['again' as const] }) };
    expect(await deliverItems(stuck, itemsUpTo(1), { config: null, now: () => NOW, send })).toEqual([
      { retry: 'refused without saying which event' },
    ]);
  });

  test('that were not sent are left as they are', async () => {
    const send: Send<Item> = async () => ({ untried: 'no time left' });
    const verdicts = await deliverItems(TOOL, itemsUpTo(2), { config: null, now: () => NOW, send });
    expect(verdicts).toEqual([{ untried: 'no time left' }, { untried: 'no time left' }]);
  });

  test('of others can be begun while the last answers come', async () => {
    const order: string[] = [];
    const send: Send<Item> = async ({ request: { body } }) => {
      order.push(body);
      await Promise.resolve();
      order.push('answered');
      return answer(200);
    };
    const single = {
      ...TOOL,
      limits: { ...TOOL.limits, maxItems: 1, concurrency: 1 },
      requests: (items: Item[]) => [{ endpoint: 'events', items, request: post('events', items) }],
    };
    await deliverItems(single, itemsUpTo(2), {
      config: null,
      now: () => NOW,
      send,
      onLastBegun: () => void order.push('last'),
    });
    expect(order).toEqual(['[0]', 'answered', 'last', '[1]', 'answered']);
  });

  test('are none where there are none', async () => {
    const send: Send<Item> = async () => Promise.reject(new Error('nothing is to be sent'));
    expect(await deliverItems(TOOL, [], { config: null, now: () => NOW, send })).toEqual([]);
  });
});

test('batches are as long and as large as allowed, in order, and what is too large goes alone', () => {
  const items = [{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4, text: 'x'.repeat(100) }, { n: 5 }];
  const numbers = (limits: { maxItems: number; maxBytes: number }) =>
    inBatches(items, limits).map((batch) => batch.map(({ n }) => n));
  expect(numbers({ maxItems: 2, maxBytes: 1000 })).toEqual([[1, 2], [3, 4], [5]]);
  expect(numbers({ maxItems: 9, maxBytes: 16 })).toEqual([[1, 2], [3], [4], [5]]);
  expect(numbers({ maxItems: 9, maxBytes: 1000 })).toEqual([[1, 2, 3, 4, 5]]);
});
