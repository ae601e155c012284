import type { Page, Route } from '@playwright/test';
import { settled } from '../support/page-checks.ts';
import { freshEmail, NEW_BROWSER } from '../support/people.ts';
import { failing, frame, hold, walk } from '../support/states.ts';
import { expect, somebody, test } from '../support/test.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const content = (page: Page) => page.locator('#content');
const toast = (page: Page) => page.locator('[data-slot="toast"]');
const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' });

test('the danger zone says when it cannot know whether one is the last owner', async ({ enter, rich }) => {
  const page = await enter(rich.people.owner);
  await page.route('**/api/project/members*', failing);
  await page.goto(`/settings/danger?p_id=${rich.project.project_id}`);
  await expect(content(page).getByRole('alert')).toContainText('We couldn’t load');
  await expect(page.getByRole('button', { name: 'Leave project' })).toBeDisabled();
  await page.unroute('**/api/project/members*');
  await tryAgain(page).click();
  await expect(page.getByText('You are the only owner')).toBeVisible();
});

test('a list of time zones that fails can be loaded again, and the form keeps what was typed', async ({
  enter,
  rich,
}) => {
  const page = await enter(rich.people.owner);
  await page.route('**/api/project/timezones', failing);
  await page.goto(`/new-project?p_id=${rich.project.project_id}`);
  await page.getByLabel('Name').fill('Lantern Books');
  await expect(page.getByText('We couldn’t load the list of time zones.')).toBeVisible();
  await page.unroute('**/api/project/timezones');
  await page.getByRole('button', { name: 'Load the list again' }).click();
  await expect(page.getByRole('combobox', { name: 'Time zone' })).toContainText('Asia/Kolkata');
  await expect(page.getByLabel('Name')).toHaveValue('Lantern Books');
});

test.describe('the frame', () => {
  test('says which project could not be loaded, tells the console, and tries again', async ({
    enter,
    rich,
  }) => {
    const page = await enter(rich.people.owner);
    const logged: string[] = [];
    page.on('pageerror', (error) => logged.push(error.message));
    page.on('console', (message) => logged.push(message.text()));
    await page.route('**/api/project?*', failing);
    await page.goto(`/settings/members?p_id=${rich.project.project_id}`);
    await expect(content(page).getByRole('alert')).toContainText(`We couldn’t load ${rich.project.name}`);
    await expect(heading(page, /Members/)).toBeVisible();
    expect(logged.join('\n')).toContain('We couldn’t load the project.');
    await page.unroute('**/api/project?*');
    await tryAgain(page).click();
    await expect(content(page).getByText('Mei Lindqvist')).toBeVisible();
  });

  test('stands before the project has come, and does not move when it does', async ({ enter, rich }) => {
    const page = await enter(rich.people.owner);
    const release = await hold(page, '**/api/project?*');
    await page.goto(`/overview?p_id=${rich.project.project_id}`);
    await expect(heading(page, 'Overview')).toBeVisible();
    await expect(page.getByRole('complementary').getByText(rich.project.name)).toBeVisible();
    await expect(content(page).locator('[data-slot="skeleton"]').first()).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    const { rail, bar, title } = await frame(page);
    release();
    await expect(content(page).getByText('Top campaigns')).toBeVisible();
    await settled(page);
    expect(await frame(page)).toMatchObject({ rail, bar, title });
  });

  test('asks to try again when it cannot be known who is signed in', async ({ enter, rich }) => {
    const page = await enter(rich.people.owner);
    await page.route('**/api/user/verify', (route) => route.abort());
    await page.goto(`/overview?p_id=${rich.project.project_id}`);
    await expect(tryAgain(page)).toBeVisible();
    await page.unroute('**/api/user/verify');
    await tryAgain(page).click();
    await expect(heading(page, 'Overview')).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull();
  });

  test('stays usable offline: a screen that cannot be fetched says so and comes back', async ({
    enter,
    rich,
  }) => {
    // Which has fetched no other screen before.
    const page = await enter(rich.people.owner, NEW_BROWSER);
    await page.goto(`/overview?p_id=${rich.project.project_id}`);
    await expect(content(page).getByText('Top campaigns')).toBeVisible();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: /Go to…/ }).focus();
    await page.getByRole('link', { name: 'Settings' }).click();
    await expect(content(page).getByRole('alert')).toContainText('You are offline');
    await expect(page.getByRole('complementary').getByText(rich.project.name)).toBeVisible();
    // It comes back by itself with the connection.
    await page.context().setOffline(false);
    await expect(content(page).getByText('You are offline')).toBeHidden();
    await expect(page.getByLabel('Name')).toHaveValue(rich.project.name);
  });

  test('keeps what is on the screen when the connection goes', async ({ enter, rich }) => {
    const page = await enter(rich.people.owner);
    await page.goto(`/settings/members?p_id=${rich.project.project_id}`);
    await expect(content(page).getByText('Mei Lindqvist')).toBeVisible();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: /Revoke the invite of priya/ }).click();
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await expect(page.getByRole('alertdialog').or(page.getByRole('dialog'))).toContainText(/offline|reach/i);
    await expect(page.getByRole('button', { name: 'Revoke', exact: true })).toBeEnabled();
    await page.context().setOffline(false);
  });
});

