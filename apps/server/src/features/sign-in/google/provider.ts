import * as oidc from 'openid-client';
import { AppError } from '../../../platform/app-error.ts';
import { HOUR_MS } from '../../../platform/clock.ts';
import type { Env } from '../../../platform/env.ts';
import type { Kit } from '../../../platform/kit.ts';
import { fetchConfigured, readText } from '../../../platform/outbound.ts';

const REFRESH_MS = 12 * HOUR_MS;
const TIMEOUT_MS = 10_000;
const MOST_BYTES = 1_000_000;

interface Discovered {
  provider: Promise<oidc.Configuration>;
  at: number;
}

const discovered = new WeakMap<object, Discovered>();

function isLoopback(issuer: URL): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(issuer.hostname);
}

/** Its endpoints are where its own document says: only the issuer itself may be on a network of ours. */
function fetchVia(env: Env): oidc.CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    const answer = await fetchConfigured(env, url, {
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      body: body === undefined || body === null ? null : String(body),
      ...(signal ? { signal } : {}),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MOST_BYTES,
    });
    const type = String(answer.headers['content-type'] ?? '');
    const text = await readText(answer);
    return new Response(text || null, { status: answer.status, headers: { 'content-type': type } });
  };
}

async function discover(env: Env, google: NonNullable<Env['google']>): Promise<oidc.Configuration> {
  const issuer = new URL(google.issuer);
  // Plain http is for a provider on this very machine only.
  const execute = issuer.protocol === 'http:' && isLoopback(issuer) ? [oidc.allowInsecureRequests] : [];
  return await oidc.discovery(issuer, google.clientId, google.clientSecret, undefined, {
    execute,
    timeout: TIMEOUT_MS / 1000,
    [oidc.customFetch]: fetchVia(env),
  });
}

/** The provider's endpoints and keys, looked up at the first sign-in and now and then again. */
export async function googleProvider(kit: Kit): Promise<oidc.Configuration> {
  const { google } = kit.env;
  if (!google) throw new AppError('not_found', 'Signing in with Google is not set up here.');
  const now = kit.clock.now().getTime();
  const known = discovered.get(google);
  if (known && now - known.at < REFRESH_MS) return await known.provider;
  const provider = discover(kit.env, google);
  discovered.set(google, { provider, at: now });
  try {
    return await provider;
  } catch (error) {
    discovered.delete(google);
    throw error;
  }
}
