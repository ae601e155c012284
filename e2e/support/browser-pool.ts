import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';
import { readEnvironment } from './environment.ts';
import { randomAddress, type SignedInPerson, storageOf } from './signed-in-people.ts';
import { START_WINDOW } from './start-window.ts';

/** Of the same origin as the dashboard, so that its process stays, and without any of it. */
const IDLE_PATH = '/theme.js';
const EVENTS = ['console', 'dialog', 'download', 'pageerror', 'popup', 'request', 'response'] as const;
const PERMISSIONS = ['clipboard-read', 'clipboard-write'];
/** More people than this rarely meet in one test. */
const MOST_KEPT = 3;

/** A browser context that serves one test after the other, each as if it were new. */
export interface PooledBrowser {
  context: BrowserContext;
  page: Page;
  devtools: CDPSession;
}

export interface BrowserPool {
  take(): Promise<PooledBrowser>;
  /** Takes away everything that a test has left in it. */
  giveBack(browser: PooledBrowser): Promise<void>;
  close(): Promise<void>;
}

/**
 * A new context starts a process that compiles the whole dashboard, which takes as long as the rest of a short test.
 * What a test cannot undo, such as a fake clock, an init script or another locale, needs a context of its own.
 */
export function createBrowserPool(browser: Browser): BrowserPool {
  const free: PooledBrowser[] = [];
  return {
    take: async () => free.pop() ?? (await open(browser)),
    giveBack: async (used) => {
      if (used.page.isClosed() || free.length >= MOST_KEPT) return await used.context.close();
      for (const event of EVENTS) used.page.removeAllListeners(event);
      await clear(used);
      free.push(used);
    },
    close: async () => {
      for (const { context } of free) await context.close();
    },
  };
}

async function open(browser: Browser): Promise<PooledBrowser> {
  const context = await browser.newContext({ baseURL: readEnvironment().fullUrl, permissions: PERMISSIONS });
  const page = await context.newPage();
  await page.goto(IDLE_PATH);
  return { context, page, devtools: await context.newCDPSession(page) };
}

/** Takes away everything that a test has left, but for listeners: some of them stay for the next one. */
export async function clear({ context, page, devtools }: PooledBrowser): Promise<void> {
  for (const other of context.pages()) if (other !== page) await other.close();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await page.goto(IDLE_PATH);
  await page.emulateMedia({ colorScheme: START_WINDOW.colorScheme });
  if (page.viewportSize()?.width !== START_WINDOW.viewport.width) {
    await page.setViewportSize(START_WINDOW.viewport);
  }
  const origin = readEnvironment().fullUrl;
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await context.clearCookies();
}

/** Signs somebody in who then uses this browser, or nobody. */
export async function startAs(
  { context, page }: PooledBrowser,
  person: Pick<SignedInPerson, 'token'> | null,
): Promise<void> {
  await context.setExtraHTTPHeaders({ 'x-forwarded-for': randomAddress() });
  await page.evaluate((items) => {
    for (const { name, value } of items) localStorage.setItem(name, value);
  }, storageOf(person));
}
