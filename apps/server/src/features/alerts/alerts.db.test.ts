import type { AlertCondition } from '@trailmark/contract/alert-condition';
import {
  createAlert,
  deleteAlert,
  leaveAlert,
  listAlerts,
  listFiringNow,
  listFirings,
  MAX_ALERTS,
  muteAlert,
  previewAlert,
  updateAlert,
} from '@trailmark/contract/alerts';
import { listAuditLog } from '@trailmark/contract/audit-log';
import type { Input } from '@trailmark/contract/call';
import { changeCampaigns, getCampaignDetails } from '@trailmark/contract/campaign-report';
import { removeMember } from '@trailmark/contract/members';
import { updateProject } from '@trailmark/contract/projects';
import { getStats } from '@trailmark/contract/stats';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertConnection } from '../../connections/connection.ts';
import { enqueue } from '../../jobs/queue.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { buildCampaign, buildMember, buildProject, type TestPerson } from '../../testing/build.ts';
import { buildDevice, projectToken, type TestDevice } from '../../testing/device.ts';
import { plantCounts, plantSpend } from '../../testing/plant-counts.ts';
import { type SentMail, startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let owner: TestPerson;
let projectId: string;
const others: TestServer[] = [];

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.clock.set(new Date('2026-03-10T06:00:00Z'));
  ({ owner, projectId } = await buildProject(server));
});
afterEach(async () => {
  for (const other of others.splice(0)) await other.stop();
  // The worker looks at all projects, and at their future: the next test begins earlier.
  await server.db.deleteFrom('projects').execute();
  await server.pool.query('delete from graphile_worker._private_jobs');
  await server.runJobs();
});

const PERIOD = { days: 7, includes_today: false };
const SAMPLE = { min_installs: 10, min_spend: '0' };
const CPI = { kind: 'cpi_above', each: 'project', threshold: '40', ...PERIOD, ...SAMPLE } as const;
const SPENT = {
  kind: 'spend_without_installs',
  each: 'campaign',
  amount: '500',
  days: 1,
  includes_today: true,
} as const;
const NO_EVENTS = { kind: 'no_events', minutes: 60 } as const;
const BROKEN = { kind: 'connection_broken' } as const;

type Body = Input<typeof createAlert>['body'];
const watch = (by: TestPerson, condition: Body['condition'], fields: Partial<Body> = {}) =>
  by.call(createAlert, { body: { project_id: projectId, name: 'Watch', condition, ...fields } });

/** Looks for what is due, as the worker does every minute. */
async function look(on: TestServer = server): Promise<SentMail[]> {
  await enqueue(on.db, 'find-due-alerts', {});
  return await on.runJobs();
}
async function lookLater(ms = 15 * MINUTE_MS): Promise<SentMail[]> {
  server.clock.advance(ms);
  return await look();
}
const query = () => ({ query: { project_id: projectId } });
const firingsFor = async (by: TestPerson) => (await by.call(listFirings, query())).firings;
const ruleOf = async (by: TestPerson) => (await by.call(listAlerts, query())).alerts[0];

type Campaign = Awaited<ReturnType<typeof buildCampaign>>;
const install = (campaign: Campaign, date: string, count: number) =>
  plantCounts(server, projectId, [{ date, metric: 'installs', count, campaign, cohort: date, dayNumber: 0 }]);
const spend = (campaign: Campaign, date: string, amount: string) =>
  plantSpend(server, projectId, [{ date, campaignId: campaign.campaign_id, money: [amount, 'INR'] }]);

async function addWebhook(name: string): Promise<string> {
  const now = server.clock.now();
  const connectionId = newId(now);
  await server.db.transaction().execute((tx) =>
    insertConnection(tx, now, {
      project_id: projectId,
      connection_id: connectionId,
      kind: 'webhook',
      name,
      sealed_credentials: '',
      credential_hints: {},
      settings: { url: 'https://example.com', events: null, oldSecretUntil: null },
    }),
  );
  return connectionId;
}
const setConnection = (connectionId: string, change: object) =>
  server.db
    .updateTable('connections')
    .set(change)
    .where('project_id', '=', projectId)
    .where('connection_id', '=', connectionId)
    .execute();

