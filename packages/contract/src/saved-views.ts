import { z } from 'zod';
import { Instant, ProjectId, storable, text, UserId } from './fields.ts';
import { CampaignTableColumns } from './preferences.ts';
import { inProject, route } from './route.ts';

/** The screens whose state can be saved, by their paths. */
export const VIEW_SCREENS = ['/overview', '/campaigns', '/cohorts', '/events', '/users', '/skan'] as const;
export const ViewScreen = z.enum(VIEW_SCREENS, { error: 'is not a screen with views' });
export type ViewScreen = z.infer<typeof ViewScreen>;

/** How many views one person may have in a project. */
export const MAX_VIEWS = 100;
export const VIEW_NAME_LENGTH = 60;

const MAX_QUERY_BYTES = 8000;
const addressName = z
  .string()
  .regex(/^[a-z][a-z_]{0,39}$/, 'is not the name of a parameter')
  .refine((name) => name !== 'p_id', { message: 'names a project' });
const addressValue = z.union([
  z.string().max(4000, 'is too long').refine(storable, {
    message: 'contains characters that cannot be stored',
  }),
  z.number(),
  z.boolean(),
]);

/** The state of a screen as its address holds it: filters, range, sort, comparison. A relative range stays relative. */
export const ViewQuery = z
  .record(addressName, addressValue)
  .refine((query) => JSON.stringify(query).length <= MAX_QUERY_BYTES, {
    message: `is larger than ${MAX_QUERY_BYTES} bytes`,
  });
export type ViewQuery = z.infer<typeof ViewQuery>;

export const ViewId = z.uuid('is not a view id').toLowerCase();

export const SavedView = z.object({
  view_id: z.uuid(),
  name: z.string(),
  screen: ViewScreen,
  query: z.record(z.string(), addressValue),
  /** Of the campaign table; null for screens without columns. */
  columns: z.array(z.string()).nullable(),
  /** Everybody in the project sees it. */
  shared: z.boolean(),
  /** Who saved it; the name is null once they have left the project. */
  owner: z.object({ user_id: UserId, name: z.string().nullable() }),
  /** Whether the caller may rename, change, share and delete it. */
  may_change: z.boolean(),
  updated_at: Instant,
});
export type SavedView = z.infer<typeof SavedView>;

const tag = 'Views';
const columns = CampaignTableColumns.nullable();

export const listViews = route({
  method: 'GET',
  path: '/project/views',
  tag,
  summary: 'My saved views and those that are shared with the project, by name',
  access: inProject('reports.see'),
  query: z.object({ project_id: ProjectId }),
  response: z.object({ views: z.array(SavedView) }),
});

export const createView = route({
  method: 'POST',
  path: '/project/views',
  tag,
  summary: 'Save the state of a report screen under a name',
  access: inProject('reports.see'),
  body: z.object({
    project_id: ProjectId,
    name: text(VIEW_NAME_LENGTH),
    screen: ViewScreen,
    query: ViewQuery,
    columns: columns.default(null),
    shared: z.boolean().default(false),
  }),
  response: SavedView,
});

export const updateView = route({
  method: 'PUT',
  path: '/project/views',
  tag,
  summary: 'Rename a view, share it, or replace its state',
  access: inProject('reports.see'),
  body: z.object({
    project_id: ProjectId,
    view_id: ViewId,
    name: text(VIEW_NAME_LENGTH).optional(),
    query: ViewQuery.optional(),
    columns: columns.optional(),
    shared: z.boolean().optional(),
  }),
  response: SavedView,
});

export const deleteView = route({
  method: 'DELETE',
  path: '/project/views',
  tag,
  summary: 'Delete a view',
  access: inProject('reports.see'),
  query: z.object({ project_id: ProjectId, view_id: ViewId }),
  response: z.object({ deleted: z.boolean() }),
});
