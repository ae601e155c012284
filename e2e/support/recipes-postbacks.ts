import { expect } from '@playwright/test';
import { createEventMap, type EventMapForm } from '@trailmark/contract/event-maps';
import { listProjects } from '@trailmark/contract/projects';
import { connectMetaFor, sendToMeta } from './networks.ts';
import { makeBuyer } from './phone.ts';
import { page, type Recipe, type ScreenFixture, workshop } from './recipe.ts';
import type { RichProject } from './rich-project.ts';
import type { SignedInPerson } from './signed-in-people.ts';

const MAPS: readonly Omit<EventMapForm, 'ad_network_id'>[] = [
  { event: 'install', network_event: 'MobileAppInstall', value: { from: 'none' }, times: 'first' },
  { event: 'payment', network_event: 'Purchase', installs: 'all', consent: 'ignored' },
  {
    event: 'add_to_cart',
    network_event: 'AddToCart',
    times: 'daily',
    value: { from: 'property', property: 'items', currency: 'INR' },
  },
  {
    event: 'quest_won',
    network_event: 'AchieveLevel',
    active: false,
    value: { from: 'fixed', amount: 2.5, currency: 'USD' },
  },
];

const mappers = new WeakMap<RichProject, Promise<SignedInPerson>>();

async function makeMapper(rich: RichProject): Promise<SignedInPerson> {
  const owner = await workshop(rich);
  const [project] = await owner.call(listProjects, {});
  const project_id = project?.project_id ?? '';
  const [connected] = await connectMetaFor(owner, project_id);
  const account = connected?.ad_network_id ?? '';
  await sendToMeta(owner, { project_id, account, test_event_code: 'TEST40127' });
  for (const map of MAPS) {
    await owner.call(createEventMap, { params: { project_id }, body: { ad_network_id: account, ...map } });
  }
  await makeBuyer(owner.call, rich.url, project_id);
  return owner;
}

/** Somebody who sends events to one account with Meta, and has another that is not set up. Made once. */
function mapper(rich: RichProject): Promise<SignedInPerson> {
  const made = mappers.get(rich) ?? makeMapper(rich);
  mappers.set(rich, made);
  return made;
}

async function openMaps({ page }: ScreenFixture): Promise<void> {
  await page.goto('/postbacks');
  await expect(page.getByText('MobileAppInstall')).toBeVisible();
}

async function openMenu({ page }: ScreenFixture, item: string): Promise<void> {
  await page.getByRole('button', { name: 'More for Payment' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

export const POSTBACKS: Record<string, Recipe[]> = {
  '/postbacks': [
    { name: 'postbacks', who: mapper, open: openMaps },
    { name: 'postbacks-new', who: 'owner', open: page('/postbacks', 'No ad network is connected yet') },
    { name: 'postbacks-viewer', who: 'viewer', open: page('/postbacks', 'but not change them') },
    {
      name: 'postbacks-edit',
      who: mapper,
      open: async (fixture) => {
        await openMaps(fixture);
        await openMenu(fixture, 'Edit and preview');
        await expect(fixture.page.getByText('1 of 1 would be sent.')).toBeVisible();
        await fixture.page.locator('summary').filter({ hasText: 'Payment' }).click();
      },
    },
    {
      name: 'postbacks-add',
      who: mapper,
      open: async (fixture) => {
        await openMaps(fixture);
        await fixture.page.getByRole('button', { name: 'Add a map to Meta · Kite US' }).click();
        await fixture.page.getByRole('button', { name: 'Add map', exact: true }).click();
        await expect(fixture.page.getByText('Your event is required.')).toBeVisible();
      },
    },
    {
      name: 'postbacks-proposed',
      who: mapper,
      open: async (fixture) => {
        await openMaps(fixture);
        await fixture.page.getByRole('button', { name: 'Use proposed maps' }).last().click();
        await expect(fixture.page.getByText('CompleteRegistration')).toBeVisible();
      },
    },
    {
      name: 'postbacks-test',
      who: mapper,
      open: async (fixture) => {
        await openMaps(fixture);
        await openMenu(fixture, 'Send a test');
        await expect(fixture.page.getByText('Meta accepted the event')).toBeVisible();
      },
    },
  ],
};
