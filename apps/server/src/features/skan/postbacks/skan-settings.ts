import {
  forwardSkanPostback,
  type getSkanSettings,
  type SkanSettings,
} from '@trailmark/contract/skan-postbacks';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Actor } from '../../../access/caller.ts';
import { differences, recordChange } from '../../../audit/record.ts';
import { announce } from '../../../db/changes.ts';
import type { Db, Tx } from '../../../db/connection.ts';
import { DAY_MS, later } from '../../../platform/clock.ts';
import type { Kit } from '../../../platform/kit.ts';
import { POSTBACK_PATHS } from './postback-paths.ts';

const DEFAULTS: SkanSettings = { count_development: false, digits_kept: 'last' };
const TALLIED_DAYS = 30;

async function readSettings(db: Db | Tx, projectId: string): Promise<SkanSettings> {
  const row = await db
    .selectFrom('skan_settings')
    .select(['count_development', 'digits_kept'])
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return row ? { ...row, digits_kept: row.digits_kept === 'first' ? 'first' : 'last' } : DEFAULTS;
}

interface AppRow {
  app_id: string;
  name: string;
  receives: boolean;
}

/** Apps of the project in the App Store, those that are received first. */
export async function listSkanApps(db: Db, projectId: string): Promise<AppRow[]> {
  const { rows } = await sql<AppRow>`
    select s.app_id, min(s.name) as name, bool_or(a.project_id is not null) as receives
    from store_listings s
    left join skan_apps a on a.app_id::text = s.app_id and a.project_id = s.project_id
    where s.project_id = ${projectId} and s.platform = 'IOS' and s.app_id is not null
    group by s.app_id order by bool_or(a.project_id is not null) desc, min(s.created_at)`.execute(db);
  return rows;
}

interface TallyRow {
  repeats: number;
  dropped: number;
  last_received_at: Date | null;
}

async function readTally(db: Db, projectId: string, now: Date): Promise<TallyRow> {
  const { rows } = await sql<TallyRow>`
    select coalesce(sum(repeats), 0)::bigint as repeats, coalesce(sum(dropped), 0)::bigint as dropped,
      (select max(received_at) from skan_postbacks where project_id = ${projectId} and came_by <> 'test') as last_received_at
    from skan_days where project_id = ${projectId} and day > ${later(now, -TALLIED_DAYS * DAY_MS)}::date`.execute(
    db,
  );
  return rows[0] ?? { repeats: 0, dropped: 0, last_received_at: null };
}

type SetUp = z.output<(typeof getSkanSettings)['response']>;

/** The settings, with what somebody needs who sets an app up. */
export async function readSetUp({ db, clock, publicUrl }: Kit, projectId: string): Promise<SetUp> {
  const tally = await readTally(db, projectId, clock.now());
  return {
    ...(await readSettings(db, projectId)),
    apps: await listSkanApps(db, projectId),
    paths: POSTBACK_PATHS,
    forward_url: `${publicUrl}/api${forwardSkanPostback.path}`,
    server_url: publicUrl,
    repeats: Number(tally.repeats),
    dropped: Number(tally.dropped),
    last_received_at: tally.last_received_at?.toISOString() ?? null,
  };
}

/** Changes settings; a change of nothing is not a change. */
export async function updateSettings(
  kit: Kit,
  { projectId, actor }: { projectId: string; actor: Actor },
  change: { count_development?: boolean | undefined; digits_kept?: 'last' | 'first' | undefined },
): Promise<void> {
  const now = kit.clock.now();
  await kit.db.transaction().execute(async (tx) => {
    const before = await readSettings(tx, projectId);
    const after = {
      count_development: change.count_development ?? before.count_development,
      digits_kept: change.digits_kept ?? before.digits_kept,
    };
    const diff = differences({ ...before }, after);
    if (!diff) return;
    const values = { ...after, updated_at: now };
    await tx
      .insertInto('skan_settings')
      .values({ project_id: projectId, ...values })
      .onConflict((conflict) => conflict.column('project_id').doUpdateSet(values))
      .execute();
    await recordChange(tx, now, {
      projectId,
      actor,
      action: 'skan.settings_changed',
      target: 'SKAN',
      ...diff,
    });
    // Edges keep what decides about a postback.
    await announce(tx, { kind: 'project', projectId });
  });
}
