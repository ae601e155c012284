import type { Call } from '@trailmark/contract/call';
import { type Campaign, type CampaignForm, createCampaign } from '@trailmark/contract/campaigns';
import { createLink, type Link, type LinkForm } from '@trailmark/contract/links';
import type { Role } from '@trailmark/contract/permissions';
import { createProject, type Project } from '@trailmark/contract/projects';
import { openSession } from '../access/session.ts';
import { newId } from '../platform/ids.ts';
import type { TestServer } from './test-server.ts';

export interface TestPerson {
  userId: string;
  email: string;
  token: string;
  call: Call;
}

let count = 0;

/** A person with an account and a session. */
export async function buildPerson(server: TestServer, given: { email?: string } = {}): Promise<TestPerson> {
  const now = server.clock.now();
  const userId = newId(now);
  count += 1;
  const email = given.email ?? `person-${count}-${userId.slice(-4)}@example.com`;
  await server.db
    .insertInto('users')
    .values({
      id: userId,
      email,
      first_name: 'Test',
      last_name: `Person ${count}`,
      created_at: now,
      updated_at: now,
    })
    .execute();
  const client = { ip: '127.0.0.1', userAgent: 'test' };
  const token = await openSession(server.db, now, { userId, method: 'magic_link', client });
  return { userId, email, token, call: server.callAs(token) };
}

/** A project; its owner too, unless one is given. */
export async function buildProject(
  server: TestServer,
  given: { owner?: TestPerson; name?: string } = {},
): Promise<{ owner: TestPerson; project: Project; projectId: string }> {
  const owner = given.owner ?? (await buildPerson(server));
  const project = await owner.call(createProject, {
    body: { name: given.name ?? 'Kite Grocery', platform: 'app', currency: 'INR', timezone: 'Asia/Kolkata' },
  });
  return { owner, project, projectId: project.project_id };
}

/** A member of a project with a role. */
export async function buildMember(server: TestServer, projectId: string, role: Role): Promise<TestPerson> {
  const person = await buildPerson(server);
  await server.db
    .insertInto('project_members')
    .values({ project_id: projectId, user_id: person.userId, role, joined_at: server.clock.now() })
    .execute();
  return person;
}

/** A campaign with its default link. */
export async function buildCampaign(
  by: TestPerson,
  projectId: string,
  given: Partial<CampaignForm> = {},
): Promise<Campaign> {
  return await by.call(createCampaign, {
    body: { project_id: projectId, name: 'Diwali on Instagram', ...given },
  });
}

/** A further link of a campaign. */
export async function buildLink(
  by: TestPerson,
  { projectId, campaignId }: { projectId: string; campaignId: string },
  given: Partial<LinkForm> = {},
): Promise<Link> {
  const body = { project_id: projectId, campaign_id: campaignId, name: 'Reel', ...given };
  return await by.call(createLink, { body });
}
