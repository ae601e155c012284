import type { Page } from '@playwright/test';
import { CallError } from '@trailmark/contract/call';
import {
  acceptInvite,
  inviteMembers,
  listInvites,
  listMembers,
  removeMember,
  updateRole,
} from '@trailmark/contract/members';
import type { ROLES } from '@trailmark/contract/permissions';
import { listProjects } from '@trailmark/contract/projects';
import { updateUser, verifyUser } from '@trailmark/contract/users';
import { freshEmail, type Visitor } from '../support/people.ts';
import { inviteLink, mailTo, signInLink } from '../support/sandbox.ts';
import { expect, test } from '../support/test.ts';

const rowOf = (page: Page, email: string) =>
  page.getByRole('table', { name: 'Members' }).getByRole('row').filter({ hasText: email });

const pendingOf = (page: Page, email: string) =>
  page.getByRole('table', { name: 'Pending invites' }).getByRole('row').filter({ hasText: email });

const toast = (page: Page, title: string) => page.getByText(title, { exact: true });

async function refusalOf(answer: Promise<unknown>): Promise<string | null> {
  return answer.then(
    () => null,
    (error: unknown) => (error instanceof CallError ? error.code : String(error)),
  );
}

async function idOf(person: Visitor): Promise<string> {
  return (await person.call(verifyUser, {})).id;
}

/** A member with a name of their own. */
async function colleague(
  people: { member: (owner: Visitor, projectId: string, role: (typeof ROLES)[number]) => Promise<Visitor> },
  owner: Visitor,
  { projectId, role, name }: { projectId: string; role: (typeof ROLES)[number]; name: string },
): Promise<Visitor> {
  const person = await people.member(owner, projectId, role);
  await person.call(updateUser, { body: { first_name: name, last_name: null } });
  return person;
}

