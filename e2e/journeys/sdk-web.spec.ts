import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import type { Call, CallError } from '@trailmark/contract/call';
import { listJourney } from '@trailmark/contract/people';
import { createProject } from '@trailmark/contract/projects';
import { listWhitelistedHosts, whitelistHost } from '@trailmark/contract/web-sdk';
import { getWebTraffic } from '@trailmark/contract/web-traffic';
import { readEnvironment } from '../support/environment.ts';
import { expect, test } from '../support/test.ts';
import { startWebsite, type Website, type WebsitePage } from '../support/website.ts';

const DAY_MS = 86_400_000;
/** Of the zone of the project. */
const KOLKATA_MS = 19_800_000;

type Global = { trailmark(...call: unknown[]): unknown };

const SNIPPET =
  'window.trailmark=window.trailmark||function(){(trailmark.q=trailmark.q||[]).push(arguments)};';
const AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** A browser in which both websites are names of this machine, and which does not say that a program drives it. */
const launch = () =>
  chromium.launch({
    executablePath:
      process.env.CHROMIUM ?? ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync),
    args: [
      '--no-sandbox',
      // Of a context alone, it would not be that of beacons, which outlive their page: headless is a crawler’s name.
      `--user-agent=${AGENT}`,
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--disable-blink-features=AutomationControlled',
      '--host-resolver-rules=MAP *.test 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
  });

interface Shop {
  call: Call;
  projectId: string;
  website: Website;
  browser: Browser;
  /** The address of a page, on the host that is allowed or on another. */
  at(path: string, host?: string): string;
}

/** The pages of the website: all are the same but for the attributes of their script. */
function pageOf(token: () => string, productUrl: string) {
  const tag = (src: string, attributes = '') =>
    `<script async src="${src}" data-token="${token()}"${attributes}></script>`;
  const page = (head: string): WebsitePage => ({
    body: `<!doctype html><title>Shop</title>${head}<h1>Shop</h1>`,
  });
  const inline = `<script>${SNIPPET}</script>`;
  const newest = `${productUrl}/sdk/v1.js`;
  return (path: string): WebsitePage | null => {
    if (path === '/snippet.js')
      return { body: `${SNIPPET}trailmark('track','from a file');`, type: 'text/javascript' };
    if (path.startsWith('/consent')) return page(inline + tag(newest, ' data-consent="denied"'));
    if (path.startsWith('/proxy')) return page(inline + tag('/t/sdk/v1.js', ' data-endpoint="/t"'));
    if (path.startsWith('/strict')) {
      const policy = `default-src 'none'; script-src 'self' ${productUrl}; connect-src ${productUrl}`;
      const body = page(`<script src="/snippet.js"></script>${tag(newest)}`).body;
      return { body, headers: { 'content-security-policy': policy } };
    }
    return path === '/favicon.ico' ? null : page(inline + tag(newest));
  };
}

const shopTest = test.extend<{ shop: Shop }>({
  shop: async ({ people }, use) => {
    const { call } = await people.visitor();
    const project = { name: 'Kite Web', platform: 'web', currency: 'INR', timezone: 'Asia/Kolkata' } as const;
    const { project_id } = await call(createProject, { body: project });
    let token = '';
    const { fullUrl } = readEnvironment();
    const website = await startWebsite(
      fullUrl,
      pageOf(() => token, fullUrl),
    );
    const params = { project_id };
    ({ token } = await call(whitelistHost, { params, body: { host: `shop.test:${website.port}` } }));
    const browser = await launch();
    const at = (path: string, host = 'shop.test') => `http://${host}:${website.port}${path}`;
    await use({ call, projectId: project_id, website, browser, at });
    await browser.close();
    website.close();
  },
});

const open = async ({ browser }: Shop): Promise<BrowserContext> => await browser.newContext();
const tell = (page: Page, ...call: unknown[]) =>
  page.evaluate((values) => (window as unknown as Global).trailmark(...values), call);
const waiting = (page: Page) => page.evaluate(() => localStorage.getItem('tm.q'));

async function visitorOf(page: Page): Promise<string> {
  await expect.poll(() => tell(page, 'visitorId')).toMatch(/^[a-z0-9]{20}$/);
  return (await tell(page, 'visitorId')) as string;
}

