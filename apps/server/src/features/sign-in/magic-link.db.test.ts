import { createHash } from 'node:crypto';
import type { Refusal } from '@trailmark/contract/errors';
import { sendMagicLink, verifyMagicLink } from '@trailmark/contract/sign-in';
import { verifyUser } from '@trailmark/contract/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, later, MINUTE_MS } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { type Browser, createBrowser, freshIp } from '../../testing/browser.ts';
import { buildPerson, buildProject } from '../../testing/build.ts';
import { IS_FULL } from '../../testing/full-length.ts';
import { tokenIn } from '../../testing/mail-links.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { until } from '../../testing/until.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { OPERATOR_EMAILS: 'operator@example.com' } });
  // The house has an owner: sign-up is closed from here on.
  await buildPerson(server);
});
afterAll(() => server.stop());

let count = 0;
const freshEmail = () => `visitor-${++count}@example.com`;

/** Asks for a link and takes it out of the mail. */
async function askForLink(browser: Browser, email: string, returnTo?: string): Promise<string> {
  await browser.call(sendMagicLink, { body: { email, ...(returnTo ? { return_to: returnTo } : {}) } });
  const mails = (await server.runJobs()).filter((mail) => mail.to === email);
  expect(mails).toHaveLength(1);
  return tokenIn(mails[0]);
}

async function knownPerson(): Promise<string> {
  return (await buildPerson(server, { email: freshEmail() })).email;
}

async function send(body: unknown, ip = freshIp()): Promise<Response> {
  return await fetch(`${server.url}/api/login/magic-link/send`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
    body: JSON.stringify(body),
  });
}

/** Runs something while the public address is an https one. */
async function overHttps<T>(act: () => Promise<T>): Promise<T> {
  try {
    server.kit.publicUrl = 'https://trailmark.example.com';
    return await act();
  } finally {
    server.kit.publicUrl = server.url;
  }
}

const refusedLink = { status: 400, code: 'link_invalid' };

