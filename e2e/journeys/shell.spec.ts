import type { Locator, Page } from '@playwright/test';
import { getProjectToken } from '@trailmark/contract/keys';
import { inviteMembers } from '@trailmark/contract/members';
import { ANNOUNCEMENTS } from '../../apps/dashboard/src/features/announcements/announcements.ts';
import { TOAST_DURATION_MS, TOAST_HOTKEY, TOAST_LIMIT } from '../../apps/dashboard/src/ui/toast-settings.ts';
import { expectAccessible } from '../support/page-checks.ts';
import { freshEmail, NEW_BROWSER } from '../support/people.ts';
import { openRail } from '../support/recipe.ts';
import { mailTo } from '../support/sandbox.ts';
import { SCREENS } from '../support/screens.ts';
import { walk } from '../support/states.ts';
import { expect, somebody, test } from '../support/test.ts';

const NARROW = { width: 390, height: 844 };

const rail = (page: Page) => page.getByRole('complementary', { name: 'Navigation' });
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const toasts = (page: Page) => page.locator('[data-slot="toast"]');
const palette = (page: Page) => page.getByRole('dialog', { name: 'Go to' });
const theme = (page: Page) => page.locator('html');

async function openPalette(page: Page, keys = 'Control+k'): Promise<void> {
  await page.keyboard.press(keys);
  await expect(palette(page).getByRole('combobox')).toBeFocused();
}

