import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../start.ts';

const CALLBACK = 'http://127.0.0.1:45678/api/login/google/callback';
const EXTRA_CALLBACK = 'https://track.kite.example/signed-in';

let sandbox: Sandbox;
let config: client.Configuration;

beforeAll(async () => {
  sandbox = await startSandbox({ redirectUris: [EXTRA_CALLBACK] });
  config = await discover();
});

afterAll(() => sandbox.stop());

async function discover(auth?: client.ClientAuth) {
  const { id, secret } = sandbox.oidcClient;
  const found = await client.discovery(new URL(sandbox.issuer), id, secret, auth, {
    execute: [client.allowInsecureRequests],
  });
  client.enableNonRepudiationChecks(found);
  return found;
}

type Page = { url: string; status: number; text: string };

/** As much of a browser as signing in takes: cookies by path, redirects until the sandbox is left. */
function createBrowser() {
  const jar = new Map<string, { value: string; path: string }>();

  function remember(header: string) {
    const [pair = '', ...attributes] = header.split('; ');
    const name = pair.slice(0, pair.indexOf('='));
    const path = attributes.find((attribute) => attribute.toLowerCase().startsWith('path='))?.slice(5) ?? '/';
    if (attributes.some((attribute) => attribute.toLowerCase() === 'secure'))
      throw new Error(`${name} is secure`);
    if (/expires=Thu, 01 Jan 1970/i.test(header)) jar.delete(`${name}${path}`);
    else jar.set(`${name}${path}`, { value: pair, path });
  }

  async function visit(url: string, form?: Record<string, string>): Promise<Page> {
    const { pathname } = new URL(url);
    const sent = [...jar.values()].filter(({ path }) => pathname.startsWith(path)).map(({ value }) => value);
    const response = await fetch(url, {
      method: form ? 'POST' : 'GET',
      body: form ? new URLSearchParams(form) : null,
      headers: { cookie: sent.join('; ') },
      redirect: 'manual',
    });
    response.headers.getSetCookie().forEach(remember);
    const location = response.headers.get('location');
    if (!location) return { url, status: response.status, text: await response.text() };
    const next = new URL(location, url).href;
    return next.startsWith(sandbox.httpUrl) ? visit(next) : { url: next, status: response.status, text: '' };
  }

  return { visit };
}

async function beginSignIn(browser: ReturnType<typeof createBrowser>, changes: Record<string, string> = {}) {
  const verifier = client.randomPKCECodeVerifier();
  const nonce = client.randomNonce();
  const state = client.randomState();
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: CALLBACK,
    scope: 'openid email profile',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    nonce,
    state,
    ...changes,
  });
  const chooser = await browser.visit(url.href);
  const checks = {
    pkceCodeVerifier: verifier,
    expectedNonce: nonce,
    expectedState: state,
    idTokenExpected: true,
  };
  return { chooser, checks };
}

async function signIn(form: Record<string, string>, { browser = createBrowser(), using = config } = {}) {
  const { chooser, checks } = await beginSignIn(browser);
  expect(chooser.status).toBe(200);
  const returned = await browser.visit(chooser.url, form);
  const tokens = await client.authorizationCodeGrant(using, new URL(returned.url), checks);
  return { tokens, claims: tokens.claims() };
}

const subOf = (email: string) => sandbox.people.list().find((person) => person.email === email)!.sub;

describe('discovery', () => {
  it('names every endpoint under the issuer', async () => {
    const metadata = config.serverMetadata();
    expect(metadata.issuer).toBe(sandbox.issuer);
    for (const name of [
      'authorization_endpoint',
      'token_endpoint',
      'jwks_uri',
      'userinfo_endpoint',
    ] as const) {
      expect(metadata[name]).toMatch(new RegExp(`^${sandbox.issuer}/\\w+$`));
    }
    expect(metadata.code_challenge_methods_supported).toEqual(['S256']);
    expect(metadata.id_token_signing_alg_values_supported).toEqual(['RS256']);
    expect(metadata.scopes_supported).toEqual(['openid', 'email', 'profile']);
  });
});

