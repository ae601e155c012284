import { verifyMagicLink } from '@trailmark/contract/sign-in';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../platform/clock.ts';
import { createBrowser } from '../../testing/browser.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { issueLocalOwnerLink } from './local-owner.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const tokenOf = (link: string) => /#token=([\w-]+)$/.exec(link)?.[1] ?? '';
const verify = (token: string, confirm = true) =>
  createBrowser(server).call(verifyMagicLink, { body: { token, confirm } });

describe('the link printed at start', () => {
  test('signs the owner of the machine in, who has no address yet', async () => {
    const link = await issueLocalOwnerLink(server.kit);
    expect(link.startsWith(`${server.url}/login/verify#token=`)).toBe(true);
    expect(await verify(tokenOf(link))).toMatchObject({
      status: 'signed_in',
      user: { email: 'owner@localhost', is_local_owner: true },
    });
  });

  test('is void after a restart, and the account stays one', async () => {
    const older = tokenOf(await issueLocalOwnerLink(server.kit));
    const newer = tokenOf(await issueLocalOwnerLink(server.kit));
    await expect(verify(older)).rejects.toMatchObject({ code: 'link_invalid' });
    expect(await verify(newer)).toMatchObject({ status: 'signed_in' });
    const owners = await server.db
      .selectFrom('users')
      .select('id')
      .where('is_local_owner', '=', true)
      .execute();
    expect(owners).toHaveLength(1);
  });

  test('is void after a restart also when the owner gave an address meanwhile', async () => {
    const older = tokenOf(await issueLocalOwnerLink(server.kit));
    await server.db
      .updateTable('users')
      .set({ email: 'me@example.com' })
      .where('is_local_owner', '=', true)
      .execute();
    const newer = tokenOf(await issueLocalOwnerLink(server.kit));
    await expect(verify(older)).rejects.toMatchObject({ code: 'link_invalid' });
    expect(await verify(newer)).toMatchObject({ user: { email: 'me@example.com', is_local_owner: false } });
  });

  test('works once, for 15 minutes, and only when confirmed', async () => {
    const once = tokenOf(await issueLocalOwnerLink(server.kit));
    expect(await verify(once, false)).toMatchObject({ status: 'confirm' });
    await verify(once);
    await expect(verify(once)).rejects.toMatchObject({ code: 'link_invalid' });
    const late = tokenOf(await issueLocalOwnerLink(server.kit));
    server.clock.advance(15 * MINUTE_MS);
    await expect(verify(late)).rejects.toMatchObject({ code: 'link_invalid' });
  });
});

test('the first operator is the local owner, where operators are named', async () => {
  const other = await startTestServer({ env: { OPERATOR_EMAILS: 'Boss@example.com, second@example.com' } });
  try {
    const token = tokenOf(await issueLocalOwnerLink(other.kit));
    const answer = await createBrowser(other).call(verifyMagicLink, { body: { token, confirm: true } });
    expect(answer).toMatchObject({
      user: { email: 'boss@example.com', is_operator: true, is_local_owner: false },
    });
  } finally {
    await other.stop();
  }
});
