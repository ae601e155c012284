import type { Page } from '@playwright/test';
import { listFiringNow } from '@trailmark/contract/alerts';
import { listCampaigns } from '@trailmark/contract/campaign-report';
import { draw, IS_FULL } from '../support/draw.ts';
import { settled } from '../support/page-checks.ts';
import type { RichProject } from '../support/rich-project.ts';
import { failing, frame, hold, walk, watchShifts } from '../support/states.ts';
import { expect, test } from '../support/test.ts';

/** Where a screen gets what it shows, and what it says once it has it, or has not. */
interface DataScreen {
  path: string;
  heading: string;
  call: string;
  shows: RegExp;
  fails: string;
  /** What it asks for is known from the screens before, so that the app has to be loaded again. */
  isAgain?: true;
  /** Without it nothing is known of the page, so that its cards are not there yet. */
  isWhole?: true;
  /** How many parts of the page wait for the call. */
  parts?: number;
  /** It says first which alerts fire, which another call knows. */
  hasAlerts?: true;
}

const STEPS = encodeURIComponent(JSON.stringify(['$install', 'view_item']));

const screens = (campaign: string, quiet: string): DataScreen[] => [
  {
    path: '/overview',
    heading: 'Overview',
    call: '**/api/project/stats*',
    shows: /^Android$/,
    fails: 'We couldn’t load the numbers',
    hasAlerts: true,
  },
  {
    path: '/settings/members',
    heading: 'Members',
    call: '**/api/project/members*',
    shows: /Mei Lindqvist/,
    fails: 'We couldn’t load the members',
  },
  {
    path: '/settings/members',
    heading: 'Members',
    call: '**/api/project/invites*',
    shows: /reports@northwind-agency\.example/,
    fails: 'We couldn’t load the invites',
    isAgain: true,
  },
  {
    path: '/settings/keys',
    heading: 'Keys',
    call: '**/api/project/token*',
    shows: /In use/,
    fails: 'We couldn’t load the keys',
    parts: 2,
  },
  {
    path: '/settings/audit-log',
    heading: 'Audit log',
    call: '**/api/project/audit-log*',
    shows: /generated the private key/,
    fails: 'We couldn’t load the audit log',
  },
  {
    path: '/account',
    heading: 'Account',
    call: '**/api/user/sessions',
    shows: /This one/,
    fails: 'We couldn’t load your sessions',
  },
  {
    path: '/settings/usage',
    heading: 'Usage and credits',
    call: '**/api/project/credits?*',
    shows: /^no limit$/,
    fails: 'We couldn’t load the credits',
    isAgain: true,
  },
  {
    path: '/cohorts',
    heading: 'Cohorts',
    call: '**/api/campaign/user-cohort?*',
    shows: /^D30$/,
    fails: 'We couldn’t load the cohorts',
  },
  {
    path: '/spend',
    heading: 'Spend',
    call: '**/api/project/network-imports?*',
    shows: /^No ad account is connected$/,
    fails: 'We couldn’t load the imports',
    isWhole: true,
  },
  {
    path: '/skan',
    heading: 'SKAN',
    call: '**/api/project/skan/report?*',
    shows: /^No postbacks yet$/,
    fails: 'We couldn’t load the SKAN report',
    isWhole: true,
  },
  {
    path: '/skan?tab=postbacks',
    heading: 'SKAN',
    call: '**/api/project/skan/postbacks?*',
    shows: /^No postbacks in this period$/,
    fails: 'We couldn’t load the postbacks',
    isAgain: true,
  },
  {
    path: '/skan?tab=schema',
    heading: 'SKAN',
    call: '**/api/project/skan/schema-mapping?*',
    shows: /^No bases yet/,
    fails: 'We couldn’t load the schema',
    isAgain: true,
  },
  {
    path: '/skan?tab=schema',
    heading: 'SKAN',
    call: '**/api/project/skan/back-test?*',
    shows: /^No back-test yet$/,
    fails: 'We couldn’t load the back-test',
    isAgain: true,
  },
  {
    path: '/spend?tab=difference',
    heading: 'Spend',
    call: '**/api/project/network-imports?*',
    shows: /^No ad account is connected$/,
    fails: 'We couldn’t load the ad accounts',
    isAgain: true,
    isWhole: true,
  },
  {
    path: '/integrations/meta',
    heading: 'Meta',
    call: '**/api/project/integration/meta/*?*',
    shows: /^Enter your app$/,
    fails: 'We couldn’t load Meta',
    isWhole: true,
  },
  {
    path: '/postbacks',
    heading: 'Postbacks',
    call: '**/api/project/*/postback-event-maps**',
    shows: /^No ad network is connected yet$/,
    fails: 'We couldn’t load the event maps',
    isAgain: true,
    isWhole: true,
  },
  {
    path: '/integrations/jio_coupons',
    heading: 'Coupons and affiliates',
    call: '**/api/project/integration/jio_coupons/networks?*',
    shows: /^No network yet$/,
    fails: 'We couldn’t load the networks',
    isWhole: true,
  },
  {
    path: '/events',
    heading: 'Events',
    call: '**/api/project/events?*',
    parts: 2,
    shows: /^add_to_cart$/,
    fails: 'We couldn’t load the events',
  },
  {
    path: `/events?tab=funnel&steps=${STEPS}`,
    heading: 'Events',
    call: '**/api/project/funnel',
    shows: /^From previous step$/,
    fails: 'We couldn’t load the funnel',
  },
  {
    path: '/users',
    heading: 'People',
    call: '**/api/project/users?*',
    shows: /^Asha Nair$/,
    fails: 'We couldn’t load the people',
  },
  {
    path: '/users/u:kite-user-0',
    heading: 'Person',
    call: '**/api/project/user?*',
    shows: /Imported history has no touches/,
    fails: 'We couldn’t load this person',
    isWhole: true,
  },
  {
    path: '/users/u:kite-user-4',
    heading: 'Person',
    call: '**/api/project/user/journey?*',
    shows: /^view_item$/,
    fails: 'We couldn’t load the journey',
  },
  {
    path: '/exports',
    heading: 'Raw data exports',
    call: '**/api/project/exports?*',
    shows: /^No exports yet$/,
    fails: 'We couldn’t load the exports',
  },
  {
    path: '/settings/usage',
    heading: 'Usage and credits',
    call: '**/api/project/data-usages?*',
    shows: /^Total$/,
    fails: 'We couldn’t load the usage',
    isAgain: true,
  },
  {
    path: '/settings/money',
    heading: 'Spend and rates',
    call: '**/api/project/spend?*',
    shows: /^Monsoon basket · Advantage\+$/,
    fails: 'We couldn’t load the spend',
  },
  {
    path: '/settings/money',
    heading: 'Spend and rates',
    call: '**/api/rates?*',
    shows: /^No exchange rates yet$|^[A-Z]{3}$/,
    fails: 'We couldn’t load the rates',
    isAgain: true,
  },
  {
    path: '/campaigns',
    heading: 'Campaigns',
    call: '**/api/campaign?*group_by=campaign*',
    shows: /^Recharge coupons$/,
    fails: 'We couldn’t load the campaigns',
  },
  {
    path: `/campaigns/${quiet}?tab=settings`,
    heading: 'Campaign',
    call: '**/api/campaign/single?*',
    shows: /^Where visitors go$/,
    fails: 'We couldn’t load the campaign',
    isWhole: true,
  },
  {
    path: `/campaigns/${campaign}`,
    heading: 'Campaign',
    call: '**/api/campaign/campaign-details?*',
    shows: /^25\.0% of clicks$/,
    fails: 'We couldn’t load the numbers',
  },
  {
    path: `/campaigns/${campaign}?tab=users`,
    heading: 'Campaign',
    call: '**/api/project/users?*',
    shows: /^Asha Nair$/,
    fails: 'We couldn’t load the people',
  },
  {
    path: `/campaigns/${campaign}?tab=cohorts`,
    heading: 'Campaign',
    call: '**/api/campaign/user-cohort?*',
    shows: /^D30$/,
    fails: 'We couldn’t load the cohorts',
  },
  {
    path: `/campaigns/${campaign}?tab=links`,
    heading: 'Campaign',
    call: '**/api/campaign/links?*',
    shows: /^Lookalike 1 % · video A$/,
    fails: 'We couldn’t load the links',
  },
  {
    path: `/campaigns/${campaign}?tab=members`,
    heading: 'Campaign',
    call: '**/api/campaign/members?*',
    shows: /^Mei Lindqvist$/,
    fails: 'We couldn’t load the members',
  },
];

