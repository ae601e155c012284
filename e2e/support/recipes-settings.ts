import { expect } from '@playwright/test';
import { opened, page, type Recipe } from './recipe.ts';
import { MONEY_OF_TWO } from './recipes-spend.ts';

/** Settings of a project, and what belongs to the person. */
export const SETTINGS: Record<string, Recipe[]> = {
  '/settings/general': [
    { name: 'general', who: 'owner', open: page('/settings/general', 'Days after an install') },
    {
      name: 'general-changed',
      who: 'owner',
      open: async (fixture) => {
        await page('/settings/general', 'Days after an install')(fixture);
        await fixture.page.getByLabel('Name').fill('Kite Grocery India');
        await expect(fixture.page.getByRole('button', { name: 'Save changes' })).toBeVisible();
      },
    },
    {
      name: 'general-viewer',
      who: 'viewer',
      open: page('/settings/general', 'You can see these settings but not change them'),
    },
  ],
  '/settings/attribution': [
    { name: 'attribution', who: 'owner', open: page('/settings/attribution', 'Probabilistic matching') },
    {
      name: 'attribution-viewer',
      who: 'viewer',
      open: page('/settings/attribution', 'You can see these settings but not change them'),
    },
  ],
  '/settings/fraud': [
    { name: 'fraud', who: 'owner', open: page('/settings/fraud', 'Malformed advertising id') },
    {
      name: 'fraud-viewer',
      who: 'viewer',
      open: page('/settings/fraud', 'You can see these settings but not change them'),
    },
  ],
  '/settings/privacy': [
    { name: 'privacy', who: 'owner', open: page('/settings/privacy', 'Data retention') },
    {
      name: 'privacy-not-saved',
      who: 'owner',
      open: async (fixture) => {
        await page('/settings/privacy', 'Data retention')(fixture);
        await fixture.page.route('**/api/project', (route) =>
          route.request().method() === 'PUT' ? route.abort() : route.continue(),
        );
        await fixture.page.getByLabel('Keep deliveries for').fill('14');
        await fixture.page.getByRole('button', { name: 'Save changes' }).click();
        await expect(fixture.page.getByText('The settings were not saved', { exact: true })).toBeVisible();
      },
      expected: /ERR_FAILED/,
    },
  ],
  '/settings/members': [
    { name: 'members', who: 'owner', open: page('/settings/members', 'reports@northwind-agency.example') },
    {
      name: 'members-invite',
      who: 'admin',
      open: async (fixture) => {
        await opened('/settings/members', 'reports@northwind-agency.example', 'Invite people')(fixture);
        const box = fixture.page.getByLabel('Addresses');
        await box.fill('ravi@kite.example,');
        await box.pressSequentially(' sana.k@gmail.com broken@ ');
        await expect(fixture.page.getByText('private address')).toBeVisible();
      },
    },
    {
      name: 'members-roles',
      who: 'viewer',
      open: page('/settings/members', 'You can see the members'),
    },
  ],
  '/settings/keys': [
    { name: 'keys', who: 'owner', open: page('/settings/keys', 'In use') },
    {
      name: 'keys-new',
      who: 'owner',
      open: async (fixture) => {
        await fixture.page.goto(`/settings/keys?p_id=${fixture.rich.second.project_id}`);
        await fixture.page.getByRole('button', { name: 'Generate private key' }).first().click();
        await fixture.page.getByRole('button', { name: 'Generate key' }).click();
        await expect(fixture.page.getByTestId('private-key')).toBeVisible();
      },
    },
  ],
  '/settings/usage': [{ name: 'usage', who: 'owner', open: page('/settings/usage', 'Total') }],
  '/settings/money': [
    MONEY_OF_TWO,
    { name: 'money', who: 'viewer', open: page('/settings/money', 'Monsoon basket · Advantage+') },
    {
      name: 'money-import',
      who: 'member',
      open: async (fixture) => {
        await opened('/settings/money', 'Monsoon basket · Advantage+', 'Import spend')(fixture);
        await fixture.page.getByLabel('Lines').fill('date,campaign,amount\n2026-06-01,Nobody,12\n');
        await fixture.page.getByRole('button', { name: 'Check the lines' }).click();
        await expect(fixture.page.getByText('1 line cannot be imported')).toBeVisible();
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
