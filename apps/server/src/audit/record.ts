import type { AuditAction } from '@trailmark/contract/audit-log';
import type { AuditActor } from '../access/caller.ts';
import type { Db, Tx } from '../db/connection.ts';
import { newId } from '../platform/ids.ts';

export type AuditValues = Record<string, string | number | boolean | null>;

interface Change {
  projectId: string;
  actor: AuditActor;
  action: AuditAction;
  target: string;
  before?: AuditValues | null;
  after?: AuditValues | null;
}

/** The one writer of the audit log; called in the transaction of the change itself. */
export async function recordChange(tx: Db | Tx, at: Date, change: Change): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({
      project_id: change.projectId,
      id: newId(at),
      at,
      actor_id: change.actor.userId,
      actor_email: change.actor.email,
      action: change.action,
      target: change.target,
      before: change.before ? JSON.stringify(change.before) : null,
      after: change.after ? JSON.stringify(change.after) : null,
      ip: change.actor.client.ip,
      user_agent: change.actor.client.userAgent,
    })
    .execute();
}

/** Only what differs between two states of a thing; null when nothing does. */
export function differences(
  before: AuditValues,
  after: AuditValues,
): { before: AuditValues; after: AuditValues } | null {
  const changed = Object.keys(after).filter((name) => before[name] !== after[name]);
  if (changed.length === 0) return null;
  const pick = (values: AuditValues) =>
    Object.fromEntries(changed.map((name) => [name, values[name] ?? null]));
  return { before: pick(before), after: pick(after) };
}
