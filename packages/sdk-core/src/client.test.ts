import { describe, expect, test } from 'vitest';
import { startClient } from './testing/start-client.ts';

const MINUTE = 60_000;

describe('sessions', () => {
  test('the first call begins a session, and init comes before it', async () => {
    const { client, time, calls, bodies } = startClient();
    client.init({ link: 'https://shop.example/' });
    client.track('opened_menu', { size: 3 }, 'my-id');
    await time.pass(1000);
    expect(calls()).toEqual([['init', 'session-start', 'capture-event']]);
    const [init, session, event] = bodies();
    expect(init).toMatchObject({ platform: 'WEB', link: 'https://shop.example/' });
    expect(init?.install_instance_id).toMatch(/^[a-z0-9]{20}$/);
    expect(session?.session_id).toMatch(/^[a-z0-9]{20}$/);
    expect(event).toMatchObject({
      event_name: 'opened_menu',
      event_data: { size: 3 },
      event_id: 'my-id',
      install_instance_id: init?.install_instance_id,
      session_id: session?.session_id,
    });
  });

  test.each([
    [29 * MINUTE, 1],
    [31 * MINUTE, 2],
    [-29 * MINUTE, 1],
    // A clock that was set back says nothing about how long the person was away.
    [-400 * 24 * 60 * MINUTE, 1],
  ])('%i ms later by the clock there are %i sessions', async (jump, sessions) => {
    const { client, time, calls } = startClient();
    client.track('one');
    time.jump(jump);
    client.track('two');
    await time.pass(1000);
    expect(
      calls()
        .flat()
        .filter((call) => call === 'session-start'),
    ).toHaveLength(sessions);
  });

  test('a session begins with what the app knows about it', async () => {
    const started = startClient({
      onSession: () => {
        started.client.init();
        return { entry_url: 'https://shop.example/menu' };
      },
    });
    started.client.page({ page_url: 'https://shop.example/menu' });
    await started.time.pass(1000);
    expect(started.calls()).toEqual([['init', 'session-start', 'page-view']]);
    expect(started.bodies()[1]).toMatchObject({ entry_url: 'https://shop.example/menu' });
  });
});

describe('people', () => {
  test('an id is sent when it changes, and every later call carries it', async () => {
    const { client, time, calls, bodies } = startClient();
    client.identify('u1');
    client.identify('u1');
    client.identify('u1', { email: 'asha@kite.example' });
    client.signUp('u2', { name: 'Asha' });
    client.track('one');
    client.reset();
    client.track('two');
    await time.pass(1000);
    expect(calls().flat()).toEqual([
      'session-start',
      'customer-user-id',
      'set-user-data',
      'trigger',
      'capture-event',
      'capture-event',
    ]);
    const [, , data, trigger, one, two] = bodies();
    expect(data?.user_data).toEqual({ id: 'u1', email: 'asha@kite.example' });
    expect(trigger?.user_data).toEqual({ id: 'u2', name: 'Asha' });
    expect(one?.user_id).toBe('u2');
    expect(two?.user_id).toBeUndefined();
    expect(two?.install_instance_id).toBe(one?.install_instance_id);
  });

  test('a reset of the install makes the next call one of a new install', async () => {
    const { client, time, bodies } = startClient();
    client.track('one');
    client.reset(true);
    client.track('two');
    await time.pass(1000);
    const ids = new Set(bodies().map((body) => body.install_instance_id));
    expect(ids.size).toBe(2);
  });
});

describe('consent', () => {
  const denied = { analytics_storage: 'denied' } as const;

  test('denied from the start: nothing is stored and nothing is sent', async () => {
    const { client, time, server, values } = startClient({ consent: denied });
    client.init();
    client.identify('u1', { name: 'Asha' });
    client.signUp('u1');
    client.track('one');
    client.active();
    await time.pass(MINUTE);
    expect(server.texts).toEqual([]);
    expect([...values]).toEqual([]);
  });

  test('granted later: goes on from there', async () => {
    const { client, time, calls, bodies } = startClient({ consent: denied });
    client.track('before');
    client.consent({ analytics_storage: 'granted', ad_storage: 'denied' });
    client.track('after');
    await time.pass(MINUTE);
    expect(calls()).toEqual([['session-start', 'consent', 'capture-event']]);
    expect(bodies()[1]?.consent).toEqual({ analytics_storage: 'granted', ad_storage: 'denied' });
  });

  test('withdrawn: what waits is dropped and reported, only the withdrawal is sent', async () => {
    const { client, time, calls, dropped, values } = startClient();
    client.track('before');
    client.consent(denied);
    client.track('after');
    await time.pass(MINUTE);
    expect(calls()).toEqual([['consent']]);
    expect(dropped.map(({ call, reason }) => [call, reason])).toEqual([
      ['session-start', 'consent'],
      ['capture-event', 'consent'],
    ]);
    client.reset(true);
    expect([...values]).toEqual([['tm', JSON.stringify({ c: denied })]]);
  });

  test('withdrawn in one tab: the other sends nothing more', async () => {
    const { client, start, time, calls } = startClient();
    const other = start(2).client;
    other.track('waits');
    client.consent(denied);
    await time.pass(MINUTE);
    expect(calls().flat()).not.toContain('capture-event');
  });
});
