import type { BrowserContextOptions, Page } from '@playwright/test';
import { inviteMembers } from '@trailmark/contract/members';
import type { Permission, Role } from '@trailmark/contract/permissions';
import { createProject } from '@trailmark/contract/projects';
import { sendMagicLink } from '@trailmark/contract/sign-in';
import { arrive, introduce, type Resident, signedInAs } from './residents.ts';
import type { RichProject } from './rich-project.ts';
import { inviteLink, signInLink } from './sandbox.ts';
import { expect } from './test.ts';

/** What the tests need to know of a screen of the dashboard. */
export interface ListedScreen {
  path: string;
  title: string;
  access: 'public' | 'signed_in' | 'project';
  frame: 'bare' | 'shell';
  layout?: 'settings';
  permission?: Permission;
  rail?: 'top' | 'Connect' | 'Project';
  railLabel?: string;
}

// By its address: the types of the dashboard, which draws, are not those of the tests, which drive.
const list = new URL('../../apps/dashboard/src/app/screens.ts', import.meta.url).href;

const LISTED = ((await import(list)) as { SCREENS: readonly ListedScreen[] }).SCREENS;

/** The dashboard's own list of its screens, but for those whose address names one thing of many. */
export const SCREENS = LISTED.filter(({ path }) => !path.includes('$'));

export interface Stage {
  page: Page;
  rich: RichProject;
  /** A page address with the rich project selected. */
  at: (path: string) => string;
}

/** How to bring up a screen, in one of the states in which people meet it. */
export interface Recipe {
  /** Names the picture. */
  name: string;
  /** Who looks: a role in the rich project, somebody who has just arrived, or nobody who is known. */
  who: Role | 'nobody' | ((rich: RichProject) => Promise<Resident>);
  open: (stage: Stage) => Promise<void>;
  /** Complaints of the browser that belong to the state. */
  expected?: RegExp;
  /** For what there is only on a narrow window. */
  only?: 'narrow';
  /** A menu is open: it hangs over the page and so lies outside its landmarks. */
  menu?: boolean;
}

/** Goes there and waits for something that only the finished screen says. */
const page =
  (path: string, says: string | RegExp): Recipe['open'] =>
  async ({ page, at }) => {
    await page.goto(at(path));
    await expect(page.locator('#root').getByText(says).first()).toBeVisible();
  };

/** The same, and then a button that opens something over it. */
const opened = (path: string, says: string | RegExp, button: string | RegExp): Recipe['open'] => {
  const bring = page(path, says);
  return async (stage) => {
    await bring(stage);
    await stage.page.getByRole('button', { name: button }).first().click();
  };
};

let guests = 0;

/** An address that nobody has used and that looks like one on a picture. */
function newAddress(domain = 'kite.example'): string {
  guests += 1;
  return `noor.haddad.${process.pid.toString(36)}${guests.toString(36)}@${domain}`;
}

const newcomer =
  (named: boolean, domain?: string) =>
  async ({ url }: RichProject) => {
    const person = await arrive(url, newAddress(domain));
    return named ? introduce(person, { first_name: 'Noor', last_name: 'Haddad', company: 'Kite' }) : person;
  };

/** Somebody with an empty project of their own, to make things in. */
const workshop = async (rich: RichProject) => {
  const person = await newcomer(true)(rich);
  await person.call(createProject, {
    body: { name: 'Kite Workshop', platform: 'app', currency: 'INR', timezone: 'Asia/Kolkata' },
  });
  return person;
};

const refusedCall = /the server responded with a status of 4\d\d/;

