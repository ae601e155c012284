import { createHash } from 'node:crypto';
import { listAuditLog } from '@trailmark/contract/audit-log';
import {
  acceptInvite,
  inviteMembers,
  listInvites,
  listMembers,
  resendInvite,
  revokeInvite,
} from '@trailmark/contract/members';
import type { Role } from '@trailmark/contract/permissions';
import { sendMagicLink, verifyMagicLink } from '@trailmark/contract/sign-in';
import { verifyUser } from '@trailmark/contract/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../platform/clock.ts';
import { createBrowser } from '../../testing/browser.ts';
import { buildMember, buildPerson, buildProject, type TestPerson } from '../../testing/build.ts';
import { tokenIn } from '../../testing/mail-links.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

let count = 0;
const freshEmail = () => `invited-${++count}@example.com`;

const invite = (by: TestPerson, projectId: string, emails: string[], role: Role = 'member') =>
  by.call(inviteMembers, { body: { project_id: projectId, emails, role } });

/** A project with one invite, and the secret of its mail. */
async function buildInvite(given: { email?: string; role?: Role } = {}) {
  const { owner, projectId } = await buildProject(server);
  const email = given.email ?? freshEmail();
  await invite(owner, projectId, [email], given.role);
  const token = tokenIn((await server.runJobs()).find((mail) => mail.to === email));
  const [row] = await owner.call(listInvites, { query: { project_id: projectId } });
  return { owner, projectId, email, token, inviteId: row!.id };
}

/** Opens the link, as a stranger or as somebody who is signed in. */
const accept = (token: string, given: { as?: TestPerson; confirm?: boolean } = {}) =>
  createBrowser(server, given.as ? { token: given.as.token } : {}).call(acceptInvite, {
    body: { token, confirm: given.confirm ?? true },
  });

const invitesOf = (by: TestPerson, projectId: string) =>
  by.call(listInvites, { query: { project_id: projectId } });
const membersOf = (by: TestPerson, projectId: string) =>
  by.call(listMembers, { query: { project_id: projectId } });
const actionsOf = async (by: TestPerson, projectId: string) =>
  (await by.call(listAuditLog, { query: { project_id: projectId } })).items.map((item) => item.action).sort();

const refusedInvite = { status: 400, code: 'link_invalid' };

