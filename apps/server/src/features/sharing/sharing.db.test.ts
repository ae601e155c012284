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

interface Place {
  owner: TestPerson;
  projectId: string;
  campaignId: string;
}

async function buildPlace(): Promise<Place> {
  const { owner, projectId } = await buildProject(server);
  const { campaign_id: campaignId } = await buildCampaign(owner, projectId);
  return { owner, projectId, campaignId };
}

const one = ({ projectId, campaignId }: Place) => ({ project_id: projectId, campaign_id: campaignId });
const share = (place: Place, email: string, access: CampaignAccess = 'see', by = place.owner) =>
  by.call(addCampaignMember, { body: { ...one(place), email, access } });
const members = (place: Place) => place.owner.call(listCampaignMembers, { query: one(place) });
const sharedWith = async (place: Place) =>
  (await members(place)).filter(({ shared }) => shared).map(({ email, access }) => [email, access]);
const see = (place: Place, by: TestPerson) => by.call(getCampaign, { query: one(place) });

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
    const place = await buildPlace();
    const other = { ...place, campaignId: (await buildCampaign(place.owner, place.projectId)).campaign_id };
    const guest = await buildMember(server, place.projectId, 'guest');
    await expect(see(place, guest)).rejects.toMatchObject(notFound);

    const made = await share(place, guest.email.toUpperCase());
    expect(made).toMatchObject({
      user_id: guest.userId,
      email: guest.email,
      role: 'guest',
      access: 'see',
      shared: true,
      shared_at: server.clock.now().toISOString(),
    });
    expect((await see(place, guest)).campaign_id).toBe(place.campaignId);
    await expect(see(other, guest)).rejects.toMatchObject(notFound);
    await expect(guest.call(listLinks, { query: one(other) })).rejects.toMatchObject(notFound);

    const end = place.owner.call(removeCampaignMember, { query: { ...one(place), email: guest.email } });
    expect(await end).toEqual({ removed: true });
    await expect(see(place, guest)).rejects.toMatchObject(notFound);
  });

  test('is written down: who, with whom, which campaign, how far', async () => {
    const place = await buildPlace();
    const guest = await buildMember(server, place.projectId, 'guest');
    await share(place, guest.email);
    const body = { ...one(place), email: guest.email };
    server.clock.advance(SECOND_MS);
    await place.owner.call(updateCampaignMember, { body: { ...body, access: 'edit' } });
    // Nothing changes, so nothing is noted.
    await place.owner.call(updateCampaignMember, { body: { ...body, access: 'edit' } });
    server.clock.advance(SECOND_MS);
    await place.owner.call(removeCampaignMember, { query: body });
    const campaign = 'Diwali on Instagram';
    const common = { actor_email: place.owner.email, target: guest.email };
    expect(await auditOf(place.projectId)).toEqual([
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

  test('is refused a second time, and for whoever sees every campaign anyway', async () => {
    const place = await buildPlace();
    const guest = await buildMember(server, place.projectId, 'guest');
    const viewer = await buildMember(server, place.projectId, 'viewer');
    await share(place, guest.email);
    await expect(share(place, guest.email, 'edit')).rejects.toMatchObject(conflict);
    await expect(share(place, viewer.email)).rejects.toMatchObject(conflict);
    expect(await sharedWith(place)).toEqual([[guest.email, 'see']]);
  });

  test('knows only campaigns of the project and addresses that it is shared with', async () => {
    const place = await buildPlace();
    const elsewhere = await buildPlace();
    const guest = await buildMember(server, place.projectId, 'guest');
    const foreign = { ...place, campaignId: elsewhere.campaignId };
    await expect(share(foreign, guest.email)).rejects.toMatchObject(notFound);
    await expect(members(foreign)).rejects.toMatchObject(notFound);
    const body = { ...one(place), email: guest.email };
    const change = place.owner.call(updateCampaignMember, { body: { ...body, access: 'edit' } });
    await expect(change).rejects.toMatchObject(notFound);
    await expect(place.owner.call(removeCampaignMember, { query: body })).rejects.toMatchObject(notFound);
  });

  test('needs an address and see or edit', async () => {
    const place = await buildPlace();
    await expect(share(place, 'nobody')).rejects.toMatchObject({ fields: { email: expect.anything() } });
    const wrong = share(place, 'a@example.com', 'own' as CampaignAccess);
    await expect(wrong).rejects.toMatchObject({ fields: { access: 'is see or edit' } });
  });
});

describe('an address that is no member', () => {
  test('is invited as a guest, and finds the campaign when it accepts', async () => {
    const place = await buildPlace();
    const email = `agency-${place.projectId}@example.com`;
    expect(await share(place, email, 'edit')).toMatchObject({
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
    expect((await call(getCampaign, { query: one(place) })).campaign_id).toBe(place.campaignId);
    expect((await members(place)).find((member) => member.email === email)).toMatchObject({
      user_id: answer.session.user.id,
      access: 'edit',
    });
  });

  test('gets one mail for several campaigns', async () => {
    const place = await buildPlace();
    const second = { ...place, campaignId: (await buildCampaign(place.owner, place.projectId)).campaign_id };
    const email = `two-${place.projectId}@example.com`;
    await share(place, email);
    await share(second, email);
    expect((await server.runJobs()).filter(({ to }) => to === email).length).toBe(1);
    expect(await sharedWith(second)).toEqual([[email, 'see']]);
  });

  test('is refused while it is invited with a role that sees everything', async () => {
    const place = await buildPlace();
    const email = `v-${place.projectId}@example.com`;
    const body = { project_id: place.projectId, emails: [email], role: 'viewer' as Role };
    await place.owner.call(inviteMembers, { body });
    await expect(share(place, email)).rejects.toMatchObject(conflict);
  });

  test('loses what waited for it when the invite is taken back', async () => {
    const place = await buildPlace();
    const email = `gone-${place.projectId}@example.com`;
    await share(place, email);
    const [invite] = await place.owner.call(listInvites, { query: { project_id: place.projectId } });
    await place.owner.call(revokeInvite, { query: { project_id: place.projectId, invite_id: invite!.id } });
    expect(await sharedWith(place)).toEqual([]);
  });

  test('keeps it while the invite runs out, and is invited anew by the next share', async () => {
    const place = await buildPlace();
    const email = `late-${place.projectId}@example.com`;
    await share(place, email);
    await server.runJobs();
    server.clock.advance(15 * DAY_MS);
    const second = { ...place, campaignId: (await buildCampaign(place.owner, place.projectId)).campaign_id };
    await share(second, email);
    expect((await server.runJobs()).filter(({ to }) => to === email).length).toBe(1);
    expect(await sharedWith(place)).toEqual([[email, 'see']]);
  });

  test('joins with another role without a share left behind', async () => {
    const place = await buildPlace();
    const person = await buildPerson(server);
    await share(place, person.email);
    server.clock.advance(15 * DAY_MS);
    const body = { project_id: place.projectId, emails: [person.email], role: 'viewer' as Role };
    await place.owner.call(inviteMembers, { body });
    const mail = (await server.runJobs()).findLast(({ to }) => to === person.email);
    await person.call(acceptInvite, { body: { token: tokenIn(mail), confirm: true } });
    expect(await sharedWith(place)).toEqual([]);
  });
});

describe('what becomes of shares when the member changes', () => {
  test.each(['viewer', 'admin'] as const)(
    'a guest who becomes %s and guest again begins with nothing',
    async (role) => {
      const place = await buildPlace();
      const guest = await buildMember(server, place.projectId, 'guest');
      await share(place, guest.email);
      const set = (to: Role) =>
        place.owner.call(updateRole, {
          body: { project_id: place.projectId, user_id: guest.userId, role: to },
        });
      await set(role);
      expect((await see(place, guest)).campaign_id).toBe(place.campaignId);
      await set('guest');
      await expect(see(place, guest)).rejects.toMatchObject(notFound);
    },
  );

  test('a guest who leaves and is invited again begins with nothing', async () => {
    const place = await buildPlace();
    const guest = await buildMember(server, place.projectId, 'guest');
    await share(place, guest.email);
    await guest.call(removeMember, { query: { project_id: place.projectId, user_id: guest.userId } });
    expect(await sharedWith(place)).toEqual([]);
  });

  test('a share that was put there for somebody who is no guest gives nothing', async () => {
    const place = await buildPlace();
    const viewer = await buildMember(server, place.projectId, 'viewer');
    const row = { project_id: place.projectId, campaign_id: place.campaignId, email: viewer.email };
    await server.db
      .insertInto('campaign_members')
      .values({ ...row, access: 'edit', shared_at: server.clock.now() })
      .execute();
    const change = viewer.call(updateCampaign, { body: { ...one(place), name: 'Mine' } });
    await expect(change).rejects.toMatchObject(forbidden);
  });
});

describe('what a guest may do', () => {
  const changes = async (place: Place, guest: TestPerson) => {
    const link = await buildLink(place.owner, place);
    const body = { project_id: place.projectId, link_id: link.link_id };
    return [
      () => guest.call(updateCampaign, { body: { ...one(place), name: 'Renamed by a guest' } }),
      () => guest.call(createLink, { body: { ...one(place), name: 'Poster' } }),
      () => guest.call(updateLink, { body: { ...body, name: 'Banner' } }),
      () => guest.call(deleteLink, { query: body }),
    ];
  };

  test('with edit: change the campaign and its links', async () => {
    const place = await buildPlace();
    const guest = await buildMember(server, place.projectId, 'guest');
    await share(place, guest.email, 'edit');
    for (const change of await changes(place, guest)) await change();
    expect((await see(place, place.owner)).name).toBe('Renamed by a guest');
    const links = await guest.call(listLinks, { query: one(place) });
    expect(links.map(({ name }) => name)).toContain('Poster');
    expect(await guest.call(getCampaignPermission, { query: one(place) })).toEqual({
      see: true,
      edit: true,
      share: false,
      export: true,
    });
  });

  test('with see: change nothing', async () => {
    const place = await buildPlace();
    const guest = await buildMember(server, place.projectId, 'guest');
    await share(place, guest.email, 'see');
    for (const change of await changes(place, guest)) await expect(change()).rejects.toMatchObject(forbidden);
    const permission = await guest.call(getCampaignPermission, { query: one(place) });
    expect(permission).toEqual({ see: true, edit: false, share: false, export: true });
  });

  test('with edit of another campaign: change nothing of this one, and not know of it', async () => {
    const place = await buildPlace();
    const other = { ...place, campaignId: (await buildCampaign(place.owner, place.projectId)).campaign_id };
    const guest = await buildMember(server, place.projectId, 'guest');
    await share(other, guest.email, 'edit');
    for (const change of await changes(place, guest)) await expect(change()).rejects.toMatchObject(forbidden);
    await expect(guest.call(getCampaignPermission, { query: one(place) })).rejects.toMatchObject(notFound);
  });

  test('a request that names the shared campaign beside another one does nothing', async () => {
    const place = await buildPlace();
    const other = { ...place, campaignId: (await buildCampaign(place.owner, place.projectId)).campaign_id };
    const guest = await buildMember(server, place.projectId, 'guest');
    await share(other, guest.email, 'edit');
    const response = await fetch(`${server.url}/api/campaign?campaign_id=${other.campaignId}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${guest.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...one(place), name: 'Taken over' }),
    });
    expect(response.status).toBe(400);
    expect((await see(place, place.owner)).name).toBe('Diwali on Instagram');
  });
});

test('who can open a campaign: members by what their role may, then those it is shared with', async () => {
  const place = await buildPlace();
  const viewer = await buildMember(server, place.projectId, 'viewer');
  const guest = await buildMember(server, place.projectId, 'guest');
  await buildMember(server, place.projectId, 'guest');
  await share(place, guest.email, 'edit');
  expect(
    (await members(place)).map(({ email, role, access, shared }) => [email, role, access, shared]),
  ).toEqual([
    [place.owner.email, 'owner', 'edit', false],
    [viewer.email, 'viewer', 'see', false],
    [guest.email, 'guest', 'edit', true],
  ]);
  expect(await viewer.call(getCampaignPermission, { query: one(place) })).toEqual({
    see: true,
    edit: false,
    share: false,
    export: true,
  });
});
