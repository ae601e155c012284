import { getCampaign, updateCampaign } from '@trailmark/contract/campaigns';
import { createLink, deleteLink, listLinks, updateLink } from '@trailmark/contract/links';
import {
  acceptInvite,
  inviteMembers,
  listInvites,
  removeMember,
  revokeInvite,
  updateRole,
} from '@trailmark/contract/members';
import type { Role } from '@trailmark/contract/permissions';
import {
  addCampaignMember,
  type CampaignAccess,
  getCampaignPermission,
  listCampaignMembers,
  removeCampaignMember,
  updateCampaignMember,
} from '@trailmark/contract/sharing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, SECOND_MS } from '../../platform/clock.ts';
import {
  buildCampaign,
  buildLink,
  buildMember,
  buildPerson,
  buildProject,
  type TestPerson,
} from '../../testing/build.ts';
import { tokenIn } from '../../testing/mail-links.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

interface CampaignFixture {
  owner: TestPerson;
  projectId: string;
  campaignId: string;
}

async function buildFixture(): Promise<CampaignFixture> {
  const { owner, projectId } = await buildProject(server);
  const { campaign_id: campaignId } = await buildCampaign(owner, projectId);
  return { owner, projectId, campaignId };
}

const one = ({ projectId, campaignId }: CampaignFixture) => ({
  project_id: projectId,
  campaign_id: campaignId,
});
const share = (fixture: CampaignFixture, email: string, access: CampaignAccess = 'see', by = fixture.owner) =>
  by.call(addCampaignMember, { body: { ...one(fixture), email, access } });
const members = (fixture: CampaignFixture) =>
  fixture.owner.call(listCampaignMembers, { query: one(fixture) });
const sharedWith = async (fixture: CampaignFixture) =>
  (await members(fixture)).filter(({ shared }) => shared).map(({ email, access }) => [email, access]);
const see = (fixture: CampaignFixture, by: TestPerson) => by.call(getCampaign, { query: one(fixture) });

const notFound = { status: 404, code: 'not_found' };
const forbidden = { status: 403, code: 'forbidden' };
const conflict = { status: 409, code: 'conflict' };

async function auditOf(projectId: string) {
  return await server.db
    .selectFrom('audit_log')
    .select(['action', 'actor_email', 'target', 'before', 'after'])
    .where('project_id', '=', projectId)
    .where('action', 'like', 'campaign.%share%')
    .orderBy('id')
    .execute();
}

