import { createHash } from 'node:crypto';
import { exchangeGoogle } from '@trailmark/contract/sign-in';
import { verifyUser } from '@trailmark/contract/users';
import { type Sandbox, startSandbox } from '@trailmark/sandbox/start';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../../platform/clock.ts';
import { type Browser, createBrowser } from '../../../testing/browser.ts';
import { buildPerson } from '../../../testing/build.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let sandbox: Sandbox;
let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  sandbox = await startSandbox();
  server = await startTestServer({
    env: {
      GOOGLE_CLIENT_ID: sandbox.oidcClient.id,
      GOOGLE_CLIENT_SECRET: sandbox.oidcClient.secret,
      GOOGLE_ISSUER: sandbox.issuer,
    },
  });
  await buildPerson(server);
});
afterAll(async () => {
  await server.stop();
  await sandbox.stop();
});
beforeEach(() => {
  browser = createBrowser(server);
  server.kit.env.signup = 'invite';
});

let count = 0;
/** Somebody whom the provider knows; with an account here unless told otherwise. */
async function buildGooglePerson(given: { verified?: boolean; account?: boolean } = {}) {
  count += 1;
  const person = sandbox.people.add({
    email: `g${count}@kite.example`,
    given_name: 'Gita',
    family_name: `Number ${count}`,
    email_verified: given.verified ?? true,
  });
  const account = (given.account ?? true) ? await buildPerson(server, { email: person.email }) : null;
  return { ...person, userId: account?.userId ?? null };
}

const isSandbox = (url: string) => url.startsWith(sandbox.httpUrl);
const isCallback = (url: string) => url.startsWith(`${server.url}/api/login/google/callback?`);

/** From our own start route to the provider's chooser. */
async function reachChooser(query = ''): Promise<string> {
  const chooser = await browser.visit(`${server.url}/api/login/google${query}`, { follow: isSandbox });
  expect(chooser.status).toBe(200);
  return chooser.url;
}

/** The address that the provider sends the browser back to; not visited yet. */
async function chooseAt(chooser: string, form: Record<string, string>): Promise<string> {
  const back = await browser.visit(chooser, { form, follow: isSandbox });
  expect(isCallback(back.url)).toBe(true);
  return back.url;
}

/** Where the dashboard finds itself in the end. */
async function signIn(form: Record<string, string>, query = ''): Promise<URL> {
  const callback = await chooseAt(await reachChooser(query), form);
  return new URL((await browser.visit(callback)).url);
}

const codeIn = (url: URL) => new URLSearchParams(url.hash.slice(1)).get('code') ?? '';
const exchange = (from: Browser, code: string) => from.call(exchangeGoogle, { body: { code } });
const refusedCode = { status: 400, code: 'sign_in_failed' };

describe('signing in with Google', () => {
  test('ends with a session, by way of a one-time code in the fragment', async () => {
    const { sub, email, userId } = await buildGooglePerson();
    const end = await signIn({ sub }, '?return_to=/overview');
    expect([end.origin, end.pathname, end.search]).toEqual([server.url, '/login/callback', '']);
    const signedIn = await exchange(browser, codeIn(end));
    expect(signedIn).toMatchObject({ user: { id: userId, email }, return_to: '/overview' });
    expect((await server.callAs(signedIn.token)(verifyUser, {})).id).toBe(userId);
  });

  test('asks the provider with PKCE, state and nonce, and for the address only', async () => {
    const { url } = await browser.visit(`${server.url}/api/login/google`);
    const authorization = new URL(url).searchParams;
    expect(authorization.get('code_challenge_method')).toBe('S256');
    for (const name of ['code_challenge', 'state', 'nonce'])
      expect(authorization.get(name)).toMatch(/^[\w-]{40,}$/);
    expect(authorization.get('scope')).toBe('openid email profile');
    expect(authorization.get('redirect_uri')).toBe(`${server.url}/api/login/google/callback`);
    const cookie = browser.cookies.find((one) => one.startsWith('trailmark_google='));
    expect(cookie).toMatch(/; HttpOnly/i);
    expect(cookie).toMatch(/; SameSite=Lax/i);
    expect(cookie).not.toContain(authorization.get('state'));
  });

  test('stores the one-time code as a hash only', async () => {
    const { sub } = await buildGooglePerson();
    const code = codeIn(await signIn({ sub }));
    const hash = createHash('sha256').update(code).digest();
    const rows = await server.db.selectFrom('sign_in_codes').selectAll().execute();
    expect(rows.filter((row) => row.code_hash.equals(hash))).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(code);
  });

  test('refuses a page to come back to that is not ours', async () => {
    const answer = await browser.visit(`${server.url}/api/login/google?return_to=//example.com`);
    expect([answer.status, JSON.parse(answer.text).error.code]).toEqual([400, 'validation_failed']);
  });
});

