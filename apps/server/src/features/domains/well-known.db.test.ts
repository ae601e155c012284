import { listAuditLog } from '@trailmark/contract/audit-log';
import { getVerificationObjects, saveVerificationObject } from '@trailmark/contract/domains';
import { deleteProject } from '@trailmark/contract/projects';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SECOND_MS } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { buildProject } from '../../testing/build.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { isProof } from './proof.ts';
import { createWellKnown, findWellKnown } from './well-known.ts';

const AASA = '/.well-known/apple-app-site-association';
const ASSETLINKS = '/.well-known/assetlinks.json';
const PROOF = '/.well-known/trailmark';
const PRINT = Array.from({ length: 32 }, (_, at) => (at + 160).toString(16)).join(':');

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

let count = 0;
/** A project with a host that DNS has given to it. */
async function buildHost() {
  count += 1;
  const host = `go${count}.kite.test`;
  const built = await buildProject(server);
  const now = server.clock.now();
  const { projectId } = built;
  await server.db
    .insertInto('link_hosts')
    .values({ host, project_id: projectId, domain_id: newId(now), created_at: now })
    .execute();
  const saveIos = (bundle_id: string) =>
    built.owner.call(saveVerificationObject, {
      body: { project_id: projectId, platform: 'IOS', ios_apps: [{ team_id: 'ABCDE12345', bundle_id }] },
    });
  return { ...built, host, saveIos };
}

const fileOf = (bundleId: string) => ({
  applinks: { details: [{ appIDs: [`ABCDE12345.${bundleId}`], components: [{ '/': '*' }] }] },
});

describe('a verification object', () => {
  test('is none before one is saved', async () => {
    const { owner, projectId } = await buildProject(server);
    expect(await owner.call(getVerificationObjects, { query: { project_id: projectId } })).toEqual({
      ios: null,
      android: null,
    });
  });

  test('is shown as its form and as the file, and replaced as a whole', async () => {
    const { owner, projectId, saveIos } = await buildHost();
    const query = { project_id: projectId };
    const saved = await saveIos('com.kite.app');
    expect(saved).toEqual({
      platform: 'IOS',
      path: AASA,
      json: JSON.stringify(fileOf('com.kite.app'), null, 2),
      ios_apps: [{ team_id: 'ABCDE12345', bundle_id: 'com.kite.app' }],
      android_apps: null,
      updated_at: server.clock.now().toISOString(),
    });
    const android = await owner.call(saveVerificationObject, {
      body: {
        ...query,
        platform: 'ANDROID',
        android_apps: [{ package: 'com.kite.app', sha256_fingerprints: [PRINT] }],
      },
    });
    expect(android.android_apps?.[0]?.sha256_fingerprints).toEqual([PRINT.toUpperCase()]);
    expect(await owner.call(getVerificationObjects, { query })).toEqual({ ios: saved, android });

    const json = JSON.stringify(fileOf('com.kite.pasted'));
    const pasted = await owner.call(saveVerificationObject, { body: { ...query, platform: 'IOS', json } });
    expect(pasted).toMatchObject({
      ios_apps: null,
      json: JSON.stringify(fileOf('com.kite.pasted'), null, 2),
    });
    expect(await owner.call(getVerificationObjects, { query })).toEqual({ ios: pasted, android });
  });

  test('is noted in the audit log with the apps that it names', async () => {
    const { owner, projectId, saveIos } = await buildHost();
    await saveIos('com.kite.app');
    const { items } = await owner.call(listAuditLog, {
      query: { project_id: projectId, action: 'verification_object.saved' },
    });
    expect(items).toMatchObject([{ target: AASA, after: { apps: 'ABCDE12345.com.kite.app', from: 'form' } }]);
  });

  test('that no phone would understand is refused with the place', async () => {
    const { owner, projectId } = await buildHost();
    const json = '{"applinks":{"details":[{"appID":"com.kite.app","paths":["*"]}]}}';
    await expect(
      owner.call(saveVerificationObject, { body: { project_id: projectId, platform: 'IOS', json } }),
    ).rejects.toMatchObject({
      code: 'validation_failed',
      fields: { json: 'is not valid: applinks.details[0].appID is not TEAMID.bundle.id' },
    });
  });
});