describe('sharing with a guest', () => {
  test('opens that campaign to them and no other, until it ends', async () => {
    const fixture = await buildFixture();
    const other = {
      ...fixture,
      campaignId: (await buildCampaign(fixture.owner, fixture.projectId)).campaign_id,
    };
    const guest = await buildMember(server, fixture.projectId, 'guest');
    await expect(see(fixture, guest)).rejects.toMatchObject(notFound);

    const made = await share(fixture, guest.email.toUpperCase());
    expect(made).toMatchObject({
      user_id: guest.userId,
      email: guest.email,
      role: 'guest',
      access: 'see',
      shared: true,
      shared_at: server.clock.now().toISOString(),
    });
    expect((await see(fixture, guest)).campaign_id).toBe(fixture.campaignId);
    await expect(see(other, guest)).rejects.toMatchObject(notFound);
    await expect(guest.call(listLinks, { query: one(other) })).rejects.toMatchObject(notFound);

    const end = fixture.owner.call(removeCampaignMember, { query: { ...one(fixture), email: guest.email } });
    expect(await end).toEqual({ removed: true });
    await expect(see(fixture, guest)).rejects.toMatchObject(notFound);
  });

  test('is written down: who, with whom, which campaign, how far', async () => {
    const fixture = await buildFixture();
    const guest = await buildMember(server, fixture.projectId, 'guest');
    await share(fixture, guest.email);
    const body = { ...one(fixture), email: guest.email };
    server.clock.advance(SECOND_MS);
    await fixture.owner.call(updateCampaignMember, { body: { ...body, access: 'edit' } });
    // Nothing changes, so nothing is noted.
    await fixture.owner.call(updateCampaignMember, { body: { ...body, access: 'edit' } });
    server.clock.advance(SECOND_MS);
    await fixture.owner.call(removeCampaignMember, { query: body });
    const campaign = 'Diwali on Instagram';
    const common = { actor_email: fixture.owner.email, target: guest.email };
    expect(await auditOf(fixture.projectId)).toEqual([
      { ...common, action: 'campaign.shared', before: null, after: { campaign, access: 'see' } },
      {
        ...common,
        action: 'campaign.share_changed',
        before: { campaign, access: 'see' },
        after: { campaign, access: 'edit' },
      },
      { ...common, action: 'campaign.unshared', before: { campaign, access: 'edit' }, after: null },
    ]);
  });

  test('is refused a second time, and for those who see every campaign anyway', async () => {
    const fixture = await buildFixture();
    const guest = await buildMember(server, fixture.projectId, 'guest');
    const viewer = await buildMember(server, fixture.projectId, 'viewer');
    await share(fixture, guest.email);
    await expect(share(fixture, guest.email, 'edit')).rejects.toMatchObject(conflict);
    await expect(share(fixture, viewer.email)).rejects.toMatchObject(conflict);
    expect(await sharedWith(fixture)).toEqual([[guest.email, 'see']]);
  });

  test('knows only campaigns of the project and addresses that it is shared with', async () => {
    const fixture = await buildFixture();
    const elsewhere = await buildFixture();
    const guest = await buildMember(server, fixture.projectId, 'guest');
    const foreign = { ...fixture, campaignId: elsewhere.campaignId };
    await expect(share(foreign, guest.email)).rejects.toMatchObject(notFound);
    await expect(members(foreign)).rejects.toMatchObject(notFound);
    const body = { ...one(fixture), email: guest.email };
    const change = fixture.owner.call(updateCampaignMember, { body: { ...body, access: 'edit' } });
    await expect(change).rejects.toMatchObject(notFound);
    await expect(fixture.owner.call(removeCampaignMember, { query: body })).rejects.toMatchObject(notFound);
  });

  test('needs an address and see or edit', async () => {
    const fixture = await buildFixture();
    await expect(share(fixture, 'nobody')).rejects.toMatchObject({ fields: { email: expect.anything() } });
    const wrong = share(fixture, 'a@example.com', 'own' as CampaignAccess);
    await expect(wrong).rejects.toMatchObject({ fields: { access: 'is see or edit' } });
  });
});

