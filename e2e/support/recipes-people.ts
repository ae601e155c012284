import { expect } from '@playwright/test';
import { listProjects } from '@trailmark/contract/projects';
import { makeBuyer } from './phone.ts';
import { page, type Recipe, refusedCall, workshop } from './recipe.ts';
import type { RichProject } from './rich-project.ts';

/** Somebody whose app was bought by a person who clicked two ads. */
const shop = async (rich: RichProject) => {
  const owner = await workshop(rich);
  const [project] = await owner.call(listProjects, {});
  await makeBuyer(owner.call, rich.url, project?.project_id ?? '');
  return owner;
};

/** What was imported is history; only what has come by itself is live. */
const liveEvents: Recipe['open'] = async ({ page }) => {
  await page.goto('/live');
  await expect(page.getByRole('table', { name: 'Live events' })).toContainText('add_to_cart');
};

const inSecond =
  (path: string, says: string): Recipe['open'] =>
  async ({ page, go, rich }) => {
    await go(`${path}?p_id=${rich.second.project_id}`);
    await expect(page.getByText(says).first()).toBeVisible();
  };

export const PEOPLE: Record<string, Recipe[]> = {
  '/users': [
    { name: 'people', who: 'viewer', open: page('/users', 'Asha Nair') },
    {
      name: 'people-found',
      who: shop,
      open: async ({ page }) => {
        await page.goto('/users?q=88213');
        await expect(page.getByText('Found by payment id')).toBeVisible();
      },
    },
    {
      name: 'people-nobody',
      who: 'viewer',
      open: async ({ page, go, at }) => {
        await go(`${at('/users')}&q=pay_000`);
        await expect(page.getByText('Nothing matches “pay_000”')).toBeVisible();
      },
    },
    {
      name: 'people-search',
      who: 'viewer',
      open: async (fixture) => {
        await page('/users', 'Asha Nair')(fixture);
        await fixture.page.getByLabel('Search people').focus();
      },
    },
    { name: 'people-new', who: 'owner', open: inSecond('/users', 'No new visitors in this period') },
  ],
  '/live': [
    { name: 'live', who: shop, open: liveEvents },
    { name: 'live-new', who: 'owner', open: inSecond('/live', 'Listening… nothing yet') },
    {
      name: 'live-payload',
      who: shop,
      open: async (fixture) => {
        await liveEvents(fixture);
        await fixture.page.getByRole('button', { name: 'add_to_cart' }).first().click();
        await expect(fixture.page.getByRole('dialog').getByText('As it was sent')).toBeVisible();
      },
    },
  ],
};

export const ONE_PERSON: Recipe[] = [
  {
    name: 'person',
    who: shop,
    open: async ({ page }) => {
      await page.goto('/users');
      await page.getByRole('link', { name: 'Asha Nair' }).click();
      await expect(page.getByText('Why this install was credited to')).toBeVisible();
      await expect(page.getByRole('table', { name: 'The journey' })).toContainText('add_to_cart');
    },
  },
  {
    name: 'person-imported',
    who: 'viewer',
    open: page('/users/u:kite-user-0', 'Imported history has no touches'),
  },
  {
    name: 'person-not-there',
    who: 'viewer',
    open: page('/users/u:nobody', 'We couldn’t find this person'),
    expected: refusedCall,
  },
];