/** A run looks at half of the screens while they load, and at the others when they fail; at full length at all. */
const isLoading = ({ path, call }: DataScreen) => draw(`${path} ${call}`) < 0.5;
const loading = (all: DataScreen[]) => all.filter((screen) => IS_FULL || isLoading(screen));
const broken = (all: DataScreen[]) => all.filter((screen) => IS_FULL || !isLoading(screen));

const LIVE = '**/api/project/live?*';
const content = (page: Page) => page.locator('#content');
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const at = (path: string, project_id: string) => `${path}${path.includes('?') ? '&' : '?'}p_id=${project_id}`;

async function quietCampaign({ people, project }: RichProject): Promise<string> {
  const query = { project_id: project.project_id, search: 'Recharge coupons' };
  const { items } = await people.owner.call(listCampaigns, { query });
  return items[0]?.campaign_id ?? '';
}

async function seeAlerts(page: Page, { people, project }: RichProject): Promise<void> {
  const { count } = await people.owner.call(listFiringNow, { query: { project_id: project.project_id } });
  if (count > 0) await expect(page.getByText(/^\d+ alerts? firing$/)).toBeVisible();
}

/** Starts the app where it must ask again, and walks to all other addresses. */
function visits(page: Page, rich: RichProject) {
  let isStarted = false;
  return async ({ path, isAgain }: Pick<DataScreen, 'path' | 'isAgain'>) => {
    const address = at(path, rich.project.project_id);
    if (isStarted && !isAgain) await walk(page, address);
    else await page.goto(address);
    isStarted = true;
  };
}

