import type { Page } from '@playwright/test';
import { getGoogleAdsSettings, listGoogleAdsAccounts } from '@trailmark/contract/google-ads';
import { listMetaAccounts } from '@trailmark/contract/meta';
import { listTiktokPixels } from '@trailmark/contract/tiktok';
import {
  connectMetaFor,
  decide,
  expireTokens,
  GOOGLE_CLIENT,
  GOOGLE_DEV_TOKEN,
  GOOGLE_LINK_ID,
  META_APP,
  META_DATASET,
  META_SYSTEM_TOKEN,
  TIKTOK_APP,
} from '../support/networks.ts';
import { walk } from '../support/states.ts';
import { expect, somebody, test } from '../support/test.ts';

// One after the other: a test that lets tokens expire does so for all that the sandbox has issued.
test.describe.configure({ mode: 'serial' });

const toasts = (page: Page) => page.getByRole('region', { name: /^Notifications/ });
const content = (page: Page) => page.locator('#content');
const setUp = (page: Page) => page.getByRole('region', { name: /^Set up/ });
const step = (page: Page, title: string) =>
  setUp(page)
    .getByRole('listitem')
    .filter({ has: page.getByText(title, { exact: true }) })
    .first();

/** Not the head of the step, which has the same words. */
const signIn = (page: Page, label: string) =>
  page.locator('button:not([aria-expanded])', { hasText: `Sign in at ${label}` });

