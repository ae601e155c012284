import { createCampaign } from '@trailmark/contract/campaigns';
import { importSpend } from '@trailmark/contract/spend';
import { mailTo } from '../support/sandbox.ts';
import { expect, test } from '../support/test.ts';

test('spend without installs is mailed, leads to its number, and is muted', async ({ people }) => {
  const owner = await people.visitor();
  const { project_id } = await people.project(owner);
  const { page, email, call } = owner;
  const { campaign_id } = await call(createCampaign, {
    body: { project_id, name: 'Search brand', network: 'GOOGLE' },
  });
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const csv = `date,campaign,amount\n${yesterday},${campaign_id},900\n`;
  await call(importSpend, { body: { project_id, csv } });

  await page.goto(`/alerts?p_id=${project_id}`);
  await page.getByText('No alerts yet').waitFor();
  await page.getByRole('button', { name: 'Connection broken' }).click();
  const table = page.getByRole('table', { name: 'Alerts' });
  await expect(table).toContainText('When a connection, an ad account or a login fails');
  await expect(table.getByText('OK', { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('Nothing fired yet')).toBeVisible();

  const dialog = page.getByRole('dialog', { name: 'New alert' });
  await test.step('create an alert that says what it would do', async () => {
    // By the palette too, on the very screen.
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox', { name: 'Go to' }).fill('New alert');
    await page.keyboard.press('Enter');
    await dialog.getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: 'Spend without installs' }).click();
    await dialog.getByRole('button', { name: 'Create alert' }).click();
    await expect(dialog.getByText('Minimum spend is not an amount.')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Minimum spend' }).fill('500');
    await dialog.getByRole('textbox', { name: 'Days' }).fill('7');
    await expect(
      dialog.getByText(/Fires when a campaign has spend of .*500 or more and no installs/),
    ).toBeVisible();
    await expect(dialog.getByText('1 would fire now:')).toBeVisible();
    await expect(dialog.getByText(/Search brand: spend .*900, 0 installs/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Create alert' }).click();
    await expect(dialog).toBeHidden();
    // A reload does not open it again.
    await expect(page).not.toHaveURL(/open=/);
  });

  await test.step('follow the mail to the number', async () => {
    await expect(table.getByText(/^Firing since/)).toBeVisible({ timeout: 30_000 });
    const { links, html } = await mailTo(email, { subject: /Search brand: spend .*900, 0 installs/ });
    expect(html).toContain('Spend without installs');
    await page.goto(links.find((link) => link.includes('/campaigns/')) ?? '');
    await expect(page.getByRole('heading', { name: 'Search brand' }).first()).toBeVisible();
    await expect(page.getByText(/900/).first()).toBeVisible();
    const sections = page.getByRole('navigation', { name: 'Sections' });
    await sections.getByRole('link', { name: 'Alerts' }).click();
  });

  await test.step('mute it, and stop its mails', async () => {
    await expect(page.getByRole('table', { name: 'History' })).toContainText('Search brand');
    await page.getByRole('button', { name: 'More for Spend without installs' }).click();
    await page.getByRole('menuitem', { name: 'Mute for 1 day' }).click();
    await expect(table.getByText(/^Muted until/)).toBeVisible();
    await page.getByRole('button', { name: 'More for Spend without installs' }).click();
    await page.getByRole('menuitem', { name: 'Unsubscribe me' }).click();
    await expect(table.getByText('Nobody', { exact: true })).toBeVisible();
  });
});