describe('a sign-in link', () => {
  test('is mailed and signs in, at once in the browser that asked', async () => {
    const email = await knownPerson();
    const browser = createBrowser(server);
    const token = await askForLink(browser, email, '/settings/members?p_id=1');
    const answer = await browser.call(verifyMagicLink, { body: { token } });
    expect(answer).toMatchObject({ status: 'signed_in', return_to: '/settings/members?p_id=1' });
    if (answer.status !== 'signed_in') throw new Error('not signed in');
    const user = await server.callAs(answer.token)(verifyUser, {});
    expect(user.email).toBe(email);
  });

  test('is the same for every way to write the address', async () => {
    const email = await knownPerson();
    const browser = createBrowser(server);
    await browser.call(sendMagicLink, { body: { email: ` ${email.toUpperCase()} ` } });
    expect((await server.runJobs()).map((mail) => mail.to)).toEqual([email]);
  });

  test('is stored as a hash of itself only', async () => {
    const email = await knownPerson();
    const token = await askForLink(createBrowser(server), email);
    const row = await server.db
      .selectFrom('magic_links')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    expect(row.token_hash).toEqual(createHash('sha256').update(token).digest());
    expect(JSON.stringify(row)).not.toContain(token);
    expect(Buffer.from(token, 'base64url').length * 8).toBeGreaterThanOrEqual(128);
  });

  test('carries the token in the fragment, where neither scanners nor logs see it', async () => {
    const email = await knownPerson();
    await createBrowser(server).call(sendMagicLink, { body: { email } });
    const [mail] = await server.runJobs();
    const url = new URL(mail?.text.button?.url ?? '');
    expect([url.origin, url.pathname, url.search]).toEqual([server.url, '/login/verify', '']);
  });

  test('works once', async () => {
    const browser = createBrowser(server);
    const token = await askForLink(browser, await knownPerson());
    await browser.call(verifyMagicLink, { body: { token } });
    await expect(browser.call(verifyMagicLink, { body: { token, confirm: true } })).rejects.toMatchObject(
      refusedLink,
    );
  });

  test('works once for two who come at the same moment', async () => {
    const email = await knownPerson();
    const token = await askForLink(createBrowser(server), email);
    const tries = await Promise.allSettled(
      Array.from({ length: 4 }, () =>
        createBrowser(server).call(verifyMagicLink, { body: { token, confirm: true } }),
      ),
    );
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    const reasons = tries.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    for (const reason of reasons) expect(reason).toMatchObject(refusedLink);
  });

  test('works for 15 minutes', async () => {
    const [inTime, late] = [createBrowser(server), createBrowser(server)];
    const first = await askForLink(inTime, await knownPerson());
    const second = await askForLink(late, await knownPerson());
    server.clock.advance(15 * MINUTE_MS - 1);
    expect(await inTime.call(verifyMagicLink, { body: { token: first } })).toMatchObject({
      status: 'signed_in',
    });
    server.clock.advance(1);
    await expect(late.call(verifyMagicLink, { body: { token: second } })).rejects.toMatchObject(refusedLink);
  });

  test('stays valid when others are sent after it, to any asker', async () => {
    const email = await knownPerson();
    const browser = createBrowser(server);
    const own = await askForLink(browser, email);
    for (let at = 0; at < 6; at += 1) await askForLink(createBrowser(server), email);
    expect(await browser.call(verifyMagicLink, { body: { token: own } })).toMatchObject({
      status: 'signed_in',
    });
  });

  test('voids the other links of its address when it is used, older and newer ones', async () => {
    const email = await knownPerson();
    const browser = createBrowser(server);
    const [older, used, newer] = [
      await askForLink(createBrowser(server), email),
      await askForLink(browser, email),
      await askForLink(createBrowser(server), email),
    ];
    await browser.call(verifyMagicLink, { body: { token: used } });
    for (const token of [older, newer]) {
      const again = createBrowser(server).call(verifyMagicLink, { body: { token, confirm: true } });
      await expect(again).rejects.toMatchObject(refusedLink);
    }
  });

  test('and others of its address, used at the same moment, sign in once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const email = await knownPerson();
      const tokens = [];
      for (let at = 0; at < 4; at += 1) tokens.push(await askForLink(createBrowser(server), email));
      const tries = await Promise.allSettled(
        tokens.map((token) =>
          createBrowser(server).call(verifyMagicLink, { body: { token, confirm: true } }),
        ),
      );
      expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
      const reasons = tries.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
      for (const reason of reasons) expect(reason).toMatchObject(refusedLink);
    }
  });

  test('does not touch the links of other people', async () => {
    const browser = createBrowser(server);
    const token = await askForLink(browser, await knownPerson());
    await askForLink(createBrowser(server), await knownPerson());
    expect(await browser.call(verifyMagicLink, { body: { token } })).toMatchObject({ status: 'signed_in' });
  });

  test('is not a link when it was never made', async () => {
    const token = 'x'.repeat(43);
    await expect(createBrowser(server).call(verifyMagicLink, { body: { token } })).rejects.toMatchObject(
      refusedLink,
    );
  });
});

describe('another browser than the one that asked', () => {
  test('must confirm, and looking uses nothing up', async () => {
    const email = await knownPerson();
    const asking = createBrowser(server);
    const token = await askForLink(asking, email);
    for (let look = 0; look < 3; look += 1) {
      const answer = await createBrowser(server).call(verifyMagicLink, { body: { token } });
      expect(answer).toEqual({ status: 'confirm', from_terminal: false, email: `v…@example.com` });
    }
    const other = createBrowser(server);
    const answer = await other.call(verifyMagicLink, { body: { token, confirm: true } });
    expect(answer).toMatchObject({ status: 'signed_in', user: { email } });
  });

  test('is not taken for the asking one by a cookie of its own', async () => {
    const token = await askForLink(createBrowser(server), await knownPerson());
    const other = createBrowser(server);
    await other.call(sendMagicLink, { body: { email: await knownPerson() } });
    expect(await other.call(verifyMagicLink, { body: { token } })).toMatchObject({ status: 'confirm' });
  });

  test('is recognised by a cookie that scripts cannot read and other sites cannot send', async () => {
    const browser = createBrowser(server);
    await browser.call(sendMagicLink, { body: { email: await knownPerson() } });
    const cookie = browser.cookies.find((one) => one.startsWith('trailmark_browser='));
    expect(cookie).toMatch(/; HttpOnly/i);
    expect(cookie).toMatch(/; SameSite=Lax/i);
    expect(cookie).not.toMatch(/; Secure/i);
    const email = await knownPerson();
    await overHttps(() => browser.call(sendMagicLink, { body: { email } }));
    expect(browser.cookies.at(-1)).toMatch(/; Secure/i);
  });
});

