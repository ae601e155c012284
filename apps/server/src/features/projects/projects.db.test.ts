import { listAuditLog } from '@trailmark/contract/audit-log';
import { inviteMembers } from '@trailmark/contract/members';
import { ROLES } from '@trailmark/contract/permissions';
import { createProject, listProjects, listTimezones, updateProject } from '@trailmark/contract/projects';
import { listStoreListings } from '@trailmark/contract/store-listings';
import { verifyUser } from '@trailmark/contract/users';
import { DEFAULT_WINDOWS } from '@trailmark/contract/windows';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../platform/clock.ts';
import { buildAttributionFixture } from '../../testing/attribution-fixture.ts';
import { buildMember, buildPerson, buildProject, type TestPerson } from '../../testing/build.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { until } from '../../testing/until.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const FORM = { name: 'Kite Grocery', platform: 'app', currency: 'INR', timezone: 'Asia/Kolkata' } as const;

async function auditOf(owner: TestPerson, projectId: string) {
  return (await owner.call(listAuditLog, { query: { project_id: projectId } })).items;
}

describe('creating a project', () => {
  test('makes the caller its owner, with the usual windows and a token', async () => {
    const person = await buildPerson(server);
    const project = await person.call(createProject, {
      body: { ...FORM, website: 'https://kite.example/shop', app_store_link: '' },
    });
    expect(project).toMatchObject({
      ...FORM,
      website: 'https://kite.example/shop',
      app_store_link: null,
      role: 'owner',
      windows: DEFAULT_WINDOWS,
      members_count: 1,
      deleted_at: null,
    });
    const token = await server.db
      .selectFrom('project_tokens')
      .select('token')
      .where('project_id', '=', project.project_id)
      .execute();
    expect(token).toHaveLength(1);
    expect(await auditOf(person, project.project_id)).toMatchObject([
      { action: 'project.created', target: FORM.name, after: FORM, before: null },
    ]);
  });

  test.each([
    ['name', ''],
    ['name', '   '],
    ['name', 'x'.repeat(81)],
    ['platform', 'desktop'],
    ['currency', 'inr'],
    ['currency', 'XYZ'],
    ['timezone', 'Mars/Olympus'],
    ['timezone', 'Asia/Kolkata; drop table users'],
    ['website', 'not an address'],
    ['website', 'javascript:alert(1)'],
    ['website', 'https://example.com/\0'],
    ['play_store_link', 'ftp://example.com'],
  ])('refuses %s %j and names it', async (name, value) => {
    const { call } = await buildPerson(server);
    const refusal = await call(createProject, { body: { ...FORM, [name]: value } }).catch((error) => error);
    expect(refusal).toMatchObject({ status: 400, code: 'validation_failed' });
    expect(Object.keys(refusal.fields)).toEqual([name]);
  });

  test('makes store listings of the store links that name an app', async () => {
    const { call } = await buildPerson(server);
    const { project_id } = await call(createProject, {
      body: {
        ...FORM,
        app_store_link: 'https://apps.apple.com/app/kite/id1234567890',
        play_store_link: 'https://play.google.com/store/apps/details?id=com.kite.grocery',
      },
    });
    expect(await call(listStoreListings, { query: { project_id } })).toMatchObject([
      { name: 'Kite Grocery, App Store', platform: 'IOS', app_id: '1234567890' },
      { name: 'Kite Grocery, Play Store', platform: 'ANDROID', app_id: 'com.kite.grocery' },
    ]);
    const skan = server.db.selectFrom('skan_apps').select('project_id').where('app_id', '=', 1234567890);
    expect(await skan.execute()).toEqual([{ project_id }]);
    const other = await call(createProject, {
      body: { ...FORM, app_store_link: 'https://kite.example/ios' },
    });
    expect(await call(listStoreListings, { query: { project_id: other.project_id } })).toEqual([]);
  });

  test('offers the zones that it accepts', async () => {
    const { call } = await buildPerson(server);
    const zones = await call(listTimezones, {});
    expect(zones).toContainEqual({ name: 'Asia/Kolkata', offset_minutes: 330 });
    expect(zones).toContainEqual({ name: 'Asia/Kathmandu', offset_minutes: 345 });
    expect(zones.length).toBeGreaterThan(300);
    expect(new Set(zones.map((zone) => zone.name)).size).toBe(zones.length);
  });
});