describe('an address that is no member', () => {
  test('is invited as a guest, and finds the campaign when it accepts', async () => {
    const fixture = await buildFixture();
    const email = `agency-${fixture.projectId}@example.com`;
    expect(await share(fixture, email, 'edit')).toMatchObject({
      user_id: null,
      email,
      role: 'guest',
      access: 'edit',
    });
    const [mail, ...more] = (await server.runJobs()).filter(({ to }) => to === email);
    expect(more).toEqual([]);
    const answer = await server.callAs(null)(acceptInvite, {
      body: { token: tokenIn(mail), confirm: true },
    });
    if (answer.status !== 'accepted' || !answer.session) throw new Error('Not accepted.');
    const call = server.callAs(answer.session.token);
    expect((await call(getCampaign, { query: one(fixture) })).campaign_id).toBe(fixture.campaignId);
    expect((await members(fixture)).find((member) => member.email === email)).toMatchObject({
      user_id: answer.session.user.id,
      access: 'edit',
    });
  });

  test('gets one mail for several campaigns', async () => {
    const fixture = await buildFixture();
    const second = {
      ...fixture,
      campaignId: (await buildCampaign(fixture.owner, fixture.projectId)).campaign_id,
    };
    const email = `two-${fixture.projectId}@example.com`;
    await share(fixture, email);
    await share(second, email);
    expect((await server.runJobs()).filter(({ to }) => to === email).length).toBe(1);
    expect(await sharedWith(second)).toEqual([[email, 'see']]);
  });

  test('is refused while it is invited with a role that sees everything', async () => {
    const fixture = await buildFixture();
    const email = `v-${fixture.projectId}@example.com`;
    const body = { project_id: fixture.projectId, emails: [email], role: 'viewer' as Role };
    await fixture.owner.call(inviteMembers, { body });
    await expect(share(fixture, email)).rejects.toMatchObject(conflict);
  });

  test('loses what waited for it when the invite is taken back', async () => {
    const fixture = await buildFixture();
    const email = `gone-${fixture.projectId}@example.com`;
    await share(fixture, email);
    const [invite] = await fixture.owner.call(listInvites, { query: { project_id: fixture.projectId } });
    await fixture.owner.call(revokeInvite, {
      query: { project_id: fixture.projectId, invite_id: invite!.id },
    });
    expect(await sharedWith(fixture)).toEqual([]);
  });

  test('keeps it while the invite runs out, and is invited again by the next share', async () => {
    const fixture = await buildFixture();
    const email = `late-${fixture.projectId}@example.com`;
    await share(fixture, email);
    await server.runJobs();
    server.clock.advance(15 * DAY_MS);
    const second = {
      ...fixture,
      campaignId: (await buildCampaign(fixture.owner, fixture.projectId)).campaign_id,
    };
    await share(second, email);
    expect((await server.runJobs()).filter(({ to }) => to === email).length).toBe(1);
    expect(await sharedWith(fixture)).toEqual([[email, 'see']]);
  });

  test('joins with another role without a share left behind', async () => {
    const fixture = await buildFixture();
    const person = await buildPerson(server);
    await share(fixture, person.email);
    server.clock.advance(15 * DAY_MS);
    const body = { project_id: fixture.projectId, emails: [person.email], role: 'viewer' as Role };
    await fixture.owner.call(inviteMembers, { body });
    const mail = (await server.runJobs()).findLast(({ to }) => to === person.email);
    await person.call(acceptInvite, { body: { token: tokenIn(mail), confirm: true } });
    expect(await sharedWith(fixture)).toEqual([]);
  });
});

describe('what becomes of shares when the member changes', () => {
  test.each(['viewer', 'admin'] as const)(
    'a guest who becomes %s and guest again begins with nothing',
    async (role) => {
      const fixture = await buildFixture();
      const guest = await buildMember(server, fixture.projectId, 'guest');
      await share(fixture, guest.email);
      const set = (to: Role) =>
        fixture.owner.call(updateRole, {
          body: { project_id: fixture.projectId, user_id: guest.userId, role: to },
        });
      await set(role);
      expect((await see(fixture, guest)).campaign_id).toBe(fixture.campaignId);
      await set('guest');
      await expect(see(fixture, guest)).rejects.toMatchObject(notFound);
    },
  );

  test('a guest who leaves and is invited again begins with nothing', async () => {
    const fixture = await buildFixture();
    const guest = await buildMember(server, fixture.projectId, 'guest');
    await share(fixture, guest.email);
    await guest.call(removeMember, { query: { project_id: fixture.projectId, user_id: guest.userId } });
    expect(await sharedWith(fixture)).toEqual([]);
  });

  test('a share that was put there for someone who is no guest gives nothing', async () => {
    const fixture = await buildFixture();
    const viewer = await buildMember(server, fixture.projectId, 'viewer');
    const row = { project_id: fixture.projectId, campaign_id: fixture.campaignId, email: viewer.email };
    await server.db
      .insertInto('campaign_members')
      .values({ ...row, access: 'edit', shared_at: server.clock.now() })
      .execute();
    const change = viewer.call(updateCampaign, { body: { ...one(fixture), name: 'Mine' } });
    await expect(change).rejects.toMatchObject(forbidden);
  });
});

