import * as oidc from 'openid-client';
import { z } from 'zod';
import { enter } from '../../../access/enter.ts';
import type { Tx } from '../../../db/connection.ts';
import { AppError } from '../../../platform/app-error.ts';
import { later, MINUTE_MS } from '../../../platform/clock.ts';
import { newToken } from '../../../platform/ids.ts';
import type { Kit } from '../../../platform/kit.ts';
import { hashToken } from '../../../platform/secrets.ts';
import type { Flow } from './flow-cookie.ts';
import { googleProvider } from './provider.ts';
import { CALLBACK_PATH } from './start-google.ts';

/** A name longer than ours may be is cut: it is no reason to keep anybody out. */
const Name = z
  .string()
  .nullish()
  .transform((name) => name?.slice(0, 80));

const Claims = z.object({
  iss: z.string(),
  sub: z.string().min(1),
  email: z.string().toLowerCase().pipe(z.email()),
  email_verified: z.boolean().default(false),
  given_name: Name,
  family_name: Name,
});
type Claims = z.infer<typeof Claims>;

/** Why a sign-in with Google ended without one, as the login screen explains it. */
type GoogleFailure = 'access_denied' | 'not_verified' | 'signup_closed' | 'failed';

export type GoogleEnd = { code: string } | { error: GoogleFailure };

async function claimsOf(kit: Kit, flow: Flow, search: string): Promise<Claims> {
  const tokens = await oidc.authorizationCodeGrant(
    await googleProvider(kit),
    new URL(`${kit.publicUrl}${CALLBACK_PATH}${search}`),
    {
      pkceCodeVerifier: flow.verifier,
      expectedState: flow.state,
      expectedNonce: flow.nonce,
      idTokenExpected: true,
    },
  );
  return Claims.parse(tokens.claims());
}

/** Accounts are keyed by issuer and subject; a verified address links to the account that has it. */
async function userOf(kit: Kit, tx: Tx, claims: Claims): Promise<string> {
  const identity = await tx
    .selectFrom('identities')
    .select('user_id')
    .where('issuer', '=', claims.iss)
    .where('subject', '=', claims.sub)
    .executeTakeFirst();
  if (identity) return identity.user_id;
  const { userId } = await enter(kit, tx, {
    email: claims.email,
    firstName: claims.given_name,
    lastName: claims.family_name,
  });
  await tx
    .insertInto('identities')
    .values({ issuer: claims.iss, subject: claims.sub, user_id: userId, created_at: kit.clock.now() })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .execute();
  return userId;
}

async function issueCode(kit: Kit, claims: Claims, flow: Flow, browserHash: Buffer): Promise<string> {
  const code = newToken();
  const now = kit.clock.now();
  await kit.db.transaction().execute(async (tx) => {
    const userId = await userOf(kit, tx, claims);
    await tx
      .insertInto('sign_in_codes')
      .values({
        code_hash: hashToken(code),
        browser_hash: browserHash,
        user_id: userId,
        return_to: flow.returnTo,
        created_at: now,
        expires_at: later(now, MINUTE_MS),
      })
      .execute();
  });
  return code;
}

/** Ends the flow: a one-time code for the browser, or the reason why there is none. */
export async function endGoogle(
  kit: Kit,
  flow: Flow | null,
  answer: { search: string; error: string | undefined; browserHash: Buffer },
): Promise<GoogleEnd> {
  if (answer.error === 'access_denied') return { error: 'access_denied' };
  if (!flow || answer.error) return { error: 'failed' };
  try {
    const claims = await claimsOf(kit, flow, answer.search);
    if (!claims.email_verified) return { error: 'not_verified' };
    return { code: await issueCode(kit, claims, flow, answer.browserHash) };
  } catch (error) {
    if (error instanceof AppError && error.code === 'signup_closed') return { error: 'signup_closed' };
    // A browser waits for a page, not for JSON: the login screen says that it failed, the log says why.
    kit.log.warn({ err: error }, 'sign-in with Google failed');
    return { error: 'failed' };
  }
}
