import type { OpenConfig } from '@trailmark/contract/open-config';
import type { Kit } from '../../platform/kit.ts';
import { printsSignInLink } from './local-owner.ts';

/** The local owner is stored before they first come: until they have said their name, nobody has an account. */
async function hasAccounts({ db }: Kit): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where((eb) => eb.or([eb('is_local_owner', '=', false), eb('first_name', 'is not', null)]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Where the first account of this installation comes from; null once there is one. */
export async function findFirstSignIn(kit: Kit): Promise<OpenConfig['first_sign_in']> {
  if (await hasAccounts(kit)) return null;
  if (printsSignInLink(kit.env)) return 'terminal';
  return kit.env.operatorEmails.length > 0 && kit.env.signup === 'invite' ? 'operator' : 'anyone';
}