describe('inviting', () => {
  test('sends every address a mail with a link of its own', async () => {
    const { owner, projectId } = await buildProject(server, { name: 'Kite & Sons' });
    const emails = [freshEmail(), freshEmail(), freshEmail()];
    const results = await invite(owner, projectId, emails, 'viewer');
    expect(results).toEqual(emails.map((email) => ({ email, outcome: 'invited' })));
    const mails = await server.runJobs();
    expect(mails.map((mail) => mail.to).sort()).toEqual([...emails].sort());
    expect(new Set(mails.map(tokenIn)).size).toBe(3);
    for (const { text } of mails) {
      expect(text.subject).toContain('Kite & Sons');
      expect(text.paragraphs.join(' ')).toContain('viewer');
      expect(text.button?.url.startsWith(`${server.url}/invite#token=`)).toBe(true);
    }
    const waiting = await invitesOf(owner, projectId);
    expect(waiting.map(({ email, role, expired }) => [email, role, expired])).toEqual(
      expect.arrayContaining(emails.map((email) => [email, 'viewer', false])),
    );
    expect(await actionsOf(owner, projectId)).toEqual([
      ...['member.invited', 'member.invited', 'member.invited', 'project.created'],
    ]);
  });

  test('counts an address once however often and however it is written', async () => {
    const { owner, projectId } = await buildProject(server);
    const email = freshEmail();
    const results = await invite(owner, projectId, [email, ` ${email.toUpperCase()}`, email]);
    expect(results).toEqual([{ email, outcome: 'invited' }]);
    expect(await server.runJobs()).toHaveLength(1);
  });

  test('distinguishes who is a member and who is invited already', async () => {
    const { owner, projectId, email } = await buildInvite();
    const member = await buildMember(server, projectId, 'viewer');
    const fresh = freshEmail();
    expect(await invite(owner, projectId, [member.email, email, fresh])).toEqual([
      { email: member.email, outcome: 'already_member' },
      { email, outcome: 'already_invited' },
      { email: fresh, outcome: 'invited' },
    ]);
    expect((await server.runJobs()).map((mail) => mail.to)).toEqual([fresh]);
  });

  test('makes one invite when two people invite the same address at the same moment', async () => {
    const { owner, projectId } = await buildProject(server);
    const admin = await buildMember(server, projectId, 'admin');
    const email = freshEmail();
    const results = await Promise.all([invite(owner, projectId, [email]), invite(admin, projectId, [email])]);
    expect(
      results
        .flat()
        .map((result) => result.outcome)
        .sort(),
    ).toEqual(['already_invited', 'invited']);
    expect(await server.runJobs()).toHaveLength(1);
  });

  test('answers both when two people invite the same addresses in another order', async () => {
    const { owner, projectId } = await buildProject(server);
    const admin = await buildMember(server, projectId, 'admin');
    // On its first day an account invites fewer than this.
    server.clock.advance(2 * DAY_MS);
    for (let round = 0; round < 3; round += 1) {
      const emails = Array.from({ length: 8 }, freshEmail);
      const [first, second] = await Promise.all([
        invite(owner, projectId, emails),
        invite(admin, projectId, emails.toReversed()),
      ]);
      expect(first.map((result) => result.email)).toEqual(emails);
      expect(second.map((result) => result.email)).toEqual(emails.toReversed());
    }
    expect(await server.runJobs()).toHaveLength(24);
  });

  test('refuses bad addresses and too many, and then invites nobody', async () => {
    const { owner, projectId } = await buildProject(server);
    const bad = [[], [freshEmail(), 'not an address'], Array.from({ length: 51 }, freshEmail)];
    for (const emails of bad) {
      await expect(invite(owner, projectId, emails)).rejects.toMatchObject({ code: 'validation_failed' });
    }
    expect(await invitesOf(owner, projectId)).toEqual([]);
  });

  test('an owner is invited by owners only', async () => {
    const { owner, projectId } = await buildProject(server);
    const admin = await buildMember(server, projectId, 'admin');
    await expect(invite(admin, projectId, [freshEmail()], 'owner')).rejects.toMatchObject({ status: 403 });
    expect(await invite(admin, projectId, [freshEmail()], 'admin')).toMatchObject([{ outcome: 'invited' }]);
    expect(await invite(owner, projectId, [freshEmail()], 'owner')).toMatchObject([{ outcome: 'invited' }]);
  });

  test('stores the secret of the link as a hash only', async () => {
    const { projectId, token } = await buildInvite();
    const rows = await server.db
      .selectFrom('project_invites')
      .selectAll()
      .where('project_id', '=', projectId)
      .execute();
    expect(rows.map((row) => row.token_hash)).toEqual([createHash('sha256').update(token).digest()]);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('is limited to 200 addresses a day for a project, in whatever case its id is written', async () => {
    const { owner, projectId } = await buildProject(server);
    server.clock.set(new Date(Math.ceil(server.clock.now().getTime() / DAY_MS) * DAY_MS));
    const window_start = server.clock.now();
    const bucket = `invite:project:${projectId}`;
    await server.db.insertInto('rate_limits').values({ bucket, window_start, hits: 198 }).execute();
    await invite(owner, projectId, [freshEmail(), freshEmail()]);
    const limited = { status: 429, code: 'rate_limited' };
    await expect(invite(owner, projectId, [freshEmail()])).rejects.toMatchObject(limited);
    await expect(invite(owner, projectId.toUpperCase(), [freshEmail()])).rejects.toMatchObject(limited);
    await server.runJobs();
  });

  const nextDay = () => server.clock.set(new Date(Math.ceil(server.clock.now().getTime() / DAY_MS) * DAY_MS));
  const someEmails = (length: number) => Array.from({ length }, freshEmail);

  test('is limited to 20 addresses for a person on their first day, over all their projects', async () => {
    nextDay();
    const { owner, projectId } = await buildProject(server);
    const { projectId: other } = await buildProject(server, { owner });
    await invite(owner, projectId, someEmails(15));
    const limited = { status: 429, message: expect.stringContaining('You can invite 20 people a day.') };
    await expect(invite(owner, other, someEmails(6))).rejects.toMatchObject(limited);
    // What is refused is not counted.
    await invite(owner, other, someEmails(5));
    await expect(invite(owner, projectId, someEmails(1))).rejects.toMatchObject(limited);
    expect(await server.runJobs()).toHaveLength(20);
  });

  test('is limited to 100 addresses a day for a person later, sending again included', async () => {
    const { owner, projectId } = await buildProject(server);
    server.clock.advance(2 * DAY_MS);
    nextDay();
    await invite(owner, projectId, someEmails(50));
    await invite(owner, projectId, someEmails(49));
    const [first, second] = await invitesOf(owner, projectId);
    const again = (id = '') => owner.call(resendInvite, { body: { project_id: projectId, invite_id: id } });
    await again(first?.id);
    await expect(again(second?.id)).rejects.toMatchObject({ status: 429 });
    expect(await server.runJobs()).toHaveLength(100);
  });

  test('puts names that people choose into the mail without anything to click', async () => {
    const { owner, projectId } = await buildProject(server, { name: 'Win at https://evil.example/prize' });
    await server.db
      .updateTable('users')
      .set({ first_name: 'evil.example', last_name: '\u202eadmin@evil.example' })
      .where('id', '=', owner.userId)
      .execute();
    await invite(owner, projectId, [freshEmail()]);
    const [mail] = await server.runJobs();
    const { button, ...words } = mail?.text ?? {};
    expect(JSON.stringify(words)).not.toMatch(/evil\.example|:\/\/|@evil|\u202e/);
    expect(words).toMatchObject({ heading: 'Join Win at https: //evil. example/prize on Trailmark' });
  });
});

describe('sending again', () => {
  test('voids the older link, and the time begins again', async () => {
    const { owner, projectId, inviteId, token, email } = await buildInvite();
    server.clock.advance(10 * DAY_MS);
    const body = { project_id: projectId, invite_id: inviteId };
    const again = await owner.call(resendInvite, { body });
    expect(again).toMatchObject({ id: inviteId, sent_at: server.clock.now().toISOString(), expired: false });
    const newer = tokenIn((await server.runJobs()).find((mail) => mail.to === email));
    await expect(accept(token)).rejects.toMatchObject(refusedInvite);
    server.clock.advance(14 * DAY_MS - 1);
    expect(await accept(newer)).toMatchObject({ status: 'accepted' });
  });

  test('is limited to ten a day for an invite', async () => {
    const { owner, projectId, inviteId } = await buildInvite();
    server.clock.set(new Date(Math.ceil(server.clock.now().getTime() / DAY_MS) * DAY_MS));
    const again = () => owner.call(resendInvite, { body: { project_id: projectId, invite_id: inviteId } });
    for (let at = 0; at < 10; at += 1) await again();
    await expect(again()).rejects.toMatchObject({ status: 429 });
    await server.runJobs();
  });

  test('does not work for the invite of another project', async () => {
    const { inviteId } = await buildInvite();
    const { owner, projectId } = await buildProject(server);
    const body = { project_id: projectId, invite_id: inviteId };
    await expect(owner.call(resendInvite, { body })).rejects.toMatchObject({ status: 404 });
    await expect(owner.call(revokeInvite, { query: body })).rejects.toMatchObject({ status: 404 });
  });

  test('and taking back the invite of an owner is for owners', async () => {
    const { projectId, inviteId } = await buildInvite({ role: 'owner' });
    const admin = await buildMember(server, projectId, 'admin');
    const body = { project_id: projectId, invite_id: inviteId };
    await expect(admin.call(resendInvite, { body })).rejects.toMatchObject({ status: 403 });
    await expect(admin.call(revokeInvite, { query: body })).rejects.toMatchObject({ status: 403 });
  });
});

describe('an invite', () => {
  test('is void when it is taken back, and the address can be invited again', async () => {
    const { owner, projectId, inviteId, token, email } = await buildInvite();
    const query = { project_id: projectId, invite_id: inviteId };
    expect(await owner.call(revokeInvite, { query })).toEqual({ revoked: true });
    await expect(accept(token)).rejects.toMatchObject(refusedInvite);
    await expect(owner.call(revokeInvite, { query })).rejects.toMatchObject({ status: 404 });
    expect(await invitesOf(owner, projectId)).toEqual([]);
    expect(await actionsOf(owner, projectId)).toContain('invite.revoked');
    expect(await invite(owner, projectId, [email])).toMatchObject([{ outcome: 'invited' }]);
    await server.runJobs();
  });

  test('expires after 14 days, stays in the list as expired, and opens no account', async () => {
    const { owner, projectId, token, email } = await buildInvite();
    server.clock.advance(14 * DAY_MS);
    await expect(accept(token)).rejects.toMatchObject(refusedInvite);
    expect(await invitesOf(owner, projectId)).toMatchObject([{ email, expired: true }]);
    await createBrowser(server).call(sendMagicLink, { body: { email } });
    expect(await server.runJobs()).toEqual([]);
  });

  test('that has expired does not stand in the way of a new one', async () => {
    const { owner, projectId, email } = await buildInvite();
    server.clock.advance(15 * DAY_MS);
    expect(await invite(owner, projectId, [email])).toEqual([{ email, outcome: 'invited' }]);
    const token = tokenIn((await server.runJobs()).find((mail) => mail.to === email));
    expect(await accept(token)).toMatchObject({ status: 'accepted' });
  });

  test('of a deleted project opens no account either', async () => {
    const { projectId, email } = await buildInvite();
    await server.db
      .updateTable('projects')
      .set({ deleted_at: server.clock.now() })
      .where('project_id', '=', projectId)
      .execute();
    await createBrowser(server).call(sendMagicLink, { body: { email } });
    expect(await server.runJobs()).toEqual([]);
  });

  test('can be looked at without being used up', async () => {
    const { token, email } = await buildInvite({ role: 'admin' });
    for (let look = 0; look < 3; look += 1) {
      expect(await accept(token, { confirm: false })).toEqual({
        status: 'pending',
        email,
        project_name: 'Kite Grocery',
        role: 'admin',
        invited_by: expect.stringMatching(/^Test Person/),
        has_account: false,
        is_me: false,
      });
    }
    expect(await accept(token)).toMatchObject({ status: 'accepted' });
  });
});

describe('accepting', () => {
  test('as a new person makes the account, a session and the membership', async () => {
    const { owner, projectId, token, email } = await buildInvite({ role: 'viewer' });
    const answer = await accept(token);
    if (answer.status !== 'accepted' || !answer.session) throw new Error('no session');
    expect(answer.project_id).toBe(projectId);
    const user = await server.callAs(answer.session.token)(verifyUser, {});
    expect(user).toMatchObject({ email, invites: [] });
    expect(user.project_members).toMatchObject([{ project_id: projectId, role: 'viewer' }]);
    expect(await actionsOf(owner, projectId)).toContain('member.joined');
    await expect(accept(token)).rejects.toMatchObject(refusedInvite);
    expect(await invitesOf(owner, projectId)).toEqual([]);
  });

  test('never signs anybody in to an account that exists', async () => {
    const person = await buildPerson(server);
    const { owner, projectId, token } = await buildInvite({ email: person.email });
    expect(await accept(token, { confirm: false })).toMatchObject({ has_account: true, is_me: false });
    await expect(accept(token)).rejects.toMatchObject({ status: 401, code: 'not_signed_in' });
    expect(await accept(token, { as: person, confirm: false })).toMatchObject({ is_me: true });
    expect(await accept(token, { as: person })).toEqual({
      status: 'accepted',
      project_id: projectId,
      session: null,
    });
    expect(await membersOf(owner, projectId)).toHaveLength(2);
  });

  test('as the wrong person is a conflict and changes nothing', async () => {
    const { owner, projectId, token } = await buildInvite();
    const wrong = await buildPerson(server);
    await expect(accept(token, { as: wrong })).rejects.toMatchObject({ status: 409, code: 'conflict' });
    expect(await membersOf(owner, projectId)).toHaveLength(1);
    expect(await accept(token)).toMatchObject({ status: 'accepted' });
  });

  test('works without the link for whom it is for, by the id that waits in the account', async () => {
    const person = await buildPerson(server);
    const { projectId } = await buildInvite({ email: person.email, role: 'guest' });
    const [waiting] = (await person.call(verifyUser, {})).invites;
    expect(waiting).toMatchObject({ project_name: 'Kite Grocery', role: 'guest' });
    const body = { invite_id: waiting!.id, confirm: true };
    expect(await person.call(acceptInvite, { body })).toMatchObject({
      status: 'accepted',
      project_id: projectId,
    });
  });

  test('by id is for nobody else, signed in or not', async () => {
    const { inviteId } = await buildInvite();
    const body = { invite_id: inviteId, confirm: true };
    await expect(createBrowser(server).call(acceptInvite, { body })).rejects.toMatchObject({ status: 401 });
    const other = await buildPerson(server);
    await expect(other.call(acceptInvite, { body })).rejects.toMatchObject(refusedInvite);
    await expect(other.call(acceptInvite, { body: { ...body, confirm: false } })).rejects.toMatchObject(
      refusedInvite,
    );
  });

  test.each([{}, { token: 'x'.repeat(43), invite_id: '00000000-0000-4000-8000-000000000000' }])(
    'needs the link or the id, one of the two: not %j',
    async (body) => {
      await expect(createBrowser(server).call(acceptInvite, { body })).rejects.toMatchObject({
        code: 'validation_failed',
      });
    },
  );

  test('can wait until the person signs up in another way', async () => {
    const { email, inviteId } = await buildInvite();
    server.clock.advance(HOUR_MS);
    const browser = createBrowser(server);
    await browser.call(sendMagicLink, { body: { email } });
    const token = tokenIn((await server.runJobs()).find((mail) => mail.to === email));
    const answer = await browser.call(verifyMagicLink, { body: { token } });
    if (answer.status !== 'signed_in') throw new Error('not signed in');
    expect(answer.user.invites).toMatchObject([{ id: inviteId }]);
    expect(answer.user.project_members).toEqual([]);
  });

  test.each(['a new person', 'a known person'])('twice at the same moment joins once, as %s', async (who) => {
    const person = who === 'a known person' ? await buildPerson(server) : undefined;
    const { owner, projectId, token, email } = await buildInvite(person ? { email: person.email } : {});
    const tries = await Promise.allSettled(
      [1, 2, 3, 4].map(() => accept(token, person ? { as: person } : {})),
    );
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    expect(await membersOf(owner, projectId)).toHaveLength(2);
    const joined = (await actionsOf(owner, projectId)).filter((action) => action === 'member.joined');
    expect(joined).toHaveLength(1);
    const users = await server.db.selectFrom('users').select('id').where('email', '=', email).execute();
    expect(users).toHaveLength(1);
  });

  test('leaves the role of someone who is a member already', async () => {
    const { owner, projectId, token, email } = await buildInvite({ role: 'owner' });
    const person = await buildPerson(server, { email });
    const now = server.clock.now();
    await server.db
      .insertInto('project_members')
      .values({ project_id: projectId, user_id: person.userId, role: 'viewer', joined_at: now })
      .execute();
    await accept(token, { as: person });
    const member = (await membersOf(owner, projectId)).find((one) => one.user_id === person.userId);
    expect(member?.role).toBe('viewer');
  });
});
