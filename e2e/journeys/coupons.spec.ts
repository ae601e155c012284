import { createCampaign } from '@trailmark/contract/campaigns';
import { postCoupon } from '../support/recipes-coupons.ts';
import { expect, test } from '../support/test.ts';

test('a coupon network is added, gets codes, reports a redemption, and is removed', async ({ people }) => {
  const owner = await people.visitor();
  const { project_id } = await people.project(owner);
  await owner.call(createCampaign, { body: { project_id, name: 'Holi coupons', network: 'JIO_COUPONS' } });
  const { page } = owner;
  await page.goto(`/integrations?p_id=${project_id}`);
  await page.getByRole('link', { name: 'Coupons and affiliates' }).click();
  await page.getByRole('button', { name: 'Add a network' }).first().click();
  await page.getByRole('dialog').getByLabel('Name').fill('JioCoupons');
  await page.getByRole('button', { name: 'Add network' }).click();
  const secret = (await page.getByTestId('coupon-secret').textContent()) ?? '';
  await page.getByRole('checkbox').check();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  const endpoint = await page.getByLabel('Address for redemptions').inputValue();

  await page.getByRole('button', { name: 'Add a pool' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Holi sale');
  await dialog.getByRole('combobox', { name: 'Campaign' }).click();
  await page.getByRole('option', { name: 'Holi coupons' }).click();
  await dialog.getByRole('button', { name: 'Add pool' }).click();
  const actions = page.getByRole('button', { name: 'Actions for Holi sale' });
  await actions.click();
  await page.getByRole('menuitem', { name: 'Import codes' }).click();
  await dialog.getByLabel('Lines').fill('code\nHOLI-7KQM\nx');
  await dialog.getByRole('button', { name: 'Check the lines' }).click();
  await expect(dialog.getByRole('listitem')).toContainText('Line 3');
  await dialog.getByLabel('Lines').fill('code\nHOLI-7KQM');
  await dialog.getByRole('button', { name: 'Check the lines' }).click();
  await dialog.getByRole('button', { name: 'Import 1 code' }).click();
  await expect(page.getByRole('row', { name: /Holi sale/ })).toContainText('1 (1 free)');

  const network = { endpoint: new URL(new URL(endpoint).pathname, page.url()).href, secret };
  const call = {
    event_id: 'r-1',
    type: 'redeemed',
    coupon_code: 'HOLI-7KQM',
    amount: '499',
    currency: 'INR',
  };
  expect(await postCoupon(network, call)).toBe(202);
  expect(await postCoupon({ ...network, secret: `whsec_${'A'.repeat(43)}=` }, call)).toBe(401);
  await page.reload();
  const report = page.getByRole('table', { name: 'Codes by day' });
  await expect(report.getByRole('row', { name: /Holi sale/ })).toContainText('499 INR');

  await page.getByRole('textbox', { name: 'URL' }).fill('https://network.example/pb?c={clickid}');
  await expect(page.getByText('url has an unknown macro: {clickid}.')).toBeVisible();
  await page.getByRole('textbox', { name: 'URL' }).fill('https://network.example/pb?c={click_id}');
  await expect(page.getByText('https://network.example/pb?c=nw-8842%2F31')).toBeVisible();
  await page.getByRole('button', { name: 'Save postback' }).click();
  await expect(page.getByText('The postback is saved', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Remove network' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove network' }).click();
  await expect(page.getByText('No network yet')).toBeVisible();
  expect(await postCoupon(network, { ...call, event_id: 'r-2' })).toBe(401);
});
