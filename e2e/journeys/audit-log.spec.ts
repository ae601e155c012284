import type { Page } from '@playwright/test';
import { listAuditLog } from '@trailmark/contract/audit-log';
import { generatePrivateKey } from '@trailmark/contract/keys';
import {
  inviteMembers,
  listInvites,
  removeMember,
  revokeInvite,
  updateRole,
} from '@trailmark/contract/members';
import { updateProject } from '@trailmark/contract/projects';
import { verifyUser } from '@trailmark/contract/users';
import { freshEmail } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

/** The rows below the heading. */
const rows = (page: Page) =>
  page
    .getByRole('table', { name: 'Audit log' })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });

async function show(page: Page, what: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Show' }).click();
  await page.getByRole('option', { name: what, exact: true }).click();
}

test('tells who did what, with what was before and after', async ({ people }) => {
  const owner = await people.visitor();
  const { project_id } = await people.project(owner);
  const noor = await people.member(owner, project_id, 'viewer');
  const { id: user_id } = await noor.call(verifyUser, {});
  const invited = freshEmail();
  await owner.call(updateProject, {
    body: { project_id, name: 'Kite Market', windows: { click_hours: 24 } },
  });
  await owner.call(updateRole, { body: { project_id, user_id, role: 'admin' } });
  await noor.call(generatePrivateKey, { body: { project_id, keep_old_hours: 24 } });
  await noor.call(inviteMembers, { body: { project_id, emails: [invited], role: 'guest' } });
  const [invite] = await noor.call(listInvites, { query: { project_id } });
  await noor.call(revokeInvite, { query: { project_id, invite_id: invite?.id ?? '' } });
  await owner.call(removeMember, { query: { project_id, user_id } });

  const { page } = owner;
  await page.goto(`/settings/audit-log?p_id=${project_id}`);
  const sentences = [
    `Asha Rao removed ${noor.email} from the project`,
    `${noor.email} revoked the invite of ${invited}`,
    `${noor.email} invited ${invited}`,
    `${noor.email} generated the private key tmsk_`,
    `Asha Rao changed the role of ${noor.email}`,
    'Asha Rao changed the settings',
    `${noor.email} joined the project`,
    `Asha Rao invited ${noor.email}`,
    'Asha Rao created the project Kite Grocery',
  ];
  await expect(rows(page)).toContainText(sentences);

  const change = (text: string) => rows(page).filter({ hasText: text }).getByRole('listitem');
  const settings = change('changed the settings');
  await expect(settings.filter({ hasText: 'Name' }).locator('del')).toHaveText('Kite Grocery');
  await expect(settings.filter({ hasText: 'Name' }).locator('ins')).toHaveText('Kite Market');
  await expect(settings.filter({ hasText: 'Click window (hours)' }).locator('del')).toHaveText('168');
  await expect(settings.filter({ hasText: 'Click window (hours)' }).locator('ins')).toHaveText('24');
  await expect(change('changed the role of').locator('del')).toHaveText('viewer');
  await expect(change('changed the role of').locator('ins')).toHaveText('admin');
  const { items } = await owner.call(listAuditLog, { query: { project_id } });
  await expect(rows(page).first().locator('time')).toHaveAttribute('datetime', items[0]?.at ?? '');
  await expect(rows(page).first()).toContainText(items[0]?.ip ?? 'an address');

  await show(page, 'Role changed');
  await expect(rows(page)).toContainText([`changed the role of ${noor.email}`]);
  await show(page, 'Member left');
  await expect(page.getByText('No changes of this kind yet')).toBeVisible();
  await page.getByRole('button', { name: 'Show all changes' }).click();
  await expect(rows(page)).toHaveCount(sentences.length);
});

test('loads older changes behind the newest 50', async ({ people }) => {
  const owner = await people.visitor();
  const { project_id } = await people.project(owner, 'Kite 0');
  for (let change = 1; change <= 54; change++) {
    await owner.call(updateProject, { body: { project_id, name: `Kite ${change}` } });
  }
  const { page } = owner;
  await page.goto(`/settings/audit-log?p_id=${project_id}`);
  await expect(rows(page)).toHaveCount(50);
  await expect(rows(page).first().locator('ins')).toHaveText('Kite 54');
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(rows(page)).toHaveCount(55);
  await expect(rows(page).last()).toContainText('created the project Kite 0');
  await expect(page.getByRole('button', { name: 'Load more' })).toBeHidden();

  await show(page, 'Project created');
  await expect(rows(page)).toHaveCount(1);
});
