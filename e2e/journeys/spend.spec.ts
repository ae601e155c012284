import { createCampaign } from '@trailmark/contract/campaigns';
import { getProjectToken } from '@trailmark/contract/keys';
import { updateProject } from '@trailmark/contract/projects';
import { importSpend } from '@trailmark/contract/spend';
import { getStats } from '@trailmark/contract/stats';
import { readEnvironment } from '../support/environment.ts';
import { connectMetaFor } from '../support/networks.ts';
import { expectAccessible } from '../support/page-checks.ts';
import { buyPhone } from '../support/phone.ts';
import { importsDone, META_CAMPAIGN } from '../support/recipes-spend.ts';
import { walk } from '../support/states.ts';
import { expect, somebody, test } from '../support/test.ts';

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

test('what Meta’s ads cost is imported, matched, compared, and counts or not', async ({ enter }) => {
  const { person: owner, projects } = await somebody();
  const [project_id = ''] = projects;
  const { call } = owner;
  const page = await enter(owner);
  await page.goto(`/spend?p_id=${project_id}`);
  await expect(page.getByText('No ad account is connected')).toBeVisible();

  const body = { project_id, name: 'Android in India', network: 'META' } as const;
  const { campaign_id, link } = await call(createCampaign, { body });
  await connectMetaFor(owner, project_id);
  await importsDone(owner, project_id);

  await test.step('an account says how it is doing, is backfilled and stops', async () => {
    await page.reload();
    const account = page.getByRole('region', { name: 'Kite India' });
    await expect(account.getByText('Up to date')).toBeVisible();
    await expect(account).toContainText(`Meta · ${META_CAMPAIGN.adAccountId}`);
    await expect(account.getByText('INR · Kolkata +5:30')).toBeVisible();
    await account.getByRole('button', { name: 'Backfill…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Backfill Kite India' });
    await dialog.getByLabel('First day').fill(daysAgo(800));
    await expect(dialog.getByText('At most 730 days ago.')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Start the backfill' })).toBeDisabled();
    await dialog.getByLabel('First day').fill(daysAgo(49));
    await dialog.getByLabel('Last day').fill(daysAgo(40));
    await expect(dialog.getByText('10 days to import.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Start the backfill' }).click();
    await expect(dialog).toHaveCount(0);
    // It runs, ends and says so without a reload.
    await expect(account.getByText('Up to date')).toBeVisible({ timeout: 20_000 });
    await account.getByRole('button', { name: 'Stop' }).click();
    await expect(account.getByText('Nothing is imported until it is started again.')).toBeVisible();
    await account.getByRole('button', { name: 'Import now' }).click();
    await expect(account.getByText('Up to date')).toBeVisible({ timeout: 20_000 });
  });

  await test.step('a campaign is matched, and the match is undone and made again', async () => {
    const tabs = page.getByRole('navigation', { name: 'Spend' });
    await expect(tabs.getByRole('link', { name: 'Matching' })).toContainText('5');
    await tabs.getByRole('link', { name: 'Matching' }).click();
    const table = page.getByRole('table', { name: 'Campaigns of networks' });
    await table.getByRole('button', { name: `Ad sets and ads of ${META_CAMPAIGN.name}` }).click();
    await expect(table.getByRole('row', { name: /Metro 18-34/ }).first()).toContainText('As the level above');
    const match = async () => {
      await table.getByRole('button', { name: `Match ${META_CAMPAIGN.name}`, exact: true }).click();
      const dialog = page.getByRole('dialog', { name: `Match ${META_CAMPAIGN.name}` });
      await dialog.getByRole('combobox', { name: 'Campaign' }).click();
      await page.getByPlaceholder('Find a campaign…').fill('Android');
      await page.getByRole('option', { name: 'Android in India' }).click();
      await dialog.getByRole('button', { name: 'Match', exact: true }).click();
      await expect(page.getByText(/^₹[\d,.]+ of the last 30 days now counts there/)).toBeVisible();
    };
    await match();
    await expect(tabs.getByRole('link', { name: 'Matching' })).toContainText('4');
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
    await expect(
      page.getByText(`${META_CAMPAIGN.name} is not matched any more`, { exact: true }),
    ).toBeVisible();
    await match();
    await page.getByRole('radio', { name: 'Matched', exact: true }).click();
    const row = table.getByRole('row', { name: new RegExp(META_CAMPAIGN.name) });
    await expect(row).toContainText('Manually');
    await expect(row.getByRole('link', { name: 'Android in India' })).toBeVisible();
  });

  await test.step('the difference adds up, and a cause opens its installs', async () => {
    const thresholds = { reject_ctit_seconds: 0, flag_ctit_seconds: 0 };
    const play_store_link = 'https://play.google.com/store/apps/details?id=example.kite.grocery';
    await call(updateProject, { body: { project_id, play_store_link, plausibility: { thresholds } } });
    const { token } = await call(getProjectToken, { query: { project_id } });
    // After Meta was asked: Trailmark alone counts it.
    const phone = buyPhone(readEnvironment().fullUrl, token);
    await phone.open(await phone.click(link));
    await page.getByRole('link', { name: 'Difference' }).click();
    const list = page.getByRole('list', { name: 'From Meta to Trailmark' });
    await expect(list.getByRole('listitem').last()).toContainText('Trailmark counts1');
    const numbers = (await list.locator('li > .num').allTextContents()).map((text) =>
      Number(text.replaceAll(',', '').replace('−', '-')),
    );
    const ours = numbers.pop();
    expect(numbers.reduce((sum, number) => sum + number, 0)).toBe(ours);
    await expect(page.getByText('up to 7 days before the install')).toBeVisible();
    await list.getByRole('button', { name: 'Not imported again yet' }).click();
    const installs = page.getByRole('table', { name: 'Installs' });
    await expect(installs.getByRole('row', { name: /Only Trailmark/ })).toContainText(phone.installId);
    await expectAccessible(page, []);
    await installs.getByRole('link').click();
    await expect(page).toHaveURL(new RegExp(`/users/i(:|%3A)${phone.installId}`));
  });

  await test.step('a file does not count where Meta has the day, until someone says so', async () => {
    const csv = `date,campaign,amount\n${daysAgo(2)},${campaign_id},1234.5`;
    await call(importSpend, { body: { project_id, csv } });
    const spent = async () => {
      const query = { project_id, from: daysAgo(2), to: daysAgo(2) };
      return Number((await call(getStats, { query })).total.spend);
    };
    const byNetwork = await spent();
    expect(byNetwork).not.toBe(1234.5);
    await walk(page, `/settings/money?p_id=${project_id}`);
    const table = page.getByRole('table', { name: 'Spend' });
    await expect(table.getByRole('row', { name: /₹1,234\.50/ })).toContainText(
      'not counted: Meta has this day',
    );
    await page
      .getByRole('radiogroup', { name: 'What counts for Android in India' })
      .getByText('File')
      .click();
    await expect(page.getByText('File counts for Android in India', { exact: true })).toBeVisible();
    await expect(table.getByRole('cell', { name: 'Meta, not counted: File has this day' })).toBeVisible();
    expect(await spent()).toBe(1234.5);
  });
});