describe('a cookie that someone planted', () => {
  const planted = 'A'.repeat(43);
  const attackerAsks = (browser: Browser, email: string) =>
    browser.call(sendMagicLink, { body: { email } }).then(() => server.runJobs());
  const verifyWith = async (cookie: string, token: string) => {
    const response = await fetch(`${server.url}/api/login/magic-link/verify`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie, 'x-forwarded-for': freshIp() },
      body: JSON.stringify({ token }),
    });
    return ((await response.json()) as { data: { status: string } }).data.status;
  };

  test('is not what a link is bound to: it is replaced by a new secret each time', async () => {
    const browser = createBrowser(server);
    browser.plant(`trailmark_browser=${planted}; Path=/api/login`);
    const token = await askForLink(browser, await knownPerson());
    expect(browser.cookies.filter((cookie) => cookie.includes(planted))).toEqual([]);
    expect(await verifyWith(`trailmark_browser=${planted}`, token)).toBe('confirm');
    expect(await browser.call(verifyMagicLink, { body: { token } })).toMatchObject({ status: 'signed_in' });
  });

  test('recognises nothing after the sign-in that it was for', async () => {
    const email = await knownPerson();
    const browser = createBrowser(server);
    const first = await askForLink(browser, email);
    const mark = /trailmark_browser=([\w-]+)/.exec(browser.cookies.join())?.[1];
    await browser.call(verifyMagicLink, { body: { token: first } });
    expect(browser.cookies.some((cookie) => /^trailmark_browser=;/.test(cookie))).toBe(true);
    const second = await askForLink(browser, email);
    expect(await verifyWith(`trailmark_browser=${mark}`, second)).toBe('confirm');
  });

  test('cannot sign a victim in as the attacker: over https no other host can set it', async () => {
    const attacker = createBrowser(server);
    const email = await knownPerson();
    const [mail] = await overHttps(() => attackerAsks(attacker, email));
    const mark = /^__Host-trailmark_browser=([\w-]+); (.*)$/.exec(attacker.cookies.at(-1) ?? '');
    // What browsers ask of the prefix, or they do not take the cookie.
    expect(mark?.[2]).toMatch(/Path=\/(;|$)/);
    expect(mark?.[2]).toMatch(/Secure/);
    expect(mark?.[2]).not.toMatch(/Domain/i);
    // A subdomain can only plant it without the prefix.
    const status = await overHttps(() => verifyWith(`trailmark_browser=${mark?.[1]}`, tokenIn(mail)));
    expect(status).toBe('confirm');
  });

  test('does not change who is signed in without a click', async () => {
    const attacker = createBrowser(server);
    const [mail] = await attackerAsks(attacker, await knownPerson());
    const victim = createBrowser(server, { token: (await buildPerson(server)).token });
    victim.plant(attacker.cookies.at(-1) ?? '');
    expect(await victim.call(verifyMagicLink, { body: { token: tokenIn(mail) } })).toMatchObject({
      status: 'confirm',
    });
  });
});