describe('who may create a project', () => {
  let closed: TestServer;
  beforeAll(async () => {
    const env = { OPERATOR_EMAILS: 'operator@example.com,second@example.com', PROJECT_CREATION: '' };
    closed = await startTestServer({ env });
  });
  afterAll(() => closed.stop());
  const refusal = {
    status: 403,
    code: 'forbidden',
    message: expect.stringContaining('members of a project'),
  };

  test('an operator may, any number in a day; the others by their role in a project', async () => {
    const by = await buildPerson(closed, { email: 'operator@example.com' });
    const { project_id } = await by.call(createProject, { body: FORM });
    for (let at = 0; at < 10; at += 1) await by.call(createProject, { body: FORM });
    for (const role of ROLES) {
      const member = await buildMember(closed, project_id, role);
      const expected = role !== 'guest';
      expect([role, (await member.call(verifyUser, {})).may_create_projects]).toEqual([role, expected]);
      const made = member.call(createProject, { body: FORM });
      if (expected) expect(await made).toMatchObject({ role: 'owner' });
      else await expect(made).rejects.toMatchObject(refusal);
    }
  });

  test('someone who only has an account may not, unless the operator allows it', async () => {
    const person = await buildPerson(closed);
    await expect(person.call(createProject, { body: FORM })).rejects.toMatchObject(refusal);
    expect((await person.call(verifyUser, {})).may_create_projects).toBe(false);
    try {
      closed.kit.env.projectCreation = 'anyone';
      expect((await person.call(verifyUser, {})).may_create_projects).toBe(true);
      await person.call(createProject, { body: FORM });
    } finally {
      closed.kit.env.projectCreation = 'members';
    }
  });

  test('a member of a deleted project may not', async () => {
    const owner = await buildPerson(closed, { email: 'second@example.com' });
    const { projectId } = await buildProject(closed, { owner });
    const member = await buildMember(closed, projectId, 'admin');
    await closed.db
      .updateTable('projects')
      .set({ deleted_at: closed.clock.now() })
      .where('project_id', '=', projectId)
      .execute();
    await expect(member.call(createProject, { body: FORM })).rejects.toMatchObject(refusal);
  });

  test('ten in a day', async () => {
    // The first account is the operator, so this one is created later.
    await buildPerson(server);
    server.clock.set(new Date(Math.ceil(server.clock.now().getTime() / DAY_MS) * DAY_MS));
    const person = await buildPerson(server);
    for (let at = 0; at < 10; at += 1) await person.call(createProject, { body: FORM });
    await expect(person.call(createProject, { body: FORM })).rejects.toMatchObject({
      status: 429,
      message: 'You can create 10 projects a day. Please try again in 1440 minutes.',
    });
  });
});

