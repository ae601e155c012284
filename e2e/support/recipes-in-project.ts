import { LIMIT_KINDS } from '@trailmark/contract/limits';
import { opened, page, type Recipe, workshop } from './recipe.ts';
import { expect } from './test.ts';

/** Within a project that has everything, and in empty ones. */
export const IN_PROJECT: Record<string, Recipe[]> = {
  '/overview': [
    { name: 'overview', who: 'owner', open: page('/overview', 'Top campaigns') },
    {
      name: 'overview-new',
      who: 'owner',
      open: async ({ page, rich }) => {
        await page.goto(`/overview?p_id=${rich.second.project_id}`);
        await expect(page.getByText('Set up Kite Market')).toBeVisible();
      },
    },
    { name: 'overview-range', who: 'owner', open: opened('/overview', 'Top campaigns', /^Days:/) },
    {
      name: 'overview-figure',
      who: 'viewer',
      open: async (stage) => {
        await opened('/overview', 'Top campaigns', /^ROAS: /)(stage);
        await expect(stage.page.getByRole('table', { name: 'Rows behind Attributed revenue' })).toBeVisible();
      },
    },
    { name: 'overview-guest', who: 'guest', open: page('/overview', 'Nothing is shared with you yet') },
  ],
  '/campaigns': [
    { name: 'campaigns', who: 'owner', open: page('/campaigns', 'Monsoon basket · Advantage+') },
    {
      name: 'campaigns-new',
      who: 'owner',
      open: async ({ page, rich }) => {
        await page.goto(`/campaigns?p_id=${rich.second.project_id}`);
        await expect(page.getByText('There is no campaign yet')).toBeVisible();
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
      open: async (stage) => {
        await page('/campaigns', 'Recharge coupons')(stage);
        await stage.page.getByRole('button', { name: 'More for Recharge coupons' }).click();
        await expect(stage.page.getByRole('menu')).toBeVisible();
      },
    },
    {
      name: 'campaigns-grouped',
      who: 'owner',
      open: async ({ page, at }) => {
        await page.goto(`${at('/campaigns')}&group=country&changes=true&range=last_90`);
        await expect(page.getByRole('cell', { name: 'India' })).toBeVisible();
      },
    },
    {
      name: 'campaigns-selected',
      who: 'member',
      open: async (stage) => {
        await page('/campaigns', 'Recharge coupons')(stage);
        await stage.page.getByRole('checkbox', { name: 'Select Recharge coupons' }).click();
        await stage.page.getByRole('button', { name: 'Ad sets of Monsoon basket · Advantage+' }).click();
        await expect(stage.page.getByRole('group', { name: 'Selected campaigns' })).toBeVisible();
      },
    },
    {
      name: 'campaigns-columns',
      who: 'viewer',
      open: async (stage) => {
        await opened('/campaigns', 'Recharge coupons', 'Columns')(stage);
        await expect(stage.page.getByRole('button', { name: 'Save columns' })).toBeVisible();
      },
    },
    {
      name: 'campaigns-filter',
      who: 'viewer',
      open: async (stage) => {
        await opened('/campaigns', 'Recharge coupons', 'Filter')(stage);
        await stage.page.getByRole('button', { name: 'A figure', exact: true }).click();
        await expect(stage.page.getByLabel('Number')).toBeVisible();
      },
    },
    {
      name: 'campaigns-link',
      who: 'member',
      open: async (stage) => {
        await page('/campaigns', 'Recharge coupons')(stage);
        await stage.page.getByRole('button', { name: 'More for Recharge coupons' }).click();
        await stage.page.getByRole('menuitem', { name: 'Link and QR code' }).click();
        await expect(stage.page.getByRole('img', { name: /^QR code of/ })).toBeVisible();
      },
    },
  ],
  '/campaigns/new': [
    { name: 'campaign-new', who: 'member', open: page('/campaigns/new', 'Where visitors go') },
    {
      name: 'campaign-made',
      who: workshop,
      open: async ({ page }) => {
        await page.goto('/campaigns/new');
        await page.getByLabel('Name', { exact: true }).fill('Monsoon basket');
        await page.getByRole('button', { name: 'Create campaign' }).click();
        await expect(page.getByRole('img', { name: /^QR code of/ })).toBeVisible();
      },
    },
  ],
  '/cohorts': [
    {
      name: 'cohorts',
      who: 'viewer',
      open: async ({ page, at }) => {
        await page.goto(`${at('/cohorts')}&days=14&countries=IN`);
        await expect(page.getByRole('columnheader', { name: 'D14' })).toBeVisible();
      },
    },
    {
      name: 'cohorts-new',
      who: 'owner',
      open: async ({ page, rich }) => {
        await page.goto(`/cohorts?p_id=${rich.second.project_id}`);
        await expect(page.getByText('No installs in this period')).toBeVisible();
      },
    },
  ],
  '/events': [
    { name: 'events', who: 'viewer', open: page('/events', 'add_to_cart') },
    {
      name: 'events-new',
      who: 'owner',
      open: async ({ page, rich }) => {
        await page.goto(`/events?p_id=${rich.second.project_id}`);
        await expect(page.getByText('No event came in these days')).toBeVisible();
      },
    },
    {
      name: 'event',
      who: 'viewer',
      open: async (stage) => {
        await opened('/events', 'add_to_cart', 'view_item')(stage);
        await expect(stage.page.getByRole('dialog').getByText('Snacks')).toBeVisible();
      },
    },
    {
      name: 'funnel',
      who: 'viewer',
      open: async ({ page, at }) => {
        const steps = JSON.stringify(['$install', 'view_item', 'add_to_cart', '$payment']);
        await page.goto(`${at('/events')}&tab=funnel&countries=IN&steps=${encodeURIComponent(steps)}`);
        await expect(page.getByRole('table', { name: 'Funnel' })).toBeVisible();
      },
    },
  ],
  '/sdk': [
    { name: 'sdk', who: 'owner', open: page('/sdk', 'Kite Grocery on Play') },
    { name: 'sdk-viewer', who: 'viewer', open: page('/sdk', 'but not change it') },
    {
      name: 'sdk-limits',
      who: 'owner',
      open: async ({ page, at }) => {
        const times = { first_at: '2026-11-01T10:00:00Z', last_at: '2026-11-02T10:00:00Z' };
        const reached = LIMIT_KINDS.map((kind) => ({
          ...{ kind, limit: 1000, beyond: 12_345, example: 'order 81c2', ...times },
        }));
        const json = { msg: 'ok', status: 200, data: { reached } };
        await page.route('**/api/project/limits?*', (route) => route.fulfill({ json }));
        await page.goto(at('/sdk'));
        await expect(page.getByText('This project has more than 1,000 event names')).toBeVisible();
      },
    },
    {
      name: 'sdk-new',
      who: 'owner',
      open: async ({ page, rich }) => {
        await page.goto(`/sdk?p_id=${rich.second.project_id}`);
        await expect(page.getByText('There is no store listing yet')).toBeVisible();
        await expect(page.getByText('Requests are not signed yet')).toBeVisible();
      },
    },
    {
      name: 'sdk-secret',
      who: workshop,
      open: async ({ page }) => {
        await page.goto('/sdk');
        await page.getByRole('button', { name: 'Add a credential' }).first().click();
        await page.getByRole('button', { name: 'Make credential' }).click();
        await expect(page.getByTestId('sdk-secret')).toBeVisible();
      },
    },
    {
      name: 'sdk-import-token',
      who: 'owner',
      open: async (stage) => {
        await opened('/sdk', 'Switch from another provider', 'Add a token')(stage);
        await stage.page.getByRole('button', { name: 'Add token' }).click();
        await expect(stage.page.getByText('Token is required.')).toBeVisible();
      },
    },
    {
      name: 'sdk-import-key',
      who: 'owner',
      open: async (stage) => {
        await opened('/sdk', 'Switch from another provider', 'Add a signing key')(stage);
        await expect(stage.page.getByLabel('Secret')).toBeVisible();
      },
    },
  ],
  '/settings/domains': [
    {
      name: 'domains',
      who: 'owner',
      open: async (stage) => {
        await page('/settings/domains', 'go.kite.example')(stage);
        await stage.page.getByRole('button', { name: 'Check now' }).click();
        await expect(stage.page.getByText('What the check found')).toBeVisible();
      },
    },
    {
      name: 'domains-new',
      who: 'owner',
      open: async ({ page, rich }) => {
        await page.goto(`/settings/domains?p_id=${rich.second.project_id}`);
        await expect(page.getByText('Links use the address of this installation')).toBeVisible();
      },
    },
    {
      name: 'domains-form',
      who: 'admin',
      open: opened('/settings/domains', 'No file is served yet', 'Set it up'),
    },
    { name: 'domains-viewer', who: 'viewer', open: page('/settings/domains', 'go.kite.example') },
  ],
  '/settings/general': [
    { name: 'general', who: 'owner', open: page('/settings/general', 'Attribution windows') },
    {
      name: 'general-changed',
      who: 'owner',
      open: async (stage) => {
        await page('/settings/general', 'Attribution windows')(stage);
        await stage.page.getByLabel('Name').fill('Kite Grocery India');
        await expect(stage.page.getByRole('button', { name: 'Save changes' })).toBeVisible();
      },
    },
    {
      name: 'general-viewer',
      who: 'viewer',
      open: page('/settings/general', 'You can see these settings but not change them'),
    },
  ],
  '/settings/members': [
    { name: 'members', who: 'owner', open: page('/settings/members', 'reports@northwind-agency.example') },
    {
      name: 'members-invite',
      who: 'admin',
      open: async (stage) => {
        await opened('/settings/members', 'reports@northwind-agency.example', 'Invite people')(stage);
        const box = stage.page.getByLabel('Addresses');
        await box.fill('ravi@kite.example,');
        await box.pressSequentially(' sana.k@gmail.com broken@ ');
        await expect(stage.page.getByText('private address')).toBeVisible();
      },
    },
    {
      name: 'members-roles',
      who: 'viewer',
      open: page('/settings/members', 'You can see who is here'),
    },
  ],
  '/settings/keys': [
    { name: 'keys', who: 'owner', open: page('/settings/keys', 'In use') },
    {
      name: 'keys-new',
      who: 'owner',
      open: async (stage) => {
        await stage.page.goto(`/settings/keys?p_id=${stage.rich.second.project_id}`);
        await stage.page.getByRole('button', { name: 'Generate private key' }).first().click();
        await stage.page.getByRole('button', { name: 'Generate key' }).click();
        await expect(stage.page.getByTestId('private-key')).toBeVisible();
      },
    },
  ],
  '/exports': [
    { name: 'exports', who: 'viewer', open: page('/exports', 'There is no export yet') },
    { name: 'exports-form', who: 'viewer', open: opened('/exports', 'There is no export yet', 'New export') },
  ],
  '/settings/usage': [{ name: 'usage', who: 'owner', open: page('/settings/usage', 'Together') }],
  '/settings/money': [
    { name: 'money', who: 'viewer', open: page('/settings/money', 'Monsoon basket · Advantage+') },
    {
      name: 'money-import',
      who: 'member',
      open: async (stage) => {
        await opened('/settings/money', 'Monsoon basket · Advantage+', 'Import spend')(stage);
        await stage.page.getByLabel('Lines').fill('date,campaign,amount\n2026-06-01,Nobody,12\n');
        await stage.page.getByRole('button', { name: 'Check the lines' }).click();
        await expect(stage.page.getByText('1 line cannot be taken')).toBeVisible();
      },
    },
  ],
  '/settings/audit-log': [
    { name: 'audit-log', who: 'owner', open: page('/settings/audit-log', 'generated the private key') },
  ],
  '/settings/danger': [
    { name: 'danger', who: 'owner', open: page('/settings/danger', 'You are the only owner') },
    {
      name: 'danger-delete',
      who: 'owner',
      open: opened('/settings/danger', 'You are the only owner', 'Delete project'),
    },
    { name: 'danger-member', who: 'member', open: page('/settings/danger', 'Only an owner can delete') },
  ],
  '/new-project': [{ name: 'new-project', who: 'owner', open: page('/new-project', 'Recently deleted') }],
  '/account': [{ name: 'account', who: 'owner', open: page('/account', 'Northwind Clients') }],
};
