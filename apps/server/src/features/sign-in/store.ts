import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../db/connection.ts';
import type { MagicLinks } from '../../db/schema.ts';

export type MagicLink = Selectable<MagicLinks>;

/** Stores a link; the older ones of the same address are void from now on, of the local owner all, whatever the address. */
export async function insertMagicLink(
  db: Db,
  link: Omit<MagicLink, 'consumed_at' | 'voided_at'>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Two links asked for at the same moment do not see each other: one waits for the other here.
    const whose = link.purpose === 'sign_in' ? link.email : link.purpose;
    await sql`select pg_advisory_xact_lock(hashtextextended(${whose}, 0))`.execute(tx);
    await tx
      .updateTable('magic_links')
      .set({ voided_at: link.created_at })
      .$if(link.purpose === 'sign_in', (older) => older.where('email', '=', link.email))
      .where('purpose', '=', link.purpose)
      .where('consumed_at', 'is', null)
      .where('voided_at', 'is', null)
      .execute();
    await tx.insertInto('magic_links').values(link).execute();
  });
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