describe('listing projects', () => {
  test('goes by joining time, with the named one first', async () => {
    const { owner, projectId: first } = await buildProject(server, { name: 'First' });
    server.clock.advance(MINUTE_MS);
    const { projectId: second } = await buildProject(server, { owner, name: 'Second' });
    server.clock.advance(MINUTE_MS);
    const { projectId: third } = await buildProject(server, { owner, name: 'Third' });
    const ids = async (query: { project_id?: string }) =>
      (await owner.call(listProjects, { query })).map((project) => project.project_id);
    expect(await ids({})).toEqual([first, second, third]);
    expect(await ids({ project_id: second })).toEqual([second, first, third]);
  });

  test('knows a project by its id in capitals too', async () => {
    const { owner, projectId } = await buildProject(server);
    const [project] = await owner.call(listProjects, { query: { project_id: projectId.toUpperCase() } });
    expect(project?.project_id).toBe(projectId);
  });

  test('is empty for someone without a project', async () => {
    const { call } = await buildPerson(server);
    expect(await call(listProjects, {})).toEqual([]);
  });

  test('shows nobody the project of someone else', async () => {
    const { projectId } = await buildProject(server);
    const { owner, projectId: mine } = await buildProject(server);
    expect((await owner.call(listProjects, {})).map((project) => project.project_id)).toEqual([mine]);
    await expect(owner.call(listProjects, { query: { project_id: projectId } })).rejects.toMatchObject({
      status: 404,
      code: 'not_found',
    });
  });

  test('shows a guest only name, platform, currency and zone', async () => {
    const { projectId, owner } = await buildProject(server);
    await owner.call(updateProject, { body: { project_id: projectId, website: 'https://kite.example' } });
    const guest = await buildMember(server, projectId, 'guest');
    const [project] = await guest.call(listProjects, {});
    expect(project).toEqual({
      ...FORM,
      project_id: projectId,
      role: 'guest',
      website: null,
      app_store_link: null,
      play_store_link: null,
      windows: null,
      network_windows: null,
      plausibility: null,
      retention_days: null,
      delivery_retention_days: null,
      has_meta_referrer_key: null,
      members_count: null,
      day_kind: 'calendar',
      is_refolding: false,
      setup: [],
      created_at: expect.any(String),
      deleted_at: null,
      removal_at: null,
    });
  });

  test('tells what is set up, from what is so', async () => {
    const { owner, projectId } = await buildProject(server);
    const done = async () => {
      const [project] = await owner.call(listProjects, { query: { project_id: projectId } });
      return project?.setup.filter((step) => step.done).map((step) => step.step);
    };
    expect(await done()).toEqual(['project_made']);
    await owner.call(updateProject, { body: { project_id: projectId, website: 'https://kite.example' } });
    await owner.call(inviteMembers, {
      body: { project_id: projectId, emails: ['friend@example.com'], role: 'viewer' },
    });
    expect(await done()).toEqual(['project_made', 'address_given', 'colleague_invited']);
  });

  test('tells of the first click, install and event, also when their rows are gone', async () => {
    const fixture = await buildAttributionFixture(server);
    const { slug } = await fixture.campaign();
    const phone = fixture.device();
    const seen = async () => {
      const [project] = await fixture.owner.call(listProjects, { query: { project_id: fixture.projectId } });
      return project?.setup.filter((step) => step.done).map((step) => step.step);
    };
    const before = ['project_made', 'address_given'];
    expect(await seen()).toEqual(before);
    await phone.click(slug);
    await until(async () => (await seen())?.includes('first_click') ?? false);
    expect(await seen()).toEqual([...before, 'first_click']);
    await phone.init();
    expect(await seen()).toEqual([...before, 'sdk_seen', 'first_click', 'first_install']);
    await phone.call('capture-event', { event_name: 'add_to_cart', event_data: {} });
    const all = [...before, 'sdk_seen', 'first_click', 'first_install', 'first_event'];
    expect(await seen()).toEqual(all);
    for (const table of ['clicks', 'events'] as const) {
      await server.db.deleteFrom(table).where('project_id', '=', fixture.projectId).execute();
    }
    expect(await seen()).toEqual(all);
  });
});

