import { sql } from 'kysely';
import type { Actor } from '../../../access/caller.ts';
import { recordChange } from '../../../audit/record.ts';
import { announce } from '../../../db/changes.ts';
import type { Tx } from '../../../db/connection.ts';
import { uploadSkanSchemaSoon } from '../../../networks/upload-skan-schema.ts';
import { AppError, badField } from '../../../platform/app-error.ts';
import { DAY_MS, later } from '../../../platform/clock.ts';
import type { Kit } from '../../../platform/kit.ts';
import { makeSchemaUrl } from '../exports/schema-url.ts';
import { findActivation, findAppId, findSchema, lockProject } from './store.ts';

interface Acting {
  projectId: string;
  actor: Actor;
}

const NO_APP = 'Add the App Store page of your app under Store listings first: SKAN names apps by its id.';
const NO_SCHEMA = 'There is no schema yet. Create one first.';

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
const instantAfter = (last: Date, now: Date) => (last >= now ? new Date(last.getTime() + 1) : now);

const MOST_DAYS_BEFORE = 400;

/** When the first version came into force: earlier than now where another tool has handed out its values. */
function firstInstant(since: Date | undefined, now: Date): Date {
  if (since === undefined) return now;
  if (since > now) throw badField('since', 'is in the future');
  if (since < later(now, -MOST_DAYS_BEFORE * DAY_MS)) {
    throw badField('since', `is more than ${MOST_DAYS_BEFORE} days ago`);
  }
  return since;
}

interface Switch {
  now: Date;
  since: Date | undefined;
}

interface Switched {
  version: number;
  at: Date;
}

async function start(tx: Tx, projectId: string, { now, since }: Switch): Promise<Switched | null> {
  if ((await findAppId(tx, projectId)) === null) throw new AppError('conflict', NO_APP);
  const [draft, active] = [
    await findSchema(tx, projectId, 'draft'),
    await findSchema(tx, projectId, 'active'),
  ];
  const next = draft ?? active;
  if (!next) throw new AppError('conflict', NO_SCHEMA);
  const last = await findActivation(tx, projectId);
  if (!draft && last?.activate_skan) return null;
  if (last && since) throw badField('since', 'is for the first activation only');
  const at = last ? instantAfter(last.changed_at, now) : firstInstant(since, now);
  if (draft) await replaceActive(tx, projectId, { version: draft.version, now: at });
  return { version: next.version, at };
}

async function stop(tx: Tx, projectId: string, { now, since }: Switch): Promise<Switched | null> {
  if (since) throw badField('since', 'is for an activation only');
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
  { on, since }: { on: boolean; since?: Date | undefined },
): Promise<number | null> {
  return await kit.db.transaction().execute(async (tx) => {
    await lockProject(tx, projectId);
    const change = await (on ? start : stop)(tx, projectId, { now: kit.clock.now(), since });
    if (!change) return null;
    const { version, at } = change;
    await sql`insert into skan_activations (project_id, changed_at, activate_skan, version)
      values (${projectId}, ${at}, ${on}, ${version})`.execute(tx);
    const action = on ? 'skan.activated' : 'skan.stopped';
    await recordChange(tx, kit.clock.now(), { projectId, actor, action, target: `version ${version}` });
    await announce(tx, { kind: 'project', projectId });
    if (on) {
      await makeSchemaUrl(tx, kit, { projectId, replaces: false });
      await uploadSkanSchemaSoon(tx, projectId);
    }
    return version;
  });
}
