import { type BrowserContext, type BrowserContextOptions, test as base, type Page } from '@playwright/test';
import { type Call, createCaller } from '@trailmark/contract/call';
import { acceptInvite, inviteMembers } from '@trailmark/contract/members';
import type { Role } from '@trailmark/contract/permissions';
import { createProject, type Project } from '@trailmark/contract/projects';
import { type BrowserPool, createBrowserPool, type PooledBrowser, startAs } from './browser-pool.ts';
import { readEnvironment } from './environment.ts';
import { inviteLink } from './sandbox.ts';
import { arrive, introduce, randomAddress, type SignedInPerson, startOf } from './signed-in-people.ts';

/** A person with a browser, signed in; the dashboard is not open yet. */
export interface Visitor {
  email: string;
  context: BrowserContext;
  page: Page;
  /** Calls the API as this person. */
  call: Call;
}

export interface People {
  /** A browser with nobody signed in, behind an address of its own. */
  stranger(options?: BrowserContextOptions): Promise<{ context: BrowserContext; page: Page }>;
  /** Signs a new person in by mail; named unless `named` is false. */
  visitor(options?: { email?: string; named?: boolean; browser?: BrowserContextOptions }): Promise<Visitor>;
  /** Invites and joins a new person. */
  member(owner: Visitor, projectId: string, role: Role): Promise<Visitor>;
  project(owner: Visitor, name?: string): Promise<Project>;
}

let count = 0;

export function freshEmail(): string {
  count += 1;
  return `person-${process.pid}-${Date.now()}-${count}@kite.example`;
}

/** Calls the API with a token, from an address of its own. */
export function callerFor(token: string): Call {
  const address = randomAddress();
  return createCaller({
    baseUrl: `${readEnvironment().fullUrl}/api`,
    timeoutMs: 30_000,
    token: () => token,
    fetch: (url, init) => {
      const headers = new Headers(init?.headers);
      headers.set('x-forwarded-for', address);
      return fetch(url, { ...init, headers });
    },
  });
}

export async function storedToken(page: Page): Promise<string> {
  const text = await page.evaluate(() => localStorage.getItem('token'));
  if (!text) throw new Error('Nobody is signed in.');
  return JSON.parse(text) as string;
}

/** Analytics are looked at by tests of their own; to load and feed them takes a good part of a small machine. */
export const PROFILE = {
  first_name: 'Asha',
  last_name: 'Rao',
  company: 'Kite Grocery',
  role: 'marketing',
  analytics_opt_out: true,
} as const;

/** Options of a browser that no other test uses: for fake clocks, init scripts and whatever else stays in it. */
export const NEW_BROWSER: BrowserContextOptions = {};

/** Opens a browser for somebody who is signed in, or for nobody: one of the pool, or with options a new one. */
export type OpenBrowser = (
  person: Pick<SignedInPerson, 'token'> | null,
  options?: BrowserContextOptions,
) => Promise<{ context: BrowserContext; page: Page }>;

export const testWithPeople = base.extend<
  { openBrowser: OpenBrowser; people: People },
  { pool: BrowserPool }
>({
  pool: [
    async ({ browser }, use) => {
      const pool = createBrowserPool(browser);
      await use(pool);
      await pool.close();
    },
    { scope: 'worker' },
  ],
  openBrowser: async ({ browser, pool }, use) => {
    const pooled: PooledBrowser[] = [];
    const own: BrowserContext[] = [];
    await use(async (person, options) => {
      if (!options) {
        const taken = await pool.take();
        pooled.push(taken);
        await startAs(taken, person);
        return taken;
      }
      const context = await browser.newContext({ ...startOf(readEnvironment().fullUrl, person), ...options });
      own.push(context);
      return { context, page: await context.newPage() };
    });
    for (const one of pooled.reverse()) await pool.giveBack(one);
    for (const context of own) await context.close();
  },
  people: async ({ openBrowser }, use) => {
    const people: People = {
      stranger: (options) => openBrowser(null, options),
      visitor: async ({ email = freshEmail(), named = true, browser: options } = {}) => {
        const person = await arrive(readEnvironment().fullUrl, email);
        if (named) await introduce(person, PROFILE);
        return { email, call: person.call, ...(await openBrowser(person, options)) };
      },
      member: async (owner, projectId, role) => {
        const email = freshEmail();
        await owner.call(inviteMembers, { body: { project_id: projectId, emails: [email], role } });
        const member = await people.visitor({ email });
        const token = (await inviteLink(email)).split('token=')[1] ?? '';
        await member.call(acceptInvite, { body: { token, confirm: true } });
        return member;
      },
      project: async (owner, name = 'Kite Grocery') =>
        await owner.call(createProject, {
          body: { name, platform: 'app', currency: 'INR', timezone: 'Asia/Kolkata' },
        }),
    };
    await use(people);
  },
});