test('the audit log keeps its rows while the next ones are on their way', async ({ enter, rich }) => {
  const page = await enter(rich.people.owner);
  await page.goto(`/settings/audit-log?p_id=${rich.project.project_id}`);
  await expect(content(page).getByText('generated the private key').first()).toBeVisible();
  const release = await hold(page, '**/api/project/audit-log?*action=*');
  await page.getByRole('combobox', { name: 'Show' }).click();
  await page.getByRole('option', { name: 'Role changed' }).click();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(1);
  await expect(content(page).getByText('generated the private key').first()).toBeVisible();
  release();
  await expect(content(page).getByText('generated the private key')).toHaveCount(0);
  await expect(content(page).getByText('changed the role of').first()).toBeVisible();
});

test.describe('a form whose saving fails keeps what was typed', () => {
  test('settings, an invite, the profile, a request and a new project', async ({ enter }) => {
    const {
      person,
      projects: [projectId],
    } = await somebody();
    const page = await enter(person);
    await test.step('the settings of a project', async () => {
      await page.goto(`/settings/general?p_id=${projectId}`);
      await page.getByLabel('Name').fill('Kite Foods');
      const puts = (route: Route) => (route.request().method() === 'PUT' ? failing(route) : route.continue());
      await page.route('**/api/project', puts);
      await page.keyboard.press('Enter');
      await expect(toast(page)).toContainText('The settings were not saved');
      await expect(toast(page)).toHaveAttribute('data-variant', 'destructive');
      await expect(page.getByLabel('Name')).toHaveValue('Kite Foods');
      await page.unroute('**/api/project', puts);
      await page.getByRole('button', { name: 'Save changes' }).click();
      await expect(toast(page)).toContainText('Settings saved');
      await expect(page.getByRole('complementary').getByText('Kite Foods')).toBeVisible();
    });
    await test.step('an invite', async () => {
      await walk(page, `/settings/members?p_id=${projectId}`);
      await page.getByRole('button', { name: 'Invite people' }).first().click();
      const colleague = freshEmail();
      await page.getByLabel('Addresses').fill(colleague);
      await page.route('**/api/project/invite', failing);
      await page.getByRole('button', { name: 'Send invite' }).click();
      await expect(toast(page)).toContainText('No invites were sent');
      await expect(page.getByRole('dialog').getByText(colleague)).toBeVisible();
      await page.unroute('**/api/project/invite');
      await page.getByRole('button', { name: 'Send invite' }).click();
      await expect(page.getByRole('dialog').getByText('Invited', { exact: true })).toBeVisible();
    });
    await test.step('the profile', async () => {
      await walk(page, `/account?p_id=${projectId}`);
      await page.getByLabel('Company').fill('Kite Foods');
      await page.route('**/api/user', failing);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(toast(page)).toContainText('Your profile was not saved');
      await expect(toast(page)).toHaveAttribute('data-variant', 'destructive');
      await expect(page.getByLabel('Company')).toHaveValue('Kite Foods');
      await page.unroute('**/api/user');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(toast(page)).toContainText('Profile saved');
    });
    await test.step('a request for a feature', async () => {
      await walk(page, `/overview?p_id=${projectId}`);
      await page.getByRole('button', { name: /account menu/ }).click();
      await page.getByRole('menuitem', { name: 'Request a feature' }).click();
      await page.getByLabel('Your request').fill('Cohorts by weekday');
      await page.route('**/api/project/request-feature', failing);
      await page.getByRole('button', { name: 'Send' }).click();
      await expect(page.getByRole('dialog').getByText(/try again/i)).toBeVisible();
      await expect(page.getByLabel('Your request')).toHaveValue('Cohorts by weekday');
      await page.unroute('**/api/project/request-feature');
      await page.getByRole('button', { name: 'Send' }).click();
      await expect(toast(page)).toContainText('Thank you');
    });
    await test.step('a new project', async () => {
      await walk(page, `/new-project?p_id=${projectId}`);
      await page.getByLabel('Name').fill('Lantern Books');
      await page.getByRole('radio', { name: /Web/ }).click();
      await page.getByLabel(/Website/).fill('lantern.example');
      await expect(page.getByRole('combobox', { name: 'Time zone' })).toContainText('Asia/Kolkata');
      await page.context().setOffline(true);
      await page.getByRole('button', { name: 'Create project' }).click();
      await expect(toast(page)).toContainText('The project was not created');
      await expect(page.getByLabel('Name')).toHaveValue('Lantern Books');
      await expect(page.getByLabel(/Website/)).toHaveValue('lantern.example');
      await page.context().setOffline(false);
      await page.getByRole('button', { name: 'Create project' }).click();
      await expect(heading(page, 'Overview')).toBeVisible();
      await expect(page.getByText('Set up Lantern Books')).toBeVisible();
    });
  });

  test('the address of a sign-in', async ({ enter }) => {
    const page = await enter(null);
    // Before the page is there: what is asked for right after it is set up may still get through.
    await page.route('**/api/login/magic-link/send', (route) => route.abort());
    await page.goto('/login');
    const email = freshEmail();
    await page.getByLabel('E-mail').fill(email);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText('The link was not sent');
    await expect(page.getByLabel('E-mail')).toHaveValue(email);
    await page.unroute('**/api/login/magic-link/send');
    await page.getByRole('button', { name: 'Send a sign-in link' }).click();
    await expect(heading(page, 'Check your e-mail')).toBeVisible();
  });
});

