import type { SkanSchemaMapping, SkanSchemaVersion } from '@trailmark/contract/skan-schema';
import { listValues } from '@trailmark/core/skan/schema/conditions';
import type { Db } from '../../../db/connection.ts';
import {
  type ActivationRow,
  findActivation,
  findAppId,
  findSchema,
  hasValues,
  listSchemas,
  type SchemaRow,
} from './store.ts';

const presentVersion = (row: SchemaRow): SkanSchemaVersion => ({
  version: row.version,
  state: row.state,
  bases: row.bases,
  schema: row.schema,
  created_at: row.created_at.toISOString(),
  activated_at: row.activated_at?.toISOString() ?? null,
  retired_at: row.retired_at?.toISOString() ?? null,
});

function explain(activation: ActivationRow | null): string {
  if (!activation) return 'SKAN was never activated: apps receive no conversion values.';
  const { activate_skan, version } = activation;
  if (activate_skan) return `Apps receive conversion values by version ${version}.`;
  return `Apps receive no conversion values any more. Postbacks are still received, and decoded by version ${version}.`;
}

/** Everything about the schema of a project. */
export async function presentMapping(db: Db, projectId: string): Promise<SkanSchemaMapping> {
  const [rows, activation, appId, draft, active, isUsed] = await Promise.all([
    listSchemas(db, projectId),
    findActivation(db, projectId),
    findAppId(db, projectId),
    findSchema(db, projectId, 'draft'),
    findSchema(db, projectId, 'active'),
    hasValues(db, projectId),
  ]);
  const shown = draft ?? active;
  return {
    activate_skan: activation?.activate_skan ?? false,
    changed_at: activation?.changed_at.toISOString() ?? null,
    explanation: explain(activation),
    app_id: appId,
    has_values: isUsed,
    draft: draft && presentVersion(draft),
    active: active && presentVersion(active),
    values: shown ? listValues(shown.schema) : [],
    versions: rows.map((row) => {
      const { schema: _, ...version } = presentVersion(row);
      return version;
    }),
  };
}