describe('an address without an account', () => {
  test('gets the same answer as a known one, and no mail', async () => {
    await server.runJobs();
    const known = await send({ email: await knownPerson() });
    const unknown = await send({ email: freshEmail() });
    expect(unknown.status).toBe(known.status);
    expect(await unknown.json()).toEqual(await known.json());
    const names = (response: Response) => [...response.headers.keys()].sort();
    expect(names(unknown)).toEqual(names(known));
    expect(await server.runJobs()).toHaveLength(1);
  });

  test('cannot use a link that was made while sign-up was open', async () => {
    const email = freshEmail();
    const browser = createBrowser(server);
    server.kit.env.signup = 'open';
    const token = await askForLink(browser, email).finally(() => {
      server.kit.env.signup = 'invite';
    });
    await expect(browser.call(verifyMagicLink, { body: { token } })).rejects.toMatchObject({
      status: 403,
      code: 'signup_closed',
    });
    const users = await server.db.selectFrom('users').select('id').where('email', '=', email).execute();
    expect(users).toEqual([]);
  });

  test.each([
    {
      who: 'anybody, where sign-up is open',
      prepare: async () => {
        server.kit.env.signup = 'open';
        return freshEmail();
      },
    },
    { who: 'an operator', prepare: async () => 'operator@example.com' },
    {
      who: 'someone who is invited',
      prepare: async () => {
        const { projectId, owner } = await buildProject(server);
        const email = freshEmail();
        const now = server.clock.now();
        const row = { project_id: projectId, email, role: 'viewer', invited_by: owner.userId };
        await server.db
          .insertInto('project_invites')
          .values({
            ...row,
            id: newId(now),
            token_hash: Buffer.from(email),
            sent_at: now,
            created_at: now,
            expires_at: later(now, DAY_MS),
          })
          .execute();
        return email;
      },
    },
  ])('makes an account for $who', async ({ prepare }) => {
    try {
      const email = await prepare();
      const browser = createBrowser(server);
      const token = await askForLink(browser, email);
      expect(await browser.call(verifyMagicLink, { body: { token } })).toMatchObject({
        status: 'signed_in',
        user: { email, project_members: [], is_operator: email === 'operator@example.com' },
      });
    } finally {
      server.kit.env.signup = 'invite';
    }
  });

  test('makes an account for the very first person of a new house', async () => {
    const empty = await startTestServer();
    try {
      const browser = createBrowser(empty);
      await browser.call(sendMagicLink, { body: { email: 'first@example.com' } });
      const [mail] = await empty.runJobs();
      await browser.call(verifyMagicLink, { body: { token: tokenIn(mail) } });
      await browser.call(sendMagicLink, { body: { email: 'second@example.com' } });
      expect(await empty.runJobs()).toEqual([]);
    } finally {
      await empty.stop();
    }
  });
});

test('two first people at the same moment do not both get an account', async () => {
  const empty = await startTestServer();
  const client = await empty.pool.connect();
  try {
    const links: { browser: Browser; token: string }[] = [];
    for (const email of ['first@example.com', 'second@example.com']) {
      const browser = createBrowser(empty);
      await browser.call(sendMagicLink, { body: { email } });
      links.push({ browser, token: tokenIn((await empty.runJobs())[0]) });
    }
    // Nobody can add an account until both have come as far as they can.
    await client.query('begin; lock table users in share mode');
    const tries = links.map(({ browser, token }) => browser.call(verifyMagicLink, { body: { token } }));
    const settled = Promise.allSettled(tries);
    await until(async () => {
      const { rows } = await client.query<{ count: string }>(`
        select count(*) from pg_locks
        where not granted and database = (select oid from pg_database where datname = current_database())`);
      return Number(rows[0]?.count) === 2;
    });
    await client.query('commit');
    const [lost] = (await settled).flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(lost).toMatchObject({ status: 403, code: 'signup_closed' });
    expect(await empty.db.selectFrom('users').select('id').execute()).toHaveLength(1);
  } finally {
    client.release();
    await empty.stop();
  }
});

