import type { AuditAction } from '@trailmark/contract/audit-log';
import type { Db } from '../../db/connection.ts';

interface Page {
  projectId: string;
  action?: AuditAction | undefined;
  before?: string | undefined;
  limit: number;
}

/** Newest first: ids are made from time, so they are the order and the cursor. */
export async function listAuditRows(db: Db, page: Page) {
  let query = db.selectFrom('audit_log').selectAll().where('project_id', '=', page.projectId);
  if (page.action) query = query.where('action', '=', page.action);
  if (page.before) query = query.where('id', '<', page.before);
  return await query.orderBy('id', 'desc').limit(page.limit).execute();
}

export type AuditRow = Awaited<ReturnType<typeof listAuditRows>>[number];
