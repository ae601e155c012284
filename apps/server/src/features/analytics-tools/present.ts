import type { Backfill, Tool, ToolConnection, ToolSettings } from '@trailmark/contract/analytics-tools';
import type { ConnectionHealth } from '@trailmark/contract/connections';
import type { BackfillRow } from '../../connections/backfill-store.ts';
import type { ConnectionRow } from '../../connections/connection.ts';

const presentBackfill = (row: BackfillRow): Backfill => ({
  state: row.state,
  from: row.from_at.toISOString(),
  to: row.to_at.toISOString(),
  total: row.total,
  planned: row.planned,
  started_at: row.started_at.toISOString(),
  ended_at: row.ended_at?.toISOString() ?? null,
});

/** Field by field, so that no secret leaks. */
export function presentTool(
  row: ConnectionRow,
  { health, backfill }: { health: ConnectionHealth; backfill: BackfillRow | undefined },
): ToolConnection {
  const { region, host, events, event_names, property_names } = row.settings as ToolSettings;
  return {
    connection_id: row.connection_id,
    tool: row.kind as Tool,
    settings: { region, host, events, event_names, property_names },
    credential_hints: row.credential_hints,
    connected_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    health,
    backfill: backfill ? presentBackfill(backfill) : null,
  };
}
