import { createHash } from 'node:crypto';
import { listSessions, logout, revokeSession, verifyUser } from '@trailmark/contract/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSession } from '../../access/session.ts';
import { DAY_MS, MINUTE_MS } from '../../platform/clock.ts';
import { buildPerson, type TestPerson } from '../../testing/build.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const signedOut = { status: 401, code: 'not_signed_in' };

/** Another sign-in of the same person, from another place. */
async function signInElsewhere(person: TestPerson, client = { ip: '192.0.2.7', userAgent: 'Phone' }) {
  const method = 'google' as const;
  const token = await openSession(server.db, server.clock.now(), { userId: person.userId, method, client });
  return server.callAs(token);
}

describe('a session', () => {
  test('is stored as a hash of its token only', async () => {
    const { token, userId } = await buildPerson(server);
    const rows = await server.db.selectFrom('sessions').selectAll().where('user_id', '=', userId).execute();
    expect(rows.map((row) => row.token_hash)).toEqual([createHash('sha256').update(token).digest()]);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('ends when it is not used for 30 days', async () => {
    const { call } = await buildPerson(server);
    server.clock.advance(30 * DAY_MS - 1);
    await call(verifyUser, {});
    server.clock.advance(30 * DAY_MS);
    await expect(call(verifyUser, {})).rejects.toMatchObject(signedOut);
  });

  test('ends after 90 days, however much it is used', async () => {
    const { call } = await buildPerson(server);
    for (let day = 0; day < 80; day += 20) {
      server.clock.advance(20 * DAY_MS);
      await call(verifyUser, {});
    }
    server.clock.advance(10 * DAY_MS - 1);
    await call(verifyUser, {});
    server.clock.advance(1);
    await expect(call(verifyUser, {})).rejects.toMatchObject(signedOut);
  });

  test.each([
    ['', 'nothing'],
    ['Bearer', 'a word'],
    ['Bearer short', 'a short token'],
    [`Bearer ${'x'.repeat(43)}`, 'a token that was never made'],
    [`Bearer ${'x'.repeat(9000)}`, 'a long token'],
    ['Basic dXNlcjpwYXNz', 'a name and a password'],
  ])('is not opened by %j (%s)', async (authorization) => {
    const response = await fetch(`${server.url}/api/user/verify`, { headers: { authorization } });
    expect(response.status).toBe(401);
  });

  test('is not opened by a token in the query or in a cookie', async () => {
    const { token } = await buildPerson(server);
    const response = await fetch(`${server.url}/api/user/verify?token=${token}&access_token=${token}`, {
      headers: { cookie: `token=${token}` },
    });
    expect(response.status).toBe(401);
  });
});

describe('the list of sessions', () => {
  test('names where the person is signed in, newest use first, and which one this is', async () => {
    const person = await buildPerson(server);
    server.clock.advance(MINUTE_MS);
    const phone = await signInElsewhere(person);
    const sessions = await phone(listSessions, {});
    expect(sessions).toMatchObject([
      { current: true, method: 'google', ip: '192.0.2.7', user_agent: 'Phone' },
      { current: false, method: 'magic_link', ip: '127.0.0.1', user_agent: 'test' },
    ]);
    const ends = new Date(server.clock.now().getTime() + 30 * DAY_MS).toISOString();
    expect(sessions[0]?.expires_at).toBe(ends);
    expect(JSON.stringify(sessions)).not.toMatch(/hash|token/);
  });

  test('moves a session up when it is used', async () => {
    const person = await buildPerson(server);
    await signInElsewhere(person);
    server.clock.advance(5 * MINUTE_MS);
    const [first] = await person.call(listSessions, {});
    expect(first).toMatchObject({ current: true, last_used_at: server.clock.now().toISOString() });
  });

  test('leaves out what has ended and what belongs to others', async () => {
    const person = await buildPerson(server);
    await buildPerson(server);
    server.clock.advance(31 * DAY_MS);
    const call = await signInElsewhere(person);
    expect(await call(listSessions, {})).toHaveLength(1);
  });
});

describe('signing out', () => {
  test('voids the token of this session and no other', async () => {
    const person = await buildPerson(server);
    const phone = await signInElsewhere(person);
    expect(await person.call(logout, {})).toEqual({ signed_out: true });
    await expect(person.call(verifyUser, {})).rejects.toMatchObject(signedOut);
    await expect(person.call(logout, {})).rejects.toMatchObject(signedOut);
    expect((await phone(verifyUser, {})).id).toBe(person.userId);
  });

  test('works for one’s other sessions too, once', async () => {
    const person = await buildPerson(server);
    const phone = await signInElsewhere(person);
    const session_id = (await phone(listSessions, {})).find((one) => one.current)?.id ?? '';
    expect(await person.call(revokeSession, { query: { session_id } })).toEqual({ revoked: true });
    await expect(phone(verifyUser, {})).rejects.toMatchObject(signedOut);
    await expect(person.call(revokeSession, { query: { session_id } })).rejects.toMatchObject({
      status: 404,
    });
  });

  test('does not work for the session of someone else, which does not exist', async () => {
    const [person, other] = [await buildPerson(server), await buildPerson(server)];
    const session_id = (await other.call(listSessions, {}))[0]?.id ?? '';
    await expect(person.call(revokeSession, { query: { session_id } })).rejects.toMatchObject({
      status: 404,
      code: 'not_found',
    });
    expect((await other.call(verifyUser, {})).id).toBe(other.userId);
  });
});
