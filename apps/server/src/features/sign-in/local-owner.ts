import { later, MINUTE_MS } from '../../platform/clock.ts';
import type { Env } from '../../platform/env.ts';
import { newId, newToken } from '../../platform/ids.ts';
import type { Kit } from '../../platform/kit.ts';
import { hashToken } from '../../platform/secrets.ts';
import { LINK_MINUTES } from './send-magic-link.ts';
import { insertMagicLink } from './store.ts';

const LOOPBACK = ['127.0.0.1', '::1', 'localhost'];

/** Only for the person at this machine: never in production, never with mail, never on an open address. */
export function printsSignInLink(env: Env): boolean {
  const servesPages = env.role === 'all' || env.role === 'api';
  return servesPages && !env.production && !env.smtpUrl && LOOPBACK.includes(env.host);
}

const LOCAL_ADDRESS = 'owner@localhost';

/** The address of the person who runs this machine; the account is made at the first start. */
async function localOwnerEmail(kit: Kit): Promise<string> {
  const known = await kit.db
    .selectFrom('users')
    .select('email')
    .where('is_local_owner', '=', true)
    .executeTakeFirst();
  if (known) return known.email;
  const now = kit.clock.now();
  const email = kit.env.operatorEmails[0] ?? LOCAL_ADDRESS;
  const row = await kit.db
    .insertInto('users')
    .values({ id: newId(now), email, is_local_owner: true, created_at: now, updated_at: now })
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet((eb) => ({ is_local_owner: eb.ref('excluded.is_local_owner') })),
    )
    .returning('email')
    .executeTakeFirstOrThrow();
  return row.email;
}

/** A one-time link for the local owner, printed at start; a restart voids the older one. */
export async function issueLocalOwnerLink(kit: Kit): Promise<string> {
  const now = kit.clock.now();
  const token = newToken();
  await insertMagicLink(kit.db, {
    id: newId(now),
    email: await localOwnerEmail(kit),
    token_hash: hashToken(token),
    purpose: 'local_owner',
    browser_hash: null,
    return_to: null,
    ip: null,
    user_agent: null,
    created_at: now,
    expires_at: later(now, LINK_MINUTES * MINUTE_MS),
  });
  return `${kit.publicUrl}/login/verify#token=${token}`;
}
