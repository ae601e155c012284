import { AppError } from '../platform/app-error.ts';
import type { Kit } from '../platform/kit.ts';
import type { Person } from './caller.ts';
import { isOperator } from './operator.ts';

/** Whether a person may create projects: everybody, or operators and those who belong to one, guests excepted. */
export async function mayCreateProjects(
  { db, env }: Pick<Kit, 'db' | 'env'>,
  person: Pick<Person, 'userId' | 'email'>,
): Promise<boolean> {
  if (env.projectCreation === 'anyone' || (await isOperator({ db, env }, person))) return true;
  const row = await db
    .selectFrom('project_members as m')
    .innerJoin('projects as p', 'p.project_id', 'm.project_id')
    .select('m.project_id')
    .where('m.user_id', '=', person.userId)
    .where('m.role', '<>', 'guest')
    .where('p.deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function requireProjectCreation(kit: Kit, person: Pick<Person, 'userId' | 'email'>) {
  if (await mayCreateProjects(kit, person)) return;
  throw new AppError(
    'forbidden',
    'Only operators of this installation and members of a project can create projects here. Ask to be invited to a project first.',
  );
}
