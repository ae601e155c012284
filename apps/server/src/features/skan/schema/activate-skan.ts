import { sql } from 'kysely';
import type { Actor } from '../../../access/caller.ts';
import { recordChange } from '../../../audit/record.ts';
import { announce } from '../../../db/changes.ts';
import type { Tx } from '../../../db/connection.ts';
import { enqueue } from '../../../jobs/queue.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { Kit } from '../../../platform/kit.ts';
import { makeSchemaUrl } from '../exports/schema-url.ts';
import { findActivation, findAppId, findSchema, lockProject } from './store.ts';

interface Acting {
  projectId: string;
  actor: Actor;
}

const NO_APP = 'Add the App Store page of your app under Store listings first: SKAN names apps by its id.';
const NO_SCHEMA = 'There is no schema yet. Make one first.';

/** A version that was active is never changed again. */
async function replaceActive(
  tx: Tx,
  projectId: string,
  change: { version: number; now: Date },
): Promise<void> {
  await sql`update skan_schemas set state = 'retired', retired_at = ${change.now}
    where project_id = ${projectId} and state = 'active'`.execute(tx);
  await sql`update skan_schemas set state = 'active', activated_at = ${change.now}
    where project_id = ${projectId} and version = ${change.version}`.execute(tx);
}

/** Two switches in one instant would hide each other: the later one is a little later. */
const instantAfter = (last: Date | undefined, now: Date) =>
  last && last >= now ? new Date(last.getTime() + 1) : now;

async function start(tx: Tx, projectId: string, now: Date): Promise<{ version: number; at: Date } | null> {
  if ((await findAppId(tx, projectId)) === null) throw new AppError('conflict', NO_APP);
  const [draft, active] = [
    await findSchema(tx, projectId, 'draft'),
    await findSchema(tx, projectId, 'active'),
  ];
  const next = draft ?? active;
  if (!next) throw new AppError('conflict', NO_SCHEMA);
  const last = await findActivation(tx, projectId);
  if (!draft && last?.activate_skan) return null;
  const at = instantAfter(last?.changed_at, now);
  if (draft) await replaceActive(tx, projectId, { version: draft.version, now: at });
  return { version: next.version, at };
}

async function stop(tx: Tx, projectId: string, now: Date): Promise<{ version: number; at: Date } | null> {
  const last = await findActivation(tx, projectId);
  return last?.activate_skan ? { version: last.version, at: instantAfter(last.changed_at, now) } : null;
}

/**
 * Starts handing out values by the draft, or by the active version again; or stops it. The version stays in force for
 * postbacks: what apps have received is decoded by it. Gives the version, or null where nothing changed.
 */
export async function switchSkan(
  kit: Kit,
  { projectId, actor }: Acting,
  on: boolean,
): Promise<number | null> {
  return await kit.db.transaction().execute(async (tx) => {
    await lockProject(tx, projectId);
    const change = await (on ? start : stop)(tx, projectId, kit.clock.now());
    if (!change) return null;
    const { version, at } = change;
    await sql`insert into skan_activations (project_id, changed_at, activate_skan, version)
      values (${projectId}, ${at}, ${on}, ${version})`.execute(tx);
    const action = on ? 'skan.activated' : 'skan.stopped';
    await recordChange(tx, kit.clock.now(), { projectId, actor, action, target: `version ${version}` });
    await announce(tx, { kind: 'project', projectId });
    if (on) {
      await makeSchemaUrl(tx, kit, { projectId, replaces: false });
      const key = `upload-skan-schema ${projectId}`;
      await enqueue(tx, 'upload-skan-schema', { project_id: projectId }, { key });
    }
    return version;
  });
}
