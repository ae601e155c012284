import type { UserChange } from '@trailmark/contract/users';
import type { z } from 'zod';
import { awaitsAddress } from '../../access/profile.ts';
import { AppError, badField } from '../../platform/app-error.ts';
import type { Kit } from '../../platform/kit.ts';

/** Changes the fields that are given. An address can be given once, by the local owner, who has none yet. */
export async function changeUser(
  kit: Kit,
  userId: string,
  change: z.output<typeof UserChange>,
): Promise<void> {
  const { email, ...fields } = change;
  await kit.db.transaction().execute(async (tx) => {
    const user = await tx
      .selectFrom('users')
      .selectAll()
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirst();
    if (!user) throw new AppError('not_found', 'We couldn’t find this person.');
    const isNewAddress = email !== undefined && email !== user.email;
    if (isNewAddress) {
      if (!awaitsAddress(user)) throw badField('email', 'cannot be changed');
      const taken = await tx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
      if (taken) throw badField('email', 'belongs to another account');
    }
    await tx
      .updateTable('users')
      .set({ ...fields, ...(isNewAddress ? { email } : {}), updated_at: kit.clock.now() })
      .where('id', '=', userId)
      .execute();
  });
}
