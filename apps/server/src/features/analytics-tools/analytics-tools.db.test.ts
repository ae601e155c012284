import { gunzipSync } from 'node:zlib';
import {
  listTools,
  previewBackfill,
  previewTool,
  syncTool,
  TOOLS,
  type Tool,
} from '@trailmark/contract/analytics-tools';
import { listAuditLog } from '@trailmark/contract/audit-log';
import { listProjects } from '@trailmark/contract/projects';
import type { FaultRule } from '@trailmark/sandbox/receivers/faults';
import { type Sandbox, startSandbox } from '@trailmark/sandbox/start';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS, later, MINUTE_MS } from '../../platform/clock.ts';
import { type AttributionFixture, buildAttributionFixture } from '../../testing/attribution-fixture.ts';
import { buildServerKey } from '../../testing/server-key.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { until } from '../../testing/until.ts';
import { sendDue } from '../deliveries/start-sending.ts';

let sandbox: Sandbox;
let server: TestServer;
let fixture: AttributionFixture;
const lines: string[] = [];
beforeAll(async () => {
  sandbox = await startSandbox();
  const log = { write: (line: string) => void lines.push(line) };
  server = await startTestServer({
    env: { TOOLS_URL: sandbox.toolsUrl, OUTBOUND_ALLOW: '127.0.0.0/8' },
    log,
  });
  sandbox.receivers.clock.follow(() => server.clock.now());
});
afterAll(async () => {
  await server.stop();
  await sandbox.stop();
});
beforeEach(async () => {
  for (const receiver of sandbox.receivers.list()) receiver.forget();
  fixture = await buildAttributionFixture(server);
});

const CREDENTIALS: Record<Tool, { region: string; credentials: Record<string, string> }> = {
  mixpanel: { region: 'eu', credentials: { project_token: 'mixpanel-token-0123456789' } },
  amplitude: { region: 'eu', credentials: { api_key: 'amplitude-key-0123456789' } },
  posthog: { region: 'us', credentials: { project_token: 'phc_posthogToken0123456789' } },
  clevertap: {
    region: 'in1',
    credentials: { account_id: 'TEST-W8W-6WR-846Z', passcode: 'clevertap-code-0123' },
  },
  moengage: {
    region: '03',
    credentials: { workspace_id: 'WORKSPACE0123', api_key: 'moengage-key-0123456789' },
  },
};
const ALL = Object.keys(TOOLS) as Tool[];

const sync = (tool: Tool, body: Record<string, unknown>) =>
  fixture.owner.call(syncTool, {
    params: { tool },
    body: { project_id: fixture.projectId, ...body } as never,
  });
const connect = (tool: Tool, settings: Record<string, unknown> = {}) =>
  sync(tool, {
    action: 'connect',
    settings: { region: CREDENTIALS[tool].region, ...settings },
    credentials: CREDENTIALS[tool].credentials,
  });
const listed = async () =>
  (await fixture.owner.call(listTools, { query: { project_id: fixture.projectId } })).connections;

async function isPlanned(): Promise<boolean> {
  const { rows } = await server.pool.query(
    `select 1 from deliveries where project_id = $1 union all select 1 from delivery_plans where project_id = $1`,
    [fixture.projectId],
  );
  return rows.length > 0;
}

async function plannedAndSent(): Promise<void> {
  await until(isPlanned);
  await server.pool.query('update delivery_lanes set due_at = $1, hints = hints + 1', [server.clock.now()]);
  await sendDue(server.kit);
}

const statesOf = async () => {
  const { rows } = await server.pool.query<{
    kind: string;
    state: string;
    reason: string | null;
    count: number;
  }>(
    `select c.kind, d.state, d.reason, count(*)::int as count from deliveries d
    join connections c using (project_id, connection_id) where d.project_id = $1 group by 1, 2, 3 order by 1, 2, 3`,
    [fixture.projectId],
  );
  return rows;
};