/** Everything that a visitor did, by name, in the order of the alphabet; consent is no event. */
async function stored({ call, projectId }: Shop, visitor: string): Promise<string[]> {
  const query = { project_id: projectId, install_id: visitor, limit: 200 };
  const { items } = await call(listJourney, { query }).catch((error: CallError) => {
    if (error.status !== 404) throw error;
    return { items: [] };
  });
  return items
    .filter(({ kind }) => kind !== 'consent')
    .map(({ name }) => name)
    .sort();
}

const VISIT = ['$open', '$page_view', '$session_start'];
const among = (...names: string[]) => [...VISIT, ...names].sort();

shopTest('pages, events, people and payments of a website are stored once', async ({ shop }) => {
  const context = await open(shop);
  const page = await context.newPage();
  await page.goto(shop.at('/menu?utm_source=news&gclid=g1'));
  const visitor = await visitorOf(page);
  await page.evaluate(() => history.pushState(null, '', '/cart'));
  await tell(page, 'track', 'added_to_cart', { sku: 'A-1' });
  await tell(page, 'signUp', 'u1', { name: 'Asha' });
  await tell(page, 'payment', { amount: '19.90', payment_id: 'p1', type: 'ONE_TIME' });
  await expect
    .poll(() => stored(shop, visitor))
    .toEqual(among('$page_view', 'added_to_cart', '$signup', '$payment'));
  await expect.poll(() => waiting(page)).toBeNull();

  await page.goto(shop.at('/menu'));
  await expect.poll(() => waiting(page)).toBeNull();
  // A second tab knows the same visitor, and what both send is there once.
  const other = await context.newPage();
  await other.goto(shop.at('/menu'));
  expect(await visitorOf(other)).toBe(visitor);
  await Promise.all([tell(page, 'track', 'in one'), tell(other, 'track', 'in other')]);
  await expect
    .poll(() => stored(shop, visitor))
    .toEqual(
      among(...Array(3).fill('$page_view'), 'added_to_cart', '$signup', '$payment', 'in one', 'in other'),
    );

  const { call, projectId: project_id } = shop;
  const dayOf = (at: number) => new Date(at + KOLKATA_MS).toISOString().slice(0, 10);
  // Begun yesterday, if midnight was meanwhile.
  const query = { project_id, from: dayOf(Date.now() - DAY_MS), to: dayOf(Date.now()) };
  const { source_types } = await call(getWebTraffic, { query });
  expect(source_types).toEqual([
    { type: 'paid', visits: 1, new_visitors: 1, pages_per_visit: 4, bounce_rate: 0 },
  ]);
});

shopTest('what happens offline arrives when the browser is online again', async ({ shop }) => {
  const context = await open(shop);
  const page = await context.newPage();
  await page.goto(shop.at('/'));
  const visitor = await visitorOf(page);
  await expect.poll(() => stored(shop, visitor)).toEqual(among());
  await context.setOffline(true);
  for (const name of ['one', 'two']) await tell(page, 'track', name);
  await tell(page, 'flush');
  expect(await waiting(page)).toContain('two');
  await context.setOffline(false);
  await expect.poll(() => stored(shop, visitor)).toEqual(among('one', 'two'));
  await expect.poll(() => waiting(page)).toBeNull();
});

shopTest('a tab that closes, or a page that is left, takes nothing with it', async ({ shop }) => {
  const context = await open(shop);
  const page = await context.newPage();
  await page.goto(shop.at('/'));
  const visitor = await visitorOf(page);
  await page.evaluate(() => {
    (window as unknown as Global).trailmark('track', 'left');
    location.href = 'about:blank';
  });
  await expect.poll(() => stored(shop, visitor)).toEqual(among('left'));

  const tab = await context.newPage();
  await tab.goto(shop.at('/menu'));
  await tell(tab, 'track', 'closed');
  await tab.close({ runBeforeUnload: true });
  await expect.poll(() => stored(shop, visitor)).toEqual(among('left', '$page_view', 'closed'));
  // Closed as soon as it has run, before its first batch is due.
  const brief = await context.newPage();
  await brief.goto(shop.at('/brief'), { waitUntil: 'load' });
  await brief.close({ runBeforeUnload: true });
  await expect.poll(() => stored(shop, visitor)).toEqual(among('left', '$page_view', '$page_view', 'closed'));
  // The next page sends again what nobody has confirmed: it is known by its id.
  const again = await context.newPage();
  await again.goto(shop.at('/cart'));
  await expect.poll(() => waiting(again)).toBeNull();
  await expect
    .poll(() => stored(shop, visitor))
    .toEqual(among('left', ...Array(3).fill('$page_view'), 'closed'));
});