test('while any data is on its way its place is kept, and nothing jumps when it comes', async ({
  enter,
  rich,
}) => {
  test.slow();
  const page = await enter(rich.people.owner);
  const go = visits(page, rich);
  for (const screen of loading(screens(rich.campaignId, await quietCampaign(rich)))) {
    await test.step(`${screen.path} ${screen.call}`, async () => {
      const release = await hold(page, screen.call);
      await go(screen);
      await expect(heading(page, screen.heading)).toBeVisible();
      await expect(content(page).locator('[aria-busy="true"] [data-slot="skeleton"]').first()).toBeVisible();
      // The screen itself is there, and only the call that is held is missing.
      if (!screen.isWhole) await expect(page.getByLabel('Loading', { exact: true })).toHaveCount(0);
      await expect(content(page).getByText(screen.shows)).toHaveCount(0);
      await expect(content(page).getByRole('alert')).toHaveCount(0);
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(screen.parts ?? 1);
      if (screen.hasAlerts) await seeAlerts(page, rich);
      await page.evaluate(() => document.fonts.ready);
      const before = await frame(page);
      const shifts = await watchShifts(page);
      release();
      await expect(content(page).getByText(screen.shows).first()).toBeVisible();
      await settled(page);
      const { card, ...bars } = before;
      expect.soft(await frame(page), screen.path).toMatchObject(screen.isWhole ? bars : { ...bars, card });
      expect.soft(await shifts(), screen.path).toBeLessThan(0.1);
      await page.unroute(screen.call);
    });
  }
  const release = await hold(page, LIVE);
  await go({ path: '/live' });
  await expect(page.getByRole('status').filter({ hasText: 'Connecting…' })).toBeVisible();
  release();
  await expect(page.getByRole('status').filter({ hasText: 'Connected' })).toBeVisible();
});

test('whatever fails is named, and "Try again" mends it', async ({ enter, rich }) => {
  test.slow();
  const page = await enter(rich.people.owner);
  const go = visits(page, rich);
  for (const screen of broken(screens(rich.campaignId, await quietCampaign(rich)))) {
    await test.step(`${screen.path} ${screen.call}`, async () => {
      await page.route(screen.call, failing);
      await go(screen);
      await expect(heading(page, screen.heading)).toBeVisible();
      const alert = content(page).getByRole('alert').filter({ hasText: screen.fails });
      await expect(alert).toBeVisible();
      await expect(content(page).locator('[data-slot="skeleton"]')).toHaveCount(0);
      await expect(content(page).getByText(screen.shows)).toHaveCount(0);
      await page.unroute(screen.call);
      await alert.getByRole('button', { name: 'Try again' }).click();
      await expect(content(page).getByText(screen.shows).first()).toBeVisible();
      await expect(alert).toHaveCount(0);
    });
  }
  await page.route(LIVE, (route) => route.fulfill({ status: 403, json: {} }));
  await go({ path: '/live' });
  await expect(content(page).getByRole('alert')).toContainText('couldn’t connect to live events');
  await page.unroute(LIVE);
  await content(page).getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Connected' })).toBeVisible();
});

/** In a new project of a website. */
const EMPTY: [path: string, heading: string, says: string][] = [
  ['/campaigns', 'Campaigns', 'No campaigns yet'],
  ['/cohorts', 'Cohorts', 'No new visitors in this period'],
  ['/events', 'Events', 'No events in this period'],
  ['/events?tab=funnel', 'Events', 'Choose at least two steps'],
  ['/users', 'People', 'No new visitors in this period'],
  ['/users/u:nobody', 'Person', 'We couldn’t find this person'],
  ['/live', 'Live', 'nothing yet'],
  ['/exports', 'Raw data exports', 'No exports yet'],
  ['/settings/usage', 'Usage and credits', 'No data in this month.'],
  ['/settings/money', 'Spend and rates', 'No spend in this period'],
];

/** Of a campaign that brought nobody. */
const QUIET: [tab: string, says: string][] = [
  ['', 'No data in this period.'],
  ['?tab=users', 'No installs or reinstalls in this period'],
  ['?tab=cohorts', 'No installs in this period'],
];

test('where there is nothing, it is said what will be there', async ({ enter, rich }) => {
  const page = await enter(rich.people.owner);
  const said = (text: string) => expect(content(page).getByText(text).first()).toBeVisible();
  await page.goto(at('/overview', rich.second.project_id));
  await said(`Set up ${rich.second.name}`);
  for (const [path, title, text] of EMPTY) {
    await test.step(path, async () => {
      await walk(page, at(path, rich.second.project_id));
      await expect(heading(page, title)).toBeVisible();
      await said(text);
      await expect(content(page).locator('[data-slot="skeleton"]')).toHaveCount(0);
    });
  }
  const quiet = await quietCampaign(rich);
  await page.goto(at(`/campaigns/${quiet}?tab=links`, rich.project.project_id));
  await said('Add a link');
  for (const [tab, text] of QUIET) {
    await walk(page, at(`/campaigns/${quiet}${tab}`, rich.project.project_id));
    await said(text);
  }
});