test.describe('inviting', () => {
  test('two addresses at once; a new person accepts in a browser of their own', async ({ people }) => {
    const owner = await people.visitor();
    const { project_id } = await people.project(owner);
    const work = freshEmail();
    const personal = freshEmail().replace('@kite.example', '@gmail.com');
    const { page } = owner;
    await page.goto(`/settings/members?p_id=${project_id}`);
    await page.getByRole('button', { name: 'Invite people' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Invite people' });
    const box = dialog.getByLabel('Addresses');
    await box.fill('ben@');
    await box.press('Enter');
    await dialog.getByRole('button', { name: 'Send invite' }).click();
    await expect(box).toHaveAccessibleDescription(/^ben@ is not an e-mail address\./);
    await dialog.getByRole('button', { name: 'Remove ben@' }).click();
    await box.fill(`${work}`);
    await box.press(',');
    await expect(dialog.getByText('looks like a private address')).toBeHidden();
    await box.fill(personal);
    await box.press(' ');
    await expect(dialog.getByText(`${personal} looks like a private address`)).toBeVisible();
    await dialog.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: 'Viewer' }).click();
    await dialog.getByRole('button', { name: 'Send 2 invites' }).click();
    await expect(toast(page, '2 invites are on their way')).toBeVisible();
    for (const email of [work, personal]) {
      await expect(dialog.getByRole('listitem').filter({ hasText: email })).toContainText('Invited');
    }
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(pendingOf(page, work)).toContainText('viewer');
    await expect(pendingOf(page, personal)).toContainText('Asha Rao');

    const mail = await mailTo(work, { subject: /^Asha Rao invites you to Kite Grocery/ });
    expect(mail.text).toContain('invites you as viewer');
    expect(mail.html).toContain('<h1');
    const link = await inviteLink(work);
    expect(mail.html).toContain(link);

    const guest = await people.stranger();
    await guest.page.goto(link);
    await expect(guest.page.getByRole('heading', { name: 'Join Kite Grocery' })).toBeVisible();
    await expect(guest.page.getByText('Invited by Asha Rao')).toBeVisible();
    await expect(guest.page.getByText(`For ${work}`)).toBeVisible();
    expect(guest.page.url()).not.toContain('token');
    await guest.page.getByRole('button', { name: 'Accept and join' }).click();
    await guest.page.getByLabel('First name').fill('Noor');
    await guest.page.getByRole('button', { name: 'Continue' }).click();
    await expect(guest.page).toHaveURL(`/overview?p_id=${project_id}`);

    await page.reload();
    await expect(rowOf(page, work)).toContainText('Noor');
    await expect(rowOf(page, work).getByRole('combobox')).toHaveText('Viewer');
    await expect(pendingOf(page, work)).toBeHidden();
    await guest.page.goto(link);
    await expect(guest.page.getByRole('heading', { name: 'This invite no longer works' })).toBeVisible();
  });

  test('a person with an account signs in first, and finds the invite waiting', async ({ people }) => {
    const owner = await people.visitor();
    const { project_id } = await people.project(owner);
    const known = await people.visitor();
    const other = await people.visitor();
    await owner.call(inviteMembers, { body: { project_id, emails: [known.email], role: 'member' } });
    const link = await inviteLink(known.email);

    // In the browser of somebody else: nobody joins by mistake.
    const { page } = other;
    await page.goto(link);
    await expect(page.getByText(`You are signed in as ${other.email}`)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Accept/ })).toBeHidden();
    await page.getByRole('button', { name: 'Sign out and continue' }).click();
    await page.getByRole('link', { name: `Sign in as ${known.email} to accept` }).click();
    await expect(page.getByLabel('E-mail')).toHaveValue(known.email);
    const after = new Date();
    await page.getByRole('button', { name: 'Send a sign-in link' }).click();
    await page.goto(await signInLink(known.email, after));
    await page.getByRole('button', { name: 'Accept the invite to Kite Grocery' }).click();
    await expect(page).toHaveURL(`/overview?p_id=${project_id}`);
    expect((await known.call(verifyUser, {})).project_members).toMatchObject([
      { project_id, role: 'member' },
    ]);
    expect((await other.call(verifyUser, {}).catch((error: CallError) => error.status)) as unknown).toBe(401);
  });

  test('a person who is signed in already accepts with one click', async ({ people }) => {
    const owner = await people.visitor();
    const { project_id } = await people.project(owner);
    const known = await people.visitor();
    await people.project(known, 'Kite Pharmacy');
    await owner.call(inviteMembers, { body: { project_id, emails: [known.email], role: 'guest' } });
    await known.page.goto(await inviteLink(known.email));
    await known.page.getByRole('button', { name: 'Accept and open the project' }).click();
    await expect(known.page).toHaveURL(`/overview?p_id=${project_id}`);
    await expect(toast(known.page, 'You joined Kite Grocery')).toBeVisible();
  });

  test('an invite is sent again with a new link, and taken back', async ({ people }) => {
    const owner = await people.visitor();
    const { project_id } = await people.project(owner);
    const email = freshEmail();
    await owner.call(inviteMembers, { body: { project_id, emails: [email], role: 'member' } });
    const first = await inviteLink(email);
    const { page } = owner;
    await page.goto(`/settings/members?p_id=${project_id}`);
    const after = new Date();
    await page.getByRole('button', { name: `Send the invite of ${email} again` }).click();
    await expect(toast(page, `Sent to ${email} again`)).toBeVisible();
    const second = await inviteLink(email, after);
    expect(second).not.toBe(first);

    const guest = await people.stranger();
    const spent = guest.page.getByRole('heading', { name: 'This invite no longer works' });
    await guest.page.goto(first);
    await expect(spent).toBeVisible();
    await guest.page.goto('about:blank');
    await guest.page.goto(second);
    await expect(guest.page.getByRole('heading', { name: 'Join Kite Grocery' })).toBeVisible();

    await page.getByRole('button', { name: `Revoke the invite of ${email}` }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Revoke this invite?' });
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await expect(toast(page, `The invite of ${email} was revoked`)).toBeVisible();
    await expect(page.getByText('No invite is waiting')).toBeVisible();
    expect(await owner.call(listInvites, { query: { project_id } })).toEqual([]);
    await guest.page.getByRole('button', { name: 'Accept and join' }).click();
    await expect(guest.page.getByRole('alert')).toContainText('revoked');
    await guest.page.goto('about:blank');
    await guest.page.goto(second);
    await expect(spent).toBeVisible();
    const token = second.split('token=')[1] ?? '';
    expect(await refusalOf(owner.call(acceptInvite, { body: { token, confirm: true } }))).toBe(
      'link_invalid',
    );
  });
});