describe('an installation whose operators are named', () => {
  test('has no first account but theirs', async () => {
    const empty = await startTestServer({ env: { OPERATOR_EMAILS: 'operator@example.com' } });
    try {
      const stranger = createBrowser(empty);
      await stranger.call(sendMagicLink, { body: { email: 'first@example.com' } });
      expect(await empty.runJobs()).toEqual([]);
      const browser = createBrowser(empty);
      await browser.call(sendMagicLink, { body: { email: 'operator@example.com' } });
      const [mail] = await empty.runJobs();
      expect(await browser.call(verifyMagicLink, { body: { token: tokenIn(mail) } })).toMatchObject({
        user: { email: 'operator@example.com', is_operator: true, may_create_projects: true },
      });
    } finally {
      await empty.stop();
    }
  });
});

describe('limits', () => {
  async function retryAfter(response: Response): Promise<number> {
    expect(await response.json()).toMatchObject({ status: 429, error: { code: 'rate_limited' } });
    return Number(response.headers.get('retry-after'));
  }

  const startOfDay = () =>
    server.clock.set(new Date(Math.ceil(server.clock.now().getTime() / DAY_MS) * DAY_MS));

  /** How many of a number of requests are answered with a link. */
  async function sentOf(requests: number, email: string, ip?: string): Promise<number> {
    let sent = 0;
    for (let at = 0; at < requests; at += 1) if ((await send({ email }, ip)).status === 200) sent += 1;
    return sent;
  }

  test('a network gets three links for an address in 15 minutes, then one in ten minutes', async () => {
    startOfDay();
    const [email, ip] = [freshEmail(), freshIp()];
    expect(await sentOf(6, email, ip)).toBe(4);
    const refused = await send({ email }, ip);
    expect(await refused.clone().json()).toMatchObject({
      msg: expect.stringContaining('Check the mailbox'),
    });
    expect(await retryAfter(refused)).toBe(10 * 60);
    server.clock.advance(10 * MINUTE_MS);
    expect(await sentOf(2, email, ip)).toBe(1);
  });

  test('a network gets ten links for an address in a day, then one in ten minutes', async () => {
    startOfDay();
    const [email, ip] = [freshEmail(), freshIp()];
    for (let at = 0; at < 10; at += 1) {
      expect(await sentOf(1, email, ip)).toBe(1);
      server.clock.advance(30 * MINUTE_MS);
    }
    for (let at = 0; at < 3; at += 1) {
      expect(await sentOf(3, email, ip)).toBe(1);
      server.clock.advance(10 * MINUTE_MS);
    }
  });

  /** More than an address gets in a day. */
  const MANY = IS_FULL ? 110 : 36;

  test('an address gets 30 links a day from all networks, then one in ten minutes', async () => {
    startOfDay();
    const email = freshEmail();
    expect(await sentOf(MANY, email)).toBe(31);
    server.clock.advance(10 * MINUTE_MS);
    expect(await sentOf(MANY - 30, email)).toBe(1);
  });

  test.each([0, 9, 20, 600])(
    'strangers in the same network and in many others keep nobody out: %i minutes later',
    async (minutes) => {
      startOfDay();
      await server.runJobs();
      const email = await knownPerson();
      const owner = createBrowser(server);
      expect(await sentOf(MANY, email)).toBe(31);
      await sentOf(10, email, owner.ip);
      const mails = await server.runJobs();
      server.clock.advance(minutes * MINUTE_MS);
      // Refused or not: there is a link in the mailbox.
      await owner.call(sendMagicLink, { body: { email } }).catch(() => null);
      mails.push(...(await server.runJobs()));
      const body = { token: tokenIn(mails.at(-1)), confirm: true };
      expect(await owner.call(verifyMagicLink, { body })).toMatchObject({ status: 'signed_in' });
    },
  );

  test('wrong links of others in the same network do not keep a valid one from being used', async () => {
    startOfDay();
    const owner = createBrowser(server);
    const token = await askForLink(owner, await knownPerson());
    const stranger = createBrowser(server, { ip: owner.ip });
    const guess = () => stranger.call(verifyMagicLink, { body: { token: 'x'.repeat(43) } });
    for (let at = 0; at < 11; at += 1) await expect(guess()).rejects.toThrow();
    expect(await owner.call(verifyMagicLink, { body: { token } })).toMatchObject({ status: 'signed_in' });
  });

  test('however many networks they have, a browser that signed in before is not concerned', async () => {
    startOfDay();
    const email = await knownPerson();
    const known = createBrowser(server);
    const first = await askForLink(known, email);
    await known.call(verifyMagicLink, { body: { token: first } });
    expect(await sentOf(40, email)).toBe(30);
    await server.runJobs();
    const token = await askForLink(known, email);
    expect(await known.call(verifyMagicLink, { body: { token } })).toMatchObject({ status: 'signed_in' });
    const elsewhere = known.call(sendMagicLink, { body: { email: freshEmail() } });
    expect(await elsewhere).toMatchObject({ sent: true });
  });

  test('a browser with a session is known, whatever way it signed in', async () => {
    startOfDay();
    const { email, token } = await buildPerson(server, { email: freshEmail() });
    const browser = createBrowser(server, { token });
    for (const expected of [1, 0]) {
      const before = browser.cookies.length;
      await browser.call(verifyUser, {});
      expect(browser.cookies.length - before).toBe(expected);
    }
    await sentOf(40, email);
    await server.runJobs();
    await askForLink(browser, email);
  });

  test('a browser that signed in before has limits of its own', async () => {
    startOfDay();
    const email = await knownPerson();
    const known = createBrowser(server);
    const token = await askForLink(known, email);
    await known.call(verifyMagicLink, { body: { token } });
    for (let at = 0; at < 5; at += 1) await known.call(sendMagicLink, { body: { email } });
    await expect(known.call(sendMagicLink, { body: { email } })).rejects.toMatchObject({ status: 429 });
    await server.runJobs();
  });

  test('an IPv6 site counts as one asker of an address', async () => {
    startOfDay();
    const email = freshEmail();
    for (const at of [1, 2, 3, 4]) {
      expect((await send({ email }, `2001:db8:77:${at}::1`)).status).toBe(200);
    }
    expect((await send({ email }, '2001:db8:77:5::1')).status).toBe(429);
    expect((await send({ email }, '2001:db8:78:1::1')).status).toBe(200);
  });

  test.each([
    ['invite', 60],
    ['open', 5],
  ] as const)('where sign-up is %s, a network (IPv6: /64) gets %i links a minute', async (signup, max) => {
    startOfDay();
    try {
      server.kit.env.signup = signup;
      for (let at = 1; at <= max; at += 1) {
        expect((await send({ email: freshEmail() }, `2001:db8:${max}:2::${at}`)).status).toBe(200);
      }
      expect(await retryAfter(await send({ email: freshEmail() }, `2001:db8:${max}:2:ffff::1`))).toBe(60);
      expect((await send({ email: freshEmail() }, `2001:db8:${max}:3::1`)).status).toBe(200);
    } finally {
      server.kit.env.signup = 'invite';
      await server.runJobs();
    }
  });

  test('a network may try ten links a minute', async () => {
    server.clock.set(new Date(Math.ceil(server.clock.now().getTime() / DAY_MS) * DAY_MS));
    const browser = createBrowser(server);
    const verify = () => browser.call(verifyMagicLink, { body: { token: 'x'.repeat(43) } });
    for (let at = 0; at < 10; at += 1) await expect(verify()).rejects.toMatchObject(refusedLink);
    await expect(verify()).rejects.toMatchObject({ status: 429, code: 'rate_limited' });
  });
});

describe('the page to come back to', () => {
  test.each([
    'https://example.com',
    '//example.com',
    '/\\example.com',
    '\\\\example.com',
    'javascript:alert(1)',
    ' /overview',
    '/\t/example.com',
    '/overview\r\nlocation: https://example.com',
    'overview',
    '/overview#token',
    '/overview%00?a=b c',
  ])('is not %j', async (returnTo) => {
    const response = await send({ email: freshEmail(), return_to: returnTo });
    const answer = (await response.json()) as Refusal;
    expect(answer).toMatchObject({ status: 400, error: { code: 'validation_failed' } });
    expect(Object.keys(answer.error.fields ?? {})).toEqual(['return_to']);
  });
});