describe('each tool', () => {
  test.each(ALL)(
    '%s takes an install, an event and a payment, with the attribution of the person',
    async (tool) => {
      const { connection } = await connect(tool);
      expect(connection).toMatchObject({ tool, health: { state: 'active', waiting: 0 } });
      const campaign = await fixture.campaign({ name: 'Festive' });
      const phone = fixture.device();
      await phone.click(campaign.slug, phone.idQuery);
      server.clock.advance(MINUTE_MS);
      await phone.init();
      await phone.event('add_to_cart', { event_data: { sku: 'tea' } });
      await phone.call('capture-payment', {
        user_id: 'user-77',
        payment_id: phone.installId,
        amount: 499,
        currency: 'INR',
      });
      await plannedAndSent();
      expect(await statesOf()).toEqual([{ kind: tool, state: 'delivered', reason: null, count: 3 }]);
      const { received } = sandbox.receivers.get(tool);
      expect(received.ids()).toHaveLength(3);
      expect(JSON.stringify(received.profiles())).toContain('Festive');
    },
  );

  test.each(ALL)('%s refuses wrong credentials, and nothing is stored', async (tool) => {
    sandbox.receivers.get(tool).setFaults([{ bad_credentials: true }]);
    await expect(connect(tool)).rejects.toMatchObject({ status: 400, code: 'validation_failed' });
    expect(await listed()).toEqual([]);
  });

  test.each(ALL)('%s that cannot be reached says so', async (tool) => {
    sandbox.receivers.get(tool).setFaults([{ outage: true }]);
    await expect(connect(tool)).rejects.toMatchObject({ status: 503 });
    expect(await listed()).toEqual([]);
  });

  test.each(ALL)('%s that refuses credentials later stops, and goes on with new ones', async (tool) => {
    await connect(tool);
    await fixture.device().event('checkout');
    sandbox.receivers.get(tool).setFaults([{ bad_credentials: true }]);
    await plannedAndSent();
    expect(await listed()).toMatchObject([
      { health: { state: 'attention', waiting: 1, reason: expect.any(String) } },
    ]);
    expect((await server.runJobs()).map(({ to }) => to)).toEqual([fixture.owner.email]);
    sandbox.receivers.get(tool).setFaults([]);
    await connect(tool);
    await sendDue(server.kit);
    expect(await statesOf()).toEqual([{ kind: tool, state: 'delivered', reason: null, count: 1 }]);
  });

  const OUTAGES: [string, FaultRule][] = [
    ['a throttle', { throttle: true }],
    ['an error', { answer: 500 }],
    ['a hang-up', { hang_up: 'after' }],
    ['a page of a proxy', { garbage: true }],
  ];
  test.each(ALL.flatMap((tool) => OUTAGES.map(([what, rule]) => ({ tool, what, rule }))))(
    '$tool is tried again after $what',
    async ({ tool, rule }) => {
      await connect(tool);
      await fixture.device().event('checkout');
      sandbox.receivers.get(tool).setFaults([{ ...rule, count: 1 }]);
      await plannedAndSent();
      expect(await statesOf()).toMatchObject([{ state: 'waiting', reason: expect.any(String) }]);
      server.clock.advance(2 * MINUTE_MS);
      await plannedAndSent();
      expect(await statesOf()).toEqual([{ kind: tool, state: 'delivered', reason: null, count: 1 }]);
    },
  );
});

test('of a batch only what is refused is rejected, with the reason', async () => {
  await connect('mixpanel');
  await connect('amplitude');
  await connect('clevertap');
  const phone = fixture.device();
  for (let n = 0; n < 6; n += 1) await phone.event(`event_${n}`);
  for (const tool of ['mixpanel', 'amplitude', 'clevertap']) {
    sandbox.receivers
      .get(tool)
      .setFaults([{ refuse_every: 3, ...(tool === 'clevertap' ? { reason: '513' } : {}) }]);
  }
  await plannedAndSent();
  const states = await statesOf();
  for (const kind of ['mixpanel', 'amplitude', 'clevertap']) {
    const own = states.filter((row) => row.kind === kind);
    const sum = (state: string) =>
      own.filter((row) => row.state === state).reduce((total, { count }) => total + count, 0);
    expect([sum('delivered'), sum('rejected')], kind).toEqual([4, 2]);
    expect(own.every(({ state, reason }) => state === 'delivered' || reason)).toBe(true);
  }
});

