import { execFileSync } from 'node:child_process';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { readEnvironment } from '../support/environment.ts';
import { type Refusal, watchRefusals } from '../support/page-checks.ts';
import { NEW_BROWSER } from '../support/people.ts';
import { startOf } from '../support/signed-in-people.ts';
import { expect, test } from '../support/test.ts';

const MOST_BYTES = 172_000;
const ELSEWHERE = 'https://elsewhere.example';

const refused = (refusals: Refusal[], directive: string) =>
  expect.poll(() => refusals.map((refusal) => refusal.directive)).toContain(directive);

/** Runs outside of the tool that drives the browser, which may do what pages may not. */
function attempt(page: Page, kind: 'eval' | 'function'): Promise<string> {
  return page.evaluate(
    (what) =>
      new Promise<string>((resolve) => {
        setTimeout(() => {
          try {
            // biome-ignore lint/security/noGlobalEval: the point is that it is refused
            resolve(`ran: ${what === 'eval' ? globalThis.eval('1 + 1') : new Function('return 2')()}`);
          } catch (error) {
            resolve((error as Error).name);
          }
        });
      }),
    kind,
  );
}

test.describe('the content security policy', () => {
  test('lets no inline script, no handler, no javascript: address, no foreign script and no eval run', async ({
    enter,
  }) => {
    const page = await enter(null, NEW_BROWSER);
    const refusals = await watchRefusals(page);
    await page.goto('/login');
    await expect(page.getByLabel('E-mail')).toBeVisible();
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.ran = "inline"';
      document.head.append(script);
    });
    await refused(refusals, 'script-src-elem');
    await page.evaluate(() => {
      const image = document.createElement('div');
      image.setAttribute('onclick', 'window.ran = "handler"');
      document.body.append(image);
      image.click();
    });
    await refused(refusals, 'script-src-attr');
    refusals.length = 0;
    await page.evaluate(() => {
      const link = document.createElement('a');
      link.href = 'javascript:void (window.ran = "address")';
      document.body.append(link);
      link.click();
    });
    await refused(refusals, 'script-src-elem');
    expect(await page.evaluate(() => 'ran' in window)).toBe(false);
    await test.step('no script of another origin, and no eval', async () => {
      const requested: string[] = [];
      await page.route(`${ELSEWHERE}/**`, (route) => {
        requested.push(route.request().url());
        return route.fulfill({ contentType: 'text/javascript', body: 'window.ran = "foreign"' });
      });
      refusals.length = 0;
      await page.evaluate((origin) => {
        const script = document.createElement('script');
        script.src = `${origin}/script.js`;
        document.head.append(script);
      }, ELSEWHERE);
      await refused(refusals, 'script-src-elem');
      expect(await attempt(page, 'eval')).toBe('EvalError');
      expect(await attempt(page, 'function')).toBe('EvalError');
      await refused(refusals, 'script-src');
      expect(requested).toEqual([]);
      expect(await page.evaluate(() => 'ran' in window)).toBe(false);
    });
  });

  test('connects to our own server and to nothing else', async ({ browser }) => {
    const { bareUrl } = readEnvironment();
    const context = await browser.newContext({ baseURL: bareUrl });
    const page = await context.newPage();
    const refusals = await watchRefusals(page);
    await page.route(`${ELSEWHERE}/**`, (route) => route.fulfill({ body: 'hello' }));
    await page.goto('/login');
    await expect(page.getByRole('heading', { name: 'Sign in to Trailmark' })).toBeVisible();
    expect(refusals).toEqual([]);
    const reach = (url: string) =>
      page.evaluate(
        (target) =>
          fetch(target).then(
            ({ status }) => status,
            () => 'refused',
          ),
        url,
      );
    expect(await reach('/api/open/config')).toBe(200);
    expect(await reach(`${ELSEWHERE}/collect`)).toBe('refused');
    await refused(refusals, 'connect-src');
    await page.evaluate((origin) => {
      const image = document.createElement('img');
      image.src = `${origin}/pixel.gif`;
      const form = document.createElement('form');
      form.action = `${origin}/form`;
      document.body.append(image, form);
      form.submit();
    }, ELSEWHERE);
    await refused(refusals, 'img-src');
    await refused(refusals, 'form-action');
    await context.close();
  });

  test('lets nobody put the dashboard into a frame', async ({ enter }) => {
    const page = await enter(null);
    const { fullUrl, sandboxUrl } = readEnvironment();
    const body = `<iframe src="${fullUrl}/login"></iframe><iframe src="${sandboxUrl}/inbox"></iframe>`;
    await page.route(`${sandboxUrl}/around`, (route) => route.fulfill({ contentType: 'text/html', body }));
    await page.goto(`${sandboxUrl}/around`);
    await expect(page.frameLocator('iframe').last().getByRole('heading').first()).toBeVisible();
    const [, dashboard] = page.frames();
    await expect.poll(() => dashboard?.url()).toMatch(/^chrome-error:/);
  });

  test('stands on every page, without a way around it', async ({ request }) => {
    for (const url of [readEnvironment().fullUrl, readEnvironment().bareUrl]) {
      for (const path of ['/', '/login', '/overview', '/nothing/here', '/theme.js']) {
        const policy = (await request.get(url + path)).headers()['content-security-policy'] ?? '';
        const directives = new Map(
          policy.split(';').map((part) => {
            const [name = '', ...values] = part.trim().split(/\s+/);
            return [name, values] as const;
          }),
        );
        expect(directives.get('default-src')).toEqual(["'none'"]);
        expect(directives.get('object-src')).toEqual(["'none'"]);
        expect(directives.get('base-uri')).toEqual(["'none'"]);
        expect(directives.get('frame-ancestors')).toEqual(["'none'"]);
        const scripts = directives.get('script-src') ?? [];
        expect(scripts[0]).toBe("'self'");
        for (const source of scripts.slice(1)) expect(source).toMatch(/^https:\/\/[\w.]+\.(io|com)$/);
        if (url === readEnvironment().bareUrl) {
          expect(scripts).toEqual(["'self'"]);
          expect(directives.get('connect-src')).toEqual(["'self'"]);
        }
      }
    }
  });
});