describe('editing a project', () => {
  test('changes the given fields and notes who changed what', async () => {
    const { owner, projectId } = await buildProject(server);
    server.clock.advance(MINUTE_MS);
    const changed = await owner.call(updateProject, {
      body: { project_id: projectId, name: 'Kite Fresh', currency: 'USD', timezone: 'UTC' },
    });
    expect(changed).toMatchObject({ name: 'Kite Fresh', currency: 'USD', timezone: 'UTC', platform: 'app' });
    expect((await auditOf(owner, projectId))[0]).toMatchObject({
      action: 'project.updated',
      target: 'Kite Grocery',
      before: { name: 'Kite Grocery', currency: 'INR', timezone: 'Asia/Kolkata' },
      after: { name: 'Kite Fresh', currency: 'USD', timezone: 'UTC' },
    });
  });

  test('notes nothing when nothing differs', async () => {
    const { owner, projectId } = await buildProject(server);
    const body = { ...FORM, project_id: projectId, windows: DEFAULT_WINDOWS, website: '' };
    await owner.call(updateProject, { body });
    await owner.call(updateProject, { body: { project_id: projectId } });
    expect(await auditOf(owner, projectId)).toHaveLength(1);
    expect(await versions(projectId)).toEqual([1]);
  });

  test('can take an address away again', async () => {
    const { owner, projectId } = await buildProject(server);
    const edit = (website: string | null) =>
      owner.call(updateProject, { body: { project_id: projectId, website } });
    expect((await edit('https://kite.example')).website).toBe('https://kite.example');
    expect((await edit(null)).website).toBeNull();
  });

  test.each([
    [{ timezone: 'Mars/Olympus' }, 'timezone'],
    [{ currency: 'XYZ' }, 'currency'],
    [{ name: ' ' }, 'name'],
    [{ windows: { click_hours: 0 } }, 'windows.click_hours'],
    [{ windows: { click_hours: 721 } }, 'windows.click_hours'],
    [{ windows: { probabilistic_hours: 25 } }, 'windows.probabilistic_hours'],
    [{ windows: { view_hours: 1.5 } }, 'windows.view_hours'],
    [{ windows: { inactivity_days: -1 } }, 'windows.inactivity_days'],
    [{ network_windows: { META: { click_hours: 0 } } }, 'network_windows.META.click_hours'],
    [{ network_windows: { MYSPACE: { click_hours: 1 } } as object }, 'network_windows'],
    [{ plausibility: { thresholds: { min_likeness: 101 } } }, 'plausibility.thresholds.min_likeness'],
    [
      { plausibility: { levels: { anonymous_traffic: 'shrug' } } } as object,
      'plausibility.levels.anonymous_traffic',
    ],
    [{ retention_days: 29 }, 'retention_days'],
    [{ retention_days: 1201 }, 'retention_days'],
    [{ delivery_retention_days: 6 }, 'delivery_retention_days'],
    [{ delivery_retention_days: 366 }, 'delivery_retention_days'],
    [{ meta_referrer_key: 'abc' }, 'meta_referrer_key'],
    [{ meta_referrer_key: 'g'.repeat(64) }, 'meta_referrer_key'],
  ])('refuses %j', async (change, field) => {
    const { owner, projectId } = await buildProject(server);
    const refusal = await owner
      .call(updateProject, { body: { project_id: projectId, ...change } })
      .catch((error) => error);
    expect(refusal).toMatchObject({ status: 400, code: 'validation_failed' });
    expect(Object.keys(refusal.fields)).toEqual([field]);
    expect(await auditOf(owner, projectId)).toHaveLength(1);
  });
});

async function versions(projectId: string): Promise<number[]> {
  const rows = await server.db
    .selectFrom('attribution_rules')
    .select('version')
    .where('project_id', '=', projectId)
    .orderBy('version')
    .execute();
  return rows.map((row) => row.version);
}

describe('attribution windows', () => {
  test('are never overwritten: a change is a new version, the old ones stay', async () => {
    const { owner, projectId } = await buildProject(server);
    const edit = (windows: Partial<typeof DEFAULT_WINDOWS>) =>
      owner.call(updateProject, { body: { project_id: projectId, windows } });
    await edit({ click_hours: 24 });
    server.clock.advance(MINUTE_MS);
    const project = await edit({ view_hours: 0 });
    expect(project.windows).toEqual({ ...DEFAULT_WINDOWS, click_hours: 24, view_hours: 0 });
    const rows = await server.db
      .selectFrom('attribution_rules')
      .select(['version', 'click_hours', 'view_hours', 'created_by'])
      .where('project_id', '=', projectId)
      .orderBy('version')
      .execute();
    const created_by = owner.userId;
    expect(rows).toEqual([
      { version: 1, click_hours: 168, view_hours: 24, created_by },
      { version: 2, click_hours: 24, view_hours: 24, created_by },
      { version: 3, click_hours: 24, view_hours: 0, created_by },
    ]);
    expect((await auditOf(owner, projectId))[0]).toMatchObject({
      before: { view_hours: 24 },
      after: { view_hours: 0 },
    });
  });

  test('get one version each when two people change them at the same moment', async () => {
    const { owner, projectId } = await buildProject(server);
    const admin = await buildMember(server, projectId, 'admin');
    await Promise.all([
      owner.call(updateProject, { body: { project_id: projectId, windows: { click_hours: 1 } } }),
      admin.call(updateProject, { body: { project_id: projectId, windows: { view_hours: 1 } } }),
    ]);
    expect(await versions(projectId)).toEqual([1, 2, 3]);
    const [project] = await owner.call(listProjects, { query: { project_id: projectId } });
    expect(project?.windows).toMatchObject({ click_hours: 1, view_hours: 1 });
  });
});