test('fields that a tool does not know are refused by name', async () => {
  const cases: [Tool, Record<string, unknown>, string][] = [
    ['mixpanel', { settings: { region: 'mars' } }, 'settings.region'],
    ['mixpanel', { settings: {} }, 'settings.region'],
    ['mixpanel', { credentials: {} }, 'credentials.project_token'],
    ['mixpanel', { credentials: { project_token: 'a b' } }, 'credentials.project_token'],
    ['mixpanel', { credentials: { project_token: 'abc', other: 'x' } }, 'credentials.other'],
    ['mixpanel', { settings: { region: 'eu', host: 'https://example.com' } }, 'settings.host'],
    ['posthog', { credentials: { project_token: 'not-of-posthog' } }, 'credentials.project_token'],
    ['posthog', { settings: { region: 'eu', host: 'http://169.254.169.254' } }, 'settings.host'],
    ['posthog', { settings: { region: 'eu', host: 'http://user:pw@example.com' } }, 'settings.host'],
  ];
  for (const [tool, given, field] of cases) {
    const { region, credentials } = CREDENTIALS[tool];
    const refused = sync(tool, { action: 'connect', settings: { region }, credentials, ...given });
    await expect(refused, JSON.stringify(given)).rejects.toMatchObject({
      status: 400,
      fields: { [field]: expect.any(String) },
    });
  }
});

test('names are changed, events are chosen, and a preview shows both before anything is sent', async () => {
  const phone = fixture.device();
  await phone.event('add_to_cart', { event_data: { sku: 'tea' } });
  await phone.event('checkout');
  const settings = {
    event_names: { add_to_cart: 'Added to basket' },
    property_names: { sku: 'SKU' },
    events: ['add_to_cart'],
  };
  const { events } = await fixture.owner.call(previewTool, {
    params: { tool: 'mixpanel' },
    body: { project_id: fixture.projectId, settings },
  });
  const shown = events.filter(({ payload }) => payload !== null);
  expect(shown).toMatchObject([
    { name: 'add_to_cart', payload: { event: { event: 'Added to basket', properties: { SKU: 'tea' } } } },
  ]);
  const other = events.find(({ name }) => name === 'checkout');
  expect(other).toMatchObject({ payload: null, skipped: 'This event is not sent to Mixpanel.' });
  await connect('mixpanel', settings);
  // What stores events has the project cached without the connection, and hears of it after the answer.
  await until(async () => {
    await phone.event('add_to_cart', { event_data: { sku: 'tea' } });
    return isPlanned();
  });
  await phone.event('checkout');
  await plannedAndSent();
  expect(sandbox.receivers.get('mixpanel').received.ids()).toMatchObject([{ name: 'Added to basket' }]);
});

test('pausing keeps what happens, resuming sends it, disconnecting drops it and forgets the credentials', async () => {
  await connect('mixpanel');
  await sync('mixpanel', { action: 'pause' });
  await fixture.device().event('checkout');
  await plannedAndSent();
  expect(await listed()).toMatchObject([{ health: { state: 'paused', waiting: 1 } }]);
  await sync('mixpanel', { action: 'resume' });
  await sendDue(server.kit);
  expect(await statesOf()).toMatchObject([{ state: 'delivered' }]);
  await sync('mixpanel', { action: 'disconnect' });
  expect(await listed()).toEqual([]);
  const { rows } = await server.pool.query(
    'select sealed_credentials from connections where project_id = $1',
    [fixture.projectId],
  );
  expect(rows).toEqual([{ sealed_credentials: '' }]);
  await expect(sync('mixpanel', { action: 'resume' })).rejects.toMatchObject({ status: 404 });
  const { items } = await fixture.owner.call(listAuditLog, { query: { project_id: fixture.projectId } });
  const actions = items.map(({ action }) => action).filter((action) => action.startsWith('tool.'));
  expect(actions.sort()).toEqual(['tool.connected', 'tool.disconnected', 'tool.paused', 'tool.resumed']);
});

