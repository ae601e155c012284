import { expect } from '@playwright/test';
import { openRail, page, type Recipe, refusedCall, workshop } from './recipe.ts';
import { ONE_CONNECTION } from './recipes-connections.ts';
import { NETWORK_CALLBACKS } from './recipes-networks.ts';
import { ONE_PERSON } from './recipes-people.ts';

/** Screens whose address names one thing of many. */
export const OF_MANY: Record<string, Recipe[]> = {
  '/users/$id': ONE_PERSON,
  ...ONE_CONNECTION,
  ...NETWORK_CALLBACKS,
  '/campaigns/$campaign_id': [
    { name: 'campaign', who: 'member', open: campaign('', 'view_item') },
    { name: 'campaign-users', who: 'viewer', open: campaign('&tab=users', 'Asha Nair') },
    { name: 'campaign-cohorts', who: 'viewer', open: campaign('&tab=cohorts&span=week', 'D30') },
    { name: 'campaign-members', who: 'member', open: campaign('&tab=members', 'Invite pending') },
    { name: 'campaign-settings', who: 'member', open: campaign('&tab=settings', 'Google Play') },
    { name: 'campaign-viewer', who: 'viewer', open: campaign('&tab=settings', 'but not change it') },
    {
      name: 'campaign-made',
      who: workshop,
      open: async ({ page }) => {
        await page.goto('/campaigns/new');
        await page.getByLabel('Name', { exact: true }).fill('Monsoon basket');
        await page.getByRole('button', { name: 'Create campaign' }).click();
        await expect(page.getByText('Waiting for your first click…')).toBeVisible();
        await expect(page.getByRole('img', { name: /^QR code of/ })).toBeVisible();
      },
    },
    { name: 'campaign-links', who: 'member', open: campaign('&tab=links', 'Broad 25–44 · carousel') },
    {
      name: 'campaign-link-form',
      who: 'member',
      open: async (fixture) => {
        await campaign('&tab=links', 'Broad 25–44 · carousel')(fixture);
        await fixture.page.getByRole('button', { name: 'Add a link' }).click();
        await expect(fixture.page.getByRole('dialog')).toBeVisible();
      },
    },
    {
      name: 'campaign-link-qr',
      who: 'viewer',
      open: async (fixture) => {
        await campaign('&tab=links', 'Broad 25–44 · carousel')(fixture);
        await fixture.page.getByRole('button', { name: 'QR code of Broad 25–44 · carousel' }).click();
        await expect(fixture.page.getByRole('img', { name: /^QR code of/ })).toBeVisible();
      },
    },
    {
      name: 'campaign-not-there',
      who: 'member',
      open: page('/campaigns/summer-sale', 'We couldn’t find this campaign'),
      expected: refusedCall,
    },
  ],
};

function campaign(search: string, says: string): Recipe['open'] {
  return async ({ page, go, rich, at }) => {
    await go(`${at(`/campaigns/${rich.campaignId}`)}${search}`);
    await expect(page.locator('#root').getByText(says).first()).toBeVisible();
  };
}

/** What has no address of its own: pages that stand in for others, and what lies over them. */
export const BESIDES: Record<string, Recipe[]> = {
  ...OF_MANY,
  'not found': [{ name: 'not-found', who: 'owner', open: page('/summer-sale', 'Page not found') }],
  'no access': [
    {
      name: 'no-access',
      who: 'viewer',
      open: page('/settings/audit-log', 'Your role cannot open this page'),
    },
  ],
  'something went wrong': [
    {
      name: 'something-wrong',
      // In a browser that does not know them yet.
      who: async ({ people }) => people.owner,
      open: async ({ page, rich }) => {
        await page.route('**/api/user/verify', (route) => route.abort());
        await page.goto(`/overview?p_id=${rich.project.project_id}`);
        await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
      },
      expected: /Failed to load resource/,
    },
    {
      name: 'project-failed',
      who: 'owner',
      open: async ({ page, at }) => {
        await page.route('**/api/project?*', (route) => route.fulfill({ status: 500, json: {} }));
        await page.goto(at('/overview'));
        await expect(page.getByText('We couldn’t load')).toBeVisible();
      },
      expected: /Failed to load resource|We couldn’t load the project/,
    },
  ],
  views: [
    {
      name: 'views-menu',
      who: 'member',
      menu: true,
      open: async (fixture) => {
        await page('/campaigns', 'Recharge coupons')(fixture);
        await fixture.page.getByRole('button', { name: 'Views' }).click();
        await expect(fixture.page.getByRole('menuitem', { name: 'Paid social this week' })).toBeVisible();
      },
    },
    {
      name: 'views-save',
      who: 'member',
      open: async (fixture) => {
        await page('/cohorts', 'Retention')(fixture);
        await fixture.page.getByRole('button', { name: 'Views' }).click();
        await fixture.page.getByRole('menuitem', { name: 'Save this view…' }).click();
        await expect(fixture.page.getByRole('dialog', { name: 'Save this view' })).toBeVisible();
      },
    },
    {
      name: 'views-all',
      who: 'member',
      open: async (fixture) => {
        await page('/overview', 'Top campaigns')(fixture);
        await fixture.page.getByRole('button', { name: 'Views' }).click();
        await fixture.page.getByRole('menuitem', { name: 'All views…' }).click();
        await expect(fixture.page.getByRole('dialog', { name: 'Views' })).toBeVisible();
      },
    },
  ],
  palette: [
    {
      name: 'palette',
      who: 'owner',
      open: async (fixture) => {
        await page('/overview', 'Top campaigns')(fixture);
        await fixture.page.keyboard.press('Control+k');
        await expect(fixture.page.getByRole('dialog', { name: 'Go to' })).toBeVisible();
      },
    },
  ],
  'project switcher': [
    {
      name: 'project-switcher',
      who: 'owner',
      open: async (fixture) => {
        await page('/overview', 'Top campaigns')(fixture);
        await openRail(fixture.page);
        await fixture.page.getByRole('button', { name: /switch project/ }).click();
        await expect(fixture.page.getByPlaceholder('Find a project…')).toBeVisible();
      },
    },
  ],
  'account menu': [
    {
      name: 'account-menu',
      who: 'owner',
      menu: true,
      open: async (fixture) => {
        await page('/overview', 'Top campaigns')(fixture);
        await openRail(fixture.page);
        await fixture.page.getByRole('button', { name: /account menu/ }).click();
        await expect(fixture.page.getByRole('menu')).toBeVisible();
      },
    },
  ],
  drawer: [
    {
      name: 'drawer',
      who: 'owner',
      only: 'narrow',
      open: async (fixture) => {
        await page('/overview', 'Top campaigns')(fixture);
        await openRail(fixture.page);
        await expect(fixture.page.getByRole('dialog', { name: 'Navigation' })).toBeVisible();
      },
    },
  ],
};