describe('the code flow', () => {
  it('signs a known person in, with the claims in the id_token', async () => {
    const { claims, tokens } = await signIn({ sub: subOf('asha@kite.example') });
    expect(claims).toMatchObject({
      iss: sandbox.issuer,
      aud: 'trailmark',
      sub: subOf('asha@kite.example'),
      email: 'asha@kite.example',
      email_verified: true,
      name: 'Asha Rao',
      given_name: 'Asha',
      family_name: 'Rao',
      hd: 'kite.example',
    });
    const header = JSON.parse(Buffer.from(tokens.id_token!.split('.')[0]!, 'base64url').toString());
    expect(header.alg).toBe('RS256');
    const userinfo = await client.fetchUserInfo(config, tokens.access_token, claims!.sub);
    expect(userinfo.email).toBe('asha@kite.example');
  });

  it.each([
    ['basic', client.ClientSecretBasic('sandbox-secret')],
    ['post', client.ClientSecretPost('sandbox-secret')],
  ])('accepts the client secret by %s', async (_name, auth) => {
    const { claims } = await signIn({ sub: subOf('ben@kite.example') }, { using: await discover(auth) });
    expect(claims?.email).toBe('ben@kite.example');
  });

  it('refuses a wrong client secret', async () => {
    const using = await discover(client.ClientSecretBasic('wrong'));
    await expect(signIn({ sub: subOf('ben@kite.example') }, { using })).rejects.toMatchObject({
      status: 401,
      cause: [{ parameters: { error: 'invalid_client' } }],
    });
  });

  it('reports an unverified e-mail', async () => {
    const { claims } = await signIn({ sub: subOf('mallory@kite.example') });
    expect(claims).toMatchObject({ email: 'mallory@kite.example', email_verified: false });
    expect(claims).not.toHaveProperty('hd');
  });

  it('signs in any typed person, with the same subject each time', async () => {
    const form = { name: 'Chloé de la Cruz', email: 'chloe@kite.example' };
    const first = await signIn(form);
    expect(first.claims).toMatchObject({
      email: 'chloe@kite.example',
      email_verified: true,
      name: 'Chloé de la Cruz',
      given_name: 'Chloé',
      family_name: 'de la Cruz',
    });
    const again = await signIn({ ...form, unverified: 'yes' });
    expect(again.claims).toMatchObject({ sub: first.claims?.sub, email_verified: false });
  });

  it('asks again for every sign-in, so that one browser can be two people', async () => {
    const browser = createBrowser();
    const first = await signIn({ sub: subOf('asha@kite.example') }, { browser });
    const second = await signIn({ sub: subOf('ben@kite.example') }, { browser });
    expect([first.claims?.email, second.claims?.email]).toEqual(['asha@kite.example', 'ben@kite.example']);
  });

  it('returns access_denied when the person cancels', async () => {
    const browser = createBrowser();
    const { chooser, checks } = await beginSignIn(browser);
    const returned = await browser.visit(chooser.url, { cancel: 'yes' });
    expect(returned.url.startsWith(`${CALLBACK}?`)).toBe(true);
    await expect(client.authorizationCodeGrant(config, new URL(returned.url), checks)).rejects.toMatchObject({
      error: 'access_denied',
    });
  });

  it('refuses a code without its verifier, and a code used twice', async () => {
    const browser = createBrowser();
    const { chooser, checks } = await beginSignIn(browser);
    const returned = new URL((await browser.visit(chooser.url, { sub: subOf('asha@kite.example') })).url);
    const foreign = { ...checks, pkceCodeVerifier: client.randomPKCECodeVerifier() };
    const refusal = { error: 'invalid_grant' };
    await expect(client.authorizationCodeGrant(config, returned, foreign)).rejects.toMatchObject(refusal);
    await client.authorizationCodeGrant(config, returned, checks);
    await expect(client.authorizationCodeGrant(config, returned, checks)).rejects.toMatchObject(refusal);
  });

  it('requires PKCE', async () => {
    const url = client.buildAuthorizationUrl(config, { redirect_uri: CALLBACK, scope: 'openid', state: 's' });
    const returned = await createBrowser().visit(url.href);
    expect(new URL(returned.url).searchParams.get('error')).toBe('invalid_request');
  });
});

