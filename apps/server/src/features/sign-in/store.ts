import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../db/connection.ts';
import type { MagicLinks } from '../../db/schema.ts';

export type MagicLink = Selectable<MagicLinks>;

/**
 * Stores a link. Those that were sent before stay valid: otherwise anybody could void a person's link by asking for
 * another. Only the local owner has one at a time, whatever the address.
 */
export async function insertMagicLink(
  db: Db,
  link: Omit<MagicLink, 'consumed_at' | 'voided_at'>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (link.purpose === 'local_owner') {
      // Two that start at the same moment do not see each other: one waits for the other here.
      await sql`select pg_advisory_xact_lock(hashtextextended(${link.purpose}, 0))`.execute(tx);
      await lockLinks(tx, { purpose: link.purpose });
      await voidLinks(tx, { purpose: link.purpose }, link.created_at);
    }
    await tx.insertInto('magic_links').values(link).execute();
  });
}

interface UnusedLinks {
  purpose: string;
  /** Of all addresses unless given. */
  email?: string;
}

/** Locks unused links in the order of their ids, so that two transactions that change them cannot deadlock. */
export async function lockLinks(tx: Tx, { purpose, email }: UnusedLinks): Promise<void> {
  await tx
    .selectFrom('magic_links')
    .select('id')
    .where('purpose', '=', purpose)
    .$if(email !== undefined, (links) => links.where('email', '=', email ?? ''))
    .where('consumed_at', 'is', null)
    .where('voided_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Voids unused links; they are locked. */
export async function voidLinks(tx: Tx, { purpose, email }: UnusedLinks, now: Date): Promise<void> {
  await tx
    .updateTable('magic_links')
    .set({ voided_at: now })
    .where('purpose', '=', purpose)
    .$if(email !== undefined, (links) => links.where('email', '=', email ?? ''))
    .where('consumed_at', 'is', null)
    .where('voided_at', 'is', null)
    .execute();
}

function usable(db: Db | Tx, now: Date) {
  return db
    .selectFrom('magic_links')
    .selectAll()
    .where('consumed_at', 'is', null)
    .where('voided_at', 'is', null)
    .where('expires_at', '>', now);
}

/** A link that can still be used; nothing is used up by looking. */
export async function findMagicLink(db: Db, tokenHash: Buffer, now: Date): Promise<MagicLink | undefined> {
  return await usable(db, now).where('token_hash', '=', tokenHash).executeTakeFirst();
}

/** Uses a link up; false when somebody was faster. */
export async function consumeMagicLink(tx: Tx, id: string, now: Date): Promise<boolean> {
  const result = await tx
    .updateTable('magic_links')
    .set({ consumed_at: now })
    .where('id', '=', id)
    .where('consumed_at', 'is', null)
    .where('voided_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Uses a one-time code of the OpenID callback up. */
export async function consumeSignInCode(tx: Tx, code: { codeHash: Buffer; browserHash: Buffer }, now: Date) {
  return await tx
    .updateTable('sign_in_codes')
    .set({ consumed_at: now })
    .where('code_hash', '=', code.codeHash)
    .where('browser_hash', '=', code.browserHash)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['user_id', 'return_to'])
    .executeTakeFirst();
}
