import type { ProjectChange } from '@trailmark/contract/projects';
import type { z } from 'zod';
import type { Actor } from '../../access/caller.ts';
import { type AuditValues, differences, recordChange } from '../../audit/record.ts';
import { announce } from '../../db/changes.ts';
import type { Tx } from '../../db/connection.ts';
import { enqueue } from '../../jobs/queue.ts';
import type { Kit } from '../../platform/kit.ts';
import { markCurrencyChange } from '../../rollups/refold-cube.ts';
import { changeRules } from './change-rules.ts';
import { changeSettings } from './change-settings.ts';
import { lockProject } from './store.ts';
import { checkTimezone } from './timezones.ts';

type Change = z.output<typeof ProjectChange>;

const FIELDS = [
  'name',
  'platform',
  'website',
  'app_store_link',
  'play_store_link',
  'currency',
  'timezone',
] as const;

/** The named fields that are given at all. */
function pick<Name extends string, From extends Partial<Record<Name, unknown>>>(
  names: readonly Name[],
  from: From,
) {
  const given = names.filter((name) => from[name] !== undefined);
  return Object.fromEntries(given.map((name) => [name, from[name]])) as unknown as Pick<
    From,
    Name & keyof From
  >;
}

async function changeFields(tx: Tx, now: Date, change: Change) {
  const project = await lockProject(tx, change.project_id);
  const diff = differences(pick(FIELDS, project), pick(FIELDS, change) as AuditValues);
  if (diff) {
    await tx
      .updateTable('projects')
      .set({ ...diff.after, updated_at: now })
      .where('project_id', '=', change.project_id)
      .execute();
  }
  return { name: project.name, diff };
}

/** Days begin at another instant now, of the calendar or after an install: what is counted by day is counted again. */
async function refold(tx: Tx, now: Date, projectId: string): Promise<void> {
  await tx
    .insertInto('refolds')
    .values({ project_id: projectId, started_at: now })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet({ started_at: now }))
    .execute();
  await enqueue(tx, 'refold-project', { project_id: projectId });
}

/** Changes the fields that are given and notes what differed; a change of nothing is not a change. */
export async function updateProject(kit: Kit, actor: Actor, change: Change): Promise<void> {
  const now = kit.clock.now();
  const { project_id: projectId } = change;
  if (change.timezone !== undefined) await checkTimezone(kit.db, now, change.timezone);
  await kit.db.transaction().execute(async (tx) => {
    const fields = await changeFields(tx, now, change);
    const rules = await changeRules(tx, now, { change, by: actor.userId });
    const settings = await changeSettings(kit, tx, change);
    if (!fields.diff && !rules && !settings) return;
    await recordChange(tx, now, {
      projectId,
      actor,
      action: 'project.updated',
      target: fields.name,
      before: { ...fields.diff?.before, ...rules?.before, ...settings?.before },
      after: { ...fields.diff?.after, ...rules?.after, ...settings?.after },
    });
    await announce(tx, { kind: 'project', projectId });
    if (fields.diff) await announce(tx, { kind: 'links', projectId });
    const isRecounted = fields.diff?.after.timezone !== undefined || settings?.after.day_kind !== undefined;
    if (isRecounted) await refold(tx, now, projectId);
    if (fields.diff?.after.currency !== undefined) await markCurrencyChange(tx, now, projectId);
  });
}
