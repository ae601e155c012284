import { generateKeyPair, randomBytes } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { promisify } from 'node:util';
import { type Configuration, type JWK, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { html, page } from '../page.ts';
import { createMemoryAdapter } from './memory-adapter.ts';
import type { People } from './people.ts';

export const MOUNT_PATH = '/oidc';
export const OIDC_CLIENT = { id: 'trailmark', secret: 'sandbox-secret' };

const SCOPES = 'openid email profile';
// Tests start the product on whatever port is free, so that its callback is accepted on every loopback port.
const LOOPBACK_CALLBACK = /^http:\/\/(127\.0\.0\.1|localhost)(:\d{1,5})?\/api\/login\/google\/callback$/;

async function createSigningKey(): Promise<JWK> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const jwk = privateKey.export({ format: 'jwk' }) as JWK;
  return { ...jwk, kid: randomBytes(8).toString('hex'), use: 'sig', alg: 'RS256' };
}

async function grantRequestedScopes(ctx: KoaContextWithOIDC) {
  const { client, account, provider } = ctx.oidc;
  if (!client || !account) return undefined;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: account.accountId });
  grant.addOIDCScope(SCOPES);
  await grant.save();
  return grant;
}

function showError(ctx: KoaContextWithOIDC, out: { error: string; error_description?: string | undefined }) {
  const body = html`<h1>This sign-in cannot go on</h1>
<section><dl><dt>error</dt><dd>${out.error}</dd><dt>reason</dt><dd>${out.error_description}</dd></dl></section>`;
  ctx.type = 'html';
  ctx.body = page({ title: 'Sign-in error', body, narrow: true });
}

const FEATURES: Configuration['features'] = {
  devInteractions: { enabled: false },
  dPoP: { enabled: false },
  pushedAuthorizationRequests: { enabled: false },
  resourceIndicators: { enabled: false },
  rpInitiatedLogout: { enabled: false },
};

function configure(
  people: People,
  { key, redirectUris }: { key: JWK; redirectUris: string[] },
): Configuration {
  return {
    adapter: createMemoryAdapter(),
    jwks: { keys: [key] },
    clients: [
      {
        client_id: OIDC_CLIENT.id,
        client_secret: OIDC_CLIENT.secret,
        client_name: 'Trailmark',
        redirect_uris: ['http://127.0.0.1/api/login/google/callback', ...redirectUris],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    scopes: SCOPES.split(' '),
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified', 'hd'],
      profile: ['name', 'given_name', 'family_name', 'picture'],
    },
    // Google puts the e-mail and the name into the id_token itself.
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post'],
    enabledJWA: { idTokenSigningAlgValues: ['RS256'] },
    pkce: { required: () => true },
    features: FEATURES,
    cookies: {
      keys: [randomBytes(32).toString('hex')],
      names: { session: 'sandbox_session', interaction: 'sandbox_interaction', resume: 'sandbox_resume' },
      // A path that is never served: the session is not sent back, and every sign-in begins at the chooser.
      long: { httpOnly: true, sameSite: 'lax', path: `${MOUNT_PATH}/session-is-not-kept` },
    },
    ttl: {
      AccessToken: 3600,
      AuthorizationCode: 60,
      IdToken: 3600,
      Interaction: 3600,
      Session: 3600,
      Grant: 3600,
    },
    interactions: { url: (_ctx, interaction) => `${MOUNT_PATH}/interaction/${interaction.uid}` },
    loadExistingGrant: grantRequestedScopes,
    clientBasedCORS: () => false,
    renderError: showError,
    findAccount: (_ctx, sub) => {
      const person = people.find(sub);
      return person ? { accountId: sub, claims: () => ({ ...person }) } : undefined;
    },
  };
}

export async function createProvider(
  people: People,
  { issuer, redirectUris }: { issuer: string; redirectUris: string[] },
): Promise<Provider> {
  const provider = new Provider(issuer, configure(people, { key: await createSigningKey(), redirectUris }));
  const { prototype } = provider.Client;
  const isRegistered = prototype.redirectUriAllowed;
  prototype.redirectUriAllowed = function allowed(uri) {
    return LOOPBACK_CALLBACK.test(uri) || isRegistered.call(this, uri);
  };
  return provider;
}

/** Serves the provider under its path; it builds its own addresses from `originalUrl`. */
export function mountProvider(provider: Provider): RequestListener {
  const callback = provider.callback();
  return (request, response) => {
    const originalUrl = request.url ?? '/';
    Object.assign(request, { originalUrl, url: originalUrl.slice(MOUNT_PATH.length) || '/' });
    void callback(request, response);
  };
}
