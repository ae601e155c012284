import type { Page } from '@playwright/test';
import { createCampaign } from '@trailmark/contract/campaigns';
import { getProjectToken } from '@trailmark/contract/keys';
import { createSdkCredential, listSdkCredentials } from '@trailmark/contract/sdk-credentials';
import { listStoreListings } from '@trailmark/contract/store-listings';
import { clipboard, openGuide, runCommand } from '../support/copied.ts';
import { readEnvironment } from '../support/environment.ts';
import { APP_STORE, PLAY_STORE } from '../support/rich-campaigns.ts';
import { openSdkScreen } from '../support/sdk-screen.ts';
import { expect, test } from '../support/test.ts';

const toasts = (page: Page) => page.getByRole('region', { name: /^Notifications/ });
const rows = (page: Page, name = 'SDK credentials') => page.getByRole('table', { name }).getByRole('row');
const secretOf = (page: Page) => page.getByTestId('sdk-secret');

async function store(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Your new credential' });
  await dialog.getByRole('checkbox', { name: 'I have stored the secret' }).check();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
}

test('a credential shows its secret once, is rotated and switched off; signing is required', async ({
  people,
  request,
}) => {
  const visitor = await people.visitor();
  const { project_id } = await people.project(visitor);
  const { page, call } = visitor;
  const now = () => call(listSdkCredentials, { query: { project_id } });
  await page.goto(`/sdk?p_id=${project_id}`);
  await expect(page.getByText('Requests are not signed yet')).toBeVisible();
  await page.getByRole('button', { name: 'Add a credential' }).click();
  await page.getByRole('radio', { name: 'Android' }).last().click();
  await page.getByRole('button', { name: 'Create credential' }).click();
  await expect(secretOf(page)).toHaveText(/^tmss_/);
  const secret = await secretOf(page).innerText();
  await page.getByRole('button', { name: 'Copy the secret' }).click();
  await expect.poll(() => clipboard(page)).toBe(secret);
  // The session recorder must not see it, and no stray key may close it.
  await expect(page.locator('.mp-block').filter({ has: secretOf(page) })).toHaveCount(1);
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await expect(secretOf(page)).toBeVisible();
  await store(page);
  await expect(rows(page).nth(1)).toContainText('Android');
  await expect(rows(page).nth(1)).toContainText('In use');
  await page.reload();
  await expect(rows(page)).toHaveCount(2);
  await expect(page.locator('body')).not.toContainText(secret);

  const [first] = (await now()).credentials;
  await page.getByRole('button', { name: `Rotate ${first?.key_id}` }).click();
  await page.getByRole('combobox', { name: 'Keep the old credential working for' }).click();
  await page.getByRole('option', { name: '7 days' }).click();
  await page.getByRole('button', { name: 'Rotate', exact: true }).click();
  await expect(secretOf(page)).not.toHaveText(secret);
  await store(page);
  await expect(rows(page).filter({ hasText: first?.key_id ?? '' })).toContainText('Replaced');
  await expect(rows(page).filter({ hasText: 'In use' })).toHaveCount(1);
  const after = (await now()).credentials;
  const old = after.find(({ id }) => id === first?.id);
  const fresh = after.find(({ id }) => id !== first?.id);
  expect(Date.parse(old?.expires_at ?? '') - Date.parse(fresh?.created_at ?? '')).toBe(7 * 24 * 3600 * 1000);

  const mode = (name: string) =>
    page.getByRole('radiogroup', { name: 'Signatures' }).getByRole('radio', { name });
  await expect(mode('Report')).toBeChecked();
  const required = mode('Required');
  await required.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Require signatures' }).click();
  await expect(toasts(page)).toContainText('Signatures are required');
  await expect(required).toBeChecked();
  expect((await now()).signing).toBe('required');
  await openGuide(page, 'android');
  await page.getByRole('button', { name: 'Copy POST /api/client/init' }).click();
  await expect.poll(() => clipboard(page)).toContain('/api/client/init');
  const unsigned = await clipboard(page);
  await expect.poll(() => runCommand(request, unsigned)).toBe(401);
  // The live test says so, and what to do.
  const warning = page.locator('[data-warning="unsigned_requests"]');
  await expect(async () => {
    await page.reload();
    await expect(warning).toContainText('unsigned request', { timeout: 2000 });
  }).toPass();
  await expect(warning).toContainText('Give every version of the app in use a credential');

  // The last one cannot be switched off as long as signatures are required.
  const active = page.getByRole('switch', { name: `${fresh?.key_id} is active` });
  await active.click();
  await expect(toasts(page)).toContainText('Signing can be required only while');
  await expect(active).toBeChecked();
  await mode('Report').click();
  await expect(toasts(page)).toContainText('Signatures are reported');
  const counts = page.getByRole('table', { name: 'How requests were signed' });
  await expect(async () => {
    await page.reload();
    await expect(counts.getByRole('row', { name: /Not signed/ })).toBeVisible();
  }).toPass();
  await active.click();
  await expect(rows(page).filter({ hasText: fresh?.key_id ?? '' })).toContainText('Switched off');
  expect((await now()).credentials.find(({ id }) => id === fresh?.id)?.active).toBe(false);
});

