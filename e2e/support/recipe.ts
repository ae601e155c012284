import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { Role } from '@trailmark/contract/permissions';
import { createProject } from '@trailmark/contract/projects';
import type { RichProject } from './rich-project.ts';
import { arrive, introduce, type SignedInPerson } from './signed-in-people.ts';

export interface ScreenFixture {
  page: Page;
  /** Goes to an address, if possible without loading the dashboard again; not for states that calls are mocked for. */
  go: (address: string) => Promise<void>;
  rich: RichProject;
  /** A page address with the rich project selected. */
  at: (path: string) => string;
}

/** How to bring up a screen, in one of the states in which people meet it. */
export interface Recipe {
  /** Names the picture. */
  name: string;
  /** Who looks: a role in the rich project, somebody who has just arrived, or nobody who is known. */
  who: Role | 'nobody' | ((rich: RichProject) => Promise<SignedInPerson>);
  open: (fixture: ScreenFixture) => Promise<void>;
  /** Complaints of the browser that belong to the state. */
  expected?: RegExp;
  /** For what there is only on a narrow window. */
  only?: 'narrow';
  /** A menu is open: it hangs over the page and so lies outside its landmarks. */
  menu?: boolean;
}

/** Goes there and waits for something that only the finished screen says. */
export const page =
  (path: string, says: string | RegExp): Recipe['open'] =>
  async ({ page, go, at }) => {
    await go(at(path));
    await expect(page.locator('#root').getByText(says).first()).toBeVisible();
  };

/** The same, and then a button that opens something over it. */
export const opened = (path: string, says: string | RegExp, button: string | RegExp): Recipe['open'] => {
  const bring = page(path, says);
  return async (fixture) => {
    await bring(fixture);
    await fixture.page.getByRole('button', { name: button }).first().click();
  };
};

let guests = 0;

/** An address that nobody has used and that looks like one on a picture. */
export function newAddress(domain = 'kite.example'): string {
  guests += 1;
  return `noor.haddad.${process.pid.toString(36)}${guests.toString(36)}@${domain}`;
}

export const newcomer =
  (named: boolean, domain?: string) =>
  async ({ url }: RichProject) => {
    const person = await arrive(url, newAddress(domain));
    return named ? introduce(person, { first_name: 'Noor', last_name: 'Haddad', company: 'Kite' }) : person;
  };

/** Somebody with an empty project of their own, to make things in. */
export const workshop = async (rich: RichProject) => {
  const person = await newcomer(true)(rich);
  await person.call(createProject, {
    body: { name: 'Kite Workshop', platform: 'app', currency: 'INR', timezone: 'Asia/Kolkata' },
  });
  return person;
};

export const refusedCall = /the server responded with a status of 4\d\d/;

/** On a narrow window the rail is behind a button. */
export async function openRail(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  if (await menu.isVisible()) await menu.click();
}

/** The person who looks. */
export async function personOf({ who }: Recipe, rich: RichProject): Promise<SignedInPerson | null> {
  if (who === 'nobody') return null;
  return typeof who === 'function' ? await who(rich) : rich.people[who];
}

/** The same where calls are mocked: the dashboard is loaded with them. */
export const shown =
  (path: string, says: string | RegExp): Recipe['open'] =>
  async ({ page }) => {
    await page.goto(path);
    await expect(page.locator('#root').getByText(says).first()).toBeVisible();
  };

/** The same, and then a button after which it says something. */
export const clicked =
  (path: string, button: string | RegExp, says: string | RegExp): Recipe['open'] =>
  async ({ page }) => {
    await page.goto(path);
    await page.getByRole('button', { name: button }).first().click();
    await expect(page.getByText(says)).toBeVisible();
  };
