import { describe, expect, test } from 'vitest';
import { startClient } from './testing/start-client.ts';

const MINUTE = 60_000;

describe('what the server answers', () => {
  test('a refused item is reported and blocks nothing', async () => {
    const { client, time, dropped, server } = startClient();
    client.track('good', { number: 1 });
    client.track('bad');
    client.track('good', { number: 2 });
    await time.pass(MINUTE);
    expect(dropped).toMatchObject([{ reason: 'refused', detail: 'event_name is not allowed' }]);
    expect([...server.rows.values()].map((row) => row.event_data).filter(Boolean)).toEqual([
      { number: 1 },
      { number: 2 },
    ]);
    expect(client.stats()).toEqual({ waiting: 0, dropped: 1 });
  });

  test('Retry-After is kept, also by flush', async () => {
    const { client, time, faults, server } = startClient();
    faults.push('503');
    client.track('one');
    await time.pass(400);
    await client.flush();
    client.track('two');
    await time.pass(4900);
    expect(server.texts).toHaveLength(1);
    await time.pass(2000);
    expect(server.texts).toHaveLength(2);
    expect(client.stats().waiting).toBe(0);
  });

  test('without Retry-After it waits longer and longer, and flush tries at once', async () => {
    const { client, time, faults, server } = startClient();
    faults.push(...Array.from({ length: 9 }, () => 'refused' as const));
    client.track('one');
    await time.pass(4000);
    const early = server.texts.length;
    await time.pass(40_000);
    expect(early).toBeGreaterThanOrEqual(3);
    expect(server.texts.length).toBeLessThanOrEqual(8);
    const before = server.texts.length;
    await client.flush();
    expect(server.texts.length).toBe(before + 1);
  });

  test('no answer in 30 seconds is a failure', async () => {
    const { client, time, faults } = startClient();
    faults.push('silent');
    client.track('one');
    await time.pass(29_000);
    expect(client.stats().waiting).toBe(2);
    await time.pass(5000);
    expect(client.stats().waiting).toBe(0);
  });

  test('a batch that is too large is halved', async () => {
    const { client, time, faults, calls, dropped } = startClient();
    faults.push('413', '413');
    for (let number = 0; number < 7; number++) client.track('good', { number });
    await time.pass(MINUTE);
    expect(calls().map((batch) => batch.length)).toEqual([8, 4, 2, 6]);
    expect(dropped).toEqual([]);
  });

  test('the attribution comes with the verdict about init', async () => {
    const answers: unknown[] = [];
    const { client, time } = startClient({ onStored: ({ call }, data) => answers.push([call, data]) });
    client.init();
    await time.pass(MINUTE);
    expect(answers).toEqual([['init', { attribution_source: 'ORGANIC' }]]);
  });

  test('every try has the same event_id, and its own time of sending', async () => {
    const { client, time, faults, server } = startClient();
    faults.push('lost', 'late-500');
    client.track('one');
    await time.pass(MINUTE);
    const tries = server.texts.map((text) => JSON.parse(text));
    expect(new Set(tries.map(({ sent_at }) => sent_at)).size).toBe(3);
    expect(new Set(tries.map(({ items }) => JSON.stringify(items))).size).toBe(1);
    expect(server.rows.size).toBe(2);
  });
});

describe('what is dropped', () => {
  test('the oldest that is neither install nor payment goes first', () => {
    const { client, dropped } = startClient({ max: 4 });
    client.init();
    client.payment({ amount: 1, payment_id: 'p1' });
    for (const name of ['one', 'two', 'three']) client.track(name);
    expect(dropped.map(({ call, body }) => body.event_name ?? call)).toEqual(['session-start', 'one']);
    for (const payment_id of ['p2', 'p3', 'p4']) client.payment({ amount: 1, payment_id });
    expect(dropped.slice(2).map(({ call, body }) => body.event_name ?? call)).toEqual([
      'two',
      'three',
      'init',
    ]);
    expect(client.stats()).toEqual({ waiting: 4, dropped: 5 });
  });

  test('what is not JSON is reported, and a callback that throws disturbs nothing', async () => {
    const loop: Record<string, unknown> = {};
    loop.self = loop;
    const reasons: string[] = [];
    const { client, time, calls } = startClient({
      onDropped: ({ reason }) => {
        reasons.push(reason);
        throw new Error('of the app');
      },
    });
    client.track('loop', loop);
    client.track('good');
    await time.pass(MINUTE);
    expect(reasons).toEqual(['invalid']);
    expect(calls()).toEqual([['session-start', 'capture-event']]);
  });
});

describe('storage', () => {
  const refuse = () => {
    throw new Error('The operation is insecure.');
  };

  test('that throws is done without', async () => {
    const { client, time, calls, bodies } = startClient({
      storage: { getItem: refuse, setItem: refuse, removeItem: refuse },
    });
    client.init();
    client.track('one');
    await time.pass(MINUTE);
    client.track('two');
    await time.pass(MINUTE);
    expect(calls()).toEqual([['init', 'session-start', 'capture-event'], ['capture-event']]);
    expect(new Set(bodies().map((body) => body.install_instance_id)).size).toBe(1);
  });

  test.each([
    '',
    '{',
    '7',
    'null',
    '{"a":1}',
    '[null,3,{"call":"init"},{"body":{}}]',
    '"x"',
    '{"call":cut}',
    '{"call":"init"}\n{"call":"in',
  ])('with %s in it is survived', async (text) => {
    const { start, time, values, calls } = startClient();
    values.set('tm', text);
    values.set('tm.q', text);
    const { client } = start(2);
    client.track('one');
    await time.pass(MINUTE);
    expect(calls().flat()).toContain('capture-event');
    expect(client.stats().waiting).toBe(0);
  });

  test('that is full keeps what fits in memory', async () => {
    const { client, time, server } = startClient({
      storage: { getItem: () => null, setItem: refuse, removeItem: () => {} },
    });
    for (let number = 0; number < 3; number++) client.track('good', { number });
    await time.pass(MINUTE);
    expect(server.rows.size).toBe(4);
  });
});

test('leaving hands over what is not on its way, and it is sent again later', async () => {
  const { client, time, faults, server } = startClient();
  faults.push('silent');
  client.track('on its way');
  await time.pass(400);
  client.track('new');
  const handed: string[][] = [];
  const beacon = (_path: string, text: string) => {
    handed.push(JSON.parse(text).items.map(({ body }: { body: { event_name: string } }) => body.event_name));
    server.take(text);
    return true;
  };
  client.leave(beacon);
  expect(handed).toEqual([['new']]);
  await time.pass(2 * MINUTE);
  expect(client.stats().waiting).toBe(0);
  expect(
    [...server.rows.values()]
      .map((row) => row.event_name)
      .filter(Boolean)
      .sort(),
  ).toEqual(['new', 'on its way']);
});
