import { generatePrivateKey, importToken } from '@trailmark/contract/keys';
import { inviteMembers, listInvites, resendInvite, updateRole } from '@trailmark/contract/members';
import type { Role } from '@trailmark/contract/permissions';
import {
  createProject,
  deleteProject,
  type Project,
  type ProjectChange,
  updateProject,
} from '@trailmark/contract/projects';
import { addCampaignMember } from '@trailmark/contract/sharing';
import { connect } from './rich-campaigns.ts';
import { makeTraffic } from './rich-traffic.ts';
import { saveViews, watchProject } from './rich-views.ts';
import { arrive, introduce, joinByInvite, type SignedInPerson } from './signed-in-people.ts';

/** A team at work: enough people, invites, keys and history that every screen has something to show. */
export interface RichProject {
  url: string;
  domain: string;
  project: Project;
  /** The campaign with every field filled in and several links. */
  campaignId: string;
  /** A second project of the same owner, on the web; new and empty. */
  second: Project;
  people: Record<Role, SignedInPerson>;
}

const COLLEAGUES = [
  { role: 'admin', first_name: 'Ben', last_name: 'Okafor', work: 'engineer' },
  { role: 'member', first_name: 'Mei', last_name: 'Lindqvist', work: 'analyst' },
  { role: 'viewer', first_name: 'Tomás', last_name: 'Herrera', work: 'founder' },
  { role: 'guest', first_name: 'Farah', last_name: 'Siddiqui', work: 'agency' },
] as const;

const COMPANY = 'Kite Grocery';

/** Analytics are looked at elsewhere; to load and feed them takes a good part of a small machine. */
const IN_PRIVATE = { analytics_opt_out: true };

async function joinColleagues(
  url: string,
  owner: SignedInPerson,
  { projectId, domain }: { projectId: string; domain: string },
) {
  const joined: Partial<Record<Role, SignedInPerson>> = {};
  for (const { role, first_name, last_name, work } of COLLEAGUES) {
    const email = `${first_name
      .toLowerCase()
      .normalize('NFD')
      .replace(/\P{ASCII}/gu, '')}@${domain}`;
    await owner.call(inviteMembers, { body: { project_id: projectId, emails: [email], role } });
    const person = await joinByInvite(url, email, role === 'viewer' ? 'iphone' : 'windows');
    const profile = { ...IN_PRIVATE, first_name, last_name, company: COMPANY, role: work };
    joined[role] = await introduce(person, profile);
  }
  return joined as Record<Exclude<Role, 'owner'>, SignedInPerson>;
}

async function inviteOthers(owner: SignedInPerson, projectId: string, domain: string): Promise<void> {
  const invite = (emails: string[], role: Role) =>
    owner.call(inviteMembers, { body: { project_id: projectId, emails, role } });
  await invite([`priya@${domain}`, `daniel.weber@${domain}`], 'member');
  await invite([`reports@northwind-agency.example`], 'guest');
  const [first] = await owner.call(listInvites, { query: { project_id: projectId } });
  if (first) await owner.call(resendInvite, { body: { project_id: projectId, invite_id: first.id } });
}

async function leaveTraces(
  owner: SignedInPerson,
  admin: SignedInPerson,
  member: SignedInPerson,
  project: Project,
) {
  const { project_id } = project;
  const change = (body: Omit<ProjectChange, 'project_id'>) =>
    admin.call(updateProject, { body: { project_id, ...body } });
  await change({ windows: { click_hours: 168, view_hours: 24 } });
  await change({
    name: COMPANY,
    play_store_link: 'https://play.google.com/store/apps/details?id=example.kite.grocery',
  });
  await owner.call(generatePrivateKey, { body: { project_id, keep_old_hours: 0 } });
  await owner.call(importToken, { body: { project_id, token: `lr_live_${project_id}` } });
  const { private_key } = await admin.call(generatePrivateKey, { body: { project_id, keep_old_hours: 24 } });
  await owner.call(updateRole, { body: { project_id, user_id: member.userId, role: 'viewer' } });
  await owner.call(updateRole, { body: { project_id, user_id: member.userId, role: 'member' } });
  return private_key;
}

/** Through the API only, as the people themselves would do it. */
export async function makeRichProject(url: string, domain: string): Promise<RichProject> {
  const owner = await arrive(url, `asha@${domain}`);
  const asha = { first_name: 'Asha', last_name: 'Rao', company: COMPANY, role: 'marketing' } as const;
  await introduce(owner, { ...IN_PRIVATE, ...asha });
  const app = { platform: 'app', currency: 'INR', timezone: 'Asia/Kolkata' } as const;
  const old = await owner.call(createProject, { body: { ...app, name: 'Kite Pilot' } });
  await owner.call(deleteProject, { query: { project_id: old.project_id, confirm_name: old.name } });
  const second = await owner.call(createProject, {
    body: {
      name: 'Kite Market',
      platform: 'web',
      website: 'https://market.kite.example',
      currency: 'EUR',
      timezone: 'Europe/Berlin',
    },
  });
  const project = await owner.call(createProject, {
    body: { ...app, name: 'Kite', app_store_link: 'https://apps.apple.com/in/app/kite-grocery/id6443201111' },
  });
  const where = { projectId: project.project_id, domain };
  const colleagues = await joinColleagues(url, owner, where);
  const campaignId = await connect(colleagues.admin, colleagues.member, project.project_id);
  const privateKey = await leaveTraces(owner, colleagues.admin, colleagues.member, project);
  await inviteOthers(owner, project.project_id, domain);
  await saveViews(colleagues, project.project_id);
  const { project_id } = project;
  const agencyAddress = 'reports@northwind-agency.example';
  await owner.call(addCampaignMember, {
    body: { project_id, campaign_id: campaignId, email: agencyAddress, access: 'see' },
  });
  const campaigns = ['monsoon-26', 'brand-search'] as const;
  await makeTraffic(colleagues.member, { url, projectId: project_id, privateKey, campaigns, prefix: 'kite' });
  await watchProject(colleagues, project_id);
  const agency = await arrive(url, `lena@agency.${domain}`);
  await introduce(agency, {
    ...IN_PRIVATE,
    first_name: 'Lena',
    last_name: 'Vogt',
    company: 'Northwind Agency',
    role: 'agency',
  });
  const shared = await agency.call(createProject, {
    body: { ...app, name: 'Northwind Clients', currency: 'EUR' },
  });
  await agency.call(inviteMembers, {
    body: { project_id: shared.project_id, emails: [owner.email], role: 'viewer' },
  });
  await arrive(url, owner.email, 'iphone');
  const people = { owner, ...colleagues };
  return { url, domain, project: { ...project, name: COMPANY }, campaignId, second, people };
}
