import { createSkanSchema } from '@trailmark/contract/skan-schema';
import { expect, test } from '../support/test.ts';

test('SKAN is switched on, tested, set and switched off', async ({ people }) => {
  const owner = await people.visitor();
  const { project_id } = await people.project(owner);
  const { page } = owner;
  await page.goto(`/skan?p_id=${project_id}&tab=set-up`);
  const onSwitch = page.getByRole('switch', { name: 'SKAN switched on' });
  await expect(onSwitch).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Send test postbacks' })).toBeDisabled();

  await test.step('a listing and a schema make it ready', async () => {
    await page.getByRole('button', { name: 'Add a listing' }).click();
    const dialog = page.getByRole('dialog');
    const appId = 6_000_000_000 + Math.floor(Math.random() * 900_000_000);
    await dialog.getByLabel('Name').fill('Kite Grocery');
    await dialog.getByLabel('Address').fill(`https://apps.apple.com/in/app/kite/id${appId}`);
    await dialog.getByRole('button', { name: 'Add listing' }).click();
    await expect(page.getByText(`Postbacks of Kite Grocery (${appId}) are received.`)).toBeVisible();
    await owner.call(createSkanSchema, { query: { project_id }, body: { bases: ['signup'] } });
    await page.reload();
    await expect(page.getByText('Version 1 is a draft, with 2 of 64 values.')).toBeVisible();
  });

  await test.step('switched on, Meta has an address, which can be renewed', async () => {
    await onSwitch.click();
    await expect(page.getByText('Apps receive conversion values by version 1.').first()).toBeVisible();
    await expect(onSwitch).toBeChecked();
    const url = page.getByRole('textbox', { name: 'Schema URL' });
    const before = await url.inputValue();
    await page.getByRole('button', { name: 'Renew token' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Renew token' }).click();
    await expect(url).not.toHaveValue(before);
  });

  await test.step('test postbacks pass the public address, and none counts', async () => {
    await page.getByRole('button', { name: 'Send test postbacks' }).click();
    await expect(page.getByText('6 of 6 passed')).toBeVisible();
    const row = (name: string) => page.getByRole('row', { name });
    await expect(row('SKAdNetwork 4.0, first window')).toContainText('Valid');
    await expect(row('AdAttributionKit, development')).toContainText('Development');
    await expect(row('SKAdNetwork 4.0, tampered with')).toContainText('Invalid');
    await expect(page.getByText('None yet. Apple sends the first one')).toBeVisible();
  });

  await test.step('settings stay', async () => {
    const development = page.getByRole('switch', { name: 'Count development postbacks' });
    await development.click();
    await expect(development).toBeEnabled();
    await page.getByRole('radio', { name: 'First' }).click();
    await expect(page.getByText('The settings are saved', { exact: true }).first()).toBeVisible();
    await page.reload();
    await expect(development).toBeChecked();
    await expect(page.getByRole('radio', { name: 'First' })).toBeChecked();
  });

  await test.step('switching off asks first', async () => {
    await onSwitch.click();
    const confirmation = page.getByRole('alertdialog');
    await expect(confirmation).toContainText('decoded by version 1, which was active');
    await confirmation.getByRole('button', { name: 'Switch off' }).click();
    await expect(onSwitch).not.toBeChecked();
    await expect(page.getByText(/Postbacks are still received, and decoded by version 1/)).toBeVisible();
  });
});
