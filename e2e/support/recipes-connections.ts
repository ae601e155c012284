import { expect } from '@playwright/test';
import { listTools, syncTool } from '@trailmark/contract/analytics-tools';
import { getDeliveryHealth, listDeliveries } from '@trailmark/contract/deliveries';
import { listProjects } from '@trailmark/contract/projects';
import { updateWebhook } from '@trailmark/contract/webhooks';
import { makeBuyer } from './phone.ts';
import { answerWith, endpointUrl } from './receivers.ts';
import { clicked, page, type Recipe, refusedCall, type ScreenFixture, shown, workshop } from './recipe.ts';
import { advertiser } from './recipes-networks.ts';
import type { RichProject } from './rich-project.ts';
import type { SignedInPerson } from './signed-in-people.ts';

/** An analytics tool of the sandbox takes whatever looks like one of its credentials. */
export const MIXPANEL = {
  settings: { region: 'in', host: null, events: null, event_names: {}, property_names: {} },
  credentials: { project_token: '7c1f4e0b9d2a48538e61f0a3b5c7d9e1' },
};

/** How many messages a buyer makes: the install, the sign-up, an event and a payment. */
const MESSAGES = 4;

async function connectAll({ call }: SignedInPerson, project_id: string, name: string): Promise<void> {
  const body = { project_id, action: 'connect', ...MIXPANEL } as const;
  await call(syncTool, { params: { tool: 'mixpanel' }, body });
  await answerWith(`${name}-busy`, 503);
  await answerWith(`${name}-gone`, 410);
  const endpoints = [
    { name: 'Warehouse', url: endpointUrl(`${name}-warehouse`), event_types: null },
    { name: 'Billing service', url: endpointUrl(`${name}-busy`), event_types: ['payment', 'refund'] },
    { name: 'Fraud desk', url: endpointUrl(`${name}-gone`), event_types: ['install', 'fraud_verdict'] },
  ];
  for (const endpoint of endpoints) await call(updateWebhook, { body: { project_id, ...endpoint } });
}

const shippers = new WeakMap<RichProject, Promise<SignedInPerson>>();

async function makeShipper(rich: RichProject): Promise<SignedInPerson> {
  const owner = await workshop(rich);
  const [project] = await owner.call(listProjects, {});
  const project_id = project?.project_id ?? '';
  await connectAll(owner, project_id, `kite-${project_id.slice(-12)}`);
  await makeBuyer(owner.call, rich.url, project_id);
  await expect(async () => {
    const query = { project_id, state: 'delivered' } as const;
    const { items } = await owner.call(listDeliveries, { query });
    expect(items.length).toBeGreaterThanOrEqual(2 * MESSAGES);
    const { connections } = await owner.call(getDeliveryHealth, { query: { project_id } });
    expect(connections.map(({ state }) => state)).toContain('attention');
  }).toPass();
  return owner;
}

/** Somebody whose events go to a tool and to endpoints: one takes them, one is busy, one wants no more. Made once. */
function shipper(rich: RichProject): Promise<SignedInPerson> {
  const made = shippers.get(rich) ?? makeShipper(rich);
  shippers.set(rich, made);
  return made;
}

/** The same, with a look that changes nothing: who looks has a project of their own. */
const inSecond =
  (path: string, says: string): Recipe['open'] =>
  async ({ page, go, rich }) => {
    await go(`${path}?p_id=${rich.second.project_id}`);
    await expect(page.locator('#root').getByText(says).first()).toBeVisible();
  };

async function openForm({ page }: ScreenFixture): Promise<void> {
  await page.getByRole('button', { name: 'Add an endpoint' }).first().click();
  await page.getByRole('radio', { name: 'Only some' }).click();
  await page.getByRole('checkbox', { name: 'Every event of the app' }).click();
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  await expect(page.getByText('URL is required.')).toBeVisible();
}

