import { sql } from 'kysely';
import type { Actor } from '../../../access/caller.ts';
import { recordChange } from '../../../audit/record.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { Kit } from '../../../platform/kit.ts';
import { makeSchema, type SchemaForm } from './make-schema.ts';
import { findSchema, lockProject } from './store.ts';

/** Versions are kept, so that there is an end to them. */
const MOST_VERSIONS = 10_000;

/** Makes a schema and stores it as the draft, in place of a draft that there was. */
export async function saveSchema(
  kit: Kit,
  { projectId, actor }: { projectId: string; actor: Actor },
  form: SchemaForm,
): Promise<void> {
  const now = kit.clock.now();
  await kit.db.transaction().execute(async (tx) => {
    const { currency } = await lockProject(tx, projectId);
    const { schema } = await makeSchema(tx, { projectId, currency, now }, form);
    const draft = await findSchema(tx, projectId, 'draft');
    const { rows } = await sql<{ last: number }>`select coalesce(max(version), 0)::int as last
      from skan_schemas where project_id = ${projectId}`.execute(tx);
    const version = draft?.version ?? (rows[0]?.last ?? 0) + 1;
    if (version > MOST_VERSIONS) throw new AppError('conflict', 'There are too many versions of the schema.');
    await sql`
      insert into skan_schemas (project_id, version, state, bases, schema, created_at, created_by)
      values (${projectId}, ${version}, 'draft', ${JSON.stringify(form.bases)}::jsonb,
        ${JSON.stringify(schema)}::jsonb, ${now}, ${actor.userId})
      on conflict (project_id, version) do update set bases = excluded.bases, schema = excluded.schema,
        created_at = excluded.created_at, created_by = excluded.created_by`.execute(tx);
    const after = { bases: form.bases.length, values: schema.values_used };
    const target = `version ${version}`;
    await recordChange(tx, now, { projectId, actor, action: 'skan_schema.saved', target, after });
  });
}