describe('what a guest may do', () => {
  const changes = async (fixture: CampaignFixture, guest: TestPerson) => {
    const link = await buildLink(fixture.owner, fixture);
    const body = { project_id: fixture.projectId, link_id: link.link_id };
    return [
      () => guest.call(updateCampaign, { body: { ...one(fixture), name: 'Renamed by a guest' } }),
      () => guest.call(createLink, { body: { ...one(fixture), name: 'Poster' } }),
      () => guest.call(updateLink, { body: { ...body, name: 'Banner' } }),
      () => guest.call(deleteLink, { query: body }),
    ];
  };

  test('with edit: change the campaign and its links', async () => {
    const fixture = await buildFixture();
    const guest = await buildMember(server, fixture.projectId, 'guest');
    await share(fixture, guest.email, 'edit');
    for (const change of await changes(fixture, guest)) await change();
    expect((await see(fixture, fixture.owner)).name).toBe('Renamed by a guest');
    const links = await guest.call(listLinks, { query: one(fixture) });
    expect(links.map(({ name }) => name)).toContain('Poster');
    expect(await guest.call(getCampaignPermission, { query: one(fixture) })).toEqual({
      see: true,
      edit: true,
      share: false,
      export: true,
    });
  });

  test('with see: change nothing', async () => {
    const fixture = await buildFixture();
    const guest = await buildMember(server, fixture.projectId, 'guest');
    await share(fixture, guest.email, 'see');
    for (const change of await changes(fixture, guest))
      await expect(change()).rejects.toMatchObject(forbidden);
    const permission = await guest.call(getCampaignPermission, { query: one(fixture) });
    expect(permission).toEqual({ see: true, edit: false, share: false, export: true });
  });

  test('with edit of another campaign: change nothing of this one, and not know of it', async () => {
    const fixture = await buildFixture();
    const other = {
      ...fixture,
      campaignId: (await buildCampaign(fixture.owner, fixture.projectId)).campaign_id,
    };
    const guest = await buildMember(server, fixture.projectId, 'guest');
    await share(other, guest.email, 'edit');
    for (const change of await changes(fixture, guest))
      await expect(change()).rejects.toMatchObject(forbidden);
    await expect(guest.call(getCampaignPermission, { query: one(fixture) })).rejects.toMatchObject(notFound);
  });

  test('a request that names the shared campaign beside another one does nothing', async () => {
    const fixture = await buildFixture();
    const other = {
      ...fixture,
      campaignId: (await buildCampaign(fixture.owner, fixture.projectId)).campaign_id,
    };
    const guest = await buildMember(server, fixture.projectId, 'guest');
    await share(other, guest.email, 'edit');
    const response = await fetch(`${server.url}/api/campaign?campaign_id=${other.campaignId}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${guest.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...one(fixture), name: 'Taken over' }),
    });
    expect(response.status).toBe(400);
    expect((await see(fixture, fixture.owner)).name).toBe('Diwali on Instagram');
  });
});

test('who can open a campaign: members by what their role may, then those it is shared with', async () => {
  const fixture = await buildFixture();
  const viewer = await buildMember(server, fixture.projectId, 'viewer');
  const guest = await buildMember(server, fixture.projectId, 'guest');
  await buildMember(server, fixture.projectId, 'guest');
  await share(fixture, guest.email, 'edit');
  expect(
    (await members(fixture)).map(({ email, role, access, shared }) => [email, role, access, shared]),
  ).toEqual([
    [fixture.owner.email, 'owner', 'edit', false],
    [viewer.email, 'viewer', 'see', false],
    [guest.email, 'guest', 'edit', true],
  ]);
  expect(await viewer.call(getCampaignPermission, { query: one(fixture) })).toEqual({
    see: true,
    edit: false,
    share: false,
    export: true,
  });
});
