import type { ProjectForm } from '@trailmark/contract/projects';
import { DEFAULT_WINDOWS } from '@trailmark/contract/windows';
import type { z } from 'zod';
import type { Actor } from '../../access/caller.ts';
import { isOperator } from '../../access/operator.ts';
import { requireProjectCreation } from '../../access/project-creation.ts';
import { spend } from '../../access/rate-limit.ts';
import { recordChange } from '../../audit/record.ts';
import { DAY_MS } from '../../platform/clock.ts';
import { newId, newToken } from '../../platform/ids.ts';
import type { Kit } from '../../platform/kit.ts';
import { addFirstListings } from './add-first-listings.ts';
import { insertRules } from './store.ts';
import { checkTimezone } from './timezones.ts';

/** Of one person; operators may create any number. */
const PROJECTS_A_DAY = 10;

/** Makes a project with its SDK token and first rules; the caller owns it. */
export async function createProject(
  kit: Kit,
  actor: Actor,
  form: z.output<typeof ProjectForm>,
): Promise<string> {
  const now = kit.clock.now();
  await requireProjectCreation(kit, actor);
  await checkTimezone(kit.db, now, form.timezone);
  if (!(await isOperator(kit, actor))) {
    const bucket = `project:person:${actor.userId}`;
    const message = `You can create ${PROJECTS_A_DAY} projects a day.`;
    await spend(kit.db, now, [{ bucket, max: PROJECTS_A_DAY, perMs: DAY_MS, message }]);
  }
  const projectId = newId(now);
  await kit.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('projects')
      .values({ project_id: projectId, ...form, created_at: now, updated_at: now })
      .execute();
    await tx
      .insertInto('project_members')
      .values({ project_id: projectId, user_id: actor.userId, role: 'owner', joined_at: now })
      .execute();
    await tx
      .insertInto('project_tokens')
      .values({ token: `tm_${newToken()}`, project_id: projectId, created_at: now })
      .execute();
    const rules = { windows: DEFAULT_WINDOWS, networkWindows: {}, plausibility: {} };
    await insertRules(tx, now, { projectId, version: 1, ...rules, by: actor.userId });
    const after = {
      name: form.name,
      platform: form.platform,
      currency: form.currency,
      timezone: form.timezone,
    };
    await recordChange(tx, now, { projectId, actor, action: 'project.created', target: form.name, after });
    await addFirstListings(tx, now, { projectId, actor, form });
  });
  return projectId;
}
