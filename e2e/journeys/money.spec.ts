import { createCampaign } from '@trailmark/contract/campaigns';
import { expect, test } from '../support/test.ts';

test('spend is checked line by line, imported and taken back', async ({ people }) => {
  const owner = await people.visitor();
  const { project_id } = await people.project(owner);
  await owner.call(createCampaign, { body: { project_id, name: 'Brand search', network: 'GOOGLE' } });
  const { page } = owner;
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  await page.goto(`/settings/money?p_id=${project_id}`);
  await expect(page.getByText('No spend in this period')).toBeVisible();
  await page.getByRole('button', { name: 'Import spend' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import spend' });
  const lines = (campaign: string) =>
    `date,campaign,amount,currency\n${daysAgo(1)},${campaign},1250.50,INR\n${daysAgo(2)},Brand search,900,CHF\n`;
  await dialog.getByLabel('Lines').fill(lines('Brand serch'));
  await dialog.getByRole('button', { name: 'Check the lines' }).click();
  await expect(dialog.getByRole('listitem')).toContainText('Line 2: campaign');
  await dialog.getByLabel('CSV file').setInputFiles({
    name: 'spend.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(lines('Brand search')),
  });
  await dialog.getByRole('button', { name: 'Check the lines' }).click();
  await expect(dialog.getByText(/^CHF\s900\.00 and ₹1,250\.50 in total/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Import 2 lines' }).click();
  const table = page.getByRole('table', { name: 'Spend' });
  await expect(table.getByRole('row', { name: /₹1,250\.50/ })).toContainText('Brand search');
  await expect(page.getByRole('button', { name: 'Add a rate' })).toHaveCount(0);

  // A report tells what it could not convert, and leads to where the rates are.
  await page.goto(`/campaigns?p_id=${project_id}`);
  await expect(page.getByText(/^CHF\s900\.00 is not included in these metrics/)).toBeVisible();
  await page.getByRole('link', { name: 'Spend and rates' }).click();
  await expect(page).toHaveURL(`/settings/money?p_id=${project_id}`);
  await page.getByRole('button', { name: 'Delete…' }).click();
  await page.getByRole('button', { name: 'Delete spend' }).click();
  await expect(page.getByText('No spend in this period')).toBeVisible();
});

test('an operator keeps the exchange rates and the pool of credits', async ({ people }) => {
  const operator = await people.visitor({ email: 'operator@kite.example' });
  const { project_id } = await people.project(operator);
  const { page } = operator;
  await page.goto(`/settings/money?p_id=${project_id}`);
  await page.getByRole('button', { name: 'Add a rate' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a rate' });
  await dialog.getByLabel('INR for one US dollar').fill('a lot');
  await dialog.getByRole('button', { name: 'Set the rate' }).click();
  await expect(dialog.getByText('The rate is not a positive number.')).toBeVisible();
  await dialog.getByLabel('INR for one US dollar').fill('83.12');
  await dialog.getByRole('button', { name: 'Set the rate' }).click();
  const rates = page.getByRole('table', { name: 'Exchange rates' });
  await expect(rates.getByRole('row', { name: /INR/ }).first()).toContainText('83.12');
  await rates
    .getByRole('button', { name: /^Delete INR/ })
    .first()
    .click();
  await expect(rates.getByText('83.12')).toHaveCount(0);

  await page.getByRole('link', { name: 'Usage and credits' }).first().click();
  await page.getByRole('button', { name: 'Set the credit pool' }).click();
  await page.getByRole('spinbutton', { name: 'Credits' }).fill('25000');
  await page.getByRole('dialog').getByRole('button', { name: 'Set the credit pool' }).click();
  await expect(page.getByText('0 of 25,000 credits used')).toBeVisible();
  await expect(page.getByRole('meter', { name: 'Attributed installs' })).toHaveAttribute(
    'aria-valuetext',
    '0 of 25,000',
  );
});
