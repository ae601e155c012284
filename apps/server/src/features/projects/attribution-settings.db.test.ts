import { listAuditLog } from '@trailmark/contract/audit-log';
import { generatePrivateKey } from '@trailmark/contract/keys';
import {
  DEFAULT_RETENTION_DAYS,
  deleteProject,
  listProjects,
  type ProjectChange,
  restoreProject,
  updateProject,
} from '@trailmark/contract/projects';
import { DEFAULT_WINDOWS } from '@trailmark/contract/windows';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../platform/clock.ts';
import { buildProject, type TestPerson } from '../../testing/build.ts';
import { buildDevice, projectToken } from '../../testing/device.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { until } from '../../testing/until.ts';

let server: TestServer;
let owner: TestPerson;
let projectId: string;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  ({ owner, projectId } = await buildProject(server));
});

const change = (given: Omit<ProjectChange, 'project_id'>) => {
  server.clock.advance(MINUTE_MS);
  return owner.call(updateProject, { body: { project_id: projectId, ...given } });
};
const audit = async () => (await owner.call(listAuditLog, { query: { project_id: projectId } })).items;
const rules = () =>
  server.db
    .selectFrom('attribution_rules')
    .select(['version', 'click_hours', 'network_windows', 'plausibility'])
    .where('project_id', '=', projectId)
    .orderBy('version')
    .execute();

const KEY = 'ab'.repeat(32);

describe('rules of attribution', () => {
  test('of a new project are the usual ones', async () => {
    const [project] = await owner.call(listProjects, { query: { project_id: projectId } });
    expect(project).toMatchObject({
      windows: DEFAULT_WINDOWS,
      network_windows: {},
      plausibility: {},
      retention_days: DEFAULT_RETENTION_DAYS,
      has_meta_referrer_key: false,
    });
  });

  test('are versioned together, and each part keeps what another does not mention', async () => {
    await change({ windows: { click_hours: 24 } });
    await change({ network_windows: { META: { click_hours: 48 }, TIKTOK: {} } });
    const plausibility = {
      thresholds: { min_likeness: 80 },
      levels: { anonymous_traffic: 'no_credit' as const },
    };
    const project = await change({ plausibility });
    expect(project).toMatchObject({ network_windows: { META: { click_hours: 48 } }, plausibility });
    const network_windows = { META: { click_hours: 48 } };
    expect(await rules()).toEqual([
      { version: 1, click_hours: 168, network_windows: {}, plausibility: {} },
      { version: 2, click_hours: 24, network_windows: {}, plausibility: {} },
      { version: 3, click_hours: 24, network_windows, plausibility: {} },
      { version: 4, click_hours: 24, network_windows, plausibility },
    ]);
    expect((await audit())[0]).toMatchObject({
      action: 'project.updated',
      before: { plausibility_min_likeness: null, plausibility_anonymous_traffic: null },
      after: { plausibility_min_likeness: 80, plausibility_anonymous_traffic: 'no_credit' },
    });
  });

  test('told again make no version; what is left out of a whole is gone', async () => {
    await change({ network_windows: { META: { click_hours: 48 } } });
    await change({ network_windows: { META: { click_hours: 48 } } });
    expect(await rules()).toHaveLength(2);
    const project = await change({ network_windows: {} });
    expect(project.network_windows).toEqual({});
    expect((await audit())[0]).toMatchObject({
      before: { META_click_hours: 48 },
      after: { META_click_hours: null },
    });
  });
});

describe('the key of Meta’s referrers', () => {
  const sealed = async () =>
    (
      await server.db
        .selectFrom('project_settings')
        .select('sealed_meta_referrer_key')
        .where('project_id', '=', projectId)
        .executeTakeFirst()
    )?.sealed_meta_referrer_key ?? null;

  test('is sealed, never shown, and taken away by null', async () => {
    const project = await change({ meta_referrer_key: KEY.toUpperCase() });
    expect(project.has_meta_referrer_key).toBe(true);
    expect(JSON.stringify(project)).not.toContain(KEY);
    const stored = await sealed();
    expect(stored).not.toContain(KEY);
    expect(server.kit.secrets.open('referrer', stored ?? '')).toBe(KEY);
    expect((await change({ meta_referrer_key: null })).has_meta_referrer_key).toBe(false);
    expect(await sealed()).toBeNull();
  });

  test('is no secret that the audit log tells; the same key again is no change', async () => {
    await change({ meta_referrer_key: KEY });
    await change({ meta_referrer_key: KEY });
    await change({ meta_referrer_key: 'cd'.repeat(32), retention_days: 90 });
    const [replaced, set, ...rest] = await audit();
    expect(rest.map(({ action }) => action)).toEqual(['project.created']);
    expect(set).toMatchObject({ before: { meta_referrer_key: null }, after: { meta_referrer_key: 'set' } });
    expect(replaced).toMatchObject({
      before: { meta_referrer_key: 'set', retention_days: DEFAULT_RETENTION_DAYS },
      after: { meta_referrer_key: 'replaced', retention_days: 90 },
    });
    expect(JSON.stringify([replaced, set])).not.toMatch(/abab|cdcd/);
  });
});

describe('what takes events in', () => {
  const status = async (token: string) => (await buildDevice(server, token).init()).status;

  test('hears of other rules: the next decision goes by them', async () => {
    const token = await projectToken(owner, projectId);
    const versionOf = async () => {
      const phone = buildDevice(server, token);
      await phone.init();
      const row = await server.db
        .selectFrom('decisions')
        .select('rule_version')
        .where('project_id', '=', projectId)
        .where('install_id', '=', phone.installId)
        .executeTakeFirstOrThrow();
      return row.rule_version;
    };
    expect(await versionOf()).toBe(1);
    await change({ plausibility: { thresholds: { min_likeness: 90 } } });
    await until(async () => (await versionOf()) === 2);
  });

  test('stops taking the token of a deleted project, and takes it again when it is restored', async () => {
    const token = await projectToken(owner, projectId);
    expect(await status(token)).toBe(200);
    await owner.call(deleteProject, { query: { project_id: projectId, confirm_name: 'Kite Grocery' } });
    await until(async () => (await status(token)) === 401);
    await owner.call(restoreProject, { body: { project_id: projectId } });
    await until(async () => (await status(token)) === 200);
  });

  test('stops taking a key that was replaced at once', async () => {
    const generate = async () =>
      (await owner.call(generatePrivateKey, { body: { project_id: projectId, keep_old_hours: 0 } }))
        .private_key;
    const event = async (key: string) => {
      const response = await fetch(`${server.url}/api/v1/capture-event`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ user_id: 'u', event_name: 'paid' }),
      });
      return response.status;
    };
    const old = await generate();
    expect(await event(old)).toBe(200);
    const fresh = await generate();
    await until(async () => (await event(old)) === 401);
    expect(await event(fresh)).toBe(200);
  });
});