describe('a rule', () => {
  test('opens once, is mailed once with two workers, and tells when it is over', async () => {
    const other = await startTestServer({ sharedDatabaseUrl: server.databaseUrl });
    others.push(other);
    const meta = await buildCampaign(owner, projectId, { name: 'Diwali', network: 'META' });
    await spend(meta, '2026-03-09', '1050');
    await install(meta, '2026-03-09', 20);
    await watch(owner, CPI);
    expect(await ruleOf(owner)).toMatchObject({ state: 'new', firing_since: null });
    other.clock.set(server.clock.now());
    const sent = (await Promise.all([look(), look(other)])).flat();
    expect(sent.map(({ to }) => to)).toEqual([owner.email]);
    expect(sent[0]?.text.subject).toMatch(/CPI of .* is ₹52\.50, above ₹40$/);
    expect(await ruleOf(owner)).toMatchObject({ state: 'firing', firing_count: 1 });
    expect(await firingsFor(owner)).toMatchObject([
      {
        measured: { value: '52.5', installs: 20, spend: '1050', from: '2026-03-03', to: '2026-03-09' },
        closed_at: null,
        mails: [{ email: owner.email, state: 'sent' }],
      },
    ]);
    // It stays open without a word, and closes with one.
    expect(await lookLater()).toEqual([]);
    await install(meta, '2026-03-09', 20);
    const [ended, ...more] = await lookLater();
    expect(more).toEqual([]);
    expect(ended?.text.subject).toContain('Resolved: Watch (CPI ₹26.25)');
    expect(await ruleOf(owner)).toMatchObject({ state: 'ok', firing_count: 0 });
    expect(await firingsFor(owner)).toMatchObject([{ closed_because: 'over', latest: { value: '26.25' } }]);
    expect(await lookLater()).toEqual([]);
  });

  test('has the number of the screen that its mail links to', async () => {
    const meta = await buildCampaign(owner, projectId, { name: 'Diwali', network: 'META' });
    const google = await buildCampaign(owner, projectId, { name: 'Search', network: 'GOOGLE' });
    for (const campaign of [meta, google]) {
      await spend(campaign, '2026-03-08', '1000');
      await install(campaign, '2026-03-08', campaign === meta ? 12 : 90);
    }
    await watch(owner, { ...CPI, each: 'network' });
    await watch(owner, { ...CPI, each: 'campaign' });
    const [mail, ...more] = await look();
    expect(more).toEqual([]);
    const text = mail?.whole?.text ?? '';
    const days = { from: '2026-03-03', to: '2026-03-09' };
    expect(text).toContain(`/overview?network=META&from=${days.from}&to=${days.to}&p_id=${projectId}`);
    expect(text).toContain(
      `/campaigns/${meta.campaign_id}?from=${days.from}&to=${days.to}&p_id=${projectId}`,
    );
    expect(text).not.toContain('Search');
    const { total } = await owner.call(getStats, {
      query: { project_id: projectId, ...days, networks: 'META', metrics: 'cpi' },
    });
    const details = await owner.call(getCampaignDetails, {
      query: { project_id: projectId, ...days, campaign_id: meta.campaign_id, metrics: 'cpi' },
    });
    expect(total.cpi).toBe(details.total.cpi);
    const firings = await firingsFor(owner);
    expect(firings.map(({ measured }) => measured.value)).toEqual([total.cpi, total.cpi]);
    expect(mail?.whole?.html).toContain('prefers-color-scheme:dark');
    expect(mail?.text.subject).toContain('2 alerts firing');
  });

  test('about spend without installs is about each campaign, and closes with an install', async () => {
    const one = await buildCampaign(owner, projectId, { name: 'One', network: 'META' });
    const two = await buildCampaign(owner, projectId, { name: 'Two', network: 'META' });
    const small = await buildCampaign(owner, projectId, { name: 'Small', network: 'META' });
    await spend(one, '2026-03-10', '500');
    await spend(two, '2026-03-10', '2000');
    await spend(small, '2026-03-10', '499.99');
    await spend(small, '2026-03-09', '9000');
    await watch(owner, SPENT);
    const [mail] = await look();
    expect(mail?.whole?.text).toContain('One: spend ₹500, 0 installs');
    expect(mail?.whole?.text).toContain('Two: spend ₹2,000, 0 installs');
    expect(mail?.whole?.text).not.toContain('Small');
    await install(one, '2026-03-10', 1);
    await owner.call(changeCampaigns, {
      body: { project_id: projectId, campaign_ids: [two.campaign_id], action: 'archive' },
    });
    const [ended] = await lookLater();
    expect(ended?.whole?.text).toContain('One: spend ₹500, 1 install');
    expect(ended?.whole?.text).toContain('Two: it was archived or removed');
    expect((await firingsFor(owner)).map(({ closed_because }) => closed_because).sort()).toEqual([
      'gone',
      'over',
    ]);
  });

  test('about ROAS needs its sample', async () => {
    const meta = await buildCampaign(owner, projectId, { name: 'Diwali', network: 'META' });
    await spend(meta, '2026-03-09', '1000');
    await install(meta, '2026-03-09', 9);
    const roas = { ...CPI, kind: 'roas_below', threshold: '1' } as const;
    await watch(owner, roas);
    expect(await look()).toEqual([]);
    const preview = () => owner.call(previewAlert, { body: { project_id: projectId, condition: roas } });
    expect(await preview()).toMatchObject({ count: 1, firing: 0, subjects: [{ verdict: 'too_small' }] });
    await install(meta, '2026-03-09', 1);
    expect(await preview()).toMatchObject({ firing: 1, subjects: [{ verdict: 'firing', value: '0' }] });
    expect(await lookLater()).toHaveLength(1);
  });

  test('about events fires where they usually come, until the next one', async () => {
    await watch(owner, NO_EVENTS);
    const phone: TestDevice = buildDevice(server, await projectToken(owner, projectId));
    expect(await look()).toEqual([]);
    await phone.init();
    const send = () => phone.call('capture-event', { event_name: 'open_home' });
    for (let day = 0; day < 3; day++) {
      await send();
      expect(await lookLater(50 * MINUTE_MS)).toEqual([]);
      server.clock.advance(DAY_MS - 50 * MINUTE_MS);
    }
    await send();
    expect(await lookLater(59 * MINUTE_MS)).toEqual([]);
    server.clock.advance(DAY_MS - 59 * MINUTE_MS + 30 * MINUTE_MS);
    const [mail] = await look();
    expect(mail?.text.subject).toContain('No event for 1 hour');
    expect(mail?.whole?.text).toMatch(/Last event: Mar 13, 2026/);
    // A week later nothing is usual any more, and it is still an outage.
    expect(await lookLater(8 * DAY_MS)).toEqual([]);
    expect((await owner.call(listFiringNow, query())).count).toBe(1);
    await send();
    const [ended] = await lookLater(5 * MINUTE_MS);
    expect(ended?.text.subject).toContain('Resolved: Watch (Events arrive)');
  });

  test('about connections fires for what fails and not for what is paused', async () => {
    const [broken, paused, failing] = [
      await addWebhook('Warehouse'),
      await addWebhook('Old'),
      await addWebhook('Slow'),
    ];
    await watch(owner, BROKEN);
    expect(await look()).toEqual([]);
    await setConnection(broken, { state: 'attention', reason: 'answered 401' });
    await setConnection(paused, { state: 'paused', failures: 9 });
    await setConnection(failing, { failures: 5, reason: 'answered 503' });
    const [mail] = await lookLater(5 * MINUTE_MS);
    expect(mail?.whole?.text).toContain('The webhook Warehouse: answered 401');
    expect(mail?.whole?.text).toContain('The webhook Slow: 5 requests in a row failed: answered 503');
    expect(mail?.whole?.text).not.toContain('Old');
    await setConnection(broken, { state: 'active', reason: null });
    expect(await lookLater(5 * MINUTE_MS)).toHaveLength(1);
    expect((await owner.call(listFiringNow, query())).firings).toMatchObject([
      { measured: { name: 'The webhook Slow' } },
    ]);
  });
});

