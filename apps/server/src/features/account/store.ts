import type { z } from 'zod';
import type { Db } from '../../db/connection.ts';

/** Preferences belong to one person in one project. */
interface Owner {
  projectId: string;
  userId: string;
}

export async function findPreference(db: Db, owner: Owner) {
  const row = await db
    .selectFrom('dashboard_preferences')
    .select(['preference', 'campaign_table_columns'])
    .where('project_id', '=', owner.projectId)
    .where('user_id', '=', owner.userId)
    .executeTakeFirst();
  if (!row) return null;
  return {
    preference: row.preference as Record<string, z.core.util.JSONType>,
    columns: row.campaign_table_columns as string[],
  };
}

export async function upsertPreference(
  db: Db,
  now: Date,
  row: Owner & { preference: unknown },
): Promise<void> {
  await db
    .insertInto('dashboard_preferences')
    .values({
      project_id: row.projectId,
      user_id: row.userId,
      preference: JSON.stringify(row.preference),
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'user_id']).doUpdateSet((eb) => ({
        preference: eb.ref('excluded.preference'),
        updated_at: eb.ref('excluded.updated_at'),
      })),
    )
    .execute();
}

export async function upsertColumns(db: Db, now: Date, row: Owner & { columns: string[] }): Promise<void> {
  await db
    .insertInto('dashboard_preferences')
    .values({
      project_id: row.projectId,
      user_id: row.userId,
      campaign_table_columns: JSON.stringify(row.columns),
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'user_id']).doUpdateSet((eb) => ({
        campaign_table_columns: eb.ref('excluded.campaign_table_columns'),
        updated_at: eb.ref('excluded.updated_at'),
      })),
    )
    .execute();
}
