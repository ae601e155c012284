import { listAuditLog } from '@trailmark/contract/audit-log';
import {
  activateSkan,
  createSkanSchema,
  getSkanSchema,
  listSkanEvents,
  previewSkanSchema,
} from '@trailmark/contract/skan-schema';
import { createStoreListing } from '@trailmark/contract/store-listings';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPartitions, dayOf } from '../../../db/partitions.ts';
import { DAY_MS, later } from '../../../platform/clock.ts';
import { buildMember, buildProject, type TestPerson } from '../../../testing/build.ts';
import { heardBy } from '../../../testing/changes.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

type Bases = { bases: unknown[]; install_value?: 0 | 1; lock_first_window?: 'never' };

const of = (projectId: string) => ({ query: { project_id: projectId } });
const save = (by: TestPerson, projectId: string, body: Bases) =>
  by.call(createSkanSchema, { ...of(projectId), body: body as never });
const activate = (by: TestPerson, projectId: string, on: boolean, since?: Date) =>
  by.call(activateSkan, { ...of(projectId), body: { activate_skan: on, since: since?.toISOString() } });

async function addApp(owner: TestPerson, projectId: string): Promise<void> {
  const url = `https://apps.apple.com/app/id${Math.floor(Math.random() * 1e9) + 1}`;
  await owner.call(createStoreListing, {
    body: { project_id: projectId, name: 'Kite', platform: 'IOS', url },
  });
}

interface Payer {
  amount: string;
  days: number;
  currency?: string;
  platform?: string;
  hasDenied?: boolean;
}

/** Installs that each paid once, an hour after their first open. */
async function plantPayers(projectId: string, payers: Payer[], each = 1) {
  for (const { amount, days, currency = 'INR', platform = 'android', hasDenied = false } of payers) {
    const installed = later(server.clock.now(), -days * DAY_MS);
    const name = crypto.randomUUID();
    await sql`insert into installs (project_id, install_id, platform, country, kind, first_seen_at, installed_at,
        campaign_id, link_id, network, updated_at, has_denied_analytics)
      select ${projectId}, ${name}::text || n, ${platform}, 'IN', 'install', ${installed}, ${installed},
        ${projectId}, ${projectId}, 'NONE', ${installed}, ${hasDenied} from generate_series(1, ${each}::int) n`.execute(
      server.db,
    );
    const paid = later(installed, 3_600_000);
    await createPartitions(server.pool, server.clock).ensure('events', new Set([dayOf(paid)]));
    await sql`insert into events (project_id, id, occurred_at, received_at, install_id, kind, name, platform, country,
        campaign_id, link_id, network, amount, currency)
      select ${projectId}, gen_random_uuid(), ${paid}, ${paid}, ${name}::text || n, 'payment', '$payment', ${platform},
        'IN', ${projectId}, ${projectId}, 'NONE', ${amount}, ${currency} from generate_series(1, ${each}::int) n`.execute(
      server.db,
    );
  }
}

