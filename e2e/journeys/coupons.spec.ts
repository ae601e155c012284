import { randomUUID } from 'node:crypto';
import { createCampaign } from '@trailmark/contract/campaigns';
import { createCouponPool, importCouponCodes } from '@trailmark/contract/coupon-pools';
import { createCouponNetwork } from '@trailmark/contract/coupons';
import { getProjectToken } from '@trailmark/contract/keys';
import { createLink } from '@trailmark/contract/links';
import { postCoupon } from '../support/recipes-coupons.ts';
import { failing } from '../support/states.ts';
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

  await page.route('**/api/campaign?*', failing);
  await page.getByRole('button', { name: 'Add a pool' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Holi sale');
  await expect(dialog.getByText('We couldn’t load the campaigns.')).toBeVisible();
  await page.unroute('**/api/campaign?*');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await expect(dialog.getByLabel('Name')).toHaveValue('Holi sale');
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
  await expect(report.getByRole('row', { name: /Holi sale/ })).toContainText('₹499.00');

  await page.getByRole('textbox', { name: 'URL' }).fill('https://network.example/pb?c={clickid}');
  await expect(page.getByText('url has an unknown macro: {clickid}.')).toBeVisible();
  await page.getByRole('textbox', { name: 'URL' }).fill('https://network.example/pb?c={click_id}');
  await expect(page.getByText('https://network.example/pb?c=nw-8842%2F31')).toBeVisible();
  await page.getByRole('button', { name: 'Save postback' }).click();
  await expect(page.getByText('The postback is saved', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Change network' }).click();
  await dialog.getByLabel('Name').fill('Jio 2');
  await dialog.getByLabel('Provider profile').fill('{"fields":{"code":"data.voucher"}}');
  await expect(dialog.getByText('“code” is not a known field')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  await dialog.getByLabel('Provider profile').fill('{"fields":{"coupon_code":"data.voucher"}}');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Jio 2' })).toBeVisible();
  await expect(page.getByText('Read by its provider profile')).toBeVisible();

  await actions.click();
  await page.getByRole('menuitem', { name: 'Delete pool' }).click();
  const confirmation = page.getByRole('alertdialog');
  await expect(confirmation).toContainText('Codes that people have can still be redeemed');
  await confirmation.getByRole('button', { name: 'Delete pool' }).click();
  await expect(page.getByText('No pool yet')).toBeVisible();
  await expect(report.getByRole('row', { name: /Holi sale/ })).toContainText('₹499.00');

  await page.getByRole('button', { name: 'Remove network' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove network' }).click();
  await expect(page.getByText('No network yet')).toBeVisible();
  expect(await postCoupon(network, { ...call, event_id: 'r-2' })).toBe(401);
});

test('a pool gives a code to who has its event, and the app shows it with its link', async ({ people }) => {
  const owner = await people.visitor();
  const { project_id } = await people.project(owner);
  const body = { project_id, name: 'Holi coupons', network: 'JIO_COUPONS' as const };
  const { campaign_id } = await owner.call(createCampaign, { body });
  await owner.call(createLink, { body: { project_id, campaign_id, name: 'Offers', slug: '' } });
  const { network } = await owner.call(createCouponNetwork, { body: { project_id, name: 'JioCoupons' } });
  const { ad_network_id } = network;
  const pool = { project_id, ad_network_id, campaign_id, name: 'Welcome' };
  const { pool_id } = await owner.call(createCouponPool, { body: pool });
  const { page } = owner;
  await page.goto(`/integrations/jio_coupons?p_id=${project_id}`);
  await page.getByRole('button', { name: 'Actions for Welcome' }).click();
  await page.getByRole('menuitem', { name: 'Change pool' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Issue after event' }).click();
  await page.getByPlaceholder('Find or type an event…').fill('tutorial_done');
  await page.getByRole('option', { name: 'Use “tutorial_done”' }).click();
  await dialog.getByRole('combobox', { name: 'Deep link' }).click();
  await page.getByRole('option', { name: /^Offers/ }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('After tutorial_done')).toBeVisible();

  const { token } = await owner.call(getProjectToken, { query: { project_id } });
  const install = { token, install_instance_id: randomUUID(), platform: 'ANDROID' };
  const post = async (name: string, data: object = {}) => {
    const answer = await page.request.post(`/api/client/${name}`, { data: { ...install, ...data } });
    expect(answer.status()).toBe(200);
    return (await answer.json()).data;
  };
  await post('init');
  await post('capture-event', { event_name: 'tutorial_done' });
  const waiting = page.getByText('1 person waits for a code');
  await expect(async () => {
    await page.reload();
    await expect(waiting).toBeVisible({ timeout: 2000 });
  }).toPass();
  await owner.call(importCouponCodes, {
    params: { pool_id },
    query: { project_id },
    body: { csv: 'code\nHOLI-7KQM' },
  });
  await expect
    .poll(async () => (await post('issued-coupons')).coupons)
    .toMatchObject([
      {
        code: 'HOLI-7KQM',
        campaign_name: 'Holi coupons',
        link: expect.stringContaining('?coupon=HOLI-7KQM'),
      },
    ]);
  await page.reload();
  await expect(page.getByRole('row', { name: /^Welcome/ })).toContainText('1 (0 free)');
  await expect(waiting).toBeHidden();
});
