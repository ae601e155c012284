import { type AuditAction, type AuditEntry, listAuditLog } from '@trailmark/contract/audit-log';
import { type Handled, onProject } from '../../http/handled.ts';
import { type AuditRow, listAuditRows } from './audit-log-store.ts';

function present(row: AuditRow): AuditEntry {
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor: { user_id: row.actor_id, email: row.actor_email },
    action: row.action as AuditAction,
    target: row.target,
    before: row.before as AuditEntry['before'],
    after: row.after as AuditEntry['after'],
    ip: row.ip,
    user_agent: row.user_agent,
  };
}

export const routes: Handled[] = [
  onProject(listAuditLog, async ({ kit, query }) => {
    const rows = await listAuditRows(kit.db, {
      projectId: query.project_id,
      action: query.action,
      before: query.cursor,
      // One more than asked for tells whether there is a next page.
      limit: query.limit + 1,
    });
    const items = rows.slice(0, query.limit).map(present);
    return { items, next_cursor: rows.length > query.limit ? (items.at(-1)?.id ?? null) : null };
  }),
];