test('a new project says what will be there, and the one button that changes it', async ({ enter }) => {
  const {
    person,
    projects: [projectId],
  } = await somebody();
  const page = await enter(person);
  await test.step('no invite is waiting', async () => {
    await page.goto(`/settings/members?p_id=${projectId}`);
    const empty = page.locator('[data-slot="empty-state"]');
    await expect(empty).toContainText('No invite is waiting');
    await empty.getByRole('button', { name: 'Invite people' }).click();
    await expect(page.getByRole('dialog', { name: 'Invite people' })).toBeVisible();
  });
  await test.step('there is no private key', async () => {
    await walk(page, `/settings/keys?p_id=${projectId}`);
    const empty = page.locator('[data-slot="empty-state"]');
    await expect(empty).toContainText('No private keys yet');
    await empty.getByRole('button', { name: 'Generate private key' }).click();
    await expect(page.getByRole('dialog', { name: 'Generate a private key' })).toBeVisible();
  });
  await test.step('nothing of a kind has happened', async () => {
    await walk(page, `/settings/audit-log?p_id=${projectId}`);
    await expect(content(page).getByText('created the project')).toBeVisible();
    await page.getByRole('combobox', { name: 'Show' }).click();
    await page.getByRole('option', { name: 'Member removed' }).click();
    const empty = page.locator('[data-slot="empty-state"]');
    await expect(empty).toContainText('No changes of this kind yet');
    await empty.getByRole('button', { name: 'Show all changes' }).click();
    await expect(content(page).getByText('created the project')).toBeVisible();
  });
});
