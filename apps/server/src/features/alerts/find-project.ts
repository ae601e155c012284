import type { Db } from '../../db/connection.ts';
import type { MeasuredProject } from './measure-options.ts';

export async function findProject(db: Db, projectId: string): Promise<MeasuredProject> {
  return await db
    .selectFrom('projects')
    .select(['project_id as projectId', 'name', 'timezone'])
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
}
