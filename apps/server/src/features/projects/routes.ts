import { listAuditLog } from '@trailmark/contract/audit-log';
import { may, type Role } from '@trailmark/contract/permissions';
import {
  createProject as createProjectRoute,
  deleteProject as deleteProjectRoute,
  listProjects,
  listTimezones as listTimezonesRoute,
  type Project,
  restoreProject as restoreProjectRoute,
  updateProject as updateProjectRoute,
} from '@trailmark/contract/projects';
import { actorOf } from '../../access/caller.ts';
import { type HandledRoute, onProject, onSignedIn } from '../../http/handled.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Kit } from '../../platform/kit.ts';
import { createProject } from './create-project.ts';
import { deleteProject, restoreProject } from './delete-project.ts';
import { presentAuditEntry, presentProject } from './present.ts';
import { listAuditRows, listProjectRows } from './store.ts';
import { listTimezones } from './timezones.ts';
import { updateProject } from './update-project.ts';

async function getProject(kit: Kit, userId: string, projectId: string): Promise<Project> {
  const [row] = await listProjectRows(kit.db, userId, { deleted: false, projectId });
  if (!row) throw new AppError('not_found', 'We couldn’t find this project.');
  return presentProject(row);
}

export const routes: HandledRoute[] = [
  onSignedIn(listProjects, async ({ kit, person, query }) => {
    const rows = await listProjectRows(kit.db, person.userId, { deleted: query.deleted });
    if (query.deleted) {
      return rows.filter((row) => may(row.role as Role, 'project.delete')).map(presentProject);
    }
    const isNamed = (project: Project) => project.project_id === query.project_id;
    const projects = rows.map(presentProject);
    if (query.project_id && !projects.some(isNamed))
      throw new AppError('not_found', 'We couldn’t find this project.');
    return [...projects.filter(isNamed), ...projects.filter((project) => !isNamed(project))];
  }),

  onSignedIn(createProjectRoute, async ({ kit, person, client, body }) => {
    const projectId = await createProject(kit, actorOf(person, client), body);
    return await getProject(kit, person.userId, projectId);
  }),

  onProject(updateProjectRoute, async ({ kit, person, client, body }) => {
    await updateProject(kit, actorOf(person, client), body);
    return await getProject(kit, person.userId, body.project_id);
  }),

  onProject(deleteProjectRoute, async ({ kit, person, client, query }) => {
    const deletion = { projectId: query.project_id, confirmName: query.confirm_name };
    const removalAt = await deleteProject(kit, actorOf(person, client), deletion);
    return { project_id: query.project_id, removal_at: removalAt.toISOString() };
  }),

  onProject(restoreProjectRoute, async ({ kit, person, client, body }) => {
    await restoreProject(kit, actorOf(person, client), body.project_id);
    return await getProject(kit, person.userId, body.project_id);
  }),

  onSignedIn(listTimezonesRoute, ({ kit }) => listTimezones(kit.db, kit.clock.now())),

  onProject(listAuditLog, async ({ kit, query }) => {
    const rows = await listAuditRows(kit.db, {
      projectId: query.project_id,
      action: query.action,
      before: query.cursor,
      // One more than asked for tells whether there is a next page.
      limit: query.limit + 1,
    });
    const items = rows.slice(0, query.limit).map(presentAuditEntry);
    return { items, next_cursor: rows.length > query.limit ? (items.at(-1)?.id ?? null) : null };
  }),
];
