import { expect } from '@playwright/test';
import { opened, page, type Recipe } from './recipe.ts';

/** The table of campaigns, and the form for a new one. */
export const CAMPAIGNS: Record<string, Recipe[]> = {
  '/campaigns': [
    { name: 'campaigns', who: 'owner', open: page('/campaigns', 'Monsoon basket · Advantage+') },
    {
      name: 'campaigns-new',
      who: 'owner',
      open: async ({ page, go, rich }) => {
        await go(`/campaigns?p_id=${rich.second.project_id}`);
        await expect(page.getByText('No campaigns yet')).toBeVisible();
      },
    },
    { name: 'campaigns-viewer', who: 'viewer', open: page('/campaigns', 'Brand search · exact') },
    {
      name: 'campaigns-guest',
      who: 'guest',
      open: page('/campaigns', 'No campaign is shared with you yet'),
    },
    {
      name: 'campaigns-menu',
      who: 'member',
      menu: true,
      open: async (fixture) => {
        await page('/campaigns', 'Recharge coupons')(fixture);
        await fixture.page.getByRole('button', { name: 'More for Recharge coupons' }).click();
        await expect(fixture.page.getByRole('menu')).toBeVisible();
      },
    },
    {
      name: 'campaigns-grouped',
      who: 'owner',
      open: async ({ page, go, at }) => {
        await go(`${at('/campaigns')}&group=country&changes=true&range=last_90`);
        await expect(page.getByRole('cell', { name: 'India' })).toBeVisible();
        await expect(page.getByRole('columnheader', { name: 'Network' })).toHaveCount(0);
        // A dash before a number reads as a minus.
        await expect(page.locator('td [data-slot="delta"]').filter({ hasText: /^–/ })).toHaveCount(0);
      },
    },
    {
      name: 'campaigns-creatives',
      who: 'viewer',
      open: async ({ page, go, at }) => {
        await go(`${at('/campaigns')}&group=creative_name&changes=true&range=last_90`);
        await expect(page.getByRole('cell', { name: /^Not set/ })).toBeVisible();
        await expect(page.getByTitle('UGC, chef')).toHaveCount(1);
      },
    },
    {
      name: 'campaigns-creatives-archived',
      who: 'member',
      menu: true,
      open: async ({ page, go, at }) => {
        await go(`${at('/campaigns')}&group=creative_name&status=archived&range=last_90`);
        await page.getByRole('button', { name: 'More for Poster of last year' }).click();
        await expect(page.getByRole('menuitem', { name: 'Restore' })).toBeVisible();
      },
    },
    {
      name: 'campaigns-unused-filter',
      who: 'viewer',
      open: async ({ page, go, at, rich }) => {
        await go(`${at('/campaigns')}&network=ORGANIC&campaign=${rich.campaignId}`);
        const unused = page.getByText('Does not apply to this screen');
        await expect(unused).toContainText(/Organic · (?!one campaign)/);
      },
    },
    {
      name: 'campaigns-selected',
      who: 'member',
      open: async (fixture) => {
        await page('/campaigns', 'Recharge coupons')(fixture);
        await fixture.page.getByRole('checkbox', { name: 'Select Recharge coupons' }).click();
        await fixture.page.getByRole('button', { name: 'Ad sets of Monsoon basket · Advantage+' }).click();
        await expect(fixture.page.getByRole('group', { name: 'Selected campaigns' })).toBeVisible();
      },
    },
    {
      name: 'campaigns-columns',
      who: 'viewer',
      open: async (fixture) => {
        await opened('/campaigns', 'Recharge coupons', 'Columns')(fixture);
        await expect(fixture.page.getByRole('button', { name: 'Save columns' })).toBeVisible();
      },
    },
    {
      name: 'campaigns-filter',
      who: 'viewer',
      open: async (fixture) => {
        await opened('/campaigns', 'Recharge coupons', 'Filter')(fixture);
        await fixture.page.getByRole('button', { name: 'A metric', exact: true }).click();
        await expect(fixture.page.getByLabel('Number')).toBeVisible();
      },
    },
    {
      name: 'campaigns-link',
      who: 'member',
      open: async (fixture) => {
        await page('/campaigns', 'Recharge coupons')(fixture);
        await fixture.page.getByRole('button', { name: 'More for Recharge coupons' }).click();
        await fixture.page.getByRole('menuitem', { name: 'Link and QR code' }).click();
        await expect(fixture.page.getByRole('img', { name: /^QR code of/ })).toBeVisible();
      },
    },
  ],
  '/campaigns/new': [
    { name: 'campaign-new', who: 'member', open: page('/campaigns/new', 'Where visitors go') },
    {
      name: 'campaign-new-advanced',
      who: 'member',
      open: opened('/campaigns/new', 'Where visitors go', 'Advanced'),
    },
  ],
};
