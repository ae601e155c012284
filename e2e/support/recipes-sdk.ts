import { expect, type Page } from '@playwright/test';
import { addDomain, getDomainStatus } from '@trailmark/contract/domains';
import { LIMIT_KINDS } from '@trailmark/contract/limits';
import { createProject } from '@trailmark/contract/projects';
import { newcomer, opened, page, type Recipe, refusedCall, workshop } from './recipe.ts';
import { SDK_TESTS } from './recipes-sdk-tests.ts';
import type { RichProject } from './rich-project.ts';
import { setDns } from './sandbox.ts';
import type { SignedInPerson } from './signed-in-people.ts';

let domains = 0;

/** Somebody with a domain that is ready for HTTPS, and one whose records name another host by now. */
async function ownerOfDomains(rich: RichProject): Promise<SignedInPerson> {
  const owner = await newcomer(true)(rich);
  const app = { platform: 'app', currency: 'INR', timezone: 'Asia/Kolkata' } as const;
  const { project_id } = await owner.call(createProject, { body: { ...app, name: 'Kite Pharmacy' } });
  domains += 1;
  for (const [name, isLost] of [['get', false] as const, ['old', true] as const]) {
    const host = `${name}-${domains}.${rich.domain}`;
    const { id, records } = await owner.call(addDomain, { body: { project_id, host } });
    for (const { type, name, value } of records) await setDns(name, type, value);
    await owner.call(getDomainStatus, { query: { project_id, id } });
    if (isLost) for (const { type, name } of records) await setDns(name, type, 'parked.example');
  }
  return owner;
}

const answer = (data: unknown) => ({ json: { msg: 'ok', status: 200, data } });
const sinceDawn = { first_at: '2026-11-01T10:00:00Z', last_at: '2026-11-02T10:00:00Z' };
const addedHost = (host: string, token_id: string) => ({
  host,
  token_id,
  token: `tm_web_${'Xb3-'.repeat(10)}abc`,
  created_at: '2026-11-01T09:00:00Z',
  last_seen_at: host.startsWith('*') ? null : '2026-11-02T09:58:00Z',
});

/** A website at work, with pages that nobody allowed, and requests that were signed and were not. */
async function showHosts(page: Page): Promise<void> {
  const hosts = [
    addedHost('shop.kite.example', '01a1ee49-24e7-7f32-adb6-50f90dac9d59'),
    addedHost('*.kite-pharmacy.example:8443', '01a1ee49-24e7-7f32-adb6-50f90dac9d60'),
  ];
  const refused_hosts = [
    { host: 'staging.kite.example', is_localhost: false, count: 12_345, ...sinceDawn },
    { host: 'xn--bcher-kva.example', is_localhost: false, count: 3, ...sinceDawn },
    { host: 'localhost:3000', is_localhost: true, count: 1, ...sinceDawn },
  ];
  const script = {
    url: 'https://trailmark.example/sdk/v1.js',
    pinned_url: 'https://trailmark.example/sdk/v1.0123456789abcdef.js',
    integrity: `sha384-${'oqVuAfXRKap7fdgcCY5uykM6'.repeat(2)}${'R9GqQ8K/'.repeat(2)}`,
  };
  const listed = { hosts, refused_hosts, allow_localhost: false, script };
  await page.route('**/web-sdk/whitelisted-hosts', (route) => route.fulfill(answer(listed)));
  const credential = {
    id: hosts[0]?.token_id,
    active: true,
    key_id: 'kiteAndroid00001',
    hint: 'tmss_Qx7…',
    platform: 'ANDROID',
    created_at: sinceDawn.first_at,
    updated_at: sinceDawn.first_at,
    expires_at: null,
  };
  const counts = { valid: 182_340, missing: 1204, mismatch: 7, old_timestamp: 88 };
  const signatures = Object.entries(counts).map(([outcome, count]) => ({
    day: '2026-11-02',
    outcome,
    count,
  }));
  const signed = { signing: 'report', credentials: [credential], signatures };
  await page.route('**/api/project/sdk-credentials?*', (route) => route.fulfill(answer(signed)));
}