test('the token and the signing key of another provider are taken over, and removed again', async ({
  people,
  request,
}) => {
  const owner = await people.visitor();
  const { project_id } = await people.project(owner);
  const { page, call } = owner;
  const token = `lr_live_${project_id}`;
  const init = async () => {
    const data = { token, install_instance_id: 'i1', platform: 'IOS', device_data: {} };
    return (await request.post(`${readEnvironment().fullUrl}/api/client/init`, { data })).status();
  };
  expect(await init()).toBe(401);
  await page.goto(`/sdk?p_id=${project_id}`);
  await expect(page.getByText('No tokens of another provider yet')).toBeVisible();
  await page.getByRole('button', { name: 'Add a token' }).click();
  const tokenDialog = page.getByRole('dialog', { name: 'Add a token of another provider' });
  const { token: own } = await call(getProjectToken, { query: { project_id } });
  await tokenDialog.getByLabel('Token').fill(own);
  await page.keyboard.press('Enter');
  await expect(tokenDialog.getByText(/^Token begins like a token or key that Trailmark made/)).toBeVisible();
  await tokenDialog.getByLabel('Token').fill(token);
  await page.keyboard.press('Enter');
  await expect(tokenDialog).toBeHidden();
  const tokens = rows(page, 'Tokens of other providers');
  await expect(tokens.nth(1)).toContainText(token);
  await expect.poll(init).toBe(200);

  await page.getByRole('button', { name: 'Add a signing key' }).click();
  const keyDialog = page.getByRole('dialog', { name: 'Add a signing key of another provider' });
  await keyDialog.getByLabel('Key id').fill('lr-key-1');
  await keyDialog.getByLabel('Secret').fill('short');
  await keyDialog.getByRole('button', { name: 'Add signing key' }).click();
  await expect(keyDialog.getByText('Secret is shorter than 8 characters.')).toBeVisible();
  await keyDialog.getByLabel('Secret').fill('a secret of another provider');
  await keyDialog.getByRole('button', { name: 'Add signing key' }).click();
  await expect(keyDialog).toBeHidden();
  await expect(rows(page).filter({ hasText: 'lr-key-1' })).toContainText('imported');
  await page.reload();
  await expect(rows(page).filter({ hasText: 'lr-key-1' })).toContainText('In use');
  await expect(page.locator('body')).not.toContainText('a secret of another');

  // Another project is refused the same token, with a way on and without a word about whose it is.
  const stranger = await people.visitor();
  const other = await people.project(stranger);
  await stranger.page.goto(`/sdk?p_id=${other.project_id}`);
  await stranger.page.getByRole('button', { name: 'Add a token' }).click();
  const theirs = stranger.page.getByRole('dialog');
  await theirs.getByLabel('Token').fill(token);
  await stranger.page.keyboard.press('Enter');
  await expect(theirs.getByText(/ask the operator of this installation/)).toBeVisible();

  // An admin sees the token and cannot change it.
  const admin = await people.member(owner, project_id, 'admin');
  await admin.page.goto(`/sdk?p_id=${project_id}`);
  await expect(rows(admin.page, 'Tokens of other providers').nth(1)).toContainText(token);
  await expect(
    admin.page.getByRole('button', { name: /^(Add a token|Add a signing|Remove the)/ }),
  ).toHaveCount(0);

  await page.getByRole('button', { name: `Remove the token ${token}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove token' }).click();
  await expect(page.getByText('No tokens of another provider yet')).toBeVisible();
  await expect.poll(init).toBe(401);
});

test('an app that makes up names reads of the limit, and what to do', async ({ people, request }) => {
  const { page, project_id, token } = await openSdkScreen(people);
  const notice = page.locator('[data-slot="notice"]').filter({ hasText: 'more than 1,000 event names' });
  await expect(notice).toHaveCount(0);
  const install_instance_id = 'made-up-1';
  for (const hundreds of [0, 400, 800]) {
    const items = Array.from({ length: 400 }, (_, n) => ({
      call: 'capture-event',
      body: { install_instance_id, event_name: `order ${hundreds + n}` },
    }));
    const answer = await request.post(`${readEnvironment().fullUrl}/api/client/batch`, {
      data: { token, items },
    });
    expect(answer.status()).toBe(200);
  }
  await expect(async () => {
    await page.reload();
    await expect(notice).toContainText('Every event is stored under its own name. 200 beyond the limit', {
      timeout: 2000,
    });
    await expect(notice).toContainText('ask your operator to raise MAX_EVENT_NAMES');
  }).toPass();
  await page.goto(`/events?p_id=${project_id}`);
  await expect(page.getByText('(other)').first()).toBeVisible();
});

test('store listings are added, changed and removed, but not while a campaign leads there', async ({
  people,
}) => {
  const visitor = await people.visitor();
  const { project_id } = await people.project(visitor);
  const { page, call } = visitor;
  await page.goto(`/sdk?p_id=${project_id}`);
  await page.getByRole('button', { name: 'Add a listing' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a store listing' });
  await dialog.getByLabel('Name').fill('Kite');
  await dialog.getByLabel('Address on App Store').fill(PLAY_STORE);
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(/^Address is not an address of an app on apps.apple.com/)).toBeVisible();
  await dialog.getByLabel('Address on App Store').fill(APP_STORE);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  const row = rows(page, 'Store listings').filter({ hasText: 'Kite' });
  await expect(row).toContainText('6443201111');
  await expect(row).toContainText('no campaign');

  await page.getByRole('button', { name: 'Edit Kite' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Kite' });
  await edit.getByLabel('Name').fill('Kite Grocery');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('Kite Grocery');
  const [listing] = await call(listStoreListings, { query: { project_id } });
  const id = listing?.id ?? '';
  await call(createCampaign, { body: { project_id, name: 'Diwali', ios_store_listing_id: id } });
  await page.reload();
  await expect(row).toContainText('1 campaign');
  await page.getByRole('button', { name: 'Remove Kite Grocery' }).click();
  const confirmation = page.getByRole('alertdialog');
  await confirmation.getByRole('button', { name: 'Remove listing' }).click();
  await expect(confirmation.getByRole('alert')).toContainText('A campaign leads to this store listing.');
  await confirmation.getByRole('button', { name: 'Cancel' }).click();

  // One for the other store, made where a campaign needs it.
  await page.goto(`/campaigns/new?p_id=${project_id}`);
  await page.getByRole('button', { name: 'Advanced' }).click();
  await page.getByRole('button', { name: 'Add Google Play listing' }).click();
  await dialog.getByLabel('Name').fill('Kite on Play');
  await dialog.getByLabel('Address on Google Play').fill(PLAY_STORE);
  await dialog.getByRole('button', { name: 'Add listing' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('combobox', { name: 'Google Play listing' })).toHaveText('Kite on Play');
  await expect(page.getByText('Name is required.')).toHaveCount(0);
});

test('a viewer sees how the SDK is set up and changes nothing', async ({ people }) => {
  const owner = await people.visitor();
  const { project_id } = await people.project(owner);
  const { secret_key } = await owner.call(createSdkCredential, { body: { project_id, platform: 'IOS' } });
  const { page, call } = await people.member(owner, project_id, 'viewer');
  await page.goto(`/sdk?p_id=${project_id}`);
  await expect(page.getByText('You can see how the SDK is set up but not change it')).toBeVisible();
  await expect(rows(page).nth(1)).toContainText('In use');
  await expect(page.getByRole('button', { name: /^(Add|Rotate|Edit|Remove)/ })).toHaveCount(0);
  await expect(page.getByRole('radio', { name: 'Required' })).toBeDisabled();
  await expect(page.getByRole('switch')).toHaveCount(0);
  await expect(page.locator('body')).not.toContainText(secret_key);
  const refused = call(createSdkCredential, { body: { project_id, platform: 'IOS' } });
  await expect(refused).rejects.toMatchObject({ code: 'forbidden' });
  const guest = await people.member(owner, project_id, 'guest');
  await guest.page.goto(`/sdk?p_id=${project_id}`);
  await expect(guest.page.getByRole('alert')).toContainText('Your role cannot open this page');
});

test('what cannot be loaded is named with a way on, and the rest of the page works', async ({ people }) => {
  const { page, ...visitor } = await people.visitor();
  const { project_id } = await people.project({ page, ...visitor });
  const parts = [
    { what: 'the SDK token', call: '**/api/project/token?*' },
    { what: 'the credentials', call: '**/api/project/sdk-credentials?*' },
    { what: 'the store listings', call: '**/api/project/store-listings?*' },
    { what: 'the live test', call: '**/api/project/sdk-check?*' },
    { what: 'your links', call: '**/api/project/test-links?*' },
  ];
  for (const { call } of parts) {
    await page.route(call, (route) => route.fulfill({ status: 500, json: {} }));
  }
  await page.goto(`/sdk?p_id=${project_id}`);
  await expect(page.getByRole('alert')).toHaveCount(parts.length);
  await expect(page.locator('[data-slot="skeleton"]')).toHaveCount(0);
  for (const { what, call } of parts) {
    const failed = page.getByRole('alert').filter({ hasText: `We couldn’t load ${what}` });
    await expect(failed).toBeVisible();
    await page.unroute(call);
    await failed.getByRole('button', { name: 'Try again' }).click();
    await expect(failed).toBeHidden();
  }
  await expect(page.getByLabel('SDK token', { exact: true })).toHaveValue(/^tm_/);
  await expect(page.getByText('Requests are not signed yet')).toBeVisible();
  await expect(page.getByText('No store listings yet')).toBeVisible();
});