test('history is sent only by a backfill, which can be stopped', async () => {
  const key = await buildServerKey(server, fixture.owner, fixture.projectId);
  await connect('mixpanel');
  const at = (hours: number) => later(server.clock.now(), -hours * HOUR_MS).toISOString();
  const installs = [1, 2, 3].map((n) => ({
    install_instance_id: `old-${n}`,
    installed_at: at(30),
    platform: 'ANDROID',
    country: 'in',
  }));
  const events = [1, 2, 3].map((n) => ({
    install_instance_id: `old-${n}`,
    event_name: 'bought',
    occurred_at: at(20 + n),
    platform: 'ANDROID',
  }));
  const { status } = await key.post('/project/import', { installs, events });
  expect(status).toBe(200);
  await sendDue(server.kit);
  expect(await statesOf()).toEqual([]);
  const [from, to] = [at(48), at(1)];
  const query = { project_id: fixture.projectId, from, to };
  const preview = () => fixture.owner.call(previewBackfill, { params: { tool: 'mixpanel' }, query });
  expect(await preview()).toEqual({ items: 6, already_sent: 0 });
  await sync('mixpanel', { action: 'backfill', from, to });
  await expect(sync('mixpanel', { action: 'backfill', from, to })).rejects.toMatchObject({ status: 409 });
  // A job that meets another transaction is tried again a moment later.
  await until(async () => {
    await server.runJobs();
    return (await listed())[0]?.backfill?.state === 'done';
  });
  expect(await listed()).toMatchObject([{ backfill: { state: 'done', total: 6, planned: 6 } }]);
  await plannedAndSent();
  expect(await statesOf()).toEqual([{ kind: 'mixpanel', state: 'delivered', reason: null, count: 6 }]);
  expect(await preview()).toEqual({ items: 0, already_sent: 6 });
  server.clock.advance(MINUTE_MS);
  // Once more changes nothing: what was sent stays sent.
  await sync('mixpanel', { action: 'backfill', from, to });
  await sync('mixpanel', { action: 'stop_backfill' });
  await server.runJobs();
  expect(await listed()).toMatchObject([{ backfill: { state: 'stopped', planned: 0 } }]);
});

test('credentials are in no answer, no log line and no row', async () => {
  for (const tool of ALL) await connect(tool);
  await fixture.device().event('checkout');
  for (const receiver of sandbox.receivers.list()) receiver.setFaults([{ answer: 500, count: 1 }]);
  await plannedAndSent();
  server.clock.advance(2 * MINUTE_MS);
  await plannedAndSent();
  const secrets = ALL.flatMap((tool) => Object.values(CREDENTIALS[tool].credentials));
  const answers = JSON.stringify([await listed(), await fixture.owner.call(listProjects, {})]);
  const { rows: tables } = await server.pool.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`,
  );
  const batches = await server.pool.query<{ record: Buffer }>('select record from delivery_batches');
  let stored = batches.rows.map(({ record }) => gunzipSync(record).toString('utf8')).join('\n');
  expect(stored).toContain('checkout');
  for (const { name } of tables) {
    const { rows } = await server.pool.query(`select row_to_json(t)::text as text from "${name}" t`);
    stored += rows.map(({ text }) => text).join('\n');
  }
  for (const secret of secrets) {
    for (const [where, text] of Object.entries({ answers, stored, log: lines.join('\n') })) {
      expect(text.includes(secret), `${secret} in ${where}`).toBe(false);
      const encoded = Buffer.from(`${secret}:`).toString('base64');
      expect(text.includes(encoded), `${secret} encoded in ${where}`).toBe(false);
    }
  }
});