describe('mute', () => {
  test.each([
    ['hour', HOUR_MS],
    ['day', DAY_MS],
    ['week', 7 * DAY_MS],
  ] as const)('for an %s keeps the history and mails nothing', async (choice, ms) => {
    const broken = await addWebhook('Warehouse');
    const { rule_id } = await watch(owner, BROKEN);
    const ids = { project_id: projectId, rule_id };
    const muted = await owner.call(muteAlert, { body: { ...ids, for: choice } });
    const until = new Date(server.clock.now().getTime() + ms).toISOString();
    expect(muted).toMatchObject({ state: 'muted', muted_until: until });
    await setConnection(broken, { state: 'attention', reason: 'answered 401' });
    expect(await look()).toEqual([]);
    expect(await firingsFor(owner)).toMatchObject([{ was_muted: true, closed_at: null, mails: [] }]);
    expect((await owner.call(listFiringNow, query())).count).toBe(0);
    // What opened in silence ends in silence.
    await setConnection(broken, { state: 'active', reason: null });
    expect(await lookLater(ms)).toEqual([]);
    expect(await firingsFor(owner)).toMatchObject([{ closed_because: 'over' }]);
    await setConnection(broken, { state: 'attention', reason: 'answered 403' });
    expect(await lookLater()).toHaveLength(1);
  });

  test('without an end lasts until somebody unmutes it', async () => {
    const { rule_id } = await watch(owner, BROKEN);
    const ids = { project_id: projectId, rule_id };
    await owner.call(muteAlert, { body: { ...ids, for: 'forever' } });
    server.clock.advance(20 * DAY_MS);
    expect(await ruleOf(owner)).toMatchObject({ state: 'muted', muted_until: null });
    expect(await owner.call(muteAlert, { body: { ...ids, for: null } })).toMatchObject({ state: 'new' });
  });
});

