import { readEnvironment } from '../support/environment.ts';
import { listApp } from '../support/skan-device.ts';
import { expect, somebody, test } from '../support/test.ts';

test('a schema is built, tried, activated and switched off', async ({ enter }) => {
  const { person: owner, projects } = await somebody();
  const [project_id = ''] = projects;
  const { fullUrl } = readEnvironment();
  await listApp(owner, project_id);
  const page = await enter(owner);
  await page.goto(`/skan?p_id=${project_id}&tab=schema`);
  const add = async (name: RegExp) => {
    await page.getByRole('button', { name: 'Add base' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  const bases = page.getByRole('list', { name: 'Bases, the most valuable last' }).getByRole('heading');

  await test.step('the 64 values follow the bases', async () => {
    await add(/^Revenue/);
    await page.getByLabel('Bounds').fill('100, 500');
    await expect(page.getByText('3 of 64 values are in use.')).toBeVisible();
    await add(/^Event/);
    await expect(page.getByText('6 of 64 values are in use.')).toBeVisible();
    await page.getByRole('button', { name: 'Move Event up' }).click();
    await expect(bases).toHaveText(['1. Event', '2. Revenue']);
    await expect(
      page.getByRole('button', { name: '3: signup, paid INR 100 to below INR 500' }),
    ).toBeVisible();
    // By the pointer as well.
    await page.getByRole('button', { name: 'Drag Event' }).dragTo(bases.last());
    await expect(bases).toHaveText(['1. Revenue', '2. Event']);
    await page.getByRole('button', { name: 'Drag Event' }).press('ArrowUp');
    await expect(bases).toHaveText(['1. Event', '2. Revenue']);
    await expect(page.getByRole('region', { name: 'Coarse values' })).toContainText(
      'mediumsignup · paid less than INR 100highpaid INR 100 or more',
    );
  });

  await test.step('what someone does has a value', async () => {
    await page.getByRole('button', { name: 'signup once more' }).click();
    await page.getByLabel('Paid in the window').fill('700');
    await expect(page.getByText('gets 5, high in the first window.')).toBeVisible();
    await page.getByLabel('Days after the install').fill('8');
    await expect(page.getByText('gets high in the third window. The window is locked')).toBeVisible();
  });

  await test.step('too many values are refused with their number', async () => {
    await add(/^Engagement/);
    await page.getByLabel('Times').fill(Array.from({ length: 20 }, (_, at) => at + 1).join(', '));
    await expect(page.getByText('bases need 126 values, and there are 64')).toBeVisible();
    await page.getByRole('button', { name: 'Remove Engagement' }).click();
    await expect(page.getByText('6 of 64 values are in use.')).toBeVisible();
  });

  await test.step('a draft is activated, and Meta can read it', async () => {
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByRole('button', { name: 'Activate version 1' }).click();
    await expect(page.getByText('Version 1 active')).toBeVisible();
    await page.getByRole('navigation', { name: 'SKAN' }).getByRole('link', { name: 'Set-up' }).click();
    const url = await page.getByRole('textbox', { name: 'Schema URL' }).inputValue();
    const path = new URL(url).pathname;
    expect((await page.request.get(`${fullUrl}${path}`)).status()).toBe(200);
  });

  await test.step('and switched off, which says what goes on', async () => {
    await page.getByRole('navigation', { name: 'SKAN' }).getByRole('link', { name: 'Schema' }).click();
    await page.getByRole('button', { name: 'Switch off' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Switch off' }).click();
    await expect(page.getByText('Postbacks are still received, and decoded by version 1.')).toBeVisible();
  });

  await test.step('a back-test without history says so', async () => {
    await page.getByRole('button', { name: 'Run back-test' }).click();
    await expect(page.getByText('No history to test on')).toBeVisible();
  });
});
