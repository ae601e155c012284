import type { FastifyReply } from 'fastify';
import * as oidc from 'openid-client';
import { AppError } from '../../../platform/app-error.ts';
import type { Kit } from '../../../platform/kit.ts';
import { writeFlow } from './flow-cookie.ts';
import { googleProvider } from './provider.ts';

export const CALLBACK_PATH = '/api/login/google/callback';

/** Null when the provider does not answer: the login screen says so, the log says why. */
async function reachProvider(kit: Kit): Promise<oidc.Configuration | null> {
  try {
    return await googleProvider(kit);
  } catch (error) {
    if (error instanceof AppError) throw error;
    kit.log.warn({ err: error }, 'the OpenID provider cannot be reached');
    return null;
  }
}

/** The provider's address to send the browser to, with state, nonce and PKCE bound to it by a cookie. */
export async function startGoogle(kit: Kit, reply: FastifyReply, returnTo: string | null): Promise<string> {
  const provider = await reachProvider(kit);
  if (!provider) return `${kit.publicUrl}/login?error=failed`;
  const flow = {
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    verifier: oidc.randomPKCECodeVerifier(),
    returnTo,
    startedAt: kit.clock.now().getTime(),
  };
  writeFlow(kit, reply, flow);
  return oidc.buildAuthorizationUrl(provider, {
    redirect_uri: kit.publicUrl + CALLBACK_PATH,
    scope: 'openid email profile',
    state: flow.state,
    nonce: flow.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(flow.verifier),
    code_challenge_method: 'S256',
  }).href;
}
