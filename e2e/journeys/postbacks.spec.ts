import type { Page } from '@playwright/test';
import { readEnvironment } from '../support/environment.ts';
import { connectMetaFor, sendToMeta } from '../support/networks.ts';
import { makeBuyer } from '../support/phone.ts';
import { receivedBy } from '../support/receivers.ts';
import { expect, somebody, test } from '../support/test.ts';

const toasts = (page: Page) => page.getByRole('region', { name: /^Notifications/ });
const card = (page: Page) => page.getByRole('region', { name: 'Meta · Kite India', exact: true });
const table = (page: Page) => page.getByRole('table', { name: 'Event maps of Meta · Kite India' });
const preview = (page: Page) => page.getByRole('region', { name: 'Preview', exact: true });

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByLabel(label).click();
  await page.getByRole('option', { name: option }).click();
}

async function openMenu(page: Page, of: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `More for ${of}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('events are mapped for Meta: proposed, edited beside their preview, tested and deleted', async ({
  enter,
}) => {
  const { person, projects } = await somebody();
  const [project_id = ''] = projects;
  const page = await enter(person);
  await makeBuyer(person.call, readEnvironment().fullUrl, project_id);

  await test.step('without a network there is one way on', async () => {
    await page.goto('/overview');
    await page.getByRole('link', { name: 'Postbacks' }).click();
    await expect(page.getByText('No ad network is connected yet')).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Connect a network' })).toBeVisible();
  });

  const account = (await connectMetaFor(person, project_id))[0]?.ad_network_id ?? '';

  await test.step('maps are proposed, looked at and saved', async () => {
    await page.reload();
    const other = page.getByRole('region', { name: 'Meta · Kite US', exact: true });
    await expect(other.getByText('Nothing is sent to this account now')).toBeVisible();
    await expect(card(page).getByText('This account has no event maps yet')).toBeVisible();
    await card(page).getByRole('button', { name: 'Use proposed maps' }).click();
    const dialog = page.getByRole('dialog', { name: 'Use proposed maps' });
    await expect(dialog.getByRole('listitem')).toContainText([
      ...['MobileAppInstall', 'CompleteRegistration', 'Purchase', 'AddToCart'],
    ]);
    await dialog.getByRole('checkbox', { name: /Install/ }).click();
    await dialog.getByRole('button', { name: 'Add 3 maps' }).click();
    await expect(toasts(page)).toContainText('3 event maps are added');
    await expect(table(page).getByRole('row')).toHaveCount(4);
    await card(page).getByRole('button', { name: 'Use proposed maps' }).click();
    await expect(dialog.getByRole('listitem')).toHaveCount(1);
    await page.keyboard.press('Escape');
  });

  await test.step('the preview follows what is typed, and says why something is left out', async () => {
    await openMenu(page, 'Payment', 'Edit and preview');
    await expect(preview(page)).toContainText('0 of 1 would be sent.');
    await expect(preview(page)).toContainText('The install is not credited to this network');
    await choose(page, 'Installs', 'All');
    await expect(preview(page)).toContainText('1 of 1 would be sent.');
    await preview(page).locator('summary').click();
    const payload = page.getByRole('region', { name: 'Payment in Meta' });
    await expect(payload).toContainText('"value": 842');
    await choose(page, 'Value', 'Always the same amount');
    await page.getByLabel('Amount').fill('12.5');
    await expect(payload).toContainText('"value": 12.5');
    await preview(page).getByRole('radio', { name: 'All events' }).click();
    await expect(preview(page)).toContainText('1 of 4 would be sent.');
  });

  await test.step('what Meta does not take is refused at its field', async () => {
    await page.getByLabel('Event at Meta').click();
    await page.getByPlaceholder('Search or type a name').fill('Käufe');
    await page.getByRole('option', { name: 'Use “Käufe”' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Event at Meta has other characters than letters')).toBeVisible();
    await page.getByLabel('Event at Meta').click();
    await page.getByPlaceholder('Search or type a name').fill('Subscri');
    await page.getByRole('option', { name: 'Subscribe' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(toasts(page)).toContainText('The map of Payment is saved');
    await expect(table(page).getByRole('row').filter({ hasText: 'Subscribe' })).toContainText('Always');
  });

  await test.step('a test is sent once it can be marked as one', async () => {
    await openMenu(page, 'Payment', 'Send a test');
    await expect(page.getByText('Enter the test event code')).toBeVisible();
    const code = `TEST${project_id.replaceAll('-', '').slice(-10)}`;
    await sendToMeta(person, { project_id, account, test_event_code: code });
    await page.getByRole('button', { name: 'Send again' }).click();
    await expect(page.getByText('Meta accepted the event')).toBeVisible();
    await expect(page.getByText('under another id')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Body that was sent' })).toContainText(code);
    const { received } = await receivedBy('meta');
    expect(received.filter(({ body }) => body.includes(code))).toHaveLength(1);
    await page.getByRole('button', { name: 'Close' }).last().click();
  });

  await test.step('it is switched off, and deleted after a question', async () => {
    await page.getByRole('switch', { name: 'The map of Payment is active' }).click();
    await expect(toasts(page)).toContainText('The map of Payment is switched off');
    await openMenu(page, 'Payment', 'Delete…');
    await page.getByRole('button', { name: 'Delete map' }).click();
    await expect(toasts(page)).toContainText('The map of Payment is deleted');
    await expect(table(page).getByRole('row')).toHaveCount(3);
  });
});

test('a map is added by hand, for an event that the app has not sent yet', async ({ enter }) => {
  const { person, projects } = await somebody();
  const [project_id = ''] = projects;
  await connectMetaFor(person, project_id);
  const page = await enter(person);
  await page.goto('/postbacks');
  await page.getByRole('button', { name: 'Add a map to Meta · Kite India' }).click();
  await page.getByRole('button', { name: 'Add map', exact: true }).click();
  await expect(page.getByText('Your event is required.')).toBeVisible();
  await page.getByLabel('Your event').click();
  await page.getByPlaceholder('Search or type a name').fill('quest_won');
  await page.getByRole('option', { name: 'Use “quest_won”' }).click();
  await choose(page, 'Event at Meta', 'AchieveLevel');
  await expect(preview(page)).toContainText('No such event in the last 30 days');
  await page.getByRole('button', { name: 'Add map', exact: true }).click();
  await expect(table(page)).toContainText('quest_won');
});