test.describe('the rail', () => {
  test('leads to the sections, says where one is, and names the document', async ({ enter, rich }) => {
    const page = await enter(rich.people.owner);
    await page.goto(`/overview?p_id=${rich.project.project_id}`);
    await expect(heading(page, 'Overview')).toBeVisible();
    await expect(page).toHaveTitle('Overview · Trailmark');
    const sections = rail(page).getByRole('navigation', { name: 'Sections' });
    await expect(sections.getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'page');
    await sections.getByRole('link', { name: 'Settings' }).click();
    await expect(heading(page, 'Settings / General')).toBeVisible();
    await expect(page).toHaveTitle('General · Trailmark');
    await expect(sections.getByRole('link', { name: 'Overview' })).not.toHaveAttribute(
      'aria-current',
      'page',
    );
  });

  test('is a drawer on a narrow window and closes by going somewhere, by Esc and by its overlay', async ({
    enter,
    rich,
  }) => {
    const page = await enter(rich.people.owner);
    await page.setViewportSize(NARROW);
    await page.goto(`/overview?p_id=${rich.project.project_id}`);
    await expect(heading(page, 'Overview')).toBeVisible();
    await expect(rail(page)).toBeHidden();
    const drawer = page.getByRole('dialog', { name: 'Navigation' });
    const menu = page.getByRole('button', { name: 'Menu', exact: true });
    await menu.click();
    await expect(drawer.getByRole('button', { name: /switch project/ })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(menu).toBeFocused();
    await menu.click();
    await drawer.getByRole('link', { name: 'Settings' }).click();
    await expect(heading(page, /General/)).toBeVisible();
    await expect(drawer).toBeHidden();
    await menu.click();
    await expect(drawer).toBeVisible();
    await page.mouse.click(385, 600);
    await expect(drawer).toBeHidden();
  });
});

test.describe('the project switcher', () => {
  test('finds a project by name and opens it on the same screen, and offers a new one', async ({ enter }) => {
    const { person, projects } = await somebody(['Kite Grocery', 'Kite Market', 'Lantern Books']);
    const page = await enter(person);
    await page.goto(`/settings/members?p_id=${projects[0]}`);
    await expect(heading(page, /Members/)).toBeVisible();
    await page.getByRole('button', { name: /^Project Kite Grocery, .+, switch project$/ }).click();
    const choices = page.getByRole('dialog', { name: 'Projects' });
    await expect(choices.getByRole('option', { name: /Kite Grocery/ })).toContainText('selected');
    await page.getByPlaceholder('Find a project…').fill('lantern');
    await expect(choices.getByRole('option', { name: /Kite/ })).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/settings/members\\?p_id=${projects[2]}$`));
    await expect(rail(page).getByText('Lantern Books')).toBeVisible();
    const stored = () => page.evaluate(() => localStorage.getItem('last_selected_project'));
    await expect.poll(stored).toBe(projects[2]);
    await test.step('says when nothing has the name, and offers a new project', async () => {
      await page.getByRole('button', { name: /switch project/ }).click();
      await page.getByPlaceholder('Find a project…').fill('zzz');
      await expect(page.getByText('No projects found.')).toBeVisible();
      await page.getByRole('option', { name: 'New project' }).click();
      await expect(heading(page, 'New project')).toBeVisible();
    });
  });

  test('falls back to the overview where the role in the other project is too small', async ({ enter }) => {
    const { person, projects } = await somebody(['Kite Grocery']);
    const friend = await somebody(['Lantern Books']);
    const invite = { project_id: friend.projects[0] ?? '', emails: [person.email], role: 'guest' as const };
    await friend.person.call(inviteMembers, { body: invite });
    const page = await enter(person);
    await page.goto(`/account?p_id=${projects[0]}`);
    await page.getByRole('button', { name: /Accept/ }).click();
    await expect(heading(page, 'Overview')).toBeVisible();
    await page.goto(`/settings/audit-log?p_id=${projects[0]}`);
    await expect(heading(page, /Audit log/)).toBeVisible();
    await page.getByRole('button', { name: /switch project/ }).click();
    await page.getByRole('option', { name: /Lantern Books/ }).click();
    await expect(page).toHaveURL(new RegExp(`/overview\\?p_id=${friend.projects[0]}$`));
  });
});

test.describe('the palette', () => {
  test('opens by Ctrl+K and ⌘K and from the rail, goes to a screen, and gives the focus back', async ({
    enter,
    rich,
  }) => {
    const page = await enter(rich.people.owner);
    await page.goto(`/overview?p_id=${rich.project.project_id}`);
    await expect(heading(page, 'Overview')).toBeVisible();
    await openPalette(page);
    await page.keyboard.press('Control+k');
    await expect(palette(page)).toBeHidden();
    await openPalette(page, 'Meta+k');
    await page.keyboard.type('audit');
    await page.keyboard.press('Enter');
    await expect(heading(page, /Audit log/)).toBeVisible();
    await expect(palette(page)).toBeHidden();
    const door = page.getByRole('button', { name: /Go to…/ });
    await door.click();
    await expect(palette(page).getByRole('combobox')).toBeFocused();
    await page.keyboard.type('nothing like this');
    await expect(page.getByText('No results.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(door).toBeFocused();
    await test.step('lists every screen of the shell', async () => {
      const inShell = SCREENS.filter(({ frame }) => frame === 'shell');
      await openPalette(page);
      const group = palette(page).getByRole('group', { name: 'Go to' });
      await expect(group.getByRole('option')).toHaveCount(inShell.length);
      const ofSettings = inShell.filter(({ layout }) => layout === 'settings');
      await expect(group.getByText('Settings', { exact: true })).toHaveCount(ofSettings.length);
      for (const { title } of inShell) {
        await expect(group.getByRole('option').filter({ hasText: title }).first()).toBeVisible();
      }
      await page.keyboard.press('Escape');
      await expect(palette(page)).toBeHidden();
    });
    await test.step('lists what was opened last first', async () => {
      await openPalette(page);
      const first = palette(page).getByRole('option').first();
      await expect(first).toHaveText(/^Audit log/);
      await expect(palette(page).getByRole('group', { name: 'Recent' })).toContainText('Screen');
      await page.keyboard.press('Escape');
    });
    await test.step('finds a setting by what it does', async () => {
      await openPalette(page);
      await page.keyboard.type('look-back window');
      const setting = palette(page).getByRole('option', { name: /^Click look-back window/ });
      await expect(setting).toContainText('Attribution');
      await setting.click();
      await expect(heading(page, /Attribution/)).toBeVisible();
    });
    await test.step('finds a campaign, its link and a person', async () => {
      for (const [typed, group, path] of [
        ['monsoon', 'Campaigns', `/campaigns/${rich.campaignId}`],
        ['lookalike', 'Links', `/campaigns/${rich.campaignId}?tab=links`],
        ['kite-user-2@mail', 'People', '/users/u'],
      ] as const) {
        await openPalette(page);
        await page.keyboard.type(typed);
        await palette(page).getByRole('group', { name: group }).getByRole('option').first().click();
        await expect(page).toHaveURL((url) => `${url.pathname}${url.search}`.startsWith(path));
      }
    });
    await test.step('starts an action on its screen', async () => {
      for (const [typed, dialog] of [
        ['invite people', /Invite/],
        ['import spend', /Import spend/],
        ['new export', /export/i],
      ] as const) {
        await openPalette(page);
        await page.keyboard.type(typed);
        await page.keyboard.press('Enter');
        await expect(page.getByRole('dialog', { name: dialog })).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
        expect(page.url()).not.toContain('open=');
      }
    });
    await test.step('changes the period of a report', async () => {
      await walk(page, `/overview?p_id=${rich.project.project_id}`);
      await openPalette(page);
      await page.keyboard.type('last 7');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/range=last_7/);
    });
    await test.step('says so when the token cannot be read, and what to do next', async () => {
      await page.route('**/api/project/token*', (route) => route.abort());
      await openPalette(page);
      await page.keyboard.type('sdk token');
      await page.keyboard.press('Enter');
      await expect(toasts(page)).toContainText('We couldn’t load the SDK token');
      await expect(toasts(page)).toContainText('Try again');
      await expect(toasts(page)).toHaveAttribute('data-variant', 'destructive');
      await page.unroute('**/api/project/token*');
    });
    await test.step('switches the project', async () => {
      await walk(page, `/settings/keys?p_id=${rich.project.project_id}`);
      await expect(heading(page, /Keys/)).toBeVisible();
      await openPalette(page);
      await page.keyboard.type('market');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(new RegExp(`/settings/keys\\?p_id=${rich.second.project_id}$`));
    });
  });

  test('shortcuts of single keys go to screens, focus the search, and never act while someone types', async ({
    enter,
    rich,
  }) => {
    const page = await enter(rich.people.owner);
    await page.goto(`/overview?p_id=${rich.project.project_id}`);
    await expect(heading(page, 'Overview')).toBeVisible();
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await page.keyboard.type('gc');
    await expect(heading(page, 'Campaigns')).toBeVisible();
    const search = page.getByRole('searchbox').first();
    await expect(search).toBeVisible();
    await page.keyboard.press('/');
    await expect(search).toBeFocused();
    await search.fill('');
    await page.keyboard.type('gs?/');
    await expect(search).toHaveValue('gs?/');
    await expect(heading(page, 'Campaigns')).toBeVisible();
    await expect(sheet).toBeHidden();
    await search.blur();
    await page.keyboard.type('gs');
    await expect(heading(page, /General/)).toBeVisible();
    await test.step('without a search on the screen, / opens the palette', async () => {
      await page.keyboard.press('/');
      await expect(palette(page).getByRole('combobox')).toBeFocused();
      await page.keyboard.press('Escape');
    });
    await test.step('? shows them, and they can be switched off', async () => {
      await page.keyboard.press('?');
      await expect(sheet.getByRole('region', { name: 'Go to' })).toContainText('Campaigns');
      await expectAccessible(page);
      await sheet.getByRole('switch', { name: /single key/ }).click();
      await page.keyboard.press('Escape');
      await page.keyboard.type('gc');
      await page.keyboard.press('?');
      await expect(sheet).toBeHidden();
      await expect(heading(page, /General/)).toBeVisible();
    });
  });

  test('a row that lights up opens by a click anywhere, and in a new tab by the middle button', async ({
    enter,
    rich,
  }) => {
    const page = await enter(rich.people.owner);
    await page.goto(`/overview?p_id=${rich.project.project_id}`);
    const row = page.getByRole('table', { name: 'Top campaigns' }).locator('tbody tr').first();
    const name = await row.getByRole('link').innerText();
    const cell = row.getByRole('cell').nth(1);
    const [tab] = await Promise.all([page.context().waitForEvent('page'), cell.click({ button: 'middle' })]);
    await expect(tab).toHaveURL(/\/campaigns\/[\w-]{36}/);
    await tab.close();
    await cell.click();
    await expect(page.getByRole('heading', { name })).toBeVisible();
    await page.goBack();
    await row.getByRole('link').focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name })).toBeVisible();
  });

  test('has what was typed while it was on its way', async ({ enter, rich }) => {
    const page = await enter(rich.people.owner);
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    // Before the page is loaded: the browser may have the file from another journey, and keeps nothing while calls are held.
    await page.route(/\/palette-[^/]*\.js$/, async (route) => {
      await arrived;
      await route.continue();
    });
    await page.goto(`/overview?p_id=${rich.project.project_id}`);
    await expect(heading(page, 'Overview')).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('audit');
    await expect(palette(page)).toBeHidden();
    arrive();
    await expect(palette(page).getByRole('combobox')).toHaveValue('audit');
    await page.keyboard.press('Enter');
    await expect(heading(page, /Audit log/)).toBeVisible();
  });

  test('copies the SDK token', async ({ enter, rich }) => {
    const page = await enter(rich.people.viewer);
    await page.goto(`/overview?p_id=${rich.project.project_id}`);
    await expect(heading(page, 'Overview')).toBeVisible();
    await openPalette(page);
    await page.keyboard.type('sdk token');
    await page.keyboard.press('Enter');
    await expect(toasts(page)).toContainText('SDK token copied');
    const query = { project_id: rich.project.project_id };
    const { token } = await rich.people.owner.call(getProjectToken, { query });
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);
  });
});

test.describe('the theme', () => {
  test('starts as the system has it and follows it while the page is open', async ({ enter, rich }) => {
    const page = await enter(rich.people.owner);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(`/overview?p_id=${rich.project.project_id}`);
    await expect(theme(page)).toHaveAttribute('data-theme', 'light');
    await expect(heading(page, 'Overview')).toBeVisible();
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(theme(page)).toHaveAttribute('data-theme', 'dark');
    expect(await page.evaluate(() => getComputedStyle(document.body).colorScheme)).toBe('dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await expect(theme(page)).toHaveAttribute('data-theme', 'light');
    await test.step('is kept once chosen, whatever the system says, until "system" is chosen again', async () => {
      await page.emulateMedia({ colorScheme: 'dark' });
      await expect(theme(page)).toHaveAttribute('data-theme', 'dark');
      await page.getByRole('button', { name: /account menu/ }).click();
      await page.getByRole('menuitemradio', { name: 'Light' }).click();
      await expect(theme(page)).toHaveAttribute('data-theme', 'light');
      await page.reload();
      await expect(theme(page)).toHaveAttribute('data-theme', 'light');
      await expect(heading(page, 'Overview')).toBeVisible();
      await expect(theme(page)).toHaveAttribute('data-theme', 'light');
      await openPalette(page);
      await page.keyboard.type('theme: as the system');
      await page.keyboard.press('Enter');
      await expect(theme(page)).toHaveAttribute('data-theme', 'dark');
      await openPalette(page);
      await page.keyboard.type('theme: light');
      await page.keyboard.press('Enter');
      await expect(theme(page)).toHaveAttribute('data-theme', 'light');
    });
    await test.step('holds in every open tab of the browser', async () => {
      await openPalette(page);
      await page.keyboard.type('theme: as the system');
      await page.keyboard.press('Enter');
      await expect(theme(page)).toHaveAttribute('data-theme', 'dark');
      const other = await page.context().newPage();
      await other.emulateMedia({ colorScheme: 'dark' });
      await other.goto(`/account?p_id=${rich.project.project_id}`);
      await expect(theme(other)).toHaveAttribute('data-theme', 'dark');
      await page.getByRole('button', { name: /account menu/ }).click();
      await page.getByRole('menuitemradio', { name: 'Light' }).click();
      await expect(theme(other)).toHaveAttribute('data-theme', 'light');
    });
  });
});

test.describe('toasts', () => {
  /** Saves the profile with a new name, which says so in a toast. */
  async function save(page: Page, firstName: string) {
    await page.getByLabel('First name').fill(firstName);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
  }

  test('say what happened, one at a time, and are used by the keyboard', async ({ enter }) => {
    const { person } = await somebody();
    const page = await enter(person);
    await page.goto('/account');
    await test.step('are destructive where something failed, and say what to do', async () => {
      await page.route('**/api/user', (route) => route.fulfill({ status: 500, json: {} }));
      await page.getByRole('switch', { name: 'Share how I use the dashboard' }).click();
      await expect(toasts(page)).toContainText('Your choice was not saved');
      await expect(toasts(page)).toHaveAttribute('data-variant', 'destructive');
      await expect(page.getByRole('switch', { name: 'Share how I use the dashboard' })).not.toBeChecked();
      await toasts(page).getByRole('button', { name: 'Dismiss' }).click();
      await expect(toasts(page)).toBeHidden();
      await page.unroute('**/api/user');
    });
    await test.step('are shown one at a time: a second one replaces the first', async () => {
      await save(page, 'Anita');
      await expect(toasts(page)).toContainText('Profile saved');
      await page.getByRole('switch', { name: 'Share how I use the dashboard' }).click();
      await expect(toasts(page)).toContainText('Usage sharing is on');
      await expect(toasts(page)).toHaveCount(TOAST_LIMIT);
      await expect(page.getByText('Profile saved')).toHaveCount(0);
    });
    await test.step('take the focus by F8 and are closed by Esc', async () => {
      await save(page, 'Anjali');
      await expect(toasts(page)).toContainText('Profile saved');
      await page.keyboard.press(TOAST_HOTKEY.join('+'));
      await expect(
        page.getByRole('region', { name: `Notifications (${TOAST_HOTKEY})` }).locator('ol'),
      ).toBeFocused();
      await page.keyboard.press('Tab');
      await expect(toasts(page)).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(toasts(page)).toBeHidden();
    });
  });

  test('go by themselves after five seconds, and stay while they are looked at', async ({ enter }) => {
    const { person } = await somebody();
    const page = await enter(person, NEW_BROWSER);
    await page.clock.install();
    await page.goto('/account');
    await save(page, 'Anita');
    await expect(toasts(page)).toBeVisible();
    await toasts(page).hover();
    const now = await page.evaluate(() => Date.now());
    await page.clock.pauseAt(now + 60_000);
    await page.clock.runFor(3 * TOAST_DURATION_MS);
    await expect(toasts(page)).toBeVisible();
    await page.mouse.move(700, 300);
    await page.clock.runFor(TOAST_DURATION_MS);
    await expect(toasts(page)).toBeHidden();
  });
});

test.describe('feature announcements', () => {
  const seen = (page: Page) =>
    page.evaluate(() => JSON.parse(localStorage.getItem('feature_announcements_seen') ?? '[]'));

  test('are shown until seen, one after the other, and not again', async ({ enter, rich }) => {
    const page = await enter(rich.people.owner);
    await page.route('**/api/user/verify', async (route) => {
      const response = await route.fetch();
      const answer = await response.json();
      const data = { ...answer.data, created_at: '2020-01-01T00:00:00.000Z' };
      await route.fulfill({ response, json: { ...answer, data } });
    });
    await page.goto(`/overview?p_id=${rich.project.project_id}`);
    const card = page.getByRole('region', { name: 'What is new' });
    expect(ANNOUNCEMENTS.length).toBeGreaterThan(0);
    for (const [index, { id, title }] of ANNOUNCEMENTS.entries()) {
      await expect(card).toContainText(title);
      await page.reload();
      await expect(card).toContainText(title);
      await card.getByRole('button', { name: /Dismiss/ }).click();
      await expect(card.getByText(title)).toHaveCount(0);
      expect(await seen(page)).toEqual(ANNOUNCEMENTS.slice(0, index + 1).map((one) => one.id));
      expect(await seen(page)).toContain(id);
    }
    await page.reload();
    await expect(heading(page, 'Overview')).toBeVisible();
    await expect(rail(page).getByText('Attributed installs')).toBeVisible();
    await expect(card).toHaveCount(0);
  });
});

test('a guest sees no more than the role opens', async ({ enter, rich }) => {
  const page = await enter(rich.people.guest);
  await page.goto(`/overview?p_id=${rich.project.project_id}`);
  await expect(heading(page, 'Overview')).toBeVisible();
  await test.step('nothing is shared yet, and the screen says so', async () => {
    await expect(page.locator('#content')).toContainText('Nothing is shared with you yet');
  });
  await test.step('what is new is not announced to those who cannot use it', async () => {
    await expect(rail(page).getByText(rich.project.name)).toBeVisible();
    await expect(page.locator('[data-slot="skeleton"]')).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'What is new' })).toHaveCount(0);
  });
  await test.step('the palette lists no other screen', async () => {
    await openPalette(page);
    await expect(palette(page).getByRole('option', { name: /Audit log|Members|Keys/ })).toHaveCount(0);
    await expect(palette(page).getByRole('option', { name: 'Copy the SDK token' })).toHaveCount(0);
    await expect(palette(page).getByRole('option', { name: 'Account' })).toBeVisible();
  });
});

test.describe('p_id', () => {
  test('is added when missing, and stays through links, the palette and the back button', async ({
    enter,
  }) => {
    test.slow();
    const { person, projects } = await somebody(['First', 'Second', 'Third']);
    const page = await enter(person);
    await test.step('is added when missing: the project of the last membership', async () => {
      await page.goto('/settings/members');
      await expect(page).toHaveURL(new RegExp(`/settings/members\\?p_id=${projects[2]}$`));
      const stored = () => page.evaluate(() => localStorage.getItem('last_selected_project'));
      await expect.poll(stored).toBe(projects[2]);
      await page.goto('/');
      await expect(page).toHaveURL(new RegExp(`/overview\\?p_id=${projects[2]}$`));
    });
    const at = (path: string, index: number) => new RegExp(`${path}\\?p_id=${projects[index]}$`);
    await page.goto(`/overview?p_id=${projects[0]}`);
    await rail(page).getByRole('link', { name: 'Settings' }).click();
    await expect(page).toHaveURL(at('/settings/general', 0));
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Keys' }).click();
    await expect(page).toHaveURL(at('/settings/keys', 0));
    await openPalette(page);
    await page.keyboard.type('account');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(at('/account', 0));
    await page.goBack();
    await expect(page).toHaveURL(at('/settings/keys', 0));
    await page.getByRole('button', { name: /switch project/ }).click();
    await page.getByRole('option', { name: /Second/ }).click();
    await expect(page).toHaveURL(at('/settings/keys', 1));
    await page.goBack();
    await expect(page).toHaveURL(at('/settings/keys', 0));
    await expect(rail(page).getByText('First')).toBeVisible();
    await page.goForward();
    await expect(page).toHaveURL(at('/settings/keys', 1));
    await page.reload();
    await expect(rail(page).getByText('Second')).toBeVisible();
  });
});

/** Goes on by the keyboard until the control has the focus. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  for (let step = 0; step < 40; step++) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(control).toBeFocused();
}

test('the main flow works by keyboard alone', async ({ enter }) => {
  test.slow();
  const { person, projects } = await somebody();
  const page = await enter(person);
  await page.goto(`/overview?p_id=${projects[0]}`);
  await expect(page.getByText('Set up Kite Grocery')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#content')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Add the address' })).toBeFocused();
  await tabTo(page, page.getByRole('link', { name: 'Invite' }));
  await page.keyboard.press('Enter');
  await expect(heading(page, /Members/)).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Invite people' }).first());
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Addresses')).toBeFocused();
  const colleague = freshEmail();
  await page.keyboard.type(colleague);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByText('Invited', { exact: true })).toBeVisible();
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Done' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('table', { name: 'Pending invites' })).toContainText(colleague);
  await mailTo(colleague, { subject: /invites you/ });
});

test('a request for a feature reaches the mailbox of the operator', async ({ enter, rich }) => {
  const page = await enter(rich.people.member);
  await page.goto(`/overview?p_id=${rich.project.project_id}`);
  await openRail(page);
  await page.getByRole('button', { name: /account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Request a feature' }).click();
  const dialog = page.getByRole('dialog', { name: 'Request a feature' });
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog.getByText('Your message is empty.')).toBeVisible();
  const request = `Cohorts by weekday, please (${rich.project.project_id}).`;
  const after = new Date();
  await dialog.getByLabel('Your request').fill(request);
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(toasts(page)).toContainText('Thank you');
  await expect(dialog).toBeHidden();
  const holdsRequest = async () => {
    const { text } = await mailTo('operator@kite.example', { after });
    return text.includes(request) && text.includes(rich.people.member.email);
  };
  await expect.poll(holdsRequest).toBe(true);
});