/** What connects an app: its tokens, keys and link domains. */
export const SDK: Record<string, Recipe[]> = {
  '/sdk': [
    { name: 'sdk', who: 'owner', open: page('/sdk', 'Kite Grocery on Play') },
    { name: 'sdk-viewer', who: 'viewer', open: page('/sdk', 'but not change it') },
    {
      name: 'sdk-limits',
      who: 'owner',
      open: async ({ page, at }) => {
        const times = { first_at: '2026-11-01T10:00:00Z', last_at: '2026-11-02T10:00:00Z' };
        const reached = LIMIT_KINDS.map((kind) => ({
          kind,
          limit: 1000,
          beyond: 12_345,
          example: 'order 81c2',
          ...times,
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
      open: async ({ page, go, rich }) => {
        await go(`/sdk?p_id=${rich.second.project_id}`);
        await expect(page.getByText('No store listings yet')).toBeVisible();
        await expect(page.getByText('Requests are not signed yet')).toBeVisible();
        await expect(page.getByText('Waiting for your first event…')).toBeVisible();
      },
    },
    ...SDK_TESTS,
    {
      name: 'sdk-hosts',
      who: 'owner',
      open: async ({ page, rich }) => {
        await showHosts(page);
        await page.goto(`/sdk?p_id=${rich.second.project_id}`);
        await expect(page.getByRole('table', { name: 'Refused hosts' })).toBeVisible();
        await expect(page.getByText('Clock of the device more than 5 minutes off')).toBeVisible();
      },
    },
    {
      name: 'sdk-host-new',
      who: 'owner',
      open: async ({ page, go, rich }) => {
        await go(`/sdk?p_id=${rich.second.project_id}`);
        await page.getByRole('button', { name: 'Add a host' }).click();
        await page.getByRole('textbox', { name: 'Host' }).fill('shop.example.com/cart');
        await page.getByRole('button', { name: 'Add host' }).click();
        await expect(page.getByText(/Host must be the host alone/)).toBeVisible();
      },
      expected: refusedCall,
    },
    {
      name: 'sdk-snippet',
      who: 'owner',
      open: async ({ page, rich }) => {
        await showHosts(page);
        await page.goto(`/sdk?p_id=${rich.second.project_id}`);
        await page.getByRole('button', { name: 'Snippet for shop.kite.example' }).click();
        await page.getByRole('radio', { name: 'This version' }).click();
        await expect(page.getByText('browsers refuse any other content')).toBeVisible();
      },
    },
    {
      name: 'sdk-secret',
      who: workshop,
      open: async ({ page }) => {
        await page.goto('/sdk');
        await page.getByRole('button', { name: 'Add a credential' }).first().click();
        await page.getByRole('button', { name: 'Create credential' }).click();
        await expect(page.getByTestId('sdk-secret')).toBeVisible();
      },
    },
    {
      name: 'sdk-import-token',
      who: 'owner',
      open: async (fixture) => {
        await opened('/sdk', 'Switch from another provider', 'Add a token')(fixture);
        await fixture.page.getByRole('button', { name: 'Add token' }).click();
        await expect(fixture.page.getByText('Token is required.')).toBeVisible();
      },
    },
    {
      name: 'sdk-import-key',
      who: 'owner',
      open: async (fixture) => {
        await opened('/sdk', 'Switch from another provider', 'Add a signing key')(fixture);
        await expect(fixture.page.getByLabel('Secret')).toBeVisible();
      },
    },
  ],
  '/settings/domains': [
    {
      name: 'domains',
      who: 'owner',
      open: async (fixture) => {
        await page('/settings/domains', 'go.kite.example')(fixture);
        await fixture.page.getByRole('button', { name: 'Check now' }).click();
        await expect(fixture.page.getByText('What the check found')).toBeVisible();
      },
    },
    {
      name: 'domains-new',
      who: 'owner',
      open: async ({ page, go, rich }) => {
        await go(`/settings/domains?p_id=${rich.second.project_id}`);
        await expect(page.getByText('Links use the address of this installation')).toBeVisible();
      },
    },
    {
      name: 'domains-form',
      who: 'admin',
      open: opened('/settings/domains', 'No file is served yet', 'Set it up'),
    },
    {
      name: 'domains-verified',
      who: ownerOfDomains,
      open: async ({ page }) => {
        await page.goto('/settings/domains');
        await expect(page.getByText('Verified', { exact: true }).first()).toBeVisible();
        for (const check of await page.getByRole('button', { name: 'Check now' }).all()) await check.click();
        await expect(page.getByText('What the check found')).toHaveCount(2);
      },
    },
    { name: 'domains-viewer', who: 'viewer', open: page('/settings/domains', 'go.kite.example') },
  ],
};