describe('the account', () => {
  test('is the one with the same verified address, and keyed by issuer and subject from then on', async () => {
    const { sub, userId } = await buildGooglePerson();
    await signIn({ sub });
    const identity = await server.db
      .selectFrom('identities')
      .select(['issuer', 'user_id'])
      .where('subject', '=', sub)
      .executeTakeFirstOrThrow();
    expect(identity).toEqual({ issuer: sandbox.issuer, user_id: userId });
  });

  test('stays the same when the address at the provider changes', async () => {
    const person = await buildGooglePerson();
    await signIn({ sub: person.sub });
    sandbox.people.add({ ...person, email: 'married@kite.example' });
    const other = await buildPerson(server, { email: 'married@kite.example' });
    const { user } = await exchange(browser, codeIn(await signIn({ sub: person.sub })));
    expect([user.id, user.email]).toEqual([person.userId, person.email]);
    expect(user.id).not.toBe(other.userId);
  });

  test('is reached by a second identity with the same verified address too', async () => {
    const person = await buildGooglePerson();
    await signIn({ sub: person.sub });
    sandbox.people.add({ ...person, sub: `${person.sub}1` });
    const { user } = await exchange(browser, codeIn(await signIn({ sub: `${person.sub}1` })));
    expect(user.id).toBe(person.userId);
    const identities = await server.db
      .selectFrom('identities')
      .select('subject')
      .where('user_id', '=', user.id)
      .execute();
    expect(identities.map((row) => row.subject).sort()).toEqual([person.sub, `${person.sub}1`].sort());
  });

  test('is made with the name that the provider gives, where sign-up is open', async () => {
    server.kit.env.signup = 'open';
    const { sub, email, family_name } = await buildGooglePerson({ account: false });
    const { user } = await exchange(browser, codeIn(await signIn({ sub })));
    expect(user).toMatchObject({ email, first_name: 'Gita', last_name: family_name });
  });

  test('is made for a person with a very long name too', async () => {
    server.kit.env.signup = 'open';
    const person = sandbox.people.add({
      email: 'long@kite.example',
      given_name: 'Wolfeschlegelstein'.repeat(10),
      family_name: 'Hausenbergerdorff'.repeat(10),
    });
    const end = await signIn({ sub: person.sub });
    expect(end.pathname).toBe('/login/callback');
  });

  test('is not made where sign-up is closed', async () => {
    const { sub, email } = await buildGooglePerson({ account: false });
    const end = await signIn({ sub });
    expect(`${end.pathname}${end.search}`).toBe('/login?error=signup_closed');
    const users = await server.db.selectFrom('users').select('id').where('email', '=', email).execute();
    expect(users).toEqual([]);
  });

  test('is never reached by an address that the provider has not verified', async () => {
    const { sub } = await buildGooglePerson({ verified: false });
    const end = await signIn({ sub });
    expect(`${end.pathname}${end.search}`).toBe('/login?error=not_verified');
    const identities = await server.db
      .selectFrom('identities')
      .select('user_id')
      .where('subject', '=', sub)
      .execute();
    expect(identities).toEqual([]);
  });
});