async function disconnect(page: Page, name: string, loses?: string): Promise<void> {
  await page.getByRole('button', { name: `More for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Disconnect' }).click();
  const dialog = page.getByRole('alertdialog', { name: `Disconnect ${name}?` });
  if (loses) await expect(dialog).toContainText(loses);
  else await expect(dialog).not.toContainText('tokens');
  await dialog.getByRole('button', { name: 'Disconnect' }).click();
  await expect(toasts(page)).toContainText(`${name} is disconnected`);
}

test('Meta is set up with an app of one’s own, checked, and let go', async ({ enter }) => {
  const { person, projects } = await somebody(['Kite Grocery', 'Kite Rides']);
  const [project_id = ''] = projects;
  const page = await enter(person);
  await page.goto(`/overview?p_id=${project_id}`);
  await page.getByRole('link', { name: 'Connect a network' }).click();
  await page.getByRole('link', { name: 'Meta', exact: true }).click();

  await test.step('the app is entered, and what is wrong is named', async () => {
    await page.getByRole('button', { name: 'Save app' }).click();
    await expect(page.getByText('App ID is required.')).toBeVisible();
    await page.getByLabel('App ID').fill(META_APP.id);
    await page.getByLabel('App secret').fill('too short');
    await page.getByRole('button', { name: 'Save app' }).click();
    await expect(page.getByText('App secret is not an app secret of Meta.')).toBeVisible();
    await expect(page.getByLabel('Valid OAuth redirect URI')).toHaveValue(/\/integrations\/meta\/callback$/);
    await page.getByLabel('App secret').fill(META_APP.secret);
    await page.getByLabel('App secret').press('Enter');
    await expect(step(page, 'Enter your app')).toContainText('done');
    await expect(content(page)).not.toContainText(META_APP.secret);
  });

  await test.step('a denial changes nothing, and can be tried again', async () => {
    await signIn(page, 'Meta').click();
    await decide(page, 'Deny');
    await expect(page.getByRole('alert')).toContainText('Nothing was changed');
    await page.getByRole('button', { name: 'Try again' }).click();
    await decide(page, 'Allow');
  });

  await test.step('accounts are imported into the project that it was begun in', async () => {
    await expect(page).toHaveURL(new RegExp(`/integrations/meta\\?p_id=${project_id}$`));
    await expect(toasts(page)).toContainText('2 ad accounts imported.');
    const row = page.getByRole('row').filter({ hasText: 'Kite India' });
    for (const said of ['301122334455667', 'INR', 'Asia/Kolkata', 'Dana Iyer', 'Not set up']) {
      await expect(row).toContainText(said);
    }
    await expect(page.getByRole('region', { name: 'Sign-ins' }).first()).toContainText('Ends in 8 weeks');
    await expect(step(page, 'Choose a dataset')).toContainText('to do');
  });

  await test.step('a dataset is chosen, and Meta accepts a test event', async () => {
    await page.getByRole('button', { name: 'Choose a dataset: Kite India' }).click();
    const dialog = page.getByRole('dialog', { name: 'Kite India' });
    await dialog.getByLabel('Dataset ID').fill('none');
    await dialog.getByRole('button', { name: 'Save and check' }).click();
    await expect(dialog.getByText('Dataset ID is not a dataset id of Meta.')).toBeVisible();
    await dialog.getByLabel('Dataset ID').fill('880011223344999');
    await dialog.getByLabel('Access token').fill(META_SYSTEM_TOKEN);
    await dialog.getByRole('button', { name: 'Save and check' }).click();
    const answers = dialog.getByRole('list', { name: 'What Meta answered' });
    await expect(answers.getByRole('listitem').filter({ hasText: 'can be reached' })).toContainText('no');
    await dialog.getByLabel('Dataset ID').fill(META_DATASET);
    await dialog.getByRole('button', { name: 'Save and check' }).click();
    await expect(answers.getByText('yes')).toHaveCount(4);
    await expect(dialog.getByLabel('Access token')).toHaveValue('');
    await expect(dialog.getByText('Begins with EAASYS.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).first().click();
    await expect(step(page, 'Choose a dataset')).toContainText('done');
    await expect(step(page, 'Send a test event')).toContainText('done');
    await walk(page, `/integrations?p_id=${project_id}`);
    await expect(content(page).getByText('1 of 2 ad accounts set up')).toBeVisible();
    await walk(page, `/overview?p_id=${project_id}`);
    await expect(page.getByRole('listitem').filter({ hasText: 'Connect a network' })).toContainText('done');
  });

  await test.step('the last account takes the tokens with it', async () => {
    await walk(page, `/integrations/meta?p_id=${project_id}`);
    await disconnect(page, 'Kite US');
    await disconnect(page, 'Kite India', 'Dana Iyer');
    await expect(step(page, `Sign in at Meta`)).toContainText('to do');
    expect(await person.call(listMetaAccounts, { query: { project_id } })).toEqual({
      ad_accounts: [],
      logins: [],
    });
  });
});

test('a sign-in that Meta does not accept any more asks for someone', async ({ enter }) => {
  const { person, projects } = await somebody();
  const [project_id = ''] = projects;
  await connectMetaFor(person, project_id);
  const page = await enter(person);
  await page.goto('/integrations/meta');
  await expect(page.getByRole('row').filter({ hasText: 'Kite India' })).toBeVisible();
  await expireTokens('meta');
  await page.getByRole('button', { name: 'Import again' }).click();
  await expect(
    content(page).getByText('Meta does not accept the sign-in of Dana Iyer any more'),
  ).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Kite India' })).toBeVisible();
  await walk(page, '/integrations');
  await expect(content(page).getByText('Needs attention')).toBeVisible();
  await page.getByRole('link', { name: 'Meta', exact: true }).click();
  await page.getByRole('button', { name: 'Connect again' }).click();
  await decide(page, 'Allow');
  await expect(page.getByRole('region', { name: 'Sign-ins' }).first()).toContainText('Ends in 8 weeks');
  await expect(content(page).getByText('does not accept the sign-in')).toBeHidden();
});

test('a code is taken once, also when the page is loaded again meanwhile', async ({ enter }) => {
  const { person, projects } = await somebody(['Kite Grocery', 'Kite Rides']);
  const [project_id = ''] = projects;
  await connectMetaFor(person, project_id);
  const page = await enter(person);
  await page.goto(`/integrations/meta?p_id=${project_id}`);
  let codes = 0;
  await page.route('**/api/project/integration/meta/auth/connect', async (route) => {
    codes += 1;
    await route.continue();
  });
  let isFirst = true;
  await page.route('**/api/project/integration/meta/import/ad-accounts', async (route) => {
    if (isFirst) await route.fulfill({ status: 500, json: {} });
    else await route.continue();
    isFirst = false;
  });
  await page.getByRole('region', { name: 'Sign-ins' }).getByRole('button', { name: 'Sign in again' }).click();
  await decide(page, 'Allow');
  await expect(page.getByRole('heading', { name: 'The ad accounts were not imported' })).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL(new RegExp(`/integrations/meta\\?p_id=${project_id}$`));
  await expect(page.getByRole('row').filter({ hasText: 'Kite India' })).toBeVisible();
  expect(codes).toBe(1);
});

test('TikTok is set up with an app of one’s own, and let go', async ({ enter }) => {
  const { person, projects } = await somebody();
  const [project_id = ''] = projects;
  const page = await enter(person);
  await page.goto('/integrations/tiktok');

  await test.step('someone signs in, and pixels are imported', async () => {
    await page.getByLabel('App ID').fill(TIKTOK_APP.id);
    await page.getByLabel('App secret').fill(TIKTOK_APP.secret);
    await page.getByRole('button', { name: 'Save app' }).click();
    await signIn(page, 'TikTok').click();
    await decide(page, 'Deny');
    await expect(page.getByRole('alert')).toContainText('Nothing was changed');
    await page.getByRole('button', { name: 'Try again' }).click();
    await decide(page, 'Allow');
    await expect(toasts(page)).toContainText('2 pixels imported.');
    await expect(page.getByRole('row').filter({ hasText: 'Kite India web' })).toContainText('INR');
    await expect(content(page).getByText('Old US web')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Sign-ins' }).first()).toContainText(
      'Valid until it is revoked',
    );
  });

  await test.step('a pixel is saved with its apps and a token of its own', async () => {
    await page.getByRole('button', { name: 'Set up: Kite India web' }).click();
    const dialog = page.getByRole('dialog', { name: 'Kite India web' });
    await dialog.getByLabel('Android app ID').fill('none');
    await dialog.getByRole('button', { name: 'Save pixel' }).click();
    await expect(dialog.getByText(/is not an app id of TikTok/)).toBeVisible();
    await dialog.getByLabel('Android app ID').fill('7500000000000000001');
    await dialog.getByLabel('Test event code').fill('TEST1');
    await dialog.getByLabel('Access token').fill('0123456789abcdef0123456789abcdef');
    await dialog.getByRole('button', { name: 'Save pixel' }).click();
    await expect(toasts(page)).toContainText('Kite India web is saved');
    await expect(step(page, 'Set up a pixel')).toContainText('done');
    await page.getByRole('button', { name: 'Settings of Kite India web' }).click();
    await expect(dialog.getByLabel('Test event code')).toHaveValue('TEST1');
    await expect(dialog.getByText('Begins with 012345.')).toBeVisible();
    await dialog.getByLabel('Delete the pixel’s token and use the sign-in').click();
    await dialog.getByRole('button', { name: 'Save pixel' }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: 'Settings of Kite India web' }).click();
    await expect(dialog.getByText('Stored encrypted, and never shown again.')).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('the last pixel takes the tokens with it', async () => {
    await disconnect(page, 'Kite US web');
    await disconnect(page, 'Kite India web', 'tokens are deleted');
    expect(await person.call(listTiktokPixels, { query: { project_id } })).toEqual({
      pixels: [],
      logins: [],
    });
  });
});

test('Google Ads is set up with an OAuth client of one’s own, and let go', async ({ enter }) => {
  const { person, projects } = await somebody();
  const [project_id = ''] = projects;
  const page = await enter(person);
  await page.goto('/integrations/google_ads');

  await test.step('someone signs in, and accounts are imported through their manager', async () => {
    await page.getByLabel('Client ID').fill('not a client');
    await page.getByLabel('Client secret').fill(GOOGLE_CLIENT.secret);
    await page.getByLabel('Developer token').fill(GOOGLE_DEV_TOKEN);
    await page.getByRole('button', { name: 'Save OAuth client' }).click();
    await expect(page.getByText('Client ID is not an OAuth client id of Google.')).toBeVisible();
    await page.getByLabel('Client ID').fill(GOOGLE_CLIENT.id);
    await page.getByRole('button', { name: 'Save OAuth client' }).click();
    await signIn(page, 'Google Ads').click();
    await decide(page, 'Deny');
    await expect(page.getByRole('alert')).toContainText('Nothing was changed');
    await page.getByRole('button', { name: 'Try again' }).click();
    await decide(page, 'Allow');
    await expect(toasts(page)).toContainText('2 accounts imported.');
    await expect(page.getByRole('row').filter({ hasText: 'Kite India' })).toContainText('INR');
  });

  await test.step('a link is entered, and Google says whether it works', async () => {
    await page.getByRole('button', { name: 'Enter links: Kite India' }).click();
    const dialog = page.getByRole('dialog', { name: 'Kite India' });
    await dialog.getByLabel('Android link ID').fill('short');
    await dialog.getByRole('button', { name: 'Save and check' }).click();
    await expect(dialog.getByText(/is not a link id/)).toBeVisible();
    await dialog.getByLabel('Android link ID').fill('F'.repeat(32));
    await dialog.getByRole('button', { name: 'Save and check' }).click();
    await expect(dialog.getByText('Android: Google has no such link for this account')).toBeVisible();
    await dialog.getByLabel('Android link ID').fill(GOOGLE_LINK_ID);
    await dialog.getByRole('button', { name: 'Save and check' }).click();
    await expect(dialog.getByText('Android: the link works')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).first().click();
    await expect(step(page, 'Links accepted by Google')).toContainText('done');
  });

  await test.step('the developer token is deleted', async () => {
    const card = page.getByRole('region', { name: 'Your OAuth client' });
    await card.getByRole('button', { name: 'Change' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change your OAuth client' });
    await dialog.getByLabel('Delete the developer token').check();
    await expect(dialog.getByLabel('Developer token for app conversions')).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toHaveCount(0);
    expect(await person.call(getGoogleAdsSettings, { query: { project_id } })).toMatchObject({
      client_id: GOOGLE_CLIENT.id,
      client_secret_hint: 'GOCS',
      dev_token_hint: null,
    });
  });

  await test.step('the last account takes the tokens with it', async () => {
    await disconnect(page, 'Kite US');
    await disconnect(page, 'Kite India', 'tokens are deleted');
    expect(await person.call(listGoogleAdsAccounts, { query: { project_id } })).toEqual({
      accounts: [],
      logins: [],
    });
  });
});

test('who may not change integrations sees them and who can', async ({ people }) => {
  const owner = await people.visitor();
  const { project_id } = await people.project(owner);
  const viewer = await people.member(owner, project_id, 'viewer');
  await viewer.page.goto(`/integrations/meta?p_id=${project_id}`);
  await expect(content(viewer.page).getByText('Owners and admins change integrations.')).toBeVisible();
  await expect(setUp(viewer.page)).toContainText('0 of 6 done');
  await expect(viewer.page.getByLabel('App ID')).toHaveCount(0);
  const guest = await people.member(owner, project_id, 'guest');
  await guest.page.goto(`/integrations/meta?p_id=${project_id}`);
  await expect(guest.page.getByText('Your role cannot open this page')).toBeVisible();
});