describe('a schema', () => {
  test('is stored as a draft, which the next one replaces', async () => {
    const { owner, projectId } = await buildProject(server);
    const first = await save(owner, projectId, { bases: ['signup'] });
    expect(first).toMatchObject({
      activate_skan: false,
      changed_at: null,
      explanation: 'SKAN was never activated: apps receive no conversion values.',
      app_id: null,
      active: null,
      draft: { version: 1, state: 'draft', bases: ['signup'], schema: { values_used: 2, install_value: 0 } },
    });
    expect(first.values).toHaveLength(64);
    const second = await save(owner, projectId, { bases: ['signup', 'payment'], install_value: 1 });
    expect(second.draft).toMatchObject({ version: 1, schema: { values_used: 4, install_value: 1 } });
    expect(second.versions).toHaveLength(1);
    expect(await owner.call(getSkanSchema, of(projectId))).toEqual(second);
    const { items } = await owner.call(listAuditLog, of(projectId));
    expect(items.filter(({ action }) => action === 'skan_schema.saved')).toHaveLength(2);
  });

  test.each<[string, unknown[], Record<string, string>]>([
    ['unknown events', ['signup', 'nothing'], { 'bases.1': 'is not an event of this project' }],
    [
      'unknown steps',
      [{ type: 'funnel', steps: ['signup', 'nowhere'] }],
      { 'bases.0.steps.1': 'is not an event of this project' },
    ],
    [
      'too many values',
      [
        { type: 'engagement', event: 'open', counts: Array.from({ length: 40 }, (_, at) => at + 1) },
        'signup',
      ],
      { bases: 'need 82 values, and there are 64: remove a base, or give one fewer levels' },
    ],
    [
      'a currency that is none',
      [{ type: 'revenue', currency: 'ZZZ' }],
      { 'bases.0.currency': 'is not a currency of ISO 4217' },
    ],
    ['no bases', [], { bases: 'has no bases' }],
  ])('is refused with %s', async (_, bases, fields) => {
    const { owner, projectId } = await buildProject(server);
    await expect(save(owner, projectId, { bases })).rejects.toMatchObject({
      code: 'validation_failed',
      fields,
    });
  });

  test('knows the events that apps have sent', async () => {
    const { owner, projectId } = await buildProject(server);
    await sql`insert into event_names (project_id, name, admitted_at)
      values (${projectId}, 'order placed', ${server.clock.now()})`.execute(server.db);
    const { events } = await owner.call(listSkanEvents, of(projectId));
    expect(events).toEqual(['signup', 'login', 'payment', 'open', 'order placed']);
    const { draft } = await save(owner, projectId, { bases: ['order placed'] });
    expect(draft?.schema.values_used).toBe(2);
  });

  test('has buckets of what installs have paid, in the currency of the project', async () => {
    const { owner, projectId } = await buildProject(server);
    await plantPayers(projectId, [
      ...Array.from({ length: 30 }, () => ({ amount: '20', days: 10 })),
      ...Array.from({ length: 6 }, () => ({ amount: '100', days: 61 })),
      { amount: '7', days: 5, currency: 'EUR' },
    ]);
    const bases = [{ type: 'revenue', buckets: 2 }];
    const { schema, history } = await owner.call(previewSkanSchema, {
      ...of(projectId),
      body: { bases: bases as never },
    });
    expect(history).toEqual({ days: 61, payers: 36 });
    expect(schema.bases).toEqual([
      {
        type: 'revenue',
        currency: 'INR',
        bounds: ['20', '100'],
        expected: ['20', '100'],
        from: 'history',
      },
    ]);
  });

  test('has buckets of history where there are more payers than are looked at', async () => {
    const { owner, projectId } = await buildProject(server);
    await plantPayers(projectId, [{ amount: '20', days: 61 }]);
    await plantPayers(projectId, [{ amount: '20', days: 10 }], 20_000);
    const body = { bases: [{ type: 'revenue' as const }] };
    const { schema, history } = await owner.call(previewSkanSchema, { ...of(projectId), body });
    expect(history).toEqual({ days: 61, payers: 20_000 });
    expect(schema.bases[0]).toMatchObject({ from: 'history' });
  });

  test('has buckets of apps alone, and of nobody who refuses analytics', async () => {
    const { owner, projectId } = await buildProject(server);
    await plantPayers(projectId, [
      { amount: '20', days: 61 },
      { amount: '30', days: 10, platform: 'ios' },
      { amount: '40', days: 70, platform: 'web' },
      { amount: '50', days: 80, hasDenied: true },
    ]);
    const body = { bases: [{ type: 'revenue' as const }] };
    const { history } = await owner.call(previewSkanSchema, { ...of(projectId), body });
    expect(history).toEqual({ days: 61, payers: 2 });
  });

  test('is previewed without being stored', async () => {
    const { owner, projectId } = await buildProject(server);
    const body = {
      bases: ['signup', { type: 'revenue' as const, bounds: ['1', '10'] }],
      path: { events: [{ name: 'signup', count: 1 }], day: 1, revenue: '12' },
    };
    const preview = await owner.call(previewSkanSchema, { ...of(projectId), body });
    expect(preview.reached).toEqual({ sequence: 0, fine: 5, coarse: 'high', lock: false });
    expect(preview.values[5]?.conditions).toEqual(['signup', 'paid INR 10 or more']);
    expect(preview.coarse.filter(({ sequence }) => sequence === 1)).toEqual([
      { sequence: 1, coarse: 'low', conditions: ['no signup', 'paid less than INR 1'] },
      { sequence: 1, coarse: 'medium', conditions: ['signup', 'paid less than INR 1'] },
      { sequence: 1, coarse: 'high', conditions: ['paid INR 1 or more'] },
    ]);
    const later_ = await owner.call(previewSkanSchema, {
      ...of(projectId),
      body: { ...body, path: { ...body.path, day: 8 } },
    });
    expect(later_.reached).toEqual({ sequence: 2, fine: null, coarse: 'high', lock: true });
    expect((await owner.call(getSkanSchema, of(projectId))).draft).toBeNull();
  });

  test('is previewed without what happens after its first window is closed', async () => {
    const { owner, projectId } = await buildProject(server);
    const path = { events: [{ name: 'signup', count: 1 }], day: 0, revenue: '0' };
    const form = { bases: ['signup'], lock_first_window: 'after_24_hours' as const };
    const reached = async (day: number) => {
      const body = { ...form, path: { ...path, day } };
      return (await owner.call(previewSkanSchema, { ...of(projectId), body })).reached;
    };
    expect(await reached(0)).toEqual({ sequence: 0, fine: 1, coarse: 'high', lock: false });
    expect(await reached(1)).toEqual({ sequence: 0, fine: 0, coarse: 'low', lock: true });
    expect(await reached(2)).toEqual({ sequence: 1, fine: null, coarse: 'high', lock: true });
    const body = { ...form, bases: [{ type: 'retention' as const, days: [1] }] };
    await expect(owner.call(createSkanSchema, { ...of(projectId), body })).rejects.toMatchObject({
      code: 'validation_failed',
      fields: { 'bases.0.days': expect.stringContaining('day 1') },
    });
  });
});

