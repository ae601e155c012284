import { once } from 'node:events';
import { type IncomingMessage, request as send } from 'node:http';
import { connect } from 'node:net';
import { getLive } from '@trailmark/contract/live';
import { removeMember, updateRole } from '@trailmark/contract/members';
import { deleteProject, listProjects } from '@trailmark/contract/projects';
import { addCampaignMember, removeCampaignMember, updateCampaignMember } from '@trailmark/contract/sharing';
import { logout } from '@trailmark/contract/users';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { revokeSession } from '../../access/session.ts';
import { mount } from '../../http/mount.ts';
import { HEARTBEAT_MS } from '../../http/send-events.ts';
import { mountApi } from '../../main/features.ts';
import { MINUTE_MS } from '../../platform/clock.ts';
import {
  type AttributionFixture,
  buildAttributionFixture,
  type FixtureCampaign,
} from '../../testing/attribution-fixture.ts';
import { buildMember, type TestPerson } from '../../testing/build.ts';
import { type TestStream, watchLive } from '../../testing/live-stream.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { until } from '../../testing/until.ts';
import { findDevice } from './find-device.ts';
import { createLiveFeed } from './live-feed.ts';
import { createLive } from './routes.ts';

let server: TestServer;
let fixture: AttributionFixture;
let campaign: FixtureCampaign;
let other: FixtureCampaign;
let streams: TestStream[] = [];
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  fixture = await buildAttributionFixture(server);
  campaign = await fixture.campaign({ name: 'Brand search', network: 'GOOGLE' });
  other = await fixture.campaign({ name: 'UGC creators', network: 'TIKTOK' });
});
afterEach(async () => {
  for (const stream of streams) stream.leave();
  streams = [];
  await until(async () => (await watchesOf(fixture.projectId)) === 0);
});

async function watchesOf(projectId: string): Promise<number> {
  const rows = await server.db
    .selectFrom('live_watches')
    .select('watcher')
    .where('project_id', '=', projectId)
    .execute();
  return rows.length;
}

async function watch(
  by: TestPerson = fixture.owner,
  query: Record<string, string> = {},
  on: { url: string } = server,
): Promise<TestStream> {
  const stream = await watchLive(on.url, by.token, { project_id: fixture.projectId, ...query });
  streams.push(stream);
  return stream;
}

const guestOf = (one: FixtureCampaign) => fixture.guestOf(one);

/** Waits until the process that stores knows that somebody watches. */
const begun = (stream: TestStream) => until(() => stream.text().includes('retry:'));

const kinds = (stream: TestStream) => stream.items().map(({ kind, name }) => `${kind} ${name}`);

test('shows clicks, views, installs with their decision, opens, events and payments as they are stored', async () => {
  const stream = await watch();
  expect(stream.status).toBe(200);
  expect(stream.contentType).toBe('text/event-stream; charset=utf-8');
  await begun(stream);
  const phone = fixture.device();
  await phone.view(campaign.slug, phone.idQuery);
  await phone.click(campaign.slug, `${phone.idQuery}&utm_source=news`);
  server.clock.advance(MINUTE_MS);
  await phone.init();
  await phone.event('add_to_cart', { event_data: { items: 6 } });
  await phone.call('trigger', { user_data: { id: 'u1' }, data: {} });
  await phone.call('capture-payment', {
    user_id: 'u1',
    amount: 842.5,
    payment_id: 'p',
    type: 'ONE_TIME',
    status: 'PAYMENT_COMPLETED',
  });
  await stream.item(({ kind }) => kind === 'payment');
  await stream.item(({ kind }) => kind === 'install');
  await stream.item(({ kind }) => kind === 'view');
  expect(kinds(stream).sort()).toEqual(
    [
      'click Default',
      'event add_to_cart',
      'install install',
      'open $open',
      'payment $payment',
      'signup $signup',
      'view Default',
    ].map((name) => expect.stringMatching(new RegExp(`^${name.split(' ')[0]} `))),
  );
  const of = (kind: string) => stream.items().find((item) => item.kind === kind);
  expect(of('install')).toMatchObject({
    name: 'install',
    install_id: phone.installId,
    campaign_id: campaign.id,
    campaign_name: 'Brand search',
    network: 'GOOGLE',
    match_type: 'device_id',
    platform: 'android',
    payload: { made_by: 'first_open', verdict: 'clean' },
  });
  expect(of('event')).toMatchObject({ name: 'add_to_cart', model: 'Pixel 7', payload: { items: 6 } });
  expect(of('payment')).toMatchObject({ user_id: 'u1', money: { amount: '842.5', currency: 'INR' } });
  expect(of('click')).toMatchObject({ install_id: null, payload: { params: expect.objectContaining({}) } });
  // Who it was is not told by an address.
  expect(stream.text()).not.toContain(phone.ip);
});