test.describe('members', () => {
  test('a role is changed and a member removed, who loses access at the next load', async ({ people }) => {
    const owner = await people.visitor();
    const { project_id } = await people.project(owner);
    const noor = await colleague(people, owner, { projectId: project_id, role: 'member', name: 'Noor' });
    const own = await people.project(noor, 'Kite Pharmacy');
    const { page } = owner;
    await noor.page.goto(`/settings/general?p_id=${project_id}`);
    await expect(noor.page.getByText('You can see these settings but not change them')).toBeVisible();

    await page.goto(`/settings/members?p_id=${project_id}`);
    await page.getByRole('combobox', { name: 'Role of Noor' }).click();
    await page.getByRole('option', { name: 'Admin' }).click();
    await expect(toast(page, 'Noor is now admin')).toBeVisible();
    const members = await owner.call(listMembers, { query: { project_id } });
    expect(members.map(({ email, role }) => [email, role])).toEqual([
      [owner.email, 'owner'],
      [noor.email, 'admin'],
    ]);
    await noor.page.reload();
    await expect(noor.page.getByLabel('Name')).toBeEnabled();

    await page.getByRole('button', { name: 'Remove Noor' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Remove Noor?' });
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(toast(page, 'Noor was removed')).toBeVisible();
    await expect(rowOf(page, noor.email)).toBeHidden();
    await expect(page.getByRole('heading', { name: '1 member' })).toBeVisible();

    await noor.page.reload();
    await expect(toast(noor.page, 'You don’t have access to that project')).toBeVisible();
    await expect(noor.page).toHaveURL(`/settings/general?p_id=${own.project_id}`);
    expect(await refusalOf(noor.call(listMembers, { query: { project_id } }))).toBe('not_found');
  });

  test('the last owner can be neither demoted nor removed, nor leave', async ({ people }) => {
    const owner = await people.visitor();
    const { project_id } = await people.project(owner);
    const noor = await colleague(people, owner, { projectId: project_id, role: 'member', name: 'Noor' });
    const me = await idOf(owner);
    const { page } = owner;
    await page.goto(`/settings/members?p_id=${project_id}`);
    await expect(rowOf(page, owner.email)).toContainText('owner');
    await expect(rowOf(page, owner.email).getByRole('combobox')).toBeHidden();
    await expect(rowOf(page, owner.email).getByRole('link', { name: 'Leave' })).toBeHidden();
    await expect(page.getByText('You are the only owner, so your role stays as it is.')).toBeVisible();
    await page
      .getByRole('navigation', { name: 'Settings' })
      .getByRole('link', { name: 'Danger zone' })
      .click();
    await expect(page.getByText('You are the only owner', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Leave project' })).toBeDisabled();
    expect(
      await refusalOf(owner.call(updateRole, { body: { project_id, user_id: me, role: 'admin' } })),
    ).toBe('last_owner');
    expect(await refusalOf(owner.call(removeMember, { query: { project_id, user_id: me } }))).toBe(
      'last_owner',
    );

    // With a second owner, the first may step back.
    await owner.call(updateRole, { body: { project_id, user_id: await idOf(noor), role: 'owner' } });
    await page.goto(`/settings/members?p_id=${project_id}`);
    await page.getByRole('combobox', { name: 'Role of Asha Rao' }).click();
    await page.getByRole('option', { name: 'Viewer' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Make yourself viewer?' });
    await dialog.getByRole('button', { name: 'Change my role' }).click();
    await expect(toast(page, 'You are now viewer')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Invite people' })).toBeHidden();
    await expect(
      page.getByText('Noor is the only owner and stays one until there is another.'),
    ).toBeVisible();
  });

  test('an admin has no owner role to give and cannot touch an owner', async ({ people }) => {
    const owner = await people.visitor();
    const { project_id } = await people.project(owner);
    const admin = await colleague(people, owner, { projectId: project_id, role: 'admin', name: 'Ben' });
    const noor = await colleague(people, owner, { projectId: project_id, role: 'viewer', name: 'Noor' });
    const { page } = admin;
    const givable = ['Admin', 'Member', 'Viewer', 'Guest'];
    const offered = () => page.getByRole('option').allInnerTexts();
    await page.goto(`/settings/members?p_id=${project_id}`);
    await expect(rowOf(page, owner.email)).toContainText('owner');
    await expect(rowOf(page, owner.email).getByRole('combobox')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Remove Asha Rao' })).toBeHidden();
    await page.getByRole('combobox', { name: 'Role of Noor' }).click();
    await expect(page.getByRole('option')).toHaveCount(givable.length);
    expect((await offered()).map((text) => text.split('\n')[0])).toEqual(givable);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Invite people' }).first().click();
    await page.getByRole('dialog').getByRole('combobox', { name: 'Role' }).click();
    await expect(page.getByRole('option')).toHaveCount(givable.length);
    expect((await offered()).map((text) => text.split('\n')[0])).toEqual(givable);

    const asOwner = { project_id, role: 'owner' as const };
    expect(await refusalOf(admin.call(updateRole, { body: { ...asOwner, user_id: await idOf(noor) } }))).toBe(
      'forbidden',
    );
    expect(await refusalOf(admin.call(inviteMembers, { body: { ...asOwner, emails: [freshEmail()] } }))).toBe(
      'forbidden',
    );
    const removal = { project_id, user_id: await idOf(owner) };
    expect(await refusalOf(admin.call(removeMember, { query: removal }))).toBe('forbidden');
  });

  test('a member who leaves is out, and lands in another project or at the welcome', async ({ people }) => {
    const owner = await people.visitor();
    const { project_id } = await people.project(owner);
    const noor = await colleague(people, owner, { projectId: project_id, role: 'admin', name: 'Noor' });
    const ben = await colleague(people, owner, { projectId: project_id, role: 'viewer', name: 'Ben' });
    const own = await people.project(ben, 'Kite Pharmacy');
    const { page } = ben;
    await page.goto(`/settings/members?p_id=${project_id}`);
    await rowOf(page, ben.email).getByRole('link', { name: 'Leave' }).click();
    await page.getByRole('button', { name: 'Leave project' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Leave Kite Grocery?' });
    await dialog.getByRole('button', { name: 'Leave project' }).click();
    await expect(page).toHaveURL(`/overview?p_id=${own.project_id}`);
    await expect(toast(page, 'You left Kite Grocery')).toBeVisible();
    expect((await ben.call(listProjects, { query: {} })).map(({ name }) => name)).toEqual(['Kite Pharmacy']);

    await noor.page.goto(`/settings/danger?p_id=${project_id}`);
    await noor.page.getByRole('button', { name: 'Leave project' }).click();
    await noor.page.getByRole('alertdialog').getByRole('button', { name: 'Leave project' }).click();
    await expect(noor.page).toHaveURL(/\/welcome/);
    await expect(noor.page.getByRole('heading', { name: 'What do you measure?' })).toBeVisible();
    const members = await owner.call(listMembers, { query: { project_id } });
    expect(members.map(({ email }) => email)).toEqual([owner.email]);
  });
});
