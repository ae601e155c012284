import { expect } from '@playwright/test';
import { getDeliveryHealth } from '@trailmark/contract/deliveries';
import { listMetaAccounts } from '@trailmark/contract/meta';
import { listProjects } from '@trailmark/contract/projects';
import { connectGoogleFor, connectMetaFor, connectTiktokFor } from './networks.ts';
import { page, type Recipe, type ScreenFixture, shown, workshop } from './recipe.ts';
import type { RichProject } from './rich-project.ts';
import type { SignedInPerson } from './signed-in-people.ts';

const advertisers = new WeakMap<RichProject, Promise<SignedInPerson>>();

async function makeAdvertiser(rich: RichProject): Promise<SignedInPerson> {
  const owner = await workshop(rich);
  const [project] = await owner.call(listProjects, {});
  await connectMetaFor(owner, project?.project_id ?? '');
  await connectTiktokFor(owner, project?.project_id ?? '');
  await connectGoogleFor(owner, project?.project_id ?? '');
  return owner;
}

/** Somebody who has connected ad networks. Made once. */
export function advertiser(rich: RichProject): Promise<SignedInPerson> {
  const made = advertisers.get(rich) ?? makeAdvertiser(rich);
  advertisers.set(rich, made);
  return made;
}

/** What it looks like when Meta accepts neither the sign-in nor the token any more. */
async function refuseAll({ page }: ScreenFixture): Promise<void> {
  await page.route(`**/api${listMetaAccounts.path}?*`, async (route) => {
    const json = (await (await route.fetch()).json()) as { data: { logins: object[] } };
    const reason = 'Meta answered 190/463: Session has expired. Connect again.';
    for (const login of json.data.logins) Object.assign(login, { state: 'attention', reason });
    await route.fulfill({ json });
  });
  await page.route(`**/api${getDeliveryHealth.path}?*`, async (route) => {
    const json = (await (await route.fetch()).json()) as { data: { connections: object[] } };
    const since = { state_since: '2026-11-02T10:00:00Z', late_since: '2026-11-02T10:00:00Z', waiting: 1204 };
    const health = { state: 'attention', reason: 'answered 190: the access token has expired', ...since };
    for (const connection of json.data.connections) Object.assign(connection, health);
    await route.fulfill({ json });
  });
}

/** A sign-in that ends in some days. */
async function endSoon({ page }: ScreenFixture): Promise<void> {
  await page.route(`**/api${listMetaAccounts.path}?*`, async (route) => {
    const json = (await (await route.fetch()).json()) as { data: { logins: object[] } };
    const expires_at = new Date(Date.now() + 5.5 * 86_400_000).toISOString();
    for (const login of json.data.logins) Object.assign(login, { expires_at });
    await route.fulfill({ json });
  });
}

/** The pages of the ad networks. */
export const NETWORKS: Record<string, Recipe[]> = {
  '/integrations/meta': [
    { name: 'meta-new', who: 'owner', open: page('/integrations/meta', 'Create it at Meta') },
    { name: 'meta-viewer', who: 'viewer', open: page('/integrations/meta', 'but not change it') },
    { name: 'meta', who: advertiser, open: shown('/integrations/meta', 'Kite India') },
    {
      name: 'meta-dataset',
      who: advertiser,
      open: async (fixture) => {
        await shown('/integrations/meta', 'Kite India')(fixture);
        await fixture.page.getByRole('button', { name: 'Settings of Kite India' }).click();
        await fixture.page.getByRole('button', { name: 'Save and check' }).click();
        await expect(fixture.page.getByText('A test event was accepted')).toBeVisible();
      },
    },
    {
      name: 'meta-disconnect',
      who: advertiser,
      open: async (fixture) => {
        await shown('/integrations/meta', 'Kite India')(fixture);
        await fixture.page.getByRole('button', { name: 'More for Kite US' }).click();
        await fixture.page.getByRole('menuitem', { name: 'Disconnect' }).click();
        await expect(fixture.page.getByRole('alertdialog')).toBeVisible();
      },
    },
    {
      name: 'meta-attention',
      who: advertiser,
      open: async (fixture) => {
        await refuseAll(fixture);
        await shown('/integrations/meta', 'does not accept the sign-in')(fixture);
      },
    },
    {
      name: 'meta-ends-soon',
      who: advertiser,
      open: async (fixture) => {
        await endSoon(fixture);
        await shown('/integrations/meta', 'Ends in 5 days')(fixture);
      },
    },
  ],
  '/integrations/tiktok': [
    { name: 'tiktok-new', who: 'owner', open: page('/integrations/tiktok', 'Create it at TikTok') },
    { name: 'tiktok-viewer', who: 'viewer', open: page('/integrations/tiktok', 'but not change it') },
    { name: 'tiktok', who: advertiser, open: shown('/integrations/tiktok', 'Kite India web') },
    {
      name: 'tiktok-pixel',
      who: advertiser,
      open: async (fixture) => {
        await shown('/integrations/tiktok', 'Kite India web')(fixture);
        await fixture.page.getByRole('button', { name: 'Settings of Kite India web' }).click();
        await expect(fixture.page.getByLabel('Android app ID')).toHaveValue('7500000000000000001');
      },
    },
  ],
  '/integrations/google_ads': [
    {
      name: 'google-ads-new',
      who: 'owner',
      open: page('/integrations/google_ads', 'Create it at Google Cloud'),
    },
    {
      name: 'google-ads-viewer',
      who: 'viewer',
      open: page('/integrations/google_ads', 'but not change it'),
    },
    { name: 'google-ads', who: advertiser, open: shown('/integrations/google_ads', 'Kite India') },
    {
      name: 'google-ads-links',
      who: advertiser,
      open: async (fixture) => {
        await shown('/integrations/google_ads', 'Kite India')(fixture);
        await fixture.page.getByRole('button', { name: 'Settings of Kite India' }).click();
        await fixture.page.getByRole('button', { name: 'Save and check' }).click();
        await expect(fixture.page.getByText('Android: the link works')).toBeVisible();
      },
    },
  ],
};

/** Where a network sends people back to. */
export const NETWORK_CALLBACKS: Record<string, Recipe[]> = {
  '/integrations/$kind/callback': [
    {
      name: 'network-denied',
      who: advertiser,
      open: shown('/integrations/meta/callback?error=access_denied&state=s', 'was not allowed'),
    },
    {
      name: 'network-refused',
      who: advertiser,
      open: shown(
        '/integrations/tiktok/callback?code=not-a-code&state=not-a-state',
        'TikTok is not connected',
      ),
      expected: /the server responded with a status of 4\d\d/,
    },
    {
      name: 'network-not-begun',
      who: 'owner',
      open: async ({ page: opened, go }) => {
        await go('/integrations/meta/callback?code=not-a-code&state=not-a-state');
        await expect(opened.getByText('Nothing to connect here')).toBeVisible();
      },
    },
  ],
};