describe('what a link host answers', () => {
  test('are its own files, by the name alone', async () => {
    const { owner, projectId, host, saveIos } = await buildHost();
    const other = await buildHost();
    await saveIos('com.kite.app');
    await other.saveIos('com.other.app');
    await owner.call(saveVerificationObject, {
      body: {
        project_id: projectId,
        platform: 'ANDROID',
        android_apps: [{ package: 'com.kite.app', sha256_fingerprints: [PRINT] }],
      },
    });
    for (const spelling of [host, host.toUpperCase(), `${host}:8443`, `${host}.`]) {
      const file = await findWellKnown(server.kit, spelling, AASA);
      expect(file?.contentType).toBe('application/json');
      expect(JSON.parse(file?.body ?? '')).toEqual(fileOf('com.kite.app'));
    }
    const links = await findWellKnown(server.kit, host, ASSETLINKS);
    expect(JSON.parse(links?.body ?? '')).toMatchObject([{ target: { package_name: 'com.kite.app' } }]);
    const others = await findWellKnown(server.kit, other.host, AASA);
    expect(JSON.parse(others?.body ?? '')).toEqual(fileOf('com.other.app'));
    expect(await findWellKnown(server.kit, other.host, ASSETLINKS)).toBeNull();
  });

  test('is a proof for exactly this host', async () => {
    const { host } = await buildHost();
    const body = (await findWellKnown(server.kit, host, PROOF))?.body ?? '';
    expect(isProof(server.kit.secrets, host, body)).toBe(true);
    expect(isProof(server.kit.secrets, `x${host}`, body)).toBe(false);
  });

  test.each(['', 'nowhere.kite.test', 'localhost', '127.0.0.1', '\u0000', 'a b', ':80', '[::1]:80'])(
    'is nothing at the host %j',
    async (host) => {
      for (const path of [AASA, ASSETLINKS, PROOF]) {
        expect(await findWellKnown(server.kit, host, path)).toBeNull();
      }
    },
  );

  test.each([
    '/',
    '/apple-app-site-association',
    '/.well-known/',
    `${AASA}/`,
    `${AASA}.json`,
    '/.well-known/x',
  ])('is nothing at %s', async (path) => {
    const { host, saveIos } = await buildHost();
    await saveIos('com.kite.app');
    expect(await findWellKnown(server.kit, host, path)).toBeNull();
  });

  test('is nothing when the project was deleted', async () => {
    const { owner, project, projectId, host } = await buildHost();
    await owner.call(deleteProject, { query: { project_id: projectId, confirm_name: project.name } });
    expect(await findWellKnown(server.kit, host, PROOF)).toBeNull();
  });
});

describe('the copy in a process', () => {
  const bundleIn = (file: { body: string } | null) => /ABCDE12345\.([\w.]+)/.exec(file?.body ?? '')?.[1];

  test('is fresh for half a minute', async () => {
    const wellKnown = createWellKnown(server.kit);
    const { host, saveIos } = await buildHost();
    await saveIos('com.kite.one');
    expect(bundleIn(await wellKnown.find(host, AASA))).toBe('com.kite.one');
    await saveIos('com.kite.two');
    expect(bundleIn(await wellKnown.find(host, AASA))).toBe('com.kite.one');
    server.clock.advance(30 * SECOND_MS);
    expect(bundleIn(await wellKnown.find(host, AASA))).toBe('com.kite.two');
  });

  test('is renewed by an announcement of its project, and of no other', async () => {
    const wellKnown = createWellKnown(server.kit);
    const { projectId, host, saveIos } = await buildHost();
    await saveIos('com.kite.one');
    await wellKnown.find(host, AASA);
    await saveIos('com.kite.two');
    wellKnown.onChange({ kind: 'links', projectId: newId(server.clock.now()) });
    wellKnown.onChange({ kind: 'project', projectId });
    expect(bundleIn(await wellKnown.find(host, AASA))).toBe('com.kite.one');
    wellKnown.onChange({ kind: 'links', projectId });
    expect(bundleIn(await wellKnown.find(host, AASA))).toBe('com.kite.two');
    await saveIos('com.kite.three');
    wellKnown.onGap();
    expect(bundleIn(await wellKnown.find(host, AASA))).toBe('com.kite.three');
  });

  test('does not keep what a change overtook', async () => {
    const wellKnown = createWellKnown(server.kit);
    const { projectId, host, saveIos } = await buildHost();
    await saveIos('com.kite.one');
    const looking = wellKnown.find(host, AASA);
    wellKnown.onChange({ kind: 'links', projectId });
    await looking;
    await saveIos('com.kite.two');
    expect(bundleIn(await wellKnown.find(host, AASA))).toBe('com.kite.two');
  });

  test('of an unknown host is renewed when any project changes', async () => {
    const wellKnown = createWellKnown(server.kit);
    const host = `go${count + 1}.kite.test`;
    expect(await wellKnown.find(host, PROOF)).toBeNull();
    const { projectId } = await buildHost();
    expect(await wellKnown.find(host, PROOF)).toBeNull();
    wellKnown.onChange({ kind: 'links', projectId });
    expect(await wellKnown.find(host, PROOF)).not.toBeNull();
  });

  /** A database that can be away. */
  function interruptible() {
    const state = { isAway: false };
    const db = new Proxy(server.kit.db, {
      get(target, name) {
        if (state.isAway) throw new Error('away');
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    return { state, wellKnown: createWellKnown({ ...server.kit, db }) };
  }

  test('is not evicted by made-up hosts', async () => {
    const { state, wellKnown } = interruptible();
    const { host, saveIos } = await buildHost();
    await saveIos('com.kite.one');
    await wellKnown.find(host, AASA);
    const madeUp = Array.from({ length: 2001 }, (_, n) => `made-up-${n}.kite.test`);
    for (const name of madeUp) await wellKnown.find(name, AASA);
    state.isAway = true;
    expect(bundleIn(await wellKnown.find(host, AASA))).toBe('com.kite.one');
  });

  test('outlives the database', async () => {
    const { state, wellKnown } = interruptible();
    const { host, saveIos } = await buildHost();
    await saveIos('com.kite.one');
    await wellKnown.find(host, AASA);
    state.isAway = true;
    wellKnown.onGap();
    server.clock.advance(60 * SECOND_MS);
    expect(bundleIn(await wellKnown.find(host, AASA))).toBe('com.kite.one');
    await expect(wellKnown.find('unseen.kite.test', AASA)).rejects.toThrow('away');
  });
});