describe('redirect addresses', () => {
  it.each([
    CALLBACK,
    'http://localhost:1/api/login/google/callback',
    'http://127.0.0.1/api/login/google/callback',
    EXTRA_CALLBACK,
  ])('accepts %s', async (redirect_uri) => {
    const browser = createBrowser();
    const { chooser } = await beginSignIn(browser, { redirect_uri });
    const returned = await browser.visit(chooser.url, { cancel: 'yes' });
    expect(returned.url.startsWith(`${redirect_uri}?`)).toBe(true);
  });

  it.each([
    'http://127.0.0.1:45678/elsewhere',
    'http://127.0.0.1:45678/api/login/google/callback/more',
    'http://127.0.0.1.kite.example/api/login/google/callback',
    'http://kite.example/api/login/google/callback',
  ])('refuses %s with a page, not a redirect', async (redirect_uri) => {
    const { chooser } = await beginSignIn(createBrowser(), { redirect_uri });
    expect(chooser.status).toBe(400);
    expect(chooser.text).toContain('invalid_redirect_uri');
  });
});

describe('the chooser', () => {
  it('escapes what people are called', async () => {
    sandbox.people.add({ email: 'mark@kite.example', given_name: '<b>Mark</b>', family_name: '"Up"' });
    const { chooser } = await beginSignIn(createBrowser());
    expect(chooser.text).toContain('&lt;b&gt;Mark&lt;/b&gt; &quot;Up&quot;');
    expect(chooser.text).not.toContain('<b>Mark');
  });

  it('fills in the hinted e-mail', async () => {
    const { chooser } = await beginSignIn(createBrowser(), { login_hint: 'dana@kite.example' });
    expect(chooser.text).toContain('value="dana@kite.example"');
  });

  it.each([
    [{ name: '', email: 'dana@kite.example' }],
    [{ name: 'Dana', email: 'not an address' }],
    [{ sub: 'nobody' }],
    [{}],
  ])('stays and says what is wrong with %j', async (form: Record<string, string>) => {
    const browser = createBrowser();
    const { chooser } = await beginSignIn(browser);
    const answered = await browser.visit(chooser.url, form);
    expect(answered.status).toBe(422);
    expect(answered.text).toContain('role="alert"');
  });

  it('says so when the sign-in is over', async () => {
    const browser = createBrowser();
    const { chooser } = await beginSignIn(browser);
    const stranger = await createBrowser().visit(chooser.url);
    expect([stranger.status, stranger.text.includes('This sign-in has ended')]).toEqual([400, true]);
    await browser.visit(chooser.url, { cancel: 'yes' });
    expect((await browser.visit(chooser.url)).status).toBe(400);
  });
});

describe('people over HTTP', () => {
  async function post(person: unknown) {
    return fetch(`${sandbox.httpUrl}/oidc-people`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(person),
    });
  }

  it('adds one who can sign in at once', async () => {
    const person = {
      sub: 'sub-1',
      email: 'asha@kite.example',
      email_verified: false,
      given_name: 'Imposter',
    };
    const added = await post(person);
    expect([added.status, await added.json()]).toEqual([
      201,
      { ...person, family_name: '', name: 'Imposter' },
    ]);
    const { claims } = await signIn({ sub: 'sub-1' });
    expect(claims).toMatchObject({ sub: 'sub-1', email: 'asha@kite.example', email_verified: false });
    expect(sandbox.people.find(subOf('ben@kite.example'))?.name).toBe('Ben Ortiz');
  });

  it('refuses one without an e-mail', async () => {
    const refused = await post({ given_name: 'Nobody' });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('email');
  });
});
