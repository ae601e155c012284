import type { Page } from '@playwright/test';
import { syncTool } from '@trailmark/contract/analytics-tools';
import { readEnvironment } from '../support/environment.ts';
import { makeBuyer } from '../support/phone.ts';
import { acceptSecret, answerWith, endpointUrl, messagesTo, receivedBy } from '../support/receivers.ts';
import { MIXPANEL } from '../support/recipes-connections.ts';
import type { SignedInPerson } from '../support/signed-in-people.ts';
import { failing, hold, walk } from '../support/states.ts';
import { expect, somebody, test } from '../support/test.ts';

const toasts = (page: Page) => page.getByRole('region', { name: /^Notifications/ });
const ledger = (page: Page) => page.getByRole('table', { name: 'Deliveries' });
const content = (page: Page) => page.locator('#content');

/** Somebody installs the app, signs up, fills a basket and pays. */
const buy = ({ call }: SignedInPerson, projectId: string) =>
  makeBuyer(call, readEnvironment().fullUrl, projectId);

test('a tool is connected, gets events under the names that were chosen, and is let go', async ({
  enter,
}) => {
  const { person, projects } = await somebody();
  const [project_id = ''] = projects;
  const page = await enter(person);
  // The tool of the sandbox serves other tests, too.
  const basket = `Basket ${project_id}`;
  const token = `kite${project_id.replaceAll('-', '')}`;
  await page.goto('/integrations');
  await page.getByRole('link', { name: 'Mixpanel' }).click();

  await test.step('what is missing is named, and nothing is lost of what was typed', async () => {
    await page.getByLabel('Project token').fill('two words');
    await page.getByRole('button', { name: 'Connect' }).click();
    await expect(page.getByText('Data residency is required.')).toBeVisible();
    await expect(page.getByText('Project token does not look right.')).toBeVisible();
    await expect(page.getByLabel('Project token')).toHaveValue('two words');
    await page.getByLabel('Data residency').click();
    await page.getByRole('option', { name: 'European Union' }).click();
    await page.getByLabel('Project token').fill(token);
    await page.getByLabel('Project token').press('Enter');
    await expect(toasts(page)).toContainText('Mixpanel is connected');
    await expect(content(page).getByText('Active')).toBeVisible();
    await expect(content(page).getByText(`…${token.slice(-4)}`)).toBeVisible();
  });

  await test.step('an event is renamed, and the preview follows before it is saved', async () => {
    const phone = await buy(person, project_id);
    await expect(ledger(page)).toContainText(phone.installId);
    await page.reload();
    await page.getByRole('button', { name: 'Rename an event' }).click();
    await page.getByLabel('Our name of event 1').fill('add_to_cart');
    await page.getByLabel('Name of event 1 in Mixpanel').fill(basket);
    await page.locator('summary').filter({ hasText: 'add_to_cart' }).click();
    await expect(page.getByRole('region', { name: 'add_to_cart in Mixpanel' })).toContainText(basket);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Unsaved changes')).toBeHidden();
    await phone.tell('capture-event', { event_name: 'add_to_cart', event_data: { items: 2 } });
    await expect
      .poll(async () => (await receivedBy('mixpanel')).received.map(({ body }) => body).join('\n'))
      .toContain(JSON.stringify(basket));
  });

  await test.step('a delivery says what was sent and answered, and is sent again', async () => {
    await page.getByRole('link', { name: 'All deliveries' }).click();
    await expect(ledger(page).getByRole('row').filter({ hasText: 'Delivered' }).first()).toBeVisible();
    await ledger(page).getByRole('link', { name: 'Payment' }).click();
    await expect(page.getByText('Mixpanel has it.')).toBeVisible();
    await page.locator('summary').first().click();
    await expect(page.getByRole('region', { name: 'Headers' })).toContainText('application/json');
    await expect(page.getByRole('region', { name: 'JSON' })).toContainText('$insert_id');
    await page.getByRole('button', { name: 'Send again' }).click();
    await expect(toasts(page)).toContainText('Payment is on its way to Mixpanel again');
    await expect(page.getByRole('heading', { name: 'Attempt 2' })).toBeVisible();
    await page.getByRole('definition').getByRole('link').first().click();
    await expect(page.getByText('Why this install was credited to')).toBeVisible();
  });

  await test.step('it is paused, resumed and disconnected', async () => {
    await walk(page, '/integrations/mixpanel');
    await page.getByRole('button', { name: 'Pause' }).click();
    await expect(content(page).getByText('Mixpanel is paused')).toBeVisible();
    await page.getByRole('button', { name: 'Resume' }).click();
    await expect(content(page).getByText('Mixpanel is paused')).toBeHidden();
    await page.getByRole('button', { name: 'Disconnect' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Disconnect Mixpanel?' });
    await dialog.getByRole('button', { name: 'Disconnect' }).click();
    // Exactly: the dialog asks "Disconnect Mixpanel?".
    await expect(page.getByRole('heading', { name: 'Connect Mixpanel', exact: true })).toBeVisible();
    await walk(page, '/settings/audit-log');
    for (const said of ['connected', 'paused the connection to', 'disconnected', 'sent one delivery']) {
      await expect(content(page).getByText(said).first()).toBeVisible();
    }
  });
});

test('what happened before is backfilled, as far as it was not sent', async ({ enter }) => {
  const { person, projects } = await somebody();
  const [project_id = ''] = projects;
  await buy(person, project_id);
  const body = { project_id, action: 'connect', ...MIXPANEL } as const;
  await person.call(syncTool, { params: { tool: 'mixpanel' }, body });
  const page = await enter(person);
  await page.goto('/integrations/mixpanel');
  await expect(content(page).getByText('Nothing was sent yet')).toBeVisible();
  const card = page.getByRole('region', { name: 'Backfill' }).first();
  const dialog = page.getByRole('dialog', { name: 'Backfill Mixpanel' });
  await card.getByRole('button', { name: 'Backfill' }).click();
  const today = await dialog.getByLabel('Last day').inputValue();
  await dialog.getByLabel('Last day').fill('2020-01-01');
  await expect(dialog.getByText('Last day is before the first.')).toBeVisible();
  await dialog.getByLabel('Last day').fill(today);
  await expect(dialog.getByText('4 items to send.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Start the backfill' }).click();
  await expect(card.getByText('Done')).toBeVisible();
  await expect(card.getByText('4 of 4 items queued')).toBeVisible();
  await expect(ledger(page).getByText('Delivered')).toHaveCount(4);
});

test('an endpoint gets signed messages, and what it refused goes again when it is mended', async ({
  enter,
}) => {
  const { person, projects } = await somebody();
  const [project_id = ''] = projects;
  const name = `journey-${project_id.slice(-12)}`;
  const page = await enter(person);
  await page.goto('/webhooks');

  await test.step('it is added, with a secret that is shown once', async () => {
    await page.getByRole('button', { name: 'Add an endpoint' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('URL').fill('not an address');
    await dialog.getByRole('button', { name: 'Add endpoint' }).click();
    await expect(dialog.getByText(/^URL /)).toBeVisible();
    await dialog.getByLabel('URL').fill(endpointUrl(name));
    await dialog.getByLabel('Name').fill('Warehouse');
    await dialog.getByRole('button', { name: 'Add endpoint' }).click();
    const secret = (await page.getByTestId('webhook-secret').textContent()) ?? '';
    expect(secret).toMatch(/^whsec_/);
    await acceptSecret(name, secret);
    await page.keyboard.press('Escape');
    await expect(page.getByTestId('webhook-secret')).toBeVisible();
    await dialog.getByLabel('I have stored the secret').click();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(content(page).getByRole('heading', { name: 'Warehouse' })).toBeVisible();
  });

  await test.step('a test says what came back', async () => {
    await page.getByRole('button', { name: 'Send test to Warehouse' }).click();
    const dialog = page.getByRole('dialog', { name: 'Test of Warehouse' });
    await expect(dialog.getByText('The endpoint accepted it')).toBeVisible();
    await answerWith(name, 503);
    await dialog.getByRole('button', { name: 'Send again' }).click();
    await expect(dialog.getByText(/^Status 503 after/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
  });

  await test.step('what fails is tried again, by itself or now', async () => {
    await buy(person, project_id);
    await page.getByRole('button', { name: 'More for Warehouse' }).click();
    await page.getByRole('menuitem', { name: 'Deliveries' }).click();
    await expect(page).toHaveURL(/connection=/);
    await expect(ledger(page).getByText('Trying again')).toHaveCount(4);
    await answerWith(name, null);
    const before = await messagesTo(name);
    await page.getByRole('button', { name: 'Send all of these again' }).click();
    const confirm = page.getByRole('alertdialog', { name: 'Send 4 deliveries again?' });
    await confirm.getByRole('button', { name: 'Send again' }).click();
    await expect(toasts(page)).toContainText('4 deliveries will be sent again');
    // After several failures an endpoint is paused for half a minute.
    await expect(ledger(page).getByText('Delivered')).toHaveCount(4, { timeout: 100_000 });
    const after = await messagesTo(name);
    expect(after.taken - before.taken).toBe(4);
    expect(after.refused).toBe(0);
  });

  await test.step('filters are in the address', async () => {
    await page.getByRole('button', { name: 'Event', exact: true }).click();
    await page.getByRole('button', { name: 'Payment', exact: true }).click();
    await expect(ledger(page).getByRole('link', { name: 'Payment' })).toHaveCount(1);
    await expect(page).toHaveURL(/event=payment/);
    await page.goBack();
    await expect(ledger(page).getByText('Delivered')).toHaveCount(4);
    await page.getByLabel('Only for this person').fill('nobody');
    await expect(content(page).getByText('No matching deliveries')).toBeVisible();
    await content(page).getByRole('button', { name: 'Clear filters' }).last().click();
    await expect(ledger(page).getByText('Delivered')).toHaveCount(4);
  });

  await test.step('its secret is replaced, it is switched off and removed', async () => {
    await walk(page, '/webhooks');
    await page.getByRole('button', { name: 'More for Warehouse' }).click();
    await page.getByRole('menuitem', { name: 'Rotate secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
    await expect(page.getByTestId('webhook-secret')).toBeVisible();
    await page.getByLabel('I have stored the secret').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await expect(content(page).getByText(/the old secret signs until/)).toBeVisible();
    await page.getByRole('switch', { name: 'Warehouse is on' }).click();
    await expect(content(page).getByText('Paused')).toBeVisible();
    await page.getByRole('button', { name: 'More for Warehouse' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove endpoint' }).click();
    await expect(content(page).getByText('No endpoints yet')).toBeVisible();
  });
});

/** Where each screen gets what it shows, and what it says without it. */
const PARTS = [
  { path: '/integrations', call: '**/api/project/deliveries/health?*', what: 'the integrations' },
  { path: '/integrations/mixpanel', call: '**/api/project/integration-sync?*', what: 'this integration' },
  { path: '/webhooks', call: '**/api/project/webhook?*', what: 'the endpoints' },
  { path: '/deliveries', call: '**/api/project/deliveries?*', what: 'the deliveries' },
] as const;

test('what is on its way has its place, what fails is named, and "Try again" mends it', async ({
  enter,
  rich,
}) => {
  const page = await enter(rich.people.owner);
  const at = (path: string) => `${path}?p_id=${rich.project.project_id}`;
  for (const { path, call, what } of PARTS) {
    await test.step(path, async () => {
      const release = await hold(page, call);
      await page.goto(at(path));
      await expect(content(page).locator('[data-slot="skeleton"]').first()).toBeVisible();
      await expect(content(page).getByRole('alert')).toHaveCount(0);
      release();
      await expect(content(page).locator('[data-slot="skeleton"]')).toHaveCount(0);
      await page.unroute(call);
      await page.route(call, failing);
      await page.goto(at(path));
      const failed = content(page)
        .getByRole('alert')
        .filter({ hasText: `We couldn’t load ${what}` });
      await expect(failed).toBeVisible();
      await expect(content(page).locator('[data-slot="skeleton"]')).toHaveCount(0);
      await page.unroute(call);
      await failed.getByRole('button', { name: 'Try again' }).click();
      await expect(failed).toBeHidden();
    });
  }
});

test('who may not change connections sees them all the same', async ({ enter, rich }) => {
  const page = await enter(rich.people.viewer);
  const project = `p_id=${rich.project.project_id}`;
  await page.goto(`/integrations?${project}`);
  await expect(content(page).getByRole('link', { name: 'Mixpanel' })).toBeVisible();
  await expect(content(page).getByText('Connect', { exact: true })).toHaveCount(0);
  await content(page).getByRole('link', { name: 'Mixpanel' }).click();
  await expect(content(page).getByText('An owner or admin can connect Mixpanel.')).toBeVisible();
  await walk(page, `/webhooks?${project}`);
  await expect(content(page).getByText('but not change them')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add an endpoint' })).toHaveCount(0);
});