describe('alerts', () => {
  test('are seen by the team, changed by editors, and do not exist for guests', async () => {
    const { rule_id } = await watch(owner, BROKEN);
    const ids = { project_id: projectId, rule_id };
    const viewer = await buildMember(server, projectId, 'viewer');
    const guest = await buildMember(server, projectId, 'guest');
    expect((await viewer.call(listAlerts, query())).alerts).toHaveLength(1);
    for (const person of [viewer, guest]) {
      const refused = { code: 'forbidden' };
      await expect(watch(person, BROKEN)).rejects.toMatchObject(refused);
      await expect(person.call(updateAlert, { body: { ...ids, enabled: false } })).rejects.toMatchObject(
        refused,
      );
      await expect(person.call(muteAlert, { body: { ...ids, for: 'day' } })).rejects.toMatchObject(refused);
      await expect(person.call(deleteAlert, { query: ids })).rejects.toMatchObject(refused);
    }
    for (const route of [listAlerts, listFirings, listFiringNow]) {
      await expect(guest.call(route, query())).rejects.toMatchObject({ code: 'forbidden' });
    }
    await expect(
      owner.call(updateAlert, { body: { ...ids, recipients: [guest.userId] } }),
    ).rejects.toMatchObject({ fields: { recipients: 'names someone who is not a member' } });
    const member = await buildMember(server, projectId, 'member');
    const changed = await member.call(updateAlert, {
      body: { ...ids, name: 'Links', recipients: [viewer.userId, member.userId] },
    });
    expect(changed).toMatchObject({ name: 'Links', subscribed: true, recipients: [{}, {}] });
    await viewer.call(leaveAlert, { query: ids });
    await expect(viewer.call(leaveAlert, { query: ids })).rejects.toMatchObject({ status: 404 });
    await member.call(deleteAlert, { query: ids });
    await expect(member.call(deleteAlert, { query: ids })).rejects.toMatchObject({ status: 404 });
    const { items } = await owner.call(listAuditLog, query());
    expect(items.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['alert.created', 'alert.changed', 'alert.deleted']),
    );
  });

  test('of another project do not exist', async () => {
    const { rule_id } = await watch(owner, BROKEN);
    const stranger = await buildProject(server);
    const ids = { project_id: stranger.projectId, rule_id };
    const missing = { status: 404 };
    const by = stranger.owner;
    await expect(by.call(updateAlert, { body: { ...ids, name: 'Mine' } })).rejects.toMatchObject(missing);
    await expect(by.call(muteAlert, { body: { ...ids, for: 'day' } })).rejects.toMatchObject(missing);
    await expect(by.call(deleteAlert, { query: ids })).rejects.toMatchObject(missing);
    await expect(by.call(leaveAlert, { query: ids })).rejects.toMatchObject(missing);
    expect((await by.call(listFirings, { query: ids })).firings).toEqual([]);
    const foreign = await buildCampaign(by, stranger.projectId);
    await expect(watch(owner, { ...CPI, campaign_id: foreign.campaign_id })).rejects.toMatchObject({
      fields: { 'condition.campaign_id': 'is not a campaign of this project' },
    });
  });

  test.each<[Record<string, unknown>, string]>([
    [{ kind: 'no_events', minutes: 14 }, 'condition.minutes'],
    [{ kind: 'no_events' }, 'condition.minutes'],
    [{ kind: 'weather' }, 'condition.kind'],
    [{ ...CPI, threshold: '0' }, 'condition.threshold'],
    [{ ...CPI, threshold: '-1' }, 'condition.threshold'],
    [{ ...CPI, threshold: 'NaN' }, 'condition.threshold'],
    [{ ...CPI, days: 91 }, 'condition.days'],
    [{ ...CPI, min_installs: -1 }, 'condition.min_installs'],
    [{ ...SPENT, each: 'project' }, 'condition.each'],
    [{ ...CPI, network: '' }, 'condition.network'],
  ])('are refused with %j', async (condition, field) => {
    await expect(watch(owner, condition as AlertCondition)).rejects.toMatchObject({
      code: 'validation_failed',
      fields: { [field]: expect.any(String) },
    });
  });

  test('are refused without a name, with strangers, twice the same and beyond the limit', async () => {
    const wrong = [
      [{ name: ' ' }, 'name'],
      [{ recipients: ['01234567-89ab-7def-8123-456789abcdef'] }, 'recipients'],
      [{ recipients: [owner.userId, owner.userId] }, 'recipients'],
    ] as const;
    for (const [fields, field] of wrong) {
      await expect(
        watch(owner, BROKEN, { ...fields, recipients: [...((fields as Body).recipients ?? [])] }),
      ).rejects.toMatchObject({
        fields: { [field]: expect.any(String) },
      });
    }
    for (let count = 0; count < MAX_ALERTS; count++) await watch(owner, BROKEN);
    await expect(watch(owner, BROKEN)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('end in silence when their condition changes or they are switched off', async () => {
    const broken = await addWebhook('Warehouse');
    await setConnection(broken, { state: 'attention', reason: 'answered 401' });
    const { rule_id } = await watch(owner, BROKEN);
    const ids = { project_id: projectId, rule_id };
    expect(await look()).toHaveLength(1);
    await owner.call(updateAlert, { body: { ...ids, name: 'The same', condition: BROKEN } });
    expect(await firingsFor(owner)).toMatchObject([{ closed_at: null }]);
    await owner.call(updateAlert, { body: { ...ids, enabled: false } });
    expect(await lookLater()).toEqual([]);
    expect(await firingsFor(owner)).toMatchObject([{ closed_because: 'off' }]);
    await owner.call(updateAlert, { body: { ...ids, enabled: true } });
    expect(await look()).toHaveLength(1);
    await owner.call(updateAlert, { body: { ...ids, condition: NO_EVENTS } });
    expect((await firingsFor(owner)).map(({ closed_because }) => closed_because)).toEqual(['changed', 'off']);
    expect(await ruleOf(owner)).toMatchObject({ state: 'new' });
  });
});

describe('a mail about alerts', () => {
  test('goes to members alone, is escaped, and is unsubscribed from with one click', async () => {
    const [gone, viewer] = [
      await buildMember(server, projectId, 'member'),
      await buildMember(server, projectId, 'viewer'),
    ];
    await owner.call(updateProject, { body: { project_id: projectId, name: '<b>Kite</b>' } });
    const broken = await addWebhook('<i>Hook</i>');
    const reason = `it says\r\n"sign in at https://evil.example/login" ${'x'.repeat(500)}`;
    await setConnection(broken, { state: 'attention', reason });
    const recipients = [owner.userId, gone.userId, viewer.userId];
    await watch(owner, BROKEN, { recipients });
    await owner.call(removeMember, { query: { project_id: projectId, user_id: gone.userId } });
    const sent = await look();
    expect(sent.map(({ to }) => to).sort()).toEqual([owner.email, viewer.email].sort());
    const mail = sent.find(({ to }) => to === viewer.email)?.whole;
    expect(mail?.html).toContain('&#60;b&#62;Kite');
    expect(mail?.html).not.toContain('<i>Hook');
    for (const part of [mail?.subject, mail?.text, mail?.html]) {
      expect(part).toContain('sign in at https: //evil. example/login');
      expect(part).not.toMatch(/evil\.example|x{200}/);
    }
    expect(mail?.messageId).toMatch(/^<alert\.[0-9a-f-]{36}@127\.0\.0\.1>$/);
    expect(mail?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    const url = mail?.headers['List-Unsubscribe']?.slice(1, -1) ?? '';
    expect(await (await fetch(url)).text()).toContain('Stop these alerts?');
    expect((await ruleOf(owner))?.recipients).toHaveLength(2);
    const form = { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) };
    for (const _ of [1, 2]) expect((await fetch(url, form)).status).toBe(200);
    expect((await ruleOf(owner))?.recipients.map(({ email }) => email)).toEqual([owner.email]);
  });

  test('is tried again while the mail server refuses, and given up in the end', async () => {
    const { sendWhole } = server.kit.mail;
    const broken = await addWebhook('Warehouse');
    await setConnection(broken, { state: 'attention', reason: 'answered 401' });
    await watch(owner, BROKEN);
    server.kit.mail.sendWhole = async () => {
      throw new Error('451 try again later');
    };
    expect(await look()).toEqual([]);
    expect(await firingsFor(owner)).toMatchObject([{ mails: [{ state: 'waiting' }] }]);
    const again = async () => {
      await server.pool.query('update graphile_worker._private_jobs set run_at = now()');
      return await server.runJobs();
    };
    server.clock.advance(13 * HOUR_MS);
    await again();
    expect(await firingsFor(owner)).toMatchObject([{ mails: [{ state: 'failed' }] }]);
    server.kit.mail.sendWhole = sendWhole;
    expect(await again()).toEqual([]);
  });
});
