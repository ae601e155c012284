import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  type Page,
  request,
} from '@playwright/test';
import { type Call, createCaller } from '@trailmark/contract/call';
import { acceptInvite, inviteMembers } from '@trailmark/contract/members';
import type { Role } from '@trailmark/contract/permissions';
import { createProject, type Project } from '@trailmark/contract/projects';
import { type User, updateUser } from '@trailmark/contract/users';
import { inviteLink, signInLink } from './sandbox.ts';
import { readWorld } from './world.ts';

/** A person with a browser of their own, signed in; the page is still blank. */
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
  member(owner: Visitor, projectId: string, role: Role, browser?: BrowserContextOptions): Promise<Visitor>;
  project(owner: Visitor, name?: string): Promise<Project>;
}

let count = 0;

export function freshEmail(): string {
  count += 1;
  return `person-${process.pid}-${Date.now()}-${count}@kite.example`;
}

function freshAddress(): string {
  const part = () => 1 + Math.floor(Math.random() * 253);
  return `10.${part()}.${part()}.${part()}`;
}

/** Calls the API with a token, from an address of its own. */
export function callerFor(token: string): Call {
  const address = freshAddress();
  return createCaller({
    baseUrl: `${readWorld().fullUrl}/api`,
    timeoutMs: 30_000,
    token: () => token,
    fetch: (url, init) => {
      const headers = new Headers(init?.headers);
      headers.set('x-forwarded-for', address);
      return fetch(url, { ...init, headers });
    },
  });
}

async function openBrowser(browser: Browser, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({
    baseURL: readWorld().fullUrl,
    extraHTTPHeaders: { 'x-forwarded-for': freshAddress() },
    ...options,
  });
  return { context, page: await context.newPage() };
}

export async function storedToken(page: Page): Promise<string> {
  const text = await page.evaluate(() => localStorage.getItem('token'));
  if (!text) throw new Error('Nobody is signed in.');
  return JSON.parse(text) as string;
}

/** By a real mail, but without drawing a page for it: the browser starts with the session in its storage. */
async function signIn(browser: Browser, email: string, options?: BrowserContextOptions): Promise<Visitor> {
  const { fullUrl } = readWorld();
  const asking = await request.newContext({
    baseURL: fullUrl,
    extraHTTPHeaders: { 'x-forwarded-for': freshAddress() },
  });
  const after = new Date();
  await asking.post('/api/login/magic-link/send', { data: { email } });
  const link = await signInLink(email, after);
  const answer = await asking.post('/api/login/magic-link/verify', {
    data: { token: link.split('token=')[1], confirm: true },
  });
  const { data } = (await answer.json()) as { data: { token: string; user: User } };
  await asking.dispose();
  const localStorage = [
    { name: 'token', value: JSON.stringify(data.token) },
    { name: 'user', value: JSON.stringify(data.user) },
  ];
  const storageState = { cookies: [], origins: [{ origin: fullUrl, localStorage }] };
  const opened = await openBrowser(browser, { storageState, ...options });
  return { email, ...opened, call: callerFor(data.token) };
}

export const test = base.extend<{ people: People }>({
  people: async ({ browser }, use) => {
    const contexts: BrowserContext[] = [];
    const keep = <T extends { context: BrowserContext }>(one: T): T => {
      contexts.push(one.context);
      return one;
    };
    const people: People = {
      stranger: async (options) => keep(await openBrowser(browser, options)),
      visitor: async ({ email = freshEmail(), named = true, browser: options } = {}) => {
        const visitor = keep(await signIn(browser, email, options));
        if (named) {
          const body = {
            first_name: 'Asha',
            last_name: 'Rao',
            company: 'Kite Grocery',
            role: 'marketing' as const,
          };
          await visitor.call(updateUser, { body });
        }
        return visitor;
      },
      member: async (owner, projectId, role, options) => {
        const email = freshEmail();
        await owner.call(inviteMembers, { body: { project_id: projectId, emails: [email], role } });
        const member = await people.visitor({ email, browser: options ?? {} });
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
    for (const context of contexts) await context.close();
  },
});

export { expect } from '@playwright/test';