/** Where events go, and what became of them. */
export const CONNECTIONS: Record<string, Recipe[]> = {
  '/integrations': [
    { name: 'integrations', who: shipper, open: shown('/integrations', /3 endpoints/) },
    { name: 'integrations-networks', who: advertiser, open: shown('/integrations', /1 of 2 ad accounts/) },
    { name: 'integrations-new', who: 'owner', open: inSecond('/integrations', 'Not connected') },
    { name: 'integrations-viewer', who: 'viewer', open: page('/integrations', 'Not connected') },
  ],
  '/webhooks': [
    { name: 'webhooks', who: shipper, open: shown('/webhooks', /accepts no more messages/) },
    { name: 'webhooks-new', who: 'owner', open: inSecond('/webhooks', 'No endpoints yet') },
    { name: 'webhooks-viewer', who: 'viewer', open: page('/webhooks', 'but not change them') },
    {
      name: 'webhooks-form',
      who: 'admin',
      open: async (fixture) => {
        await page('/webhooks', 'No endpoints yet')(fixture);
        await openForm(fixture);
      },
    },
    {
      name: 'webhooks-secret',
      who: workshop,
      open: async ({ page }) => {
        await page.goto('/webhooks');
        await page.getByRole('button', { name: 'Add an endpoint' }).first().click();
        await page.getByLabel('URL', { exact: true }).fill(endpointUrl('kite-secret'));
        await page.getByRole('button', { name: 'Add endpoint' }).click();
        await expect(page.getByTestId('webhook-secret')).toBeVisible();
      },
    },
    {
      name: 'webhooks-test',
      who: shipper,
      open: clicked('/webhooks', 'Send test to Billing service', 'The endpoint did not accept it'),
    },
    {
      name: 'webhooks-menu',
      who: shipper,
      menu: true,
      open: async ({ page }) => {
        await page.goto('/webhooks');
        await page.getByRole('button', { name: 'More for Warehouse' }).click();
        await expect(page.getByRole('menu')).toBeVisible();
      },
    },
  ],
  '/deliveries': [
    { name: 'deliveries', who: shipper, open: shown('/deliveries', 'Delivered') },
    { name: 'deliveries-new', who: 'owner', open: inSecond('/deliveries', 'No deliveries yet') },
    {
      name: 'deliveries-none',
      who: shipper,
      open: shown('/deliveries?event=nothing_like_it&last=hour', 'No matching deliveries'),
    },
    {
      name: 'deliveries-replay',
      who: shipper,
      open: async ({ page }) => {
        await page.goto('/deliveries?state=delivered&last=day');
        await page.getByRole('button', { name: 'Send all of these again' }).click();
        await expect(page.getByRole('alertdialog')).toBeVisible();
      },
    },
    {
      name: 'deliveries-period',
      who: shipper,
      open: async ({ page }) => {
        await page.goto('/deliveries');
        await page.getByRole('button', { name: 'Period', exact: true }).click();
        await expect(page.getByRole('dialog', { name: 'Period' })).toBeVisible();
      },
    },
  ],
};

/** What a tool that refuses its credentials looks like: the tools of the sandbox serve other tests too. */
async function refuseCredentials({ page }: ScreenFixture): Promise<void> {
  await page.route(`**/api${listTools.path}?*`, async (route) => {
    const answer = await route.fetch();
    const json = (await answer.json()) as { data: { connections: { health: object }[] } };
    const since = { state_since: '2026-11-02T10:00:00Z', late_since: '2026-11-02T10:00:00Z', waiting: 1204 };
    const health = { state: 'attention', reason: 'answered 401: the project token is wrong', ...since };
    for (const connection of json.data.connections) Object.assign(connection.health, health);
    await route.fulfill({ json });
  });
}

const delivery =
  (address: string, says: string): Recipe['open'] =>
  async ({ page }) => {
    await page.goto(address);
    await page.getByRole('table', { name: 'Deliveries' }).getByRole('link').first().click();
    await expect(page.getByRole('heading', { name: 'Attempts' })).toBeVisible();
    await page.locator('summary').first().click();
    await expect(page.getByText(says).first()).toBeVisible();
  };

/** One tool, and one delivery. */
export const ONE_CONNECTION: Record<string, Recipe[]> = {
  '/integrations/$kind': [
    { name: 'tool', who: shipper, open: shown('/integrations/mixpanel', 'add_to_cart') },
    { name: 'tool-new', who: 'owner', open: page('/integrations/posthog', 'Where it runs') },
    { name: 'tool-viewer', who: 'viewer', open: page('/integrations/moengage', 'but not connect them') },
    {
      name: 'tool-renames',
      who: shipper,
      open: async (fixture) => {
        await shown('/integrations/mixpanel', 'Renamed events')(fixture);
        await fixture.page.getByRole('radio', { name: 'Only some' }).click();
        await fixture.page.getByRole('checkbox', { name: 'Every event of the app' }).click();
        await fixture.page.getByRole('button', { name: 'Rename an event' }).click();
        await fixture.page.getByLabel('Our name of event 1').fill('Install');
        await fixture.page.getByRole('button', { name: 'Save changes' }).click();
        await expect(fixture.page.getByText('The new name is required.')).toBeVisible();
        await expect(fixture.page.getByText('left out').first()).toBeVisible();
      },
    },
    {
      name: 'tool-attention',
      who: shipper,
      open: async (fixture) => {
        await refuseCredentials(fixture);
        await shown('/integrations/mixpanel', 'Mixpanel needs attention')(fixture);
      },
    },
    {
      name: 'tool-backfill',
      who: shipper,
      open: clicked('/integrations/mixpanel', /^Backfill$/, / to send\.|Nothing is left to send/),
    },
    {
      name: 'tool-not-there',
      who: 'owner',
      open: page('/integrations/fax', 'We couldn’t find this integration'),
    },
  ],
  '/deliveries/$id': [
    { name: 'delivery', who: shipper, open: delivery('/deliveries?state=delivered', 'Headers') },
    {
      name: 'delivery-trying',
      who: shipper,
      open: delivery('/deliveries?event=payment&state=waiting', '503'),
    },
    {
      name: 'delivery-not-there',
      who: 'owner',
      open: page('/deliveries/nothing', 'We couldn’t find this delivery'),
      expected: refusedCall,
    },
  ],
};
