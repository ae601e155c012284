import { expect } from '@playwright/test';
import { opened, page, type Recipe } from './recipe.ts';
import { makeSite } from './web-visitors.ts';

/** Reports of a project that has everything, and of an empty one. */
export const REPORTS: Record<string, Recipe[]> = {
  '/overview': [
    { name: 'overview', who: 'owner', open: page('/overview', 'Top campaigns') },
    {
      name: 'overview-new',
      who: 'owner',
      open: async ({ page, go, rich }) => {
        await go(`/overview?p_id=${rich.second.project_id}`);
        await expect(page.getByText('Set up Kite Market')).toBeVisible();
      },
    },
    {
      name: 'overview-web',
      who: makeSite,
      open: async ({ page }) => {
        await page.goto('/overview');
        await expect(page.getByRole('table', { name: 'Entry pages' })).toContainText('/tea/assam');
      },
    },
    { name: 'overview-range', who: 'owner', open: opened('/overview', 'Top campaigns', /^Days:/) },
    {
      name: 'overview-metric',
      who: 'viewer',
      open: async (fixture) => {
        await opened('/overview', 'Top campaigns', /^ROAS: /)(fixture);
        await expect(
          fixture.page.getByRole('table', { name: 'Rows behind Attributed revenue' }),
        ).toBeVisible();
        await expect(fixture.page.getByText(/^Attributed revenue ₹[\d,.]+ ÷ Spend ₹/)).toBeVisible();
      },
    },
    {
      name: 'overview-day',
      who: 'viewer',
      open: async (fixture) => {
        await page('/overview', 'Top campaigns')(fixture);
        await fixture.page.getByRole('application', { name: 'Installs by day' }).focus();
        await fixture.page.keyboard.press('End');
        await fixture.page.keyboard.press('ArrowLeft');
        await fixture.page.keyboard.press('Enter');
        // The traffic of the project is some hours old: by the time of day, that day may have none of it.
        const hours = fixture.page.getByRole('table', { name: 'Installs by hour' });
        await expect(hours.or(fixture.page.getByText('Nothing on either day.'))).toBeAttached();
      },
    },
    { name: 'overview-guest', who: 'guest', open: page('/overview', 'Nothing is shared with you yet') },
  ],
  '/cohorts': [
    {
      name: 'cohorts',
      who: 'viewer',
      open: async ({ page, go, at }) => {
        await go(`${at('/cohorts')}&days=14&countries=IN`);
        await expect(page.getByRole('columnheader', { name: 'D14' })).toBeVisible();
      },
    },
    {
      name: 'cohorts-new',
      who: 'owner',
      open: async ({ page, go, rich }) => {
        await go(`/cohorts?p_id=${rich.second.project_id}`);
        await expect(page.getByText('No new visitors in this period')).toBeVisible();
      },
    },
  ],
  '/events': [
    { name: 'events', who: 'viewer', open: page('/events', 'add_to_cart') },
    {
      name: 'events-new',
      who: 'owner',
      open: async ({ page, go, rich }) => {
        await go(`/events?p_id=${rich.second.project_id}`);
        await expect(page.getByText('No events in this period')).toBeVisible();
      },
    },
    {
      name: 'events-people',
      who: 'viewer',
      open: async ({ page, go, at }) => {
        await go(at('/events'));
        await page.locator('[data-slot="trend-bar"]').last().click();
        await expect(page.getByRole('table', { name: 'People behind the bar' })).toContainText('India');
      },
    },
    {
      name: 'event',
      who: 'viewer',
      open: async (fixture) => {
        await page('/events', 'add_to_cart')(fixture);
        await fixture.page.getByRole('button', { name: 'view_item', exact: true }).click();
        await expect(fixture.page.getByRole('dialog').getByText('Snacks')).toBeVisible();
      },
    },
    {
      name: 'funnel-example',
      who: 'viewer',
      open: async ({ page, go, at }) => {
        await go(`${at('/events')}&tab=funnel`);
        await expect(page.getByRole('table', { name: 'Funnel' })).toBeVisible();
      },
    },
    {
      name: 'funnel-new',
      who: 'owner',
      open: async ({ page, go, rich }) => {
        await go(`/events?p_id=${rich.second.project_id}&tab=funnel`);
        await expect(page.getByText('Choose at least two steps')).toBeVisible();
      },
    },
    {
      name: 'funnel',
      who: 'viewer',
      open: async ({ page, go, at }) => {
        const steps = JSON.stringify(['$install', 'view_item', 'add_to_cart', '$payment']);
        await go(`${at('/events')}&tab=funnel&countries=IN&steps=${encodeURIComponent(steps)}`);
        await expect(page.getByRole('table', { name: 'Funnel' })).toBeVisible();
      },
    },
  ],
  '/reports': [
    { name: 'reports', who: 'owner', open: page('/reports', 'Mondays at 09:00') },
    {
      name: 'reports-new',
      who: 'owner',
      open: async ({ page, go, rich }) => {
        await go(`/reports?p_id=${rich.second.project_id}`);
        await expect(page.getByText('No scheduled reports yet')).toBeVisible();
      },
    },
    { name: 'reports-form', who: 'member', open: opened('/reports', 'Daily at 08:00', 'Schedule a report') },
    {
      name: 'reports-guest',
      who: 'guest',
      open: opened('/reports', 'No scheduled reports yet', 'Schedule a report'),
    },
    {
      name: 'reports-failed',
      who: 'owner',
      open: async ({ page, at }) => {
        await page.route('**/api/project/scheduled-reports?*', (route) =>
          route.fulfill({ status: 500, json: {} }),
        );
        await page.goto(at('/reports'));
        await expect(page.getByText('We couldn’t load the reports')).toBeVisible();
      },
      expected: /Failed to load resource/,
    },
  ],
  '/alerts': [
    {
      name: 'alerts',
      who: 'owner',
      open: async (fixture) => {
        await page('/alerts', /^Firing.* since/)(fixture);
        await expect(fixture.page.getByRole('table', { name: 'History' })).toContainText('CPI of');
      },
    },
    {
      name: 'alerts-new',
      who: 'owner',
      open: async ({ page, go, rich }) => {
        await go(`/alerts?p_id=${rich.second.project_id}`);
        await expect(page.getByText('No alerts yet')).toBeVisible();
      },
    },
    {
      name: 'alerts-form',
      who: 'member',
      open: async ({ page, at, go }) => {
        await go(at('/alerts'));
        await page.getByRole('button', { name: 'More for CPI of campaigns' }).click();
        await page.getByRole('menuitem', { name: 'Edit…' }).click();
        await expect(page.getByText(/\d+ (of \d+ )?would fire now:/)).toBeVisible();
      },
    },
    { name: 'alerts-viewer', who: 'viewer', open: page('/alerts', 'Muted until') },
    {
      name: 'alerts-failed',
      who: 'owner',
      open: async ({ page, at }) => {
        await page.route('**/api/project/alerts?*', (route) => route.fulfill({ status: 500, json: {} }));
        await page.goto(at('/alerts'));
        await expect(page.getByText('We couldn’t load the alerts')).toBeVisible();
      },
      expected: /Failed to load resource/,
    },
  ],
  '/exports': [
    { name: 'exports', who: 'viewer', open: page('/exports', 'No exports yet') },
    { name: 'exports-form', who: 'viewer', open: opened('/exports', 'No exports yet', 'New export') },
  ],
};