shopTest('a visitor who leaves at once is stored once, with the page', async ({ shop }) => {
  const context = await open(shop);
  const tab = await context.newPage();
  await tab.goto(shop.at('/?utm_source=news'), { waitUntil: 'load' });
  const visitor = (await tell(tab, 'visitorId')) as string;
  expect(visitor).toMatch(/^[a-z0-9]{20}$/);
  await tab.close({ runBeforeUnload: true });
  // Nobody comes back: what was handed to the browser is all that there is.
  await expect.poll(() => stored(shop, visitor)).toEqual(among());
  const again = await context.newPage();
  await again.goto(shop.at('/menu'));
  await expect.poll(() => waiting(again)).toBeNull();
  await expect.poll(() => stored(shop, visitor)).toEqual(among('$page_view'));
});

shopTest('without consent nothing is kept, with it it goes on, withdrawn it ends', async ({ shop }) => {
  const page = await (await open(shop)).newPage();
  await page.goto(shop.at('/consent'));
  await tell(page, 'track', 'before');
  await expect
    .poll(() => page.evaluate(() => typeof (window as unknown as { trailmark: { q?: unknown } }).trailmark.q))
    .toBe('undefined');
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  await tell(page, 'consent', { analytics_storage: 'granted', ad_storage: 'denied' });
  const visitor = await visitorOf(page);
  await tell(page, 'track', 'after');
  await expect.poll(() => stored(shop, visitor)).toEqual(among('after'));
  await tell(page, 'consent', { analytics_storage: 'denied' });
  await tell(page, 'track', 'withdrawn');
  await expect.poll(() => waiting(page)).toBeNull();
  expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({
    tm: '{"c":{"analytics_storage":"denied","ad_storage":"denied"}}',
  });
  expect(await stored(shop, visitor)).toEqual(among('after'));
});

shopTest(
  'it works where storage is blocked, under a strict policy, and by a path of the website',
  async ({ shop }) => {
    const blocked = await (await open(shop)).newPage();
    await blocked.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException('Access is denied for this document.', 'SecurityError');
          },
        });
      }
    });
    const errors: string[] = [];
    const strict = await (await open(shop)).newPage();
    const proxied = await (await open(shop)).newPage();
    for (const page of [blocked, strict, proxied]) {
      page.on('pageerror', (error) => errors.push(error.message));
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    }
    await blocked.goto(shop.at('/'));
    await tell(blocked, 'track', 'blocked');
    const visitor = await visitorOf(blocked);
    await expect.poll(() => stored(shop, visitor)).toEqual(among('blocked'));

    await strict.goto(shop.at('/strict'));
    const second = await visitorOf(strict);
    await expect.poll(() => stored(shop, second)).toEqual(among('from a file'));

    const requested: string[] = [];
    proxied.on('request', (request) => requested.push(new URL(request.url()).host));
    await proxied.goto(shop.at('/proxy'));
    const third = await visitorOf(proxied);
    await expect.poll(() => stored(shop, third)).toEqual(among());
    expect(new Set(requested)).toEqual(new Set([`shop.test:${shop.website.port}`]));
    expect(errors.filter((text) => !text.includes('favicon'))).toEqual([]);
  },
);

shopTest('pages of a host that is not allowed are refused, and the host is listed', async ({ shop }) => {
  const page = await (await open(shop)).newPage();
  const answered = page.waitForResponse((response) => response.url().includes('/api/client/batch'));
  await page.goto(shop.at('/', 'other.test'));
  expect((await answered).status()).toBe(403);
  const visitor = await visitorOf(page);
  await expect
    .poll(async () => {
      const { refused_hosts } = await shop.call(listWhitelistedHosts, {
        params: { project_id: shop.projectId },
      });
      return refused_hosts.map(({ host }) => host);
    })
    .toEqual([`other.test:${shop.website.port}`]);
  // It waits in the browser, and is sent once the host is allowed.
  const params = { project_id: shop.projectId };
  await shop.call(whitelistHost, { params, body: { host: `other.test:${shop.website.port}` } });
  await expect(async () => {
    await tell(page, 'flush');
    expect(await stored(shop, visitor)).toEqual(among());
  }).toPass();
});
