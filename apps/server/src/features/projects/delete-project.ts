import { announceAccess } from '../../access/access-changes.ts';
import type { Actor } from '../../access/caller.ts';
import { recordChange } from '../../audit/record.ts';
import { announce } from '../../db/changes.ts';
import { settleSkanAppsOf } from '../../networks/skan-apps.ts';
import { AppError, badField } from '../../platform/app-error.ts';
import type { Kit } from '../../platform/kit.ts';
import { removalAt } from './present.ts';
import { lockProject } from './store.ts';

interface Deletion {
  projectId: string;
  confirmName: string;
}

/** Hides a project at once; a job removes it for good after the time to restore it. */
export async function deleteProject(kit: Kit, actor: Actor, deletion: Deletion): Promise<Date> {
  const now = kit.clock.now();
  const { projectId } = deletion;
  await kit.db.transaction().execute(async (tx) => {
    const project = await lockProject(tx, projectId);
    if (project.name !== deletion.confirmName.trim()) {
      throw badField('confirm_name', "is not the project's name");
    }
    await tx.updateTable('projects').set({ deleted_at: now }).where('project_id', '=', projectId).execute();
    await settleSkanAppsOf(tx, projectId);
    await recordChange(tx, now, { projectId, actor, action: 'project.deleted', target: project.name });
    await announceAccess(tx, { projectId });
    await announce(tx, { kind: 'project', projectId });
    await announce(tx, { kind: 'links', projectId });
  });
  return removalAt(now);
}

export async function restoreProject(kit: Kit, actor: Actor, projectId: string): Promise<void> {
  const now = kit.clock.now();
  await kit.db.transaction().execute(async (tx) => {
    const project = await lockProject(tx, projectId);
    if (!project.deleted_at) throw new AppError('conflict', 'This project is not deleted.');
    await tx.updateTable('projects').set({ deleted_at: null }).where('project_id', '=', projectId).execute();
    await settleSkanAppsOf(tx, projectId);
    await recordChange(tx, now, { projectId, actor, action: 'project.restored', target: project.name });
    await announce(tx, { kind: 'project', projectId });
    await announce(tx, { kind: 'links', projectId });
  });
}