describe('activation', () => {
  test('needs an app in the App Store and a schema', async () => {
    const { owner, projectId } = await buildProject(server);
    await save(owner, projectId, { bases: ['signup'] });
    await expect(activate(owner, projectId, true)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('App Store'),
    });
    const other = await buildProject(server);
    await addApp(other.owner, other.projectId);
    await expect(activate(other.owner, other.projectId, true)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('takes the draft into force, which never changes again', async () => {
    const { owner, projectId } = await buildProject(server);
    await addApp(owner, projectId);
    await save(owner, projectId, { bases: ['signup'] });
    const heard = await heardBy(server, async () => {
      await activate(owner, projectId, true);
    });
    expect(heard).toContainEqual({ kind: 'project', projectId });
    expect(await owner.call(getSkanSchema, of(projectId))).toMatchObject({
      activate_skan: true,
      draft: null,
      active: { version: 1, state: 'active' },
      explanation: 'Apps receive conversion values by version 1.',
    });
    const next = await save(owner, projectId, { bases: ['payment'] });
    expect([next.active?.bases, next.draft?.bases, next.draft?.version]).toEqual([
      ['signup'],
      ['payment'],
      2,
    ]);
    server.clock.advance(1000);
    const second = await activate(owner, projectId, true);
    expect(second.versions.map(({ version, state }) => [version, state])).toEqual([
      [2, 'active'],
      [1, 'retired'],
    ]);
    // Nothing changes where it is active already.
    expect(await activate(owner, projectId, true)).toEqual(second);
  });

  test('ends without an end for postbacks, and says so', async () => {
    const { owner, projectId } = await buildProject(server);
    await addApp(owner, projectId);
    await save(owner, projectId, { bases: ['signup'] });
    await activate(owner, projectId, true);
    server.clock.advance(1000);
    const off = await activate(owner, projectId, false);
    expect(off).toMatchObject({
      activate_skan: false,
      active: { version: 1, state: 'active' },
      explanation: expect.stringContaining('decoded by version 1'),
    });
    expect(await activate(owner, projectId, false)).toEqual(off);
    server.clock.advance(1000);
    expect((await activate(owner, projectId, true)).activate_skan).toBe(true);
    const { rows } = await sql<{ activate_skan: boolean }>`select activate_skan from skan_activations
      where project_id = ${projectId} order by changed_at`.execute(server.db);
    expect(rows.map(({ activate_skan }) => activate_skan)).toEqual([true, false, true]);
    const { items } = await owner.call(listAuditLog, of(projectId));
    expect(items.map(({ action }) => action).filter((action) => action.startsWith('skan.'))).toEqual([
      'skan.activated',
      'skan.stopped',
      'skan.activated',
    ]);
  });

  test('can begin before today where another tool has handed out its values', async () => {
    const { owner, projectId } = await buildProject(server);
    await addApp(owner, projectId);
    await save(owner, projectId, { bases: ['signup'] });
    const daysAgo = (days: number) => later(server.clock.now(), -days * DAY_MS);
    for (const days of [-1, 401]) {
      await expect(activate(owner, projectId, true, daysAgo(days))).rejects.toMatchObject({
        fields: { since: expect.any(String) },
      });
    }
    const { active, changed_at } = await activate(owner, projectId, true, daysAgo(60));
    expect([active?.activated_at, changed_at]).toEqual([
      daysAgo(60).toISOString(),
      daysAgo(60).toISOString(),
    ]);
    await save(owner, projectId, { bases: ['payment'] });
    // What was in force is not rewritten.
    await expect(activate(owner, projectId, true, daysAgo(30))).rejects.toMatchObject({
      fields: { since: 'is for the first activation only' },
    });
    await expect(activate(owner, projectId, false, daysAgo(30))).rejects.toMatchObject({
      fields: { since: 'is for an activation only' },
    });
  });

  test('is for those who may change connections', async () => {
    const { projectId } = await buildProject(server);
    const analyst = await buildMember(server, projectId, 'viewer');
    await expect(activate(analyst, projectId, false)).rejects.toMatchObject({ code: 'forbidden' });
    expect((await analyst.call(getSkanSchema, of(projectId))).versions).toEqual([]);
  });
});
