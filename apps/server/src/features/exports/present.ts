import type { Export } from '@trailmark/contract/exports';
import type { ExportRow } from './store.ts';

export function presentExport(row: ExportRow): Export {
  return {
    export_id: row.id,
    kind: row.kind as Export['kind'],
    format: row.format as Export['format'],
    from: row.from_date,
    to: row.to_date,
    state: row.state as Export['state'],
    progress: Number(row.progress),
    rows: row.rows,
    bytes: row.bytes,
    problem: row.problem,
    asked_by: row.asked_by,
    asked_at: row.asked_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
  };
}
