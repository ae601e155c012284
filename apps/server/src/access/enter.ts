import { sql } from 'kysely';
import type { Db, Tx } from '../db/connection.ts';
import { AppError } from '../platform/app-error.ts';
import { newId } from '../platform/ids.ts';
import type { Kit } from '../platform/kit.ts';

/** What is known of a person who has proven an address. */
export interface NewPerson {
  email: string;
  firstName?: string | null;
  lastName?: string | null;
}

async function hasInvite(db: Db | Tx, email: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('project_invites as i')
    .innerJoin('projects as p', 'p.project_id', 'i.project_id')
    .select('i.id')
    .where('i.email', '=', email)
    .where('i.accepted_at', 'is', null)
    .where('i.revoked_at', 'is', null)
    .where('i.expires_at', '>', now)
    .where('p.deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function isFirstPerson(db: Db | Tx): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined;
}

/** Two transactions do not see each other's new account: the second waits here until the first one is visible. */
async function lockFirstSignUp(tx: Tx): Promise<void> {
  if (!(await isFirstPerson(tx))) return;
  await sql`select pg_advisory_xact_lock(hashtextextended('first_sign_up', 0))`.execute(tx);
}

/**
 * Whether an unknown address may make an account: sign-up is open, it is expected, or nobody has one yet. Where
 * operators are named, an installation belongs to them from the start and not to the first who comes.
 */
async function maySignUp(kit: Kit, db: Db | Tx, email: string): Promise<boolean> {
  const { signup, operatorEmails } = kit.env;
  if (signup === 'open' || operatorEmails.includes(email)) return true;
  if (await hasInvite(db, email, kit.clock.now())) return true;
  return operatorEmails.length === 0 && (await isFirstPerson(db));
}

/** Whether a proven address leads to an account, an existing or a new one. */
export async function mayEnter(kit: Kit, email: string): Promise<boolean> {
  const known = await kit.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  return known !== undefined || (await maySignUp(kit, kit.db, email));
}

/** The account of a proven address, created now if sign-up allows it. */
export async function enter(
  kit: Kit,
  tx: Tx,
  person: NewPerson,
): Promise<{ userId: string; isNew: boolean }> {
  const known = await tx
    .selectFrom('users')
    .select('id')
    .where('email', '=', person.email)
    .executeTakeFirst();
  if (known) return { userId: known.id, isNew: false };
  await lockFirstSignUp(tx);
  if (!(await maySignUp(kit, tx, person.email))) {
    throw new AppError(
      'signup_closed',
      'This address has no account here. Ask an owner or admin for an invite.',
    );
  }
  const now = kit.clock.now();
  const row = await tx
    .insertInto('users')
    .values({
      id: newId(now),
      email: person.email,
      first_name: person.firstName ?? null,
      last_name: person.lastName ?? null,
      created_at: now,
      updated_at: now,
    })
    // Two sign-ins of one address at the same moment make one account.
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet((eb) => ({ updated_at: eb.ref('excluded.updated_at') })),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return { userId: row.id, isNew: true };
}
