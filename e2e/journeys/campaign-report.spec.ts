import type { Page } from '@playwright/test';
import { createCampaign } from '@trailmark/contract/campaigns';
import { acceptInvite } from '@trailmark/contract/members';
import { freshEmail } from '../support/people.ts';
import { inviteLink } from '../support/sandbox.ts';
import { expect, test } from '../support/test.ts';

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Campaign' });
const tab = (page: Page, name: string) => tabs(page).getByRole('link', { name });
const toasts = (page: Page) => page.getByRole('region', { name: /^Notifications/ });

test('a campaign tells how it did, by which parts, who came and whether they stayed', async ({
  enter,
  rich,
}) => {
  const page = await enter(rich.people.viewer);
  const details = '**/api/campaign/campaign-details?*';
  await page.route(details, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`/campaigns/${rich.campaignId}?p_id=${rich.project.project_id}`);
  await expect(page.getByText('We couldn’t load the numbers')).toBeVisible();
  await page.unroute(details);
  await page.getByRole('button', { name: 'Try again' }).click();

  const installs = page.getByRole('button', { name: 'Monsoon basket · Advantage+, Installs: 12' });
  await expect(installs.first()).toBeVisible();
  await expect(page.getByText('25.0% of clicks')).toBeVisible();
  await page.getByRole('radio', { name: 'Country' }).click();
  await expect(page).toHaveURL(/split=country/);
  const parts = page.getByRole('table', { name: 'By country' });
  await expect(parts.getByRole('row', { name: /^Nepal/ })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Events' }).getByText('add_to_cart')).toBeVisible();

  // From a number to its rows.
  await installs.first().click();
  const rows = page.getByRole('dialog', { name: 'Installs' }).getByRole('table');
  await expect(rows.getByRole('row')).toHaveCount(13);
  await page.keyboard.press('Escape');

  await page.getByRole('radio', { name: 'Ad set' }).click();
  await page.getByRole('button', { name: 'No ad set, Installs: 12' }).click();
  await expect(rows.getByRole('row')).toHaveCount(13);
  await page.keyboard.press('Escape');

  await tab(page, 'Users').click();
  await expect(page.getByRole('table', { name: 'People' }).getByRole('row')).toHaveCount(13);
  await tab(page, 'Cohorts').click();
  const all = page.getByRole('grid', { name: 'Cohorts' }).getByRole('row', { name: /^All/ });
  await expect(all.getByRole('gridcell').first()).toHaveText('12');
  await expect(tab(page, 'Members')).toHaveCount(0);
});

test('a campaign is shared with a guest, who sees it, then edits it, then has it no more', async ({
  people,
}) => {
  const owner = await people.visitor();
  const { project_id } = await people.project(owner);
  const { campaign_id } = await owner.call(createCampaign, { body: { project_id, name: 'Diwali' } });
  const address = `/campaigns/${campaign_id}?p_id=${project_id}`;
  const { page } = owner;
  await page.goto(address);
  await tab(page, 'Members').click();
  const email = freshEmail();
  const row = page.getByRole('row').filter({ hasText: email });
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(page.getByText('Type an e-mail address.')).toBeVisible();
  await page.getByLabel('Address').fill(owner.email);
  await page.keyboard.press('Enter');
  await expect(page.getByText('This address sees every campaign.')).toBeVisible();
  await page.getByLabel('Address').fill(email);
  await page.keyboard.press('Enter');
  await expect(toasts(page)).toContainText(`${email} is invited`);
  await expect(row).toContainText('Invite pending');

  const guest = await people.visitor({ email });
  const token = (await inviteLink(email)).split('token=')[1] ?? '';
  await guest.call(acceptInvite, { body: { token, confirm: true } });
  await guest.page.goto(`${address}&tab=settings`);
  await expect(guest.page.getByText('It is shared with you to view.')).toBeVisible();
  await expect(guest.page.getByRole('switch', { name: 'Diwali is active' })).toHaveCount(0);
  await expect(tab(guest.page, 'Members')).toHaveCount(0);

  await page.reload();
  await expect(row).not.toContainText('Invite pending');
  await row.getByRole('combobox').click();
  await page.getByRole('option', { name: 'Can edit' }).click();
  await expect(toasts(page)).toContainText('can edit this campaign');
  await guest.page.reload();
  await guest.page.getByLabel('Name', { exact: true }).fill('Diwali lights');
  await guest.page.getByRole('button', { name: 'Save changes' }).click();
  await expect(toasts(guest.page)).toContainText('Campaign saved');

  await row.getByRole('button', { name: /^Stop sharing with/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop sharing' }).click();
  await expect(row).toHaveCount(0);
  await guest.page.reload();
  await expect(guest.page.getByText('We couldn’t find this campaign')).toBeVisible();
});
