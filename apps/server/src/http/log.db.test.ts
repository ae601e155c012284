import { acceptInvite, inviteMembers } from '@trailmark/contract/members';
import { exchangeGoogle, sendMagicLink, verifyMagicLink } from '@trailmark/contract/sign-in';
import { listSessions, verifyUser } from '@trailmark/contract/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRunner } from '../jobs/runner.ts';
import { WORKER_JOBS } from '../main/features.ts';
import { createBrowser } from '../testing/browser.ts';
import { buildPerson, buildProject } from '../testing/build.ts';
import { tokenIn } from '../testing/mail-links.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
const lines: string[] = [];
beforeAll(async () => {
  server = await startTestServer({
    log: { write: (line) => lines.push(line) },
    env: {
      GOOGLE_CLIENT_ID: 'id',
      GOOGLE_CLIENT_SECRET: 'google-client-secret',
      GOOGLE_ISSUER: 'http://127.0.0.1:1',
      MIXPANEL_TOKEN: 'token',
      MIXPANEL_UPSTREAM: 'http://127.0.0.1:1',
    },
  });
});
afterAll(() => server.stop());

function expectNoneOf(secrets: string[]): void {
  const text = lines.join('');
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(8);
    expect(text.includes(secret), `the log holds ${secret}`).toBe(false);
  }
}

test('a line of the log has the call, its outcome and its request id', async () => {
  const { token } = await buildPerson(server);
  const response = await fetch(`${server.url}/api/user/verify?secret=in-the-query`, {
    headers: { authorization: `Bearer ${token}`, cookie: 'session=cookie-value' },
  });
  const line = lines
    .map((one) => JSON.parse(one) as Record<string, unknown>)
    .find((one) => one.reqId === response.headers.get('x-request-id'));
  expect(line).toMatchObject({ method: 'GET', route: '/api/user/verify', status: 200, msg: 'request' });
  expectNoneOf([token, 'cookie-value', 'in-the-query']);
});

test('no secret of a sign-in reaches the log, whether it works or not', async () => {
  const person = await buildPerson(server);
  const browser = createBrowser(server);
  await browser.call(sendMagicLink, { body: { email: person.email } });
  const magic = tokenIn((await server.runJobs())[0]);
  const answer = await browser.call(verifyMagicLink, { body: { token: magic } });
  if (answer.status !== 'signed_in') throw new Error('not signed in');
  await expect(browser.call(verifyMagicLink, { body: { token: magic } })).rejects.toThrow();
  const cookie = /trailmark_browser=([\w-]+)/.exec(browser.cookies.join())?.[1] ?? '';
  const code = 'one-time-code-of-the-provider';
  await browser.visit(`${server.url}/api/login/google`);
  await browser.visit(`${server.url}/api/login/google/callback?code=${code}&state=the-state-of-it`);
  await expect(browser.call(exchangeGoogle, { body: { code: `${code}-ours` } })).rejects.toThrow();
  expectNoneOf([magic, answer.token, cookie, code, 'the-state-of-it', 'google-client-secret']);
});

test('no secret of an invite reaches the log', async () => {
  const { owner, projectId } = await buildProject(server);
  const emails = ['logged@example.com'];
  await owner.call(inviteMembers, { body: { project_id: projectId, emails, role: 'viewer' } });
  const token = tokenIn((await server.runJobs())[0]);
  const answer = await createBrowser(server).call(acceptInvite, { body: { token, confirm: true } });
  if (answer.status !== 'accepted' || !answer.session) throw new Error('not accepted');
  expectNoneOf([token, answer.session.token, owner.token]);
});

test('a surprise is logged with its reason, and still without secrets', async () => {
  const { token } = await buildPerson(server);
  const { db } = server.kit;
  server.kit.db = new Proxy(db, {
    get: () => {
      throw new Error('the reason of the surprise');
    },
  });
  const headers = { authorization: `Bearer ${token}`, cookie: 'session=cookie-of-surprise' };
  const response = await fetch(`${server.url}/api/user/verify`, { headers });
  server.kit.db = db;
  expect(response.status).toBe(500);
  const line = lines.find((one) => one.includes('the reason of the surprise')) ?? '';
  expect(line).toContain(response.headers.get('x-request-id'));
  expectNoneOf([token, 'cookie-of-surprise']);
});

test('an upstream that is down is logged as what it is, not as the database', async () => {
  const before = lines.length;
  const headers = { authorization: 'Bearer analytics-bearer-token-0123456789', cookie: 'a=analytics-cookie' };
  const response = await fetch(`${server.url}/ingest/track?data=query-of-analytics`, {
    method: 'POST',
    body: 'body-of-analytics',
    headers,
  });
  expect(response.status).toBe(503);
  const text = lines.slice(before).join('');
  expect(text).toContain('the analytics upstream cannot be reached');
  expect(text).not.toContain('database');
  expectNoneOf(['analytics-bearer-token', 'analytics-cookie', 'query-of-analytics', 'body-of-analytics']);
});

test('a job that fails is logged without what it was about to send', async () => {
  const person = await buildPerson(server);
  const { send } = server.kit.mail;
  const sent: string[] = [];
  const failed = new Promise<void>((resolve) => {
    server.kit.mail.send = async (_to, text) => {
      sent.push(/#token=([\w-]+)/.exec(text.button?.url ?? '')?.[1] ?? '');
      setTimeout(resolve, 0);
      throw new Error('the mail server said no');
    };
  });
  const runner = await startRunner(server.kit, server.pool, WORKER_JOBS);
  await createBrowser(server).call(sendMagicLink, { body: { email: person.email } });
  await failed;
  await runner.stop();
  server.kit.mail.send = send;
  expect(lines.some((line) => line.includes('the mail server said no'))).toBe(true);
  expectNoneOf([...sent, person.email]);
});

test('the list of sessions is served without writing tokens anywhere', async () => {
  const person = await buildPerson(server);
  await person.call(listSessions, {});
  await person.call(verifyUser, {});
  expectNoneOf([person.token]);
});
