import { z } from 'zod';
import { ProjectId } from './fields.ts';
import { inProject, route } from './route.ts';

const MAX_PREFERENCE_BYTES = 16_384;

/** Free-form settings of the dashboard, one person's own in one project. */
export const DashboardPreference = z
  .record(z.string().max(100), z.json())
  .refine((value) => JSON.stringify(value).length <= MAX_PREFERENCE_BYTES, {
    message: `is larger than ${MAX_PREFERENCE_BYTES} bytes`,
  });

export const CampaignTableColumns = z
  .array(z.string().regex(/^[a-z0-9_.:-]{1,100}$/, 'is not a column name'))
  .max(100, 'names at most 100 columns')
  .refine((columns) => new Set(columns).size === columns.length, { message: 'names a column twice' });

const tag = 'Preferences';
const ofProject = z.object({ project_id: ProjectId });

export const getDashboardPreference = route({
  method: 'GET',
  path: '/project/dashboard-preference',
  tag,
  summary: 'My dashboard settings in this project',
  access: inProject('project.open'),
  query: ofProject,
  response: z.object({ preference: z.record(z.string(), z.json()) }),
});

export const putDashboardPreference = route({
  method: 'PUT',
  path: '/project/dashboard-preference',
  tag,
  summary: 'Replace my dashboard settings in this project',
  access: inProject('project.open'),
  body: z.object({ project_id: ProjectId, preference: DashboardPreference }),
  response: z.object({ preference: z.record(z.string(), z.json()) }),
});

export const getCampaignTableColumns = route({
  method: 'GET',
  path: '/project/dashboard-preference/campaign-table-columns',
  tag,
  summary: 'The columns of my campaign table, in order; empty means the usual ones',
  access: inProject('project.open'),
  query: ofProject,
  response: z.object({ columns: z.array(z.string()) }),
});

export const putCampaignTableColumns = route({
  method: 'PUT',
  path: '/project/dashboard-preference/campaign-table-columns',
  tag,
  summary: 'Choose the columns of my campaign table',
  access: inProject('project.open'),
  body: z.object({ project_id: ProjectId, columns: CampaignTableColumns }),
  response: z.object({ columns: z.array(z.string()) }),
});
