import { inviteMembers } from '@trailmark/contract/members';
import { listProjects } from '@trailmark/contract/projects';
import { verifyUser } from '@trailmark/contract/users';
import { freshEmail } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

test('a new person says who they are and starts with a website', async ({ people }) => {
  const { page, call } = await people.visitor({ named: false });
  await page.goto('/overview');
  await expect(page).toHaveURL(/\/welcome$/);
  await expect(page.getByRole('heading', { name: 'Welcome to Trailmark' })).toBeVisible();
  await expect(page.getByText('Step 1 of 2')).toBeVisible();
  await expect(page.getByText('Use your work e-mail')).toBeHidden();

  await page.getByLabel('Last name').fill('Rao');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('First name')).toHaveAccessibleDescription('First name is required.');
  await expect(page.getByLabel('Last name')).toHaveValue('Rao');
  await page.getByLabel('First name').fill('Asha');
  await page.getByLabel('Company').fill('Kite Grocery');
  await page.getByRole('radio', { name: 'Analytics' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Step 2 of 2')).toBeVisible();
  expect(await call(verifyUser, {})).toMatchObject({
    first_name: 'Asha',
    last_name: 'Rao',
    company: 'Kite Grocery',
    role: 'analyst',
  });

  await expect(page.getByRole('combobox', { name: 'Currency' })).toHaveText('British Pound (GBP)');
  await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveText('Asia/Kolkata');
  await page.getByLabel('Name').fill('Kite Web');
  await page.getByRole('radio', { name: /^Web/ }).click();
  await expect(page.getByLabel('App Store link')).toBeHidden();
  await page.getByLabel('Website').fill('kite grocery');
  await page.getByRole('button', { name: 'Create project' }).click();
  await expect(page.getByLabel('Website')).toHaveAccessibleDescription(/^Website is not a web address\./);
  await page.getByLabel('Website').fill('kite.example');
  await page.getByRole('button', { name: 'Create project' }).click();

  await expect(page).toHaveURL(/\/overview\?p_id=[\w-]{36}$/);
  await expect(page.getByRole('heading', { name: 'Set up Kite Web' })).toBeVisible();
  const [project] = await call(listProjects, { query: {} });
  expect(page.url()).toContain(project?.project_id);
  expect(project).toMatchObject({
    name: 'Kite Web',
    platform: 'web',
    website: 'https://kite.example',
    currency: 'GBP',
    timezone: 'Asia/Kolkata',
    role: 'owner',
  });
});

test('someone with a private address gets a gentle hint and starts with an app', async ({ people }) => {
  const email = freshEmail().replace('@kite.example', '@gmail.com');
  const { page, call } = await people.visitor({
    email,
    named: false,
    browser: { locale: 'en-IN', timezoneId: 'Asia/Calcutta' },
  });
  await page.goto('/welcome');
  await expect(page.getByText('Use your work e-mail')).toBeVisible();
  await page.getByLabel('First name').fill('Ben');
  await page.getByRole('button', { name: 'Continue' }).click();

  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByLabel('First name')).toHaveValue('Ben');
  await page.getByLabel('First name').fill('Benita');
  await page.getByRole('button', { name: 'Continue' }).click();

  await expect(page.getByRole('combobox', { name: 'Currency' })).toHaveText('Indian Rupee (INR)');
  await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveText('Asia/Kolkata');
  await expect(page.getByRole('radio', { name: /^App/ })).toBeChecked();
  await page.getByLabel('Name').fill('Kite Grocery');
  await page.getByLabel('App Store link').fill('apps.apple.com/app/id1234567890');
  await page.getByLabel('Name').press('Enter');

  await expect(page).toHaveURL(/\/overview\?p_id=[\w-]{36}$/);
  await expect(page.getByRole('heading', { name: 'Set up Kite Grocery' })).toBeVisible();
  const [project] = await call(listProjects, { query: {} });
  expect(project).toMatchObject({
    platform: 'app',
    app_store_link: 'https://apps.apple.com/app/id1234567890',
    currency: 'INR',
    timezone: 'Asia/Kolkata',
  });
  expect(await call(verifyUser, {})).toMatchObject({ first_name: 'Benita' });

  await test.step('an empty project has a picture of the finished thing, and no announcement of the past', async () => {
    await expect(page.getByRole('region', { name: /^Example of an overview/ })).toBeVisible();
    await expect(page.getByRole('button', { name: /Date range/ })).toBeHidden();
    await expect(page.getByRole('region', { name: 'What is new' })).toBeHidden();
  });
  await test.step('the store link is a store listing', async () => {
    await page.getByRole('link', { name: 'Set up the SDK' }).click();
    await expect(page.getByText('Kite Grocery, App Store')).toBeVisible();
  });
});

test('an invite that waits for a new person is offered before a project of their own', async ({ people }) => {
  const owner = await people.visitor();
  const { project_id } = await people.project(owner, 'Kite Grocery');
  const email = freshEmail();
  await owner.call(inviteMembers, { body: { project_id, emails: [email], role: 'viewer' } });

  const { page, call } = await people.visitor({ email, named: false });
  await page.goto('/');
  await page.getByLabel('First name').fill('Noor');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'You are invited' })).toBeVisible();
  await expect(page.getByText(`From ${owner.email}`)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Or start a project of your own' })).toBeVisible();
  await page.getByRole('button', { name: 'Accept the invite to Kite Grocery' }).click();
  await expect(page).toHaveURL(`/overview?p_id=${project_id}`);
  await expect(page.getByText('You joined Kite Grocery', { exact: true })).toBeVisible();
  const { project_members, invites } = await call(verifyUser, {});
  expect(project_members).toMatchObject([{ project_id, role: 'viewer' }]);
  expect(invites).toEqual([]);
});
