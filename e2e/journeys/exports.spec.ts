import { readFile } from 'node:fs/promises';
import { readEnvironment } from '../support/environment.ts';
import { makeBuyer } from '../support/phone.ts';
import { expect, test } from '../support/test.ts';

test('raw rows are written to a file, fetched and thrown away', async ({ people }) => {
  const owner = await people.visitor();
  const { project_id } = await people.project(owner);
  const phone = await makeBuyer(owner.call, readEnvironment().fullUrl, project_id);
  const { page } = owner;
  await page.goto(`/exports?p_id=${project_id}`);
  await page.getByText('No exports yet').waitFor();
  await page.getByRole('button', { name: 'New export' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New export' });
  await dialog.getByLabel('Last day').fill('2020-01-01');
  await dialog.getByRole('button', { name: 'Start the export' }).click();
  await expect(dialog.getByText('Last day is before from.')).toBeVisible();
  await dialog.getByLabel('First day').fill('2020-01-01');
  await dialog.getByLabel('Last day').fill(new Date(Date.now() + 86_400_000).toISOString().slice(0, 10));
  await dialog.getByLabel('First day').fill(new Date(Date.now() - 86_400_000).toISOString().slice(0, 10));
  await dialog.getByRole('button', { name: 'Start the export' }).click();

  const row = page.getByRole('table', { name: 'Exports' }).getByRole('row').filter({ hasText: 'Installs' });
  await expect(row).toContainText('Done');
  const saved = page.waitForEvent('download');
  await row.getByRole('button', { name: /^Download/ }).click();
  const file = await (await saved).path();
  expect(await readFile(file, 'utf8')).toContain(phone.installId);
  await row.getByRole('button', { name: /^Delete/ }).click();
  await expect(page.getByText('No exports yet')).toBeVisible();
});
