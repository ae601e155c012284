import type { SignedIn } from '@trailmark/contract/sign-in';
import type { ClientInfo } from '../../../access/caller.ts';
import { loadProfile } from '../../../access/profile.ts';
import { spend } from '../../../access/rate-limit.ts';
import { openSession } from '../../../access/session.ts';
import { networkOf } from '../../../http/client-info.ts';
import { AppError } from '../../../platform/app-error.ts';
import { MINUTE_MS } from '../../../platform/clock.ts';
import type { Kit } from '../../../platform/kit.ts';
import { hashToken } from '../../../platform/secrets.ts';
import { consumeSignInCode } from '../store.ts';

interface Request {
  code: string;
  browserHash: Buffer | null;
  client: ClientInfo;
}

/** Changes the one-time code for a bearer token, only in the browser that began the sign-in. */
export async function exchangeCode(kit: Kit, { code, browserHash, client }: Request): Promise<SignedIn> {
  const now = kit.clock.now();
  await spend(kit.db, now, [{ bucket: `google-code:ip:${networkOf(client.ip)}`, max: 20, perMs: MINUTE_MS }]);
  const opened = await kit.db.transaction().execute(async (tx) => {
    const row = browserHash && (await consumeSignInCode(tx, { codeHash: hashToken(code), browserHash }, now));
    if (!row)
      throw new AppError(
        'sign_in_failed',
        'The sign-in took too long or was begun elsewhere. Please try again.',
      );
    const token = await openSession(tx, now, { userId: row.user_id, method: 'google', client });
    return { userId: row.user_id, token, returnTo: row.return_to };
  });
  return { token: opened.token, user: await loadProfile(kit, opened.userId), return_to: opened.returnTo };
}