test('begins with the latest that there is, oldest first, and gives nothing twice', async () => {
  const phone = fixture.device();
  await phone.init();
  await phone.event('before');
  const stream = await watch();
  await stream.item(({ name }) => name === 'before');
  await phone.event('after');
  await stream.item(({ name }) => name === 'after');
  // A look beyond what was published: each once.
  await phone.event('last');
  await stream.item(({ name }) => name === 'last');
  const names = stream.items().map(({ name }) => name);
  expect(names.filter((name) => ['before', 'after', 'last'].includes(name))).toEqual([
    'before',
    'after',
    'last',
  ]);
  const ids = stream.items().map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('shows an event that happened long ago when it comes', async () => {
  const phone = fixture.device();
  await phone.init();
  server.clock.advance(300 * MINUTE_MS);
  const stream = await watch();
  await begun(stream);
  // Until those who store know of the watch, late events are not told of by their ids.
  await phone.event('now');
  await stream.item(({ name }) => name === 'now');
  await phone.event('queued', { time_since_app_install: 60 });
  const item = await stream.item(({ name }) => name === 'queued');
  expect(Date.parse(item.received_at) - Date.parse(item.at)).toBe(299 * MINUTE_MS);
});

test('is narrowed to kinds, and to a device or a person, whatever id is given', async () => {
  const [mine, theirs] = [fixture.device(), fixture.device()];
  for (const phone of [mine, theirs]) await phone.init();
  await mine.call('trigger', { user_data: { id: 'person-1' }, data: {} });
  const events = await watch(fixture.owner, { kinds: 'event,payment' });
  const ofInstall = await watch(fixture.owner, { of: mine.installId });
  const ofUser = await watch(fixture.owner, { of: 'person-1' });
  const ofAdvertisingId = await watch(fixture.owner, {
    of: mine.advertisingId.toUpperCase(),
    kinds: 'event',
  });
  await theirs.event('theirs');
  await mine.event('mine');
  for (const stream of [events, ofInstall, ofUser, ofAdvertisingId]) {
    await stream.item(({ name }) => name === 'mine');
  }
  expect(kinds(events).sort()).toEqual(['event mine', 'event theirs']);
  for (const stream of [ofInstall, ofUser]) {
    expect(new Set(stream.items().map(({ install_id }) => install_id))).toEqual(new Set([mine.installId]));
    expect(kinds(stream)).toContain('signup $signup');
  }
  expect(kinds(ofAdvertisingId)).toEqual(['event mine']);
});

test('gives a guest what their campaigns brought, from the first item on', async () => {
  const bring = async (by: FixtureCampaign | null, name: string) => {
    const phone = fixture.device();
    if (by) await phone.click(by.slug, phone.idQuery);
    server.clock.advance(MINUTE_MS);
    await phone.init();
    await phone.event(name);
  };
  await bring(other, 'hidden-before');
  await bring(campaign, 'mine-before');
  const stream = await watch(await guestOf(campaign));
  await stream.item(({ name }) => name === 'mine-before');
  await bring(other, 'hidden-after');
  await bring(null, 'organic-after');
  await bring(campaign, 'mine-after');
  await stream.item(({ name }) => name === 'mine-after');
  expect(new Set(stream.items().map(({ campaign_id }) => campaign_id))).toEqual(new Set([campaign.id]));
  for (const secret of [other.id, other.name, other.network, 'hidden', 'organic']) {
    expect(stream.text()).not.toContain(secret);
  }
});

test('does not connect the devices of a guest with an install of another campaign', async () => {
  const phone = fixture.device();
  await phone.click(other.slug, phone.idQuery);
  server.clock.advance(MINUTE_MS);
  await phone.init();
  const guest = await guestOf(campaign);
  const [ofInstall, all] = [await watch(guest, { of: phone.installId }), await watch(guest)];
  await Promise.all([begun(ofInstall), begun(all)]);
  await phone.click(campaign.slug, phone.idQuery);
  await all.item(({ kind }) => kind === 'click');
  expect(ofInstall.items()).toEqual([]);
  const reader = { projectId: fixture.projectId, scope: { all: false as const, campaigns: [campaign.id] } };
  const { installIds, advertisingIds } = await findDevice(server.db, reader, phone.installId);
  expect(installIds).toEqual([phone.installId]);
  expect(advertisingIds).not.toContain(phone.advertisingId);
});

test('knows nothing of other projects', async () => {
  const elsewhere = await buildAttributionFixture(server);
  const stream = await watch();
  await begun(stream);
  await elsewhere.device().init();
  const phone = fixture.device();
  await phone.init();
  await stream.item(({ kind }) => kind === 'install');
  expect(new Set(stream.items().map(({ install_id }) => install_id))).toEqual(new Set([phone.installId]));
});

test('refuses before it begins: no session, no such project, an unknown kind', async () => {
  const query = { project_id: fixture.projectId };
  expect((await watchLive(server.url, 'x'.repeat(43), query)).status).toBe(401);
  const stranger = (await buildAttributionFixture(server)).owner;
  expect((await watchLive(server.url, stranger.token, query)).status).toBe(404);
  expect((await watchLive(server.url, fixture.owner.token, { ...query, kinds: 'rumour' })).status).toBe(400);
});

test('a question about the stream alone opens none', async () => {
  const response = await fetch(`${server.url}/api/project/live?project_id=${fixture.projectId}`, {
    method: 'HEAD',
    headers: { authorization: `Bearer ${fixture.owner.token}` },
  });
  expect(response.status).toBe(200);
  expect(await watchesOf(fixture.projectId)).toBe(0);
});

describe('between processes', () => {
  let second: TestServer;
  beforeAll(async () => {
    second = await startTestServer({ sharedDatabaseUrl: server.databaseUrl });
  });
  afterAll(() => second.stop());

  test('what one stores another shows, and both count as watchers only while they watch', async () => {
    const here = await watch();
    const there = await watch(fixture.owner, {}, second);
    await Promise.all([begun(here), begun(there)]);
    await until(async () => (await watchesOf(fixture.projectId)) === 2);
    const phone = fixture.device();
    await phone.init();
    for (const stream of [here, there]) await stream.item(({ kind }) => kind === 'install');
    here.leave();
    await until(async () => (await watchesOf(fixture.projectId)) === 1);
    await phone.event('still');
    await there.item(({ name }) => name === 'still');
    there.leave();
    await until(async () => (await watchesOf(fixture.projectId)) === 0);
  });
});

describe('telling', () => {
  /** Messages that PostgreSQL carries while something is done. */
  async function heard(act: (messages: string[]) => Promise<void>): Promise<string[]> {
    const { default: pg } = await import('pg');
    const client = new pg.Client({ connectionString: server.databaseUrl });
    const messages: string[] = [];
    client.on('notification', ({ payload }) => messages.push(payload ?? ''));
    await client.connect();
    await client.query('listen trailmark_live');
    try {
      await act(messages);
      await client.query('select 1');
      return messages;
    } finally {
      await client.end();
    }
  }

  test('happens for watched projects only, with no word of what it is', async () => {
    const quiet = await buildAttributionFixture(server);
    const stream = await watch();
    await begun(stream);
    const messages = await heard(async (soFar) => {
      await quiet.device().init();
      const phone = fixture.device();
      await phone.click(campaign.slug);
      await phone.init();
      await stream.item(({ kind }) => kind === 'install');
      // Watchers also look by themselves, and may have seen it before anything was published.
      await until(async () => {
        await phone.event('more');
        return soFar.length > 0;
      });
    });
    for (const message of messages) {
      expect(JSON.parse(message)).toEqual({ projectId: fixture.projectId, lateIds: [] });
    }
  });

  test('costs no query while nobody watches', async () => {
    let queries = 0;
    const db = new Proxy(server.db, {
      get: (target, name, receiver) => {
        queries += 1;
        return Reflect.get(target, name, receiver);
      },
    });
    const feed = createLiveFeed({ db, log: server.kit.log });
    await feed.stop();
    const queriesBefore = queries;
    const record = feed.publishing(async (_row: { project_id: string }) => {});
    await record({ project_id: fixture.projectId });
    feed.stored({
      get stored(): never {
        throw new Error('Nobody watches.');
      },
    } as never);
    expect(queries).toBe(queriesBefore);
  });
});

describe('without a heartbeat', () => {
  let patient: TestServer;
  beforeAll(async () => {
    patient = await startTestServer({
      sharedDatabaseUrl: server.databaseUrl,
      mount: async (app, kit) => {
        const live = createLive(kit);
        app.addHook('onClose', () => live.stop());
        const streamLimits = { perPerson: 2, perProject: 3 };
        mount(app, kit, live.routes, { heartbeatMs: 60 * MINUTE_MS, streamLimits });
      },
    });
  });
  afterAll(() => patient.stop());

  const open = async (by: TestPerson) => {
    const stream = await watch(by, {}, patient);
    expect(stream.status).toBe(200);
    await until(() => stream.text().startsWith('retry:'));
    return stream;
  };
  const inProject = () => ({ project_id: fixture.projectId });
  const viewer = () => buildMember(server, fixture.projectId, 'viewer');

  test.each([
    {
      what: 'a member is removed',
      who: viewer,
      act: ({ userId }: TestPerson) =>
        fixture.owner.call(removeMember, { query: { ...inProject(), user_id: userId } }),
    },
    {
      what: 'a member leaves',
      who: viewer,
      act: ({ userId, call }: TestPerson) =>
        call(removeMember, { query: { ...inProject(), user_id: userId } }),
    },
    {
      what: 'a role changes',
      who: viewer,
      act: ({ userId }: TestPerson) =>
        fixture.owner.call(updateRole, { body: { ...inProject(), user_id: userId, role: 'member' } }),
    },
    { what: 'someone signs out', who: viewer, act: ({ call }: TestPerson) => call(logout, {}) },
    {
      what: 'the project is deleted',
      who: viewer,
      act: async () => {
        const [project] = await fixture.owner.call(listProjects, { query: inProject() });
        const query = { ...inProject(), confirm_name: project?.name ?? '' };
        return await fixture.owner.call(deleteProject, { query });
      },
    },
    {
      what: 'a share is changed',
      who: () => guestOf(campaign),
      act: ({ email }: TestPerson) => {
        const body = { ...inProject(), campaign_id: campaign.id, email, access: 'edit' as const };
        return fixture.owner.call(updateCampaignMember, { body });
      },
    },
    {
      what: 'a share ends',
      who: () => guestOf(campaign),
      act: ({ email }: TestPerson) =>
        fixture.owner.call(removeCampaignMember, {
          query: { ...inProject(), campaign_id: campaign.id, email },
        }),
    },
    {
      what: 'another campaign is shared',
      who: () => guestOf(campaign),
      act: ({ email }: TestPerson) =>
        fixture.owner.call(addCampaignMember, {
          body: { ...inProject(), campaign_id: other.id, email, access: 'see' },
        }),
    },
  ])('a stream ends at once when $what', async ({ who, act }) => {
    const person = await who();
    const stream = await open(person);
    await act(person);
    await stream.ended;
  });

  test('streams of others stay open', async () => {
    const [leaving, staying] = [await viewer(), await viewer()];
    const [ending, lasting] = [await open(leaving), await open(staying)];
    let isOver = false;
    void lasting.ended.then(() => {
      isOver = true;
    });
    await fixture.owner.call(removeMember, { query: { ...inProject(), user_id: leaving.userId } });
    await ending.ended;
    await fixture.device().init();
    await lasting.item(({ kind }) => kind === 'install');
    expect(isOver).toBe(false);
  });

  test('a person has a limited number of them, and a project has', async () => {
    const [first, second] = [await viewer(), await viewer()];
    const streams = [await open(first), await open(first)];
    const tooMany = await fetch(`${patient.url}/api${getLive.path}?project_id=${fixture.projectId}`, {
      headers: { authorization: `Bearer ${first.token}` },
    });
    expect([tooMany.status, await tooMany.json()]).toMatchObject([
      429,
      { msg: 'You have 2 live views open, which is the limit. Close one, then try again.' },
    ]);
    await open(second);
    expect((await watch(second, {}, patient)).status).toBe(429);
    streams[0]?.leave();
    await until(async () => {
      const again = await watch(second, {}, patient);
      return again.status === 200;
    });
  });
});

describe('ends', () => {
  const HEARTBEAT = 40;
  let quick: TestServer;
  beforeAll(async () => {
    quick = await startTestServer({
      sharedDatabaseUrl: server.databaseUrl,
      mount: async (app, kit) => {
        const live = createLive(kit);
        app.addHook('onClose', () => live.stop());
        mount(app, kit, live.routes, { heartbeatMs: HEARTBEAT });
      },
    });
  });
  afterAll(() => quick.stop());

  const open = async (by: TestPerson) => {
    const stream = await watch(by, {}, quick);
    await until(() => stream.text().includes(': here'));
    return stream;
  };

  test('the heartbeat of the product is a quarter of a minute', () => {
    expect(HEARTBEAT_MS).toBe(15_000);
  });

  test('not while nothing changes: heartbeats keep the line', async () => {
    const stream = await open(fixture.owner);
    await until(() => stream.text().split(': here').length > 5);
    expect(stream.text()).toMatch(/^retry: \d+\n\n/);
  });

  test('when the session is revoked', async () => {
    const member = await buildMember(server, fixture.projectId, 'viewer');
    const stream = await open(member);
    const { id } = await server.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', member.userId)
      .executeTakeFirstOrThrow();
    await revokeSession(server.db, server.clock.now(), { id, userId: member.userId });
    await stream.ended;
  });

  test('when the role is taken away', async () => {
    const member = await buildMember(server, fixture.projectId, 'viewer');
    const stream = await open(member);
    const body = { project_id: fixture.projectId, user_id: member.userId, role: 'guest' as const };
    await fixture.owner.call(updateRole, { body });
    await stream.ended;
  });

  test('when a campaign is no longer shared', async () => {
    const guest = await guestOf(campaign);
    const stream = await open(guest);
    const query = { project_id: fixture.projectId, campaign_id: campaign.id, email: guest.email };
    await fixture.owner.call(removeCampaignMember, { query });
    await stream.ended;
  });

  test('when the client goes', async () => {
    const stream = await open(fixture.owner);
    expect(await watchesOf(fixture.projectId)).toBe(1);
    stream.leave();
    await until(async () => (await watchesOf(fixture.projectId)) === 0);
  });

  test('when the client does not read', async () => {
    const url = `${quick.url}/api${getLive.path}?project_id=${fixture.projectId}`;
    const request = send(url, { headers: { authorization: `Bearer ${fixture.owner.token}` } });
    const response = await new Promise<IncomingMessage>((resolve) => {
      request.on('response', resolve);
      request.end();
    });
    response.on('error', () => {});
    response.pause();
    await until(async () => (await watchesOf(fixture.projectId)) === 1);
    const phone = fixture.device();
    await phone.init();
    const data = { long: 'x'.repeat(30_000) };
    let isOver = false;
    for (let n = 0; !isOver; n += 1) {
      await phone.event(`flood-${n}`, { event_data: data });
      isOver = (await watchesOf(fixture.projectId)) === 0;
    }
    request.destroy();
  });

  test('when the server stops, also if the browser keeps a connection ready', async () => {
    const stopping = await startTestServer({ sharedDatabaseUrl: server.databaseUrl, mount: mountApi });
    const stream = await watch(fixture.owner, {}, stopping);
    await begun(stream);
    await until(async () => (await watchesOf(fixture.projectId)) === 1);
    const { hostname, port } = new URL(stopping.url);
    const ready = connect(Number(port), hostname);
    await once(ready, 'connect');
    await Promise.all([stopping.stop(), stream.ended]);
    ready.destroy();
    expect(await watchesOf(fixture.projectId)).toBe(0);
  });
});
