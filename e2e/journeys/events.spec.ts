import type { Page } from '@playwright/test';
import { deleteView, listViews } from '@trailmark/contract/saved-views';
import { expect, test } from '../support/test.ts';

const rowOf = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Events', exact: true }).getByRole('row').filter({ hasText: name });

test('events are counted by name; one is opened to the values of its properties', async ({ enter, rich }) => {
  const page = await enter(rich.people.viewer);
  const events = '**/api/project/events?*';
  await page.route(events, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`/events?p_id=${rich.project.project_id}`);
  await expect(page.getByText('We couldn’t load the events')).toBeVisible();
  await page.unroute(events);
  await page.getByRole('button', { name: 'Try again' }).click();

  await expect(rowOf(page, 'add_to_cart').getByRole('button', { name: /add_to_cart: 16$/ })).toBeVisible();
  await expect(rowOf(page, 'Payment')).toContainText('₹2,994');
  await page.getByRole('switch', { name: 'Distinct installs' }).click();
  await expect(page.getByRole('columnheader', { name: 'Distinct installs' })).toBeVisible();
  await expect(rowOf(page, 'view_item').getByRole('cell', { name: '24', exact: true })).toBeVisible();
  await page.getByLabel('Search events').fill('cart');
  await expect(rowOf(page, 'view_item')).toHaveCount(0);

  await page.getByRole('button', { name: 'add_to_cart', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'add_to_cart' });
  await expect(sheet.getByRole('row', { name: /^Fruit/ })).toBeVisible();
  await sheet.getByRole('combobox', { name: 'By property' }).click();
  await page.getByRole('option', { name: 'shelf' }).click();
  await expect(page).toHaveURL(/event=add_to_cart&property=shelf/);
  await expect(sheet.getByText(/^Smallest/)).toBeVisible();
  await expect(sheet.getByRole('table', { name: 'Values of shelf' }).getByRole('rowheader')).toHaveText([
    /^[01]$/,
    /^[01]$/,
  ]);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(page).not.toHaveURL(/event=/);
});

test('events, their rows, their properties and the funnel are narrowed by the same chips', async ({
  enter,
  rich,
}) => {
  const page = await enter(rich.people.viewer);
  const filters = page.getByRole('group', { name: 'Filters' });
  await page.goto(`/events?p_id=${rich.project.project_id}`);
  await filters.getByRole('button', { name: 'Network' }).click();
  await page.getByRole('button', { name: 'Google', exact: true }).click();
  await expect(page).toHaveURL(/network=GOOGLE/);

  // A quarter of all came by that network, and two of three put something into the basket.
  const cart = rowOf(page, 'add_to_cart').getByRole('button', {
    name: /^add_to_cart · Google, add_to_cart: 4$/,
  });
  await cart.click();
  const rows = page.getByRole('table', { name: /^Rows behind/ });
  await expect(rows.getByRole('row')).toHaveCount(5);
  await expect(rows.getByText('Brand search · exact')).toHaveCount(4);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'add_to_cart', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'add_to_cart' });
  await expect(sheet.getByText(/ · Google$/)).toBeVisible();
  await expect(sheet.getByRole('row', { name: /^Fruit/ })).toBeVisible();
  await expect(sheet.getByRole('table', { name: /^Values of/ }).getByRole('rowheader')).toHaveCount(1);
  await page.keyboard.press('Escape');

  const steps = encodeURIComponent(JSON.stringify(['$install', 'add_to_cart']));
  await page.goto(`/events?p_id=${rich.project.project_id}&network=GOOGLE&tab=funnel&steps=${steps}`);
  const first = page.getByRole('table', { name: 'Funnel' }).getByRole('row').nth(1);
  await expect(first.getByRole('cell').nth(1)).toHaveText('6');
  await expect(page.getByText('Filters apply to each step')).toBeVisible();
  await page.getByRole('button', { name: 'Remove the filter Network Google' }).click();
  await expect(first.getByRole('cell').nth(1)).toHaveText('24');

  await page.goto(`/events?p_id=${rich.project.project_id}&countries=SE`);
  await expect(page.getByText('No events match these filters')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(
    rowOf(page, 'add_to_cart').getByRole('button', { name: /^add_to_cart, add_to_cart: 16$/ }),
  ).toBeVisible();
});