test('the API reference works under its policy and lists every call', async ({ enter }) => {
  const page = await enter(null, NEW_BROWSER);
  const refusals = await watchRefusals(page);
  await page.goto('/api/docs');
  const document = await page.request.get('/api/docs/json');
  const { paths } = (await document.json()) as { paths: Record<string, Record<string, unknown>> };
  const calls = Object.values(paths).flatMap((methods) => Object.keys(methods));
  expect(calls.length).toBeGreaterThan(20);
  // Of a long list only what is near the window is drawn.
  const drawn = new Set<string>();
  await expect(async () => {
    for (const id of await page.locator('.opblock').evaluateAll((all) => all.map(({ id }) => id)))
      drawn.add(id);
    await page.mouse.wheel(0, 500);
    expect(drawn.size).toBe(calls.length);
  }).toPass({ intervals: [50] });
  await page.evaluate(() => window.scrollTo(0, 0));
  const config = page.locator('.opblock', { hasText: '/open/config' });
  await config.locator('.opblock-summary-control').click();
  await config.getByRole('button', { name: 'Try it out' }).click();
  await config.getByRole('button', { name: 'Execute' }).click();
  await expect(config.locator('.live-responses-table')).toContainText('"google_sign_in"');
  expect(refusals).toEqual([]);
});

/** The files that the size of the shell is measured by. */
function shellFiles(): string[] {
  const script = new URL('../../scripts/bundle-size.mjs', import.meta.url).pathname;
  const said = execFileSync(process.execPath, [script], { encoding: 'utf8' });
  return [...said.matchAll(/kB {2}(\S+\.js)$/gm)].map(([, file]) => file ?? '');
}

test('the shell shows with at most 172 kB of JavaScript; charts and the like come after', async ({
  browser,
  bare,
}) => {
  const context = await browser.newContext(startOf(bare.url, bare.owner));
  const page = await context.newPage();
  const files = shellFiles();
  const scripts = new Map<string, Promise<Buffer>>();
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.set(response.url(), response.body());
  });
  // Whatever else is requested for does not come.
  await page.route('**/*.js', async (route) => {
    if (files.some((file) => route.request().url().endsWith(file))) await route.continue();
  });
  await page.goto(`/overview?p_id=${bare.projectId}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Campaigns' })).toBeVisible();
  const bodies = await Promise.all(scripts.values());
  const bytes = bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0);
  console.log(`The signed-in shell loads ${scripts.size} scripts, ${(bytes / 1000).toFixed(1)} kB gzip.`);
  expect(scripts.size).toBeGreaterThan(1);
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
  await context.close();
});
