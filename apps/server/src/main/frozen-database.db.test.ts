import { listProjects } from '@trailmark/contract/projects';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { CONNECT_TIMEOUT_MS, type Connection, connect } from '../db/connection.ts';
import { HEARTBEAT, startHeartbeat } from '../db/heartbeat.ts';
import { TransactionOutcomeUnknown } from '../db/is-away.ts';
import { listen } from '../db/listen.ts';
import { createPartitions } from '../db/partitions.ts';
import { READY_TIMEOUT_MS } from '../http/health.ts';
import { processUnits } from '../pipeline/process-units.ts';
import { buildProject, type TestPerson } from '../testing/build.ts';
import { startCuttableProxy } from '../testing/cuttable-proxy.ts';
import { type Answer, buildDevice, projectToken } from '../testing/device.ts';
import { plantKnownLink } from '../testing/plant-link.ts';
import { buildServerKey, type TestServerKey } from '../testing/server-key.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { until } from '../testing/until.ts';
import { visit } from '../testing/visit.ts';
import { WRITE_LIMITS } from './ingest.ts';
import { EDGE_QUERY_TIMEOUT_MS } from './start-server.ts';

let proxy: Awaited<ReturnType<typeof startCuttableProxy>>;
const through = (databaseUrl: string) => databaseUrl.replace(/:\d+\//, `:${proxy.port}/`);
beforeEach(async () => {
  const { hostname, port } = new URL(inject('postgresUrl'));
  proxy = await startCuttableProxy({ host: hostname, port: Number(port) });
});
afterEach(() => proxy.stop());

test('the waits of a call are together below ten seconds, those of a load balancer below one', () => {
  const untilFrozenMs = HEARTBEAT.everyMs * (HEARTBEAT.misses + 1);
  const { light, heavy, slow } = WRITE_LIMITS;
  const untilGivenUpMs = Math.max(light.statementMs, heavy.statementMs) + slow.statementMs;
  expect(Math.max(untilFrozenMs, CONNECT_TIMEOUT_MS, untilGivenUpMs, EDGE_QUERY_TIMEOUT_MS)).toBeLessThan(
    10_000,
  );
  // The database gives up first, so that it does not go on with what nobody waits for.
  expect(EDGE_QUERY_TIMEOUT_MS).toBeGreaterThan(slow.statementMs);
  expect(READY_TIMEOUT_MS).toBeLessThan(1000);
});

describe('a server whose database is frozen', () => {
  let server: TestServer;
  let owner: TestPerson;
  let projectId: string;
  let backend: TestServerKey;
  let token: string;

  beforeEach(async () => {
    const guarded = { url: through, beat: { everyMs: 200, misses: 10 }, queryTimeoutMs: 60_000 };
    server = await startTestServer({ guarded });
    ({ owner, projectId } = await buildProject(server));
    token = await projectToken(owner, projectId);
    backend = await buildServerKey(server, owner, projectId);
  });
  afterEach(async () => {
    proxy.restore();
    await server.stop();
  });

  const expectUnavailable = (answer: Answer) => {
    expect(answer.status, JSON.stringify(answer.json)).toBe(503);
    expect(answer.json.error.code).toBe('unavailable');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  };
  const listAsOwner = async () => {
    const response = await fetch(`${server.url}/api${listProjects.path}`, {
      headers: { authorization: `Bearer ${owner.token}` },
    });
    return { status: response.status, json: await response.json(), headers: response.headers };
  };
  const readiness = async () =>
    (await (await fetch(`${server.url}/readyz`)).json()) as { status: string; missing?: string };
  const eventIds = async () => {
    const { rows } = await sql<{ id: string }>`
      select data->>'id' as id from events where project_id = ${projectId} and kind = 'event'`.execute(
      server.db,
    );
    return rows.map(({ id }) => id);
  };
  const event = (id: string) => ({ event_id: id, event_data: { id } });

  test('answers every call while it is frozen, redirects, and goes on when it thaws', async () => {
    const phone = buildDevice(server, token);
    expect((await phone.init()).status).toBe(200);
    const link = await plantKnownLink(server, {
      projectId,
      project: { app_store_link: 'https://apps.apple.com/x' },
    });
    await until(async () => (await readiness()).status === 'ready');

    proxy.freeze();
    expect(await readiness()).toEqual({ status: 'not ready', missing: 'database' });
    const ids = Array.from({ length: 20 }, (_, n) => `event ${n}`);
    const unknownToken = buildDevice(server, `${token}x`);
    const answers = await Promise.all([
      phone.init(),
      unknownToken.init(),
      phone.call('attribution-data'),
      phone.call('batch', { items: [{ call: 'init', body: { install_instance_id: 'another' } }] }),
      backend.post('/v1/capture-event', { user_id: 'u', event_name: 'frozen' }),
      backend.post('/project/import', {}),
      backend.get('/v1/campaigns'),
      listAsOwner(),
      ...ids.map((id) => phone.event('frozen', event(id))),
    ]);
    for (const answer of answers) expectUnavailable(answer);
    expect((await visit(server.url, `/l/${link.slug}`)).status).toBe(302);
    // Now that it is known to be frozen, too.
    expectUnavailable(await phone.event('frozen', event('later')));
    expectUnavailable(await listAsOwner());
    expect(await readiness()).toEqual({ status: 'not ready', missing: 'database' });

    proxy.restore();
    await until(async () => (await readiness()).status === 'ready');
    expect((await listAsOwner()).status).toBe(200);
    for (const id of [...ids, 'later']) {
      await until(async () => (await phone.event('frozen', event(id))).status === 200);
    }
    expect((await eventIds()).sort()).toEqual([...ids, 'later'].sort());
    await until(async () => {
      const clicks = await server.db
        .selectFrom('clicks')
        .select('id')
        .where('project_id', '=', projectId)
        .execute();
      return clicks.length === 2;
    });
  });

  test('counts an event once that was committed without an answer and is sent again', async () => {
    const phone = buildDevice(server, token);
    expect((await phone.init()).status).toBe(200);
    proxy.freezeAfter('commit');
    expectUnavailable(await phone.event('lost answer', event('one')));
    proxy.restore();
    await until(async () => (await phone.event('lost answer', event('one'))).status === 200);
    expect(await eventIds()).toEqual(['one']);
  });

  test.each<[string, string, Record<string, unknown>]>([
    ['an event', 'capture-event', { event_name: 'lost answer', event_data: { id: 'one' } }],
    ['a payment', 'capture-payment', { amount: 5, event_data: { id: 'one' } }],
  ])('counts %s without an id once that was committed without an answer', async (_, call, body) => {
    const phone = buildDevice(server, token);
    expect((await phone.init()).status).toBe(200);
    // The name of the event is known then, so that the next commit is the one that stores.
    await phone.call(call, { ...body, event_data: { id: 'before' } });
    proxy.freezeAfter('commit');
    expectUnavailable(await phone.call(call, body));
    // Once more while it is frozen.
    expectUnavailable(await phone.call(call, body));
    proxy.restore();
    await until(async () => (await phone.call(call, body)).status === 200);
    const stored = async () => {
      const { rows } = await sql<{ id: string }>`
        select data->>'id' as id from events
        where project_id = ${projectId} and data->>'id' = 'one'`.execute(server.db);
      return rows.map(({ id }) => id);
    };
    expect(await stored()).toEqual(['one']);
    // What comes after it is another one.
    expect((await phone.call(call, body)).status).toBe(200);
    expect(await stored()).toEqual(['one', 'one']);
  });
});

describe('connections to a frozen database', () => {
  let connection: Connection;
  let heartbeat: ReturnType<typeof startHeartbeat>;
  const heard: string[] = [];
  beforeEach(() => {
    heard.length = 0;
    const url = through(inject('postgresUrl'));
    heartbeat = startHeartbeat(url, {
      everyMs: 50,
      misses: 20,
      onFreeze: () => heard.push('frozen'),
      onThaw: () => heard.push('thawed'),
    });
    connection = connect(url, { onIdleError: () => {}, heartbeat, max: 2 });
  });
  afterEach(async () => {
    proxy.restore();
    await heartbeat.stop();
    await connection.close();
  });

  test('a long query is not taken for a frozen database', async () => {
    const slow = connection.pool.query('select pg_sleep(1.5) is not null as done');
    expect((await slow).rows).toEqual([{ done: true }]);
    expect(heard).toEqual([]);
  });

  test('are closed, refused while it is frozen, and made again when it answers', async () => {
    const [idle, used] = await Promise.all([connection.pool.connect(), connection.pool.connect()]);
    idle.release();
    proxy.freeze();
    await expect(used.query('select 1')).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    used.release();
    expect(heard).toEqual(['frozen']);
    await expect(connection.pool.query('select 1')).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    proxy.restore();
    await until(() => heard.includes('thawed'));
    expect((await connection.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    expect(heard).toEqual(['frozen', 'thawed']);
  });

  test('a commit without an answer is said to have an unknown outcome, and nothing else is', async () => {
    const run = async (after: string) => {
      proxy.freezeAfter(after);
      const group = {
        db: connection.db,
        now: new Date(0),
        steps: [],
        partitions: createPartitions(connection.pool, { now: () => new Date(0) }),
        limit: WRITE_LIMITS.slow,
      };
      const outcome = await processUnits(group, []).catch((error: unknown) => error);
      proxy.restore();
      await until(() =>
        heartbeat.ping().then(
          () => true,
          () => false,
        ),
      );
      return outcome;
    };
    expect(await run('commit')).toBeInstanceOf(TransactionOutcomeUnknown);
    expect(await run('begin')).not.toBeInstanceOf(TransactionOutcomeUnknown);
  });
});

test('a statement without an answer in its time gives up its connection, and the next one gets another', async () => {
  const url = through(inject('postgresUrl'));
  const connection = connect(url, { onIdleError: () => {}, max: 1, queryTimeoutMs: 300 });
  const ask = () => sql<{ one: number }>`select 1 as one`.execute(connection.db);
  await ask();
  proxy.silence();
  await expect(connection.db.transaction().execute(ask)).rejects.toThrow('Query read timeout');
  expect((await ask()).rows).toEqual([{ one: 1 }]);
  await connection.close();
});

describe('a listener', () => {
  const events: string[] = [];
  let listener: ReturnType<typeof listen>;
  beforeEach(async () => {
    events.length = 0;
    listener = listen(through(inject('postgresUrl')), 'trailmark_frozen', {
      onMessage: (message) => events.push(message),
      onGap: () => events.push('gap'),
      probeMs: 50,
    });
    await until(() => events.length === 1);
  });

  test('whose connection fell silent makes another one, and reports a gap', async () => {
    proxy.silence();
    await until(() => events.length === 2);
    const direct = connect(inject('postgresUrl'), { onIdleError: () => {}, max: 1 });
    await direct.pool.query(`select pg_notify('trailmark_frozen', 'news')`);
    await until(() => events.includes('news'));
    await direct.close();
    await listener.stop();
    expect(events).toEqual(['gap', 'gap', 'news']);
  });

  test('stops while the database is frozen', async () => {
    proxy.freeze();
    await listener.stop();
    expect(events).toEqual(['gap']);
    proxy.restore();
  });
});
