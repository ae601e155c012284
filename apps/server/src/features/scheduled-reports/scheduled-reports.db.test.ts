import type { Input } from '@trailmark/contract/call';
import { listCampaigns } from '@trailmark/contract/campaign-report';
import { removeMember } from '@trailmark/contract/members';
import { updateProject } from '@trailmark/contract/projects';
import { createView, deleteView, updateView } from '@trailmark/contract/saved-views';
import {
  createScheduledReport,
  deleteScheduledReport,
  leaveScheduledReport,
  listReportMails,
  listScheduledReports,
  sendScheduledReport,
  updateScheduledReport,
} from '@trailmark/contract/scheduled-reports';
import { getStats } from '@trailmark/contract/stats';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { enqueue } from '../../jobs/queue.ts';
import { DAY_MS, HOUR_MS, later } from '../../platform/clock.ts';
import { appendDeltaRows } from '../../rollups/deltas.ts';
import { buildCampaign, buildMember, buildProject, type TestPerson } from '../../testing/build.ts';
import { type SentMail, startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let owner: TestPerson;
let projectId: string;
const others: TestServer[] = [];

beforeEach(async () => {
  server = await startTestServer();
  server.clock.set(new Date('2026-03-10T06:00:00Z'));
  ({ owner, projectId } = await buildProject(server));
});
afterEach(async () => {
  for (const other of others.splice(0)) await other.stop();
  await server.stop();
});
afterAll(() => {});

type Fields = Omit<Input<typeof createScheduledReport>['body'], 'project_id'>;
const schedule = (by: TestPerson, fields: Partial<Fields> = {}) =>
  by.call(createScheduledReport, { body: { project_id: projectId, cadence: 'daily', hour: 8, ...fields } });

/** Looks for what is due, as the worker does every minute. */
async function look(on: TestServer = server): Promise<SentMail[]> {
  await enqueue(on.db, 'find-due-reports', {});
  return await on.runJobs();
}
const at = async (instant: string) => {
  server.clock.set(new Date(instant));
  return await look();
};
const inZone = (timezone: string) => owner.call(updateProject, { body: { project_id: projectId, timezone } });
const mailsFor = async (by: TestPerson) =>
  (await by.call(listReportMails, { query: { project_id: projectId } })).mails;

async function plantInstalls(campaignId: string | null, day: string, count: number): Promise<void> {
  await appendDeltaRows(server.db, projectId, [
    {
      local_date: day,
      cohort_date: day,
      campaign_id: campaignId,
      link_id: null,
      network: campaignId ? 'META' : 'ORGANIC',
      country: 'IN',
      platform: 'android',
      metric: 'installs',
      event_name: '',
      currency: '',
      count,
      day_number: null,
      amount: '0',
    } as never,
  ]);
}

const share = (campaignId: string, email: string) =>
  server.db
    .insertInto('campaign_members')
    .values({
      project_id: projectId,
      campaign_id: campaignId,
      email,
      access: 'see',
      shared_at: server.clock.now(),
    })
    .execute();

describe('a slot', () => {
  test('is mailed once, with several workers that look at the same time', async () => {
    const other = await startTestServer({ sharedDatabaseUrl: server.databaseUrl });
    others.push(other);
    await schedule(owner);
    expect(await at('2026-03-11T02:29:00Z')).toEqual([]);
    server.clock.set(new Date('2026-03-11T02:30:00Z'));
    other.clock.set(server.clock.now());
    const sent = (await Promise.all([look(), look(other)])).flat();
    expect(sent.map(({ to }) => to)).toEqual([owner.email]);
    expect(await look()).toEqual([]);
    expect(await look(other)).toEqual([]);
    expect(await mailsFor(owner)).toMatchObject([
      { slot: '2026-03-11', from: '2026-03-10', to: '2026-03-10', state: 'sent', reason: null },
    ]);
    expect(await at('2026-03-12T02:30:00Z')).toHaveLength(1);
  });

  test.each([
    // The clocks go from 2:00 to 3:00 on March 29 in Berlin, and from 3:00 back to 2:00 on April 5 in Sydney.
    ['an hour that daylight saving skips', 'Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-29'],
    ['an hour that daylight saving repeats', 'Australia/Sydney', '2026-04-04T02:00:00Z', '2026-04-05'],
  ])('is mailed once at %s', async (_, zone, start, slot) => {
    await inZone(zone);
    server.clock.set(new Date(start));
    await schedule(owner, { hour: 2 });
    let count = 0;
    for (let minutes = 0; minutes <= 30 * 60; minutes += 30) {
      server.clock.set(later(new Date(start), minutes * 60_000));
      count += (await look()).length;
    }
    expect(count).toBe(1);
    expect(await mailsFor(owner)).toMatchObject([{ slot, state: 'sent' }]);
  });

  test('of a week is its weekday, and covers the seven days before it', async () => {
    // March 10, 2026 is a Tuesday.
    await schedule(owner, { cadence: 'weekly', weekday: 1, hour: 0 });
    for (const day of ['11', '12', '13', '14', '15'])
      expect(await at(`2026-03-${day}T12:00:00Z`)).toEqual([]);
    expect(await at('2026-03-15T18:30:00Z')).toHaveLength(1);
    expect(await mailsFor(owner)).toMatchObject([
      { slot: '2026-03-16', from: '2026-03-09', to: '2026-03-15' },
    ]);
  });

  test('that came while no worker ran is sent late, or named as missed', async () => {
    await schedule(owner);
    expect(await at('2026-03-11T10:00:00Z')).toHaveLength(1);
    expect(await at('2026-03-13T16:00:00Z')).toEqual([]);
    expect((await mailsFor(owner)).map(({ slot, state, reason }) => [slot, state, reason]).sort()).toEqual([
      ['2026-03-11', 'sent', null],
      ['2026-03-12', 'skipped', 'server_was_down'],
      ['2026-03-13', 'skipped', 'server_was_down'],
    ]);
  });

  test('from before the schedule, its change or its pause is not made up for', async () => {
    const report = await schedule(owner, { hour: 10 });
    server.clock.set(new Date('2026-03-10T06:30:00Z'));
    const ids = { project_id: projectId, report_id: report.report_id };
    await owner.call(updateScheduledReport, { body: { ...ids, hour: 9 } });
    expect(await look()).toEqual([]);
    await owner.call(updateScheduledReport, { body: { ...ids, active: false } });
    expect(await at('2026-03-11T06:00:00Z')).toEqual([]);
    await owner.call(updateScheduledReport, { body: { ...ids, active: true } });
    expect(await look()).toEqual([]);
    expect(await at('2026-03-12T03:30:00Z')).toHaveLength(1);
  });

  test('is tried again while the mail server refuses, and given up in the end', async () => {
    await schedule(owner);
    const { sendWhole } = server.kit.mail;
    server.kit.mail.sendWhole = async () => {
      throw new Error('451 try again later');
    };
    expect(await at('2026-03-11T02:30:00Z')).toEqual([]);
    expect(await mailsFor(owner)).toMatchObject([{ state: 'waiting', reason: 'mail_server_refused' }]);
    const again = () => server.pool.query('update graphile_worker._private_jobs set run_at = now()');
    server.kit.mail.sendWhole = sendWhole;
    await again();
    expect(await server.runJobs()).toHaveLength(1);
    expect(await mailsFor(owner)).toMatchObject([{ state: 'sent', reason: null }]);
    server.kit.mail.sendWhole = async () => {
      throw new Error('550 no');
    };
    await at('2026-03-12T02:30:00Z');
    server.clock.advance(13 * HOUR_MS);
    await again();
    await server.runJobs();
    expect((await mailsFor(owner))[0]).toMatchObject({ state: 'failed', reason: 'mail_server_refused' });
  });
});

describe('a mail', () => {
  test('has the numbers of the screen, and of a guest’s campaigns for a guest', async () => {
    const guest = await buildMember(server, projectId, 'guest');
    const own = await buildCampaign(owner, projectId, { name: 'Ours', network: 'META' });
    const hidden = await buildCampaign(owner, projectId, { name: 'Hidden', network: 'META' });
    await share(own.campaign_id, guest.email);
    await plantInstalls(own.campaign_id, '2026-03-10', 30);
    await plantInstalls(own.campaign_id, '2026-03-09', 60);
    await plantInstalls(hidden.campaign_id, '2026-03-10', 4000);
    await plantInstalls(null, '2026-03-10', 500);
    await schedule(owner, { recipients: [owner.userId, guest.userId] });
    const sent = await at('2026-03-11T02:30:00Z');
    const textTo = (email: string) => sent.find(({ to }) => to === email)?.whole?.text ?? '';
    const days = { from: '2026-03-10', to: '2026-03-10', compare: 'previous' } as const;
    for (const person of [owner, guest]) {
      const query = { project_id: projectId, ...days, metrics: 'installs' };
      const { total, previous } = await person.call(getStats, { query });
      const format = (value: unknown) => Number(value).toLocaleString('en');
      expect(textTo(person.email)).toContain(
        `Installs: ${format(total.installs)} (previous period ${format(previous?.installs)}`,
      );
    }
    expect(textTo(owner.email)).toContain('Hidden');
    expect(textTo(guest.email)).toContain(
      'WHAT CHANGED\nInstalls ▼ −50.0% to 30 from 60\n  Network: Meta −30',
    );
    for (const secret of ['Hidden', '4,5', 'Organic']) expect(textTo(guest.email)).not.toContain(secret);
    const html = sent.find(({ to }) => to === guest.email)?.whole?.html ?? '';
    expect(html).not.toContain('Hidden');
    expect(html).toContain('prefers-color-scheme:dark');
    // The link leads to the same days.
    expect(textTo(owner.email)).toMatch(/\/overview\?from=2026-03-10&to=2026-03-10&compare=previous&p_id=/);
  });

  test('of a view of campaigns has its filters and columns', async () => {
    const one = await buildCampaign(owner, projectId, { name: 'Diwali', network: 'META', tags: ['festive'] });
    const two = await buildCampaign(owner, projectId, { name: 'Evergreen', network: 'META' });
    for (const day of ['2026-03-09', '2026-03-10']) {
      await plantInstalls(one.campaign_id, day, day === '2026-03-10' ? 12 : 3);
      await plantInstalls(two.campaign_id, day, 700);
    }
    const body = {
      project_id: projectId,
      name: 'Festive',
      screen: '/campaigns',
      query: { tag: 'festive' },
    } as const;
    const view = await owner.call(createView, { body: { ...body, columns: ['installs', 'clicks'] } });
    const report = await schedule(owner, { view_id: view.view_id });
    const [mail] = await at('2026-03-11T02:30:00Z');
    const days = { from: '2026-03-10', to: '2026-03-10', compare: 'previous', columns: 'installs' } as const;
    const { totals } = await owner.call(listCampaigns, {
      query: { project_id: projectId, tag: 'festive', ...days },
    });
    expect(totals.installs).toBe(12);
    expect(mail?.whole?.text).toContain('Installs: 12 (previous period 3');
    expect(mail?.whole?.text).toContain('Campaign: Diwali +9');
    expect(mail?.whole?.text).not.toContain('Evergreen');
    expect(mail?.whole?.text).not.toContain('Revenue');
    expect(mail?.whole?.text).toMatch(/\/campaigns\?tag=festive&from=2026-03-10/);
    await owner.call(deleteView, { query: { project_id: projectId, view_id: view.view_id } });
    expect(await at('2026-03-12T02:30:00Z')).toEqual([]);
    expect((await mailsFor(owner))[0]).toMatchObject({ state: 'skipped', reason: 'view_is_gone' });
    const { reports } = await owner.call(listScheduledReports, { query: { project_id: projectId } });
    expect(reports).toMatchObject([{ report_id: report.report_id, view: null, view_is_gone: true }]);
  });

  test('of a view of somebody else stops while the view is not shared', async () => {
    const member = await buildMember(server, projectId, 'member');
    const body = {
      project_id: projectId,
      name: 'Nepal',
      screen: '/overview',
      query: { countries: 'NP' },
    } as const;
    const { view_id } = await owner.call(createView, { body: { ...body, shared: true } });
    await schedule(member, { view_id });
    expect(await at('2026-03-11T02:30:00Z')).toHaveLength(1);
    const shareView = (shared: boolean) =>
      owner.call(updateView, { body: { project_id: projectId, view_id, shared } });
    await shareView(false);
    expect(await at('2026-03-12T02:30:00Z')).toEqual([]);
    expect((await mailsFor(owner))[0]).toMatchObject({ state: 'skipped', reason: 'view_is_gone' });
    const list = { query: { project_id: projectId } };
    expect((await member.call(listScheduledReports, list)).reports).toMatchObject([
      { view: null, view_is_gone: true },
    ]);
    await shareView(true);
    expect(await at('2026-03-13T02:30:00Z')).toHaveLength(1);
  });

  test('is not scheduled by a guest on a shared view that names a campaign hidden from them', async () => {
    const [seen, hidden] = [
      await buildCampaign(owner, projectId, { name: 'Seen' }),
      await buildCampaign(owner, projectId, { name: 'Hidden' }),
    ];
    const guest = await buildMember(server, projectId, 'guest');
    await share(seen.campaign_id, guest.email);
    const viewOf = async (name: string, campaign: string) => {
      const fields = { project_id: projectId, name, screen: '/overview', shared: true } as const;
      return (await owner.call(createView, { body: { ...fields, query: { campaign } } })).view_id;
    };
    const hiddenView = await viewOf('Of the hidden one', hidden.campaign_id);
    const refused = { status: 400, fields: { view_id: 'is not a view of yours or of the project' } };
    await expect(schedule(guest, { view_id: hiddenView })).rejects.toMatchObject(refused);
    const { report_id } = await schedule(guest, {
      view_id: await viewOf('Of the seen one', seen.campaign_id),
    });
    const change = { project_id: projectId, report_id, view_id: hiddenView };
    await expect(guest.call(updateScheduledReport, { body: change })).rejects.toMatchObject(refused);
    // What was shared with the guest may be hidden again.
    expect(await at('2026-03-11T02:30:00Z')).toHaveLength(1);
    await server.db.deleteFrom('campaign_members').where('project_id', '=', projectId).execute();
    expect(await at('2026-03-12T02:30:00Z')).toEqual([]);
  });

  test('does not go to who has left, and is escaped', async () => {
    const member = await buildMember(server, projectId, 'member');
    await owner.call(updateProject, { body: { project_id: projectId, name: '<b>Kite</b>' } });
    await schedule(owner, { recipients: [owner.userId, member.userId] });
    await owner.call(removeMember, { query: { project_id: projectId, user_id: member.userId } });
    const sent = await at('2026-03-11T02:30:00Z');
    expect(sent.map(({ to }) => to)).toEqual([owner.email]);
    expect(sent[0]?.whole?.html).toContain('&#60;b&#62;Kite');
    expect(sent[0]?.whole?.html).not.toContain('<b>Kite');
  });

  test('is unsubscribed from with one click, which does nothing else', async () => {
    const viewer = await buildMember(server, projectId, 'viewer');
    await schedule(owner, { recipients: [owner.userId, viewer.userId] });
    const sent = await at('2026-03-11T02:30:00Z');
    const { headers, messageId } = sent.find(({ to }) => to === viewer.email)?.whole ?? {};
    expect(headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    expect(messageId).toMatch(/^<report\.[0-9a-f]{32}@127\.0\.0\.1>$/);
    const url = headers?.['List-Unsubscribe']?.slice(1, -1) ?? '';
    // A scanner that opens the link changes nothing.
    const page = await fetch(url);
    expect(await page.text()).toContain('<form method="post"');
    expect(await mailsFor(viewer)).toHaveLength(1);
    const form = { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) };
    expect((await fetch(`${url.slice(0, -4)}AAAA`, form)).status).toBe(404);
    for (const _ of [1, 2]) expect((await fetch(url, form)).status).toBe(200);
    expect((await at('2026-03-12T02:30:00Z')).map(({ to }) => to)).toEqual([owner.email]);
    const { reports } = await owner.call(listScheduledReports, { query: { project_id: projectId } });
    expect(reports[0]?.recipients.map(({ user_id }) => user_id)).toEqual([owner.userId]);
  });
});

describe('a scheduled report', () => {
  test('is for oneself with any role, and for others with one that edits campaigns', async () => {
    const admin = await buildMember(server, projectId, 'admin');
    for (const role of ['viewer', 'guest'] as const) {
      const person = await buildMember(server, projectId, role);
      const report = await schedule(person);
      expect(report).toMatchObject({
        subscribed: true,
        may_change: true,
        next_at: '2026-03-11T02:30:00.000Z',
      });
      await expect(schedule(person, { recipients: [person.userId, owner.userId] })).rejects.toMatchObject({
        code: 'forbidden',
      });
      const ids = { project_id: projectId, report_id: report.report_id };
      const member = await buildMember(server, projectId, 'member');
      await expect(member.call(deleteScheduledReport, { query: ids })).rejects.toMatchObject({ status: 404 });
      await admin.call(updateScheduledReport, {
        body: { ...ids, hour: 9, recipients: [person.userId, admin.userId] },
      });
      const { reports } = await person.call(listScheduledReports, { query: { project_id: projectId } });
      // A guest does not know the members.
      expect(reports[0]?.recipients).toHaveLength(role === 'guest' ? 1 : 2);
      await person.call(leaveScheduledReport, { query: ids });
      await admin.call(leaveScheduledReport, { query: ids });
      await expect(admin.call(deleteScheduledReport, { query: ids })).rejects.toMatchObject({ status: 404 });
    }
  });

  test.each([
    [{ hour: 24 }, 'hour'],
    [{ weekday: 0 }, 'weekday'],
    [{ recipients: [] }, 'recipients'],
    [{ recipients: ['01234567-89ab-7def-8123-456789abcdef'] }, 'recipients'],
    [{ view_id: '01234567-89ab-7def-8123-456789abcdef' }, 'view_id'],
  ])('is refused with %j', async (wrong, field) => {
    await expect(schedule(owner, wrong)).rejects.toMatchObject({
      code: 'validation_failed',
      fields: { [field]: expect.any(String) },
    });
  });

  test('is of a view that fits into a mail and exists for who schedules it', async () => {
    const member = await buildMember(server, projectId, 'member');
    const body = { project_id: projectId, name: 'Mine', query: {} } as const;
    const { view_id } = await owner.call(createView, { body: { ...body, screen: '/overview' } });
    await expect(schedule(member, { view_id })).rejects.toMatchObject({
      fields: { view_id: expect.any(String) },
    });
    const cohorts = await owner.call(createView, { body: { ...body, name: 'Cohorts', screen: '/cohorts' } });
    await expect(schedule(owner, { view_id: cohorts.view_id })).rejects.toMatchObject({
      code: 'validation_failed',
    });
    expect(await schedule(owner, { view_id })).toMatchObject({ view: { view_id, name: 'Mine' } });
  });

  test('is sent at once to who asks for it, and keeps its slot', async () => {
    const { report_id } = await schedule(owner);
    await owner.call(sendScheduledReport, { body: { project_id: projectId, report_id } });
    expect((await server.runJobs()).map(({ to }) => to)).toEqual([owner.email]);
    expect(await at('2026-03-11T02:30:00Z')).toHaveLength(1);
    server.clock.advance(DAY_MS);
    expect((await mailsFor(owner)).map(({ slot }) => slot)).toEqual(['2026-03-11', null]);
  });
});