const SIGN_IN: Record<string, Recipe[]> = {
  '/login': [
    { name: 'login', who: 'nobody', open: page('/login', 'Continue with Google') },
    {
      name: 'login-sent',
      who: 'nobody',
      open: async (stage) => {
        await page('/login', 'Send a sign-in link')(stage);
        await stage.page.getByLabel('E-mail').fill(newAddress());
        await stage.page.keyboard.press('Enter');
        await expect(stage.page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible();
      },
    },
    {
      name: 'login-refused',
      who: 'nobody',
      open: page('/login?error=not_verified', 'Google has not verified your address'),
    },
    { name: 'login-call-me', who: 'nobody', open: opened('/login', 'Ask for a call', 'Ask for a call') },
  ],
  '/login/verify': [
    {
      name: 'verify-confirm',
      who: 'nobody',
      open: async ({ page, rich }) => {
        const email = newAddress();
        await rich.people.owner.call(sendMagicLink, { body: { email } });
        await page.goto(await signInLink(email));
        await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
      },
    },
    {
      name: 'verify-spent',
      who: 'nobody',
      open: page(`/login/verify#token=${'x'.repeat(43)}`, 'This link does not work any more'),
      expected: refusedCall,
    },
  ],
  '/login/callback': [
    {
      name: 'callback-spent',
      who: 'nobody',
      open: page(`/login/callback#code=${'x'.repeat(43)}`, /took too long|in time/),
      expected: refusedCall,
    },
  ],
  '/invite': [
    {
      name: 'invite',
      who: 'nobody',
      open: async (stage) => {
        await openInvite(stage);
        await expect(stage.page.getByRole('button', { name: 'Accept and join' })).toBeVisible();
      },
    },
    {
      name: 'invite-of-another',
      who: 'member',
      open: async (stage) => {
        await openInvite(stage);
        await expect(stage.page.getByText(stage.rich.people.member.email).first()).toBeVisible();
      },
    },
  ],
  '/welcome': [
    { name: 'welcome-who', who: newcomer(false, 'gmail.com'), open: page('/welcome', 'Step 1 of 2') },
    { name: 'welcome-project', who: newcomer(true), open: page('/welcome', 'Step 2 of 2') },
  ],
};

async function openInvite({ page, rich }: Stage): Promise<void> {
  const email = newAddress();
  const { project_id } = rich.second;
  await rich.people.owner.call(inviteMembers, { body: { project_id, emails: [email], role: 'viewer' } });
  await page.goto(await inviteLink(email));
}

const IN_PROJECT: Record<string, Recipe[]> = {
  '/overview': [
    { name: 'overview', who: 'owner', open: page('/overview', 'is set up') },
    {
      name: 'overview-new',
      who: 'owner',
      open: async ({ page, rich }) => {
        await page.goto(`/overview?p_id=${rich.second.project_id}`);
        await expect(page.getByText('Set up Kite Market')).toBeVisible();
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
  '/sdk': [
    { name: 'sdk', who: 'owner', open: page('/sdk', 'Kite Grocery on Play') },
    { name: 'sdk-viewer', who: 'viewer', open: page('/sdk', 'but not change it') },
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

/** Screens whose address names one thing of many. */
const OF_MANY: Record<string, Recipe[]> = {
  '/campaigns/$campaign_id': [
    { name: 'campaign', who: 'member', open: campaign('', 'Google Play') },
    { name: 'campaign-viewer', who: 'viewer', open: campaign('', 'but not change it') },
    { name: 'campaign-links', who: 'member', open: campaign('&tab=links', 'Broad 25–44 · carousel') },
    {
      name: 'campaign-link-form',
      who: 'member',
      open: async (stage) => {
        await campaign('&tab=links', 'Broad 25–44 · carousel')(stage);
        await stage.page.getByRole('button', { name: 'Add a link' }).click();
        await expect(stage.page.getByRole('dialog')).toBeVisible();
      },
    },
    {
      name: 'campaign-not-there',
      who: 'member',
      open: page('/campaigns/summer-sale', 'There is no such campaign'),
      expected: refusedCall,
    },
  ],
};

for (const { path } of LISTED) {
  if (path.includes('$') && !OF_MANY[path]?.length) throw new Error(`No recipe brings up ${path}.`);
}

function campaign(search: string, says: string): Recipe['open'] {
  return async ({ page, rich, at }) => {
    await page.goto(`${at(`/campaigns/${rich.campaignId}`)}${search}`);
    await expect(page.locator('#root').getByText(says).first()).toBeVisible();
  };
}

/** How to bring up every screen of the list. */
export const RECIPES: Record<string, Recipe[]> = { ...SIGN_IN, ...IN_PROJECT };

/** What has no address of its own: pages that stand in for others, and what lies over them. */
export const BESIDES: Record<string, Recipe[]> = {
  ...OF_MANY,
  'not found': [{ name: 'not-found', who: 'owner', open: page('/summer-sale', 'There is no page here') }],
  'no access': [
    {
      name: 'no-access',
      who: 'viewer',
      open: page('/settings/audit-log', 'Your role does not open this page'),
    },
  ],
  'something went wrong': [
    {
      name: 'something-wrong',
      who: 'owner',
      open: async ({ page, at }) => {
        await page.route('**/api/user/verify', (route) => route.abort());
        await page.goto(at('/overview'));
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
        await expect(page.getByText('could not be loaded')).toBeVisible();
      },
      expected: /Failed to load resource|The project could not be loaded/,
    },
  ],
  palette: [
    {
      name: 'palette',
      who: 'owner',
      open: async (stage) => {
        await page('/overview', 'is set up')(stage);
        await stage.page.keyboard.press('Control+k');
        await expect(stage.page.getByRole('dialog', { name: 'Go to' })).toBeVisible();
      },
    },
  ],
  'project switcher': [
    {
      name: 'project-switcher',
      who: 'owner',
      open: async (stage) => {
        await page('/overview', 'is set up')(stage);
        await openRail(stage.page);
        await stage.page.getByRole('button', { name: /switch project/ }).click();
        await expect(stage.page.getByPlaceholder('Find a project…')).toBeVisible();
      },
    },
  ],
  'account menu': [
    {
      name: 'account-menu',
      who: 'owner',
      menu: true,
      open: async (stage) => {
        await page('/overview', 'is set up')(stage);
        await openRail(stage.page);
        await stage.page.getByRole('button', { name: /account menu/ }).click();
        await expect(stage.page.getByRole('menu')).toBeVisible();
      },
    },
  ],
  drawer: [
    {
      name: 'drawer',
      who: 'owner',
      only: 'narrow',
      open: async (stage) => {
        await page('/overview', 'is set up')(stage);
        await openRail(stage.page);
        await expect(stage.page.getByRole('dialog', { name: 'Navigation' })).toBeVisible();
      },
    },
  ],
};

/** On a narrow window the rail is behind a button. */
export async function openRail(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  if (await menu.isVisible()) await menu.click();
}

/** The person who looks, as a browser starts with them. */
export async function browserOf({ who }: Recipe, rich: RichProject): Promise<BrowserContextOptions> {
  if (who === 'nobody') return { baseURL: rich.url };
  const person = typeof who === 'function' ? await who(rich) : rich.people[who];
  return signedInAs(rich.url, person);
}