test('a bar of the chart leads to its people, and from there to a person', async ({ enter, rich }) => {
  const page = await enter(rich.people.viewer);
  await page.goto(`/events?p_id=${rich.project.project_id}`);
  await expect(page.getByRole('heading', { name: /^75 events by day/ })).toBeVisible();
  const legend = page.getByRole('group', { name: 'Shown in the chart' });
  await legend.getByRole('button', { name: 'Show view_item' }).click();
  await expect(page.getByRole('heading', { name: /^34 events by day/ })).toBeVisible();
  await legend.getByRole('button', { name: 'Show view_item' }).click();

  await page.locator('[data-slot="trend-bar"]').last().click();
  const sheet = page.getByRole('dialog', { name: /^People of / });
  const table = sheet.getByRole('table', { name: 'People behind the bar' });
  await expect(table.getByRole('row').nth(1)).toBeVisible();
  await expect(sheet.getByText(/ by \d+ install/)).toBeVisible();
  await expect(page).toHaveURL(/day=\d{4}-\d\d-\d\d/);
  await sheet.getByRole('combobox', { name: 'Events of the bar' }).click();
  await page.getByRole('option', { name: 'view_item' }).click();
  await expect(page).toHaveURL(/who=view_item/);
  const events = table.getByRole('row').nth(1).getByRole('cell').nth(1);
  await expect(events).toHaveText(/^[1-9]/);
  const person = table.getByRole('link').first();
  const name = await person.textContent();
  await person.click();
  await expect(page).toHaveURL(/\/users\//);
  await expect(page.getByText(name ?? '').first()).toBeVisible();
  await page.goBack();
  await expect(table.getByRole('link').first()).toHaveText(name ?? '');

  const people = '**/api/project/event-people?*';
  await page.route(people, (route) => route.fulfill({ status: 500, json: {} }));
  await page.reload();
  await expect(sheet.getByText('We couldn’t load the people')).toBeVisible();
  await page.unroute(people);
  await sheet.getByRole('button', { name: 'Try again' }).click();
  await expect(table.getByRole('link').first()).toBeVisible();
});

test('a funnel starts with an example, is put together from events, and is in its address', async ({
  enter,
  rich,
}) => {
  const page = await enter(rich.people.member);
  const choose = async (step: string, event: RegExp | string) => {
    await page.getByRole('combobox', { name: step }).click();
    await page.getByRole('option', { name: event }).click();
  };
  const example = '**/api/project/funnel-example?*';
  await page.goto(`/events?p_id=${rich.project.project_id}`);
  await page.getByRole('link', { name: 'Funnel' }).click();
  const funnel = page.getByRole('table', { name: 'Funnel' });
  const step = (number: number) => funnel.getByRole('row').nth(number);
  await expect(page.getByRole('heading', { name: 'Example steps' })).toBeVisible();
  await expect(step(1)).toContainText('Install');
  await expect(step(1)).toContainText('24');
  await expect(step(4)).toContainText('Payment');
  await expect(step(4).getByRole('cell').nth(1)).toHaveText('6');
  await expect(page.getByText(/^25\.0% took all steps: half of them within \d+ min/)).toBeVisible();
  await expect(page).not.toHaveURL(/steps=/);

  await page.getByRole('button', { name: 'Remove step 4' }).click();
  await page.getByRole('button', { name: 'Remove step 3' }).click();
  await choose('Step 2', 'add_to_cart');
  await expect(page.getByRole('heading', { name: 'Steps', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Add a step' }).click();
  await choose('Step 3', 'view_item');
  await page.getByRole('button', { name: 'Move step 3 up' }).click();
  await expect(step(3)).toContainText('add_to_cart');
  await expect(step(3).getByRole('cell').nth(1)).toHaveText('16');
  await expect(step(3).getByRole('cell').nth(2)).toHaveText('66.7%');
  await expect(step(3).getByRole('cell').nth(4)).toHaveText('3 min');
  await expect(step(3).getByRole('cell').nth(5)).toHaveText('3 min');
  await page.reload();
  await expect(step(3)).toContainText('66.7%');

  // A quarter of all pay.
  await choose('Step 2', /^Payment/);
  await page.getByRole('button', { name: 'Remove step 3' }).click();
  await expect(step(2).getByRole('cell').nth(1)).toHaveText('6');
  await expect(step(2).getByRole('cell').nth(2)).toHaveText('25.0%');
  await page.goBack();
  await expect(step(3)).toBeVisible();

  await test.step('a colleague opens it as a shared view', async () => {
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Save this view…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save this view' });
    await dialog.getByLabel('Name').fill('Into the cart');
    await dialog.getByLabel('Share with the project').click();
    await dialog.getByRole('button', { name: 'Save view' }).click();
    await expect(page.getByRole('button', { name: 'View: Into the cart' })).toBeVisible();

    const colleague = await enter(rich.people.viewer);
    await colleague.goto(`/events?p_id=${rich.project.project_id}`);
    await colleague.getByRole('button', { name: 'Views' }).click();
    await colleague.getByRole('menuitem', { name: 'Into the cart' }).click();
    const steps = colleague.getByRole('table', { name: 'Funnel' }).locator('tbody tr');
    await expect(steps).toContainText(['Install', 'Payment', 'add_to_cart']);
    await expect(colleague.getByRole('button', { name: 'View: Into the cart' })).not.toContainText('edited');
    const { call } = rich.people.member;
    const { project_id } = rich.project;
    const { views } = await call(listViews, { query: { project_id } });
    const view_id = views.find(({ name }) => name === 'Into the cart')?.view_id ?? '';
    await call(deleteView, { query: { project_id, view_id } });
  });

  // Without an example there is still a funnel to put together.
  await page.route(example, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`/events?p_id=${rich.second.project_id}&tab=funnel`);
  await expect(page.getByText('Choose at least two steps')).toBeVisible();
});
