import { sql } from 'kysely';
import type { Tx } from '../db/connection.ts';
import { badField } from '../platform/app-error.ts';

/** A member who gets mails. */
export interface Recipient {
  user_id: string;
  email: string;
  first_name: string | null;
  last_name: string | null;
}

/** A user `u` as a recipient. */
export const recipientJson = sql`json_build_object('user_id', u.id, 'email', u.email, 'first_name', u.first_name,
  'last_name', u.last_name)`;

export function nameOf({ first_name, last_name, email }: Recipient): string {
  return [first_name, last_name].filter(Boolean).join(' ') || email;
}

/** Only members get mails of a project. */
export async function requireMembers(
  tx: Tx,
  projectId: string,
  { recipients, roles }: { recipients: readonly string[]; roles: readonly string[] },
): Promise<void> {
  if (recipients.length === 0) return;
  const rows = await tx
    .selectFrom('project_members')
    .select('user_id')
    .where('project_id', '=', projectId)
    .where('user_id', 'in', recipients)
    .where('role', 'in', roles)
    .execute();
  if (rows.length < recipients.length) throw badField('recipients', 'names someone who is not a member');
}
