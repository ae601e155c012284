import { createCampaign } from '@trailmark/contract/campaigns';
import { getProjectToken } from '@trailmark/contract/keys';
import { readEnvironment } from '../support/environment.ts';
import { buyPhone, makeBuyer } from '../support/phone.ts';
import { walk } from '../support/states.ts';
import { expect, test } from '../support/test.ts';

test('a person is found, and the receipt tells why the install was credited', async ({ people }) => {
  const owner = await people.visitor();
  const { project_id } = await people.project(owner);
  const phone = await makeBuyer(owner.call, readEnvironment().fullUrl, project_id);
  const { page } = owner;
  const list = '**/api/project/users?*';
  await page.route(list, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`/users?p_id=${project_id}`);
  await expect(page.getByText('We couldn’t load the people')).toBeVisible();
  await page.unroute(list);
  await page.getByRole('button', { name: 'Try again' }).click();

  const rows = page.getByRole('table', { name: 'People' }).getByRole('row');
  await expect(rows.filter({ hasText: 'Asha Nair' })).toContainText('₹842.00');
  await expect(page.getByText('1 person', { exact: true })).toBeVisible();
  const search = page.getByLabel('Search people');
  await search.focus();
  await expect(page.getByText('Search by install, user, device, click or payment id')).toBeVisible();
  await search.fill('nobody-at-all');
  await expect(page.getByText('No matching people')).toBeVisible();
  await expect(
    page.getByText('Nothing matches “nobody-at-all”. Search by install, user, device, click or payment id'),
  ).toBeVisible();
  await expect(page.getByText('0 people')).toBeVisible();
  await search.fill(phone.clickId);
  await expect(page.getByText('Found by click id')).toBeVisible();
  await search.fill('88213');
  await expect(page.getByText('Found by payment id')).toBeVisible();
  await search.fill(phone.installId);
  await expect(page).toHaveURL(new RegExp(`q=${phone.installId}`));
  await expect(page.getByText('Found by install id')).toBeVisible();
  await page.getByRole('link', { name: 'Asha Nair' }).click();

  const receipt = page.getByRole('region', { name: 'Receipt' });
  await expect(receipt).toContainText('Why this install was credited to Brand search · exact');
  const won = receipt.getByRole('listitem').filter({ hasText: 'Credited' });
  await expect(won).toContainText('Click · Brand search · exact');
  await won.locator('summary').click();
  await expect(won.getByRole('region', { name: 'What was compared' })).toContainText('"found_by"');
  await page.getByRole('button', { name: 'Recompute' }).click();
  await expect(page.getByText('The stored values lead to the same decision')).toBeVisible();

  const journey = page.getByRole('table', { name: 'The journey' });
  await expect(journey.getByRole('row', { name: /Payment/ })).toContainText('₹842.00');
  await journey.getByRole('button', { name: /add_to_cart/ }).click();
  await expect(journey.getByText('"items": 6')).toBeVisible();

  await test.step('other settings are tried on the receipt before they are saved', async () => {
    await page.goto(`/settings/fraud?p_id=${project_id}`);
    const bar = page.locator('[data-slot=save-bar]');
    await page.route('**/api/project/what-if', (route) => route.abort());
    await page.getByLabel('Per device').fill('30');
    await expect(bar).toContainText('We couldn’t check what would change.');
    await page.unroute('**/api/project/what-if');
    await bar.getByRole('button', { name: 'Try again' }).click();
    await expect(bar).toContainText('No install of the last 30 days would change.');
    await page.getByLabel('Reject when shorter than').fill('3600');
    await bar.getByRole('button', { name: 'Would change 1 of 1 install of the last 30 days' }).click();
    const sheet = page.getByRole('dialog', { name: 'What would change' });
    await sheet.getByRole('button', { name: 'Brand search · exact → Not known 1' }).click();
    await expect(sheet.getByRole('listitem')).toContainText('Brand search · exact → Not known');
    await sheet.getByRole('link', { name: phone.installId }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await dialog.getByRole('button', { name: 'Leave' }).click();
    await expect(receipt).toContainText('Why this install was credited to Brand search · exact');
  });

  await test.step('and so is a look-back window', async () => {
    const { call } = owner;
    const { link } = await call(createCampaign, { body: { project_id, name: 'Radio' } });
    const { token } = await call(getProjectToken, { query: { project_id } });
    // Without the store's referrer, only its address and device say which click it came by.
    const similar = buyPhone(readEnvironment().fullUrl, token);
    await similar.click(link);
    await similar.open();
    await walk(page, `/settings/attribution?p_id=${project_id}`);
    await page.getByRole('combobox', { name: 'Probabilistic click window', exact: true }).click();
    await page.getByRole('option', { name: 'Off' }).click();
    const would = 'Would change 1 of 2 installs of the last 30 days';
    await page.getByRole('button', { name: would }).first().click();
    const sheet = page.getByRole('dialog', { name: 'What would change' });
    await sheet.getByRole('button', { name: 'Radio → Organic 1' }).click();
    await expect(sheet.getByRole('link', { name: similar.installId })).toBeVisible();
  });
});

test('a person who withdraws consent has it on their page, and what they do is not stored', async ({
  people,
}) => {
  const owner = await people.visitor();
  const { project_id } = await people.project(owner);
  const phone = await makeBuyer(owner.call, readEnvironment().fullUrl, project_id);
  const { page } = owner;
  await page.goto(`/users?p_id=${project_id}`);
  await page.getByRole('link', { name: 'Asha Nair' }).click();
  await expect(page.getByRole('heading', { name: 'Install', exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Consent' })).toBeHidden();

  await phone.tell('consent', { consent: { analytics_storage: 'granted', ad_user_data: 'granted' } });
  await phone.tell('consent', { consent: { analytics_storage: 'denied' } });
  await phone.tell('capture-event', { event_name: 'unseen' });
  await page.reload();
  const consent = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Consent' }) });
  await expect(consent.getByRole('definition')).toHaveText([/^granted since/, /^denied since/]);
  const steps = page.getByRole('table', { name: 'The journey' }).getByRole('row', { name: /Consent/ });
  await expect(steps).toHaveText([/Analytics: denied/, /Data for ads: granted, Analytics: granted/]);
  await consent.getByText('All changes').click();
  await expect(consent.getByRole('listitem')).toHaveText([
    /^Analytics: denied/,
    /^Data for ads: granted/,
    /^Analytics: granted/,
  ]);
  const journey = page.getByRole('table', { name: 'The journey' });
  await expect(journey.getByRole('button', { name: /add_to_cart/ })).toBeVisible();
  await expect(journey.getByText('unseen')).toBeHidden();

  await page.goto(`/sdk?p_id=${project_id}`);
  const notice = page.locator('[data-slot="notice"]').filter({ hasText: 'people who refuse analytics' });
  await expect(async () => {
    await page.reload();
    await expect(notice).toContainText('1 so far', { timeout: 2000 });
    await expect(notice).toContainText('the latest “unseen”');
  }).toPass();
});
