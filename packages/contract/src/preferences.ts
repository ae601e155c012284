import { z } from 'zod';
import { ProjectId, storable } from './fields.ts';
import { MetricKey } from './report-filter.ts';
import { inProject, route } from './route.ts';

const MAX_PREFERENCE_BYTES = 16_384;

/** Free-form settings of the dashboard, one person's own in one project. */
const MAX_PREFERENCE_DEPTH = 10;

/** Checked before anything walks the value: endless nesting would overflow the stack. */
function isFlatEnough(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return (
    depth < MAX_PREFERENCE_DEPTH && Object.values(value).every((inner) => isFlatEnough(inner, depth + 1))
  );
}

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return storable(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, inner]) => storable(name) && isStorable(inner));
}

export const DashboardPreference = z
  .unknown()
  .refine((value) => isFlatEnough(value), { message: 'is nested too deeply', abort: true })
  .pipe(z.record(z.string().max(100), z.json()))
  .refine(isStorable, { message: 'contains characters that cannot be stored' })
  .refine((value) => JSON.stringify(value).length <= MAX_PREFERENCE_BYTES, {
    message: `is larger than ${MAX_PREFERENCE_BYTES} bytes`,
  });

export const CampaignTableColumns = z
  .array(MetricKey)
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
