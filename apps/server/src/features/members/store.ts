import type { Db, Tx } from '../../db/connection.ts';

export async function listMemberRows(db: Db | Tx, projectId: string) {
  return await db
    .selectFrom('project_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.user_id', 'm.role', 'm.joined_at', 'u.email', 'u.first_name', 'u.last_name'])
    .select((eb) =>
      eb
        .selectFrom('sessions as s')
        .whereRef('s.user_id', '=', 'm.user_id')
        .select((max) => max.fn.max('s.last_used_at').as('at'))
        .as('last_seen_at'),
    )
    .where('m.project_id', '=', projectId)
    .orderBy('m.joined_at')
    .orderBy('m.user_id')
    .execute();
}

/** When a person made their account. */
export async function findSignUp(db: Db | Tx, userId: string): Promise<Date | null> {
  const row = await db.selectFrom('users').select('created_at').where('id', '=', userId).executeTakeFirst();
  return row?.created_at ?? null;
}

export type MemberRow = Awaited<ReturnType<typeof listMemberRows>>[number];

/** The members, locked: nobody else changes who owns the project meanwhile. */
export async function lockMembers(tx: Tx, projectId: string) {
  return await tx
    .selectFrom('project_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.user_id', 'm.role', 'u.email'])
    .where('m.project_id', '=', projectId)
    .orderBy('m.user_id')
    .forUpdate('m')
    .execute();
}

function invites(db: Db | Tx) {
  return db
    .selectFrom('project_invites as i')
    .innerJoin('projects as p', 'p.project_id', 'i.project_id')
    .leftJoin('users as u', 'u.id', 'i.invited_by')
    .select(['i.id', 'i.project_id', 'i.email', 'i.role', 'i.sent_at', 'i.expires_at'])
    .select(['p.name as project_name', 'u.email as inviter_email', 'u.first_name', 'u.last_name'])
    .where('i.accepted_at', 'is', null)
    .where('i.revoked_at', 'is', null)
    .where('p.deleted_at', 'is', null);
}

/** Invites without an answer, expired ones among them. */
export async function listInviteRows(db: Db, projectId: string) {
  return await invites(db).where('i.project_id', '=', projectId).orderBy('i.created_at').execute();
}

export type InviteRow = Awaited<ReturnType<typeof listInviteRows>>[number];

export async function findInvite(db: Db | Tx, projectId: string, id: string) {
  return await invites(db).where('i.project_id', '=', projectId).where('i.id', '=', id).executeTakeFirst();
}

/** An invite that can be accepted now, by the hash of its link or by its id. */
export async function findOpenInvite(db: Db | Tx, by: { tokenHash: Buffer } | { id: string }, now: Date) {
  const open = invites(db).where('i.expires_at', '>', now);
  const one = 'id' in by ? open.where('i.id', '=', by.id) : open.where('i.token_hash', '=', by.tokenHash);
  return await one.executeTakeFirst();
}