describe('an answer of the provider', () => {
  const ends = async (url: string, from = browser) => {
    const { pathname, search } = new URL((await from.visit(url)).url);
    return `${pathname}${search}`;
  };

  test('that the person cancelled leads back to the login screen', async () => {
    const callback = await chooseAt(await reachChooser(), { cancel: 'yes' });
    expect(await ends(callback)).toBe('/login?error=access_denied');
  });

  test('with another state is refused', async () => {
    const { sub } = await buildGooglePerson();
    const callback = new URL(await chooseAt(await reachChooser(), { sub }));
    callback.searchParams.set('state', 'x'.repeat(43));
    expect(await ends(callback.href)).toBe('/login?error=failed');
  });

  test('with another code is refused', async () => {
    const { sub } = await buildGooglePerson();
    const callback = new URL(await chooseAt(await reachChooser(), { sub }));
    callback.searchParams.set('code', 'x'.repeat(43));
    expect(await ends(callback.href)).toBe('/login?error=failed');
  });

  test('of another issuer is refused', async () => {
    const { sub } = await buildGooglePerson();
    const callback = new URL(await chooseAt(await reachChooser(), { sub }));
    callback.searchParams.set('iss', 'https://accounts.example.com');
    expect(await ends(callback.href)).toBe('/login?error=failed');
  });

  test('works once', async () => {
    const { sub } = await buildGooglePerson();
    const callback = await chooseAt(await reachChooser(), { sub });
    expect(await ends(callback)).toBe('/login/callback');
    expect(await ends(callback)).toBe('/login?error=failed');
  });

  test('is refused in a browser that did not begin the sign-in', async () => {
    const { sub } = await buildGooglePerson();
    const callback = await chooseAt(await reachChooser(), { sub });
    expect(await ends(callback, createBrowser(server))).toBe('/login?error=failed');
  });

  test('is refused after ten minutes', async () => {
    const { sub } = await buildGooglePerson();
    const callback = await chooseAt(await reachChooser(), { sub });
    server.clock.advance(10 * MINUTE_MS + 1);
    expect(await ends(callback)).toBe('/login?error=failed');
  });

  test('that belongs to an older sign-in of the same browser is refused', async () => {
    const { sub } = await buildGooglePerson();
    const older = await chooseAt(await reachChooser(), { sub });
    await reachChooser();
    expect(await ends(older)).toBe('/login?error=failed');
  });

  test('without anything is refused', async () => {
    expect(await ends(`${server.url}/api/login/google/callback`)).toBe('/login?error=failed');
  });
});

describe('the one-time code', () => {
  test('works once', async () => {
    const { sub } = await buildGooglePerson();
    const code = codeIn(await signIn({ sub }));
    const tries = await Promise.allSettled([1, 2, 3].map(() => exchange(browser, code)));
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    await expect(exchange(browser, code)).rejects.toMatchObject(refusedCode);
  });

  test('is worth nothing in another browser, and that does not use it up', async () => {
    const { sub, userId } = await buildGooglePerson();
    const code = codeIn(await signIn({ sub }));
    const other = createBrowser(server);
    await expect(exchange(other, code)).rejects.toMatchObject(refusedCode);
    await other.visit(`${server.url}/api/login/google/callback`);
    await expect(exchange(other, code)).rejects.toMatchObject(refusedCode);
    expect((await exchange(browser, code)).user.id).toBe(userId);
  });

  test('works for a minute', async () => {
    const { sub } = await buildGooglePerson();
    const code = codeIn(await signIn({ sub }));
    server.clock.advance(MINUTE_MS);
    await expect(exchange(browser, code)).rejects.toMatchObject(refusedCode);
  });
});

describe('a provider', () => {
  test('that is not set up does not exist', async () => {
    const plain = await startTestServer();
    try {
      const answer = await browser.visit(`${plain.url}/api/login/google`);
      expect([answer.status, JSON.parse(answer.text).error.code]).toEqual([404, 'not_found']);
    } finally {
      await plain.stop();
    }
  });

  test('that cannot be reached leads back to the login screen, not to an error', async () => {
    const issuer = 'http://127.0.0.1:1';
    const cut = await startTestServer({
      env: { GOOGLE_CLIENT_ID: 'a', GOOGLE_CLIENT_SECRET: 'b', GOOGLE_ISSUER: issuer },
    });
    try {
      const { status, url } = await browser.visit(`${cut.url}/api/login/google`);
      expect([status, url]).toEqual([302, `${cut.url}/login?error=failed`]);
    } finally {
      await cut.stop();
    }
  });
});
