import { z } from 'zod';
import { CampaignId } from './campaigns.ts';
import { Email, Instant, ProjectId, UserId } from './fields.ts';
import { Role } from './permissions.ts';
import { inProject, route } from './route.ts';

export const CAMPAIGN_ACCESS = ['see', 'edit'] as const;
export const CampaignAccess = z.enum(CAMPAIGN_ACCESS, { error: 'is see or edit' });
export type CampaignAccess = z.infer<typeof CampaignAccess>;

/** Somebody who can open a campaign: by a role that opens all of them, or because it is shared with them. */
export const CampaignMember = z.object({
  /** null while the invite waits for an answer. */
  user_id: UserId.nullable(),
  email: z.string(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  role: Role,
  access: CampaignAccess,
  /** Whether it was shared with this person; the others see every campaign. */
  shared: z.boolean(),
  shared_at: Instant.nullable(),
});
export type CampaignMember = z.infer<typeof CampaignMember>;

const tag = 'Campaigns';
const one = { project_id: ProjectId, campaign_id: CampaignId };

export const getCampaignPermission = route({
  method: 'GET',
  path: '/campaign/permission',
  tag,
  summary: 'What I may do with a campaign',
  access: inProject('reports.see'),
  query: z.object(one),
  response: z.object({ see: z.boolean(), edit: z.boolean(), share: z.boolean(), export: z.boolean() }),
});

export const listCampaignMembers = route({
  method: 'GET',
  path: '/campaign/members',
  tag,
  summary: 'Who can open a campaign',
  access: inProject('campaigns.share'),
  query: z.object(one),
  response: z.array(CampaignMember),
});

export const addCampaignMember = route({
  method: 'POST',
  path: '/campaign/member',
  tag,
  summary: 'Share a campaign with a guest; an address that is no member yet is invited as a guest',
  access: inProject('campaigns.share'),
  body: z.object({ ...one, email: Email, access: CampaignAccess }),
  response: CampaignMember,
});

export const updateCampaignMember = route({
  method: 'PUT',
  path: '/campaign/member',
  tag,
  summary: 'Change what a guest may do with a campaign',
  access: inProject('campaigns.share'),
  body: z.object({ ...one, email: Email, access: CampaignAccess }),
  response: CampaignMember,
});

export const removeCampaignMember = route({
  method: 'DELETE',
  path: '/campaign/member',
  tag,
  summary: 'Stop sharing a campaign with a guest',
  access: inProject('campaigns.share'),
  query: z.object({ ...one, email: Email }),
  response: z.object({ removed: z.boolean() }),
});
