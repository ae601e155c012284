import type { BrowserContext, Page } from '@playwright/test';
import { createCampaign } from '@trailmark/contract/campaigns';
import { inviteMembers } from '@trailmark/contract/members';
import { createProject } from '@trailmark/contract/projects';
import { updateUser } from '@trailmark/contract/users';
import {
  ANALYTICS_BATCH_SIZE,
  ANALYTICS_COOKIE_DAYS,
  ANALYTICS_FLUSH_MS,
  ANALYTICS_TIMEOUT_MS,
  INGEST_PATH,
} from '../../apps/dashboard/src/tracking/analytics-settings.ts';
import { readEnvironment } from '../support/environment.ts';
import { watchIngest } from '../support/ingest.ts';
import { freshEmail, NEW_BROWSER, storedToken } from '../support/people.ts';
import { addGooglePerson, analyticsReceived, inviteLink, signInLink } from '../support/sandbox.ts';
import { SCREENS } from '../support/screens.ts';
import { arrive, introduce, type SignedInPerson, startOf } from '../support/signed-in-people.ts';
import { walk } from '../support/states.ts';
import { expect, test } from '../support/test.ts';

/** npm run test:full goes to every screen twice. */
const IS_FULL = process.env.TEST_FULL === '1';
const PROFILE = { first_name: 'Asha', last_name: 'Rao', company: 'Kite Grocery' };
const NEW_PROJECT = {
  name: 'Kite Grocery',
  platform: 'app',
  currency: 'INR',
  timezone: 'Asia/Kolkata',
} as const;
const MESSENGER = 'https://widget.intercom.io/';

async function somebody(): Promise<{ person: SignedInPerson; projectId: string }> {
  const person = await introduce(await arrive(readEnvironment().fullUrl, freshEmail()), PROFILE);
  const { project_id } = await person.call(createProject, { body: NEW_PROJECT });
  return { person, projectId: project_id };
}

/** The page views of a person that have arrived, by the screens' paths. */
async function viewsOf(userId: string): Promise<Record<string, unknown>[]> {
  const { events } = await analyticsReceived();
  return events
    .filter(({ event, properties }) => event === 'Page view' && properties.distinct_id === userId)
    .map(({ properties }) => properties);
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const sectionLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name });

/** Goes to a screen by the palette. */
async function goTo(page: Page, path: string, title: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Go to' }).getByRole('combobox')).toBeFocused();
  await page.locator(`[data-slot="command-item"][data-value="${path}"]`).click();
  await expect(heading(page, title)).toBeVisible();
}

/** Goes to and fro between two sections that draw little, within the page. */
async function wander(page: Page, times: number): Promise<void> {
  await page.evaluate(async (count) => {
    const link = (path: string) =>
      document.querySelector<HTMLElement>(`nav[aria-label="Sections"] a[href^="${path}"]`);
    for (let step = 0; step < count; step++) {
      const before = document.title;
      link(before.startsWith('General') ? '/exports' : '/settings')?.click();
      while (document.title === before) await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  }, times);
}

test.describe('page views', () => {
  test('arrive for every route change, under the identity of the person', async ({ enter }) => {
    const { person, projectId } = await somebody();
    const page = await enter(person);
    // Within the page: a load in between may come before the library, which is fetched last.
    const screens = SCREENS.filter(({ frame }) => frame === 'shell');
    await page.goto(`/overview?p_id=${projectId}`);
    await expect(heading(page, 'Overview')).toBeVisible();
    const others = screens.filter((screen) => screen.path !== '/overview');
    const back = IS_FULL ? screens : screens.filter((screen) => screen.path === '/overview');
    for (const { path, title } of [...others, ...back]) await goTo(page, path, title);
    const routes = async () => (await viewsOf(person.userId)).map(({ route }) => route).sort();
    await expect
      .poll(routes, { timeout: 30_000 })
      .toEqual([...screens, ...back].map(({ path }) => path).sort());
    for (const view of await viewsOf(person.userId)) {
      expect(view).toMatchObject({ $user_id: person.userId, p_id: projectId });
      expect(view.title).toBe(screens.find(({ path }) => path === view.route)?.title);
      const origin = new URL(readEnvironment().fullUrl).origin;
      expect(view.$current_url).toBe(`${origin}${view.route}?p_id=${projectId}`);
    }
    await test.step('from one campaign to another too', async () => {
      const campaigns: string[] = [];
      for (const name of ['Monsoon basket', 'Diwali']) {
        const { campaign_id } = await person.call(createCampaign, { body: { project_id: projectId, name } });
        campaigns.push(`/campaigns/${campaign_id}`);
        await walk(page, `/campaigns/${campaign_id}?p_id=${projectId}`);
        await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
      }
      const paths = async () =>
        (await viewsOf(person.userId))
          .filter(({ route }) => route === '/campaigns/$campaign_id')
          .map(({ $current_url }) => new URL(String($current_url)).pathname);
      await expect.poll(paths, { timeout: 30_000 }).toEqual(campaigns);
    });
  });

  test('come with the person: name, e-mail and company', async ({ enter }) => {
    const { person, projectId } = await somebody();
    const page = await enter(person);
    await page.goto(`/overview?p_id=${projectId}`);
    const profile = async () => {
      const { profiles } = await analyticsReceived();
      return profiles.filter(({ $distinct_id }) => $distinct_id === person.userId).at(-1)?.$set;
    };
    await expect
      .poll(profile, { timeout: 30_000 })
      .toMatchObject({ $name: 'Asha Rao', $email: person.email, company: 'Kite Grocery' });
    await page.goto(`/account?p_id=${projectId}`);
    await page.getByLabel('Company').fill('Kite Foods');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(profile, { timeout: 30_000 }).toMatchObject({ company: 'Kite Foods' });
  });

  test('are sent in batches of at most fifty, to our own server only', async ({ enter }) => {
    test.slow();
    const { person, projectId } = await somebody();
    const page = await enter(person);
    const ingest = watchIngest(page);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    // While one batch is under way the library gathers the next.
    await page.route(`**${INGEST_PATH}/track/**`, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(`/overview?p_id=${projectId}`);
    await expect(heading(page, 'Overview')).toBeVisible();
    await expect.poll(() => ingest.of('track').length, { timeout: 30_000 }).toBe(1);
    const more = ANALYTICS_BATCH_SIZE + 6;
    await wander(page, more);
    release();
    await expect.poll(async () => (await viewsOf(person.userId)).length, { timeout: 30_000 }).toBe(more + 1);
    const sizes = ingest.of('track').map(({ items }) => items.length);
    expect(Math.max(...sizes)).toBe(ANALYTICS_BATCH_SIZE);
    expect(sizes.length).toBeLessThan(more / 2);
    const origins = new Set(ingest.sent.map(({ url }) => new URL(url).origin));
    expect([...origins]).toEqual([new URL(readEnvironment().fullUrl).origin]);
  });

  test('keep to the numbers of the specification', async ({ enter }) => {
    expect([ANALYTICS_BATCH_SIZE, ANALYTICS_FLUSH_MS, ANALYTICS_TIMEOUT_MS, ANALYTICS_COOKIE_DAYS]).toEqual([
      50, 5000, 90_000, 365,
    ]);
    const { person, projectId } = await somebody();
    const page = await enter(person, NEW_BROWSER);
    await page.addInitScript(() => {
      const seen = { flushes: [] as number[], timeouts: [] as number[] };
      Object.assign(window, { seen });
      const later = window.setTimeout;
      const spy = (work: TimerHandler, ms?: number, ...rest: unknown[]) => {
        if (new Error().stack?.includes('/assets/analytics')) seen.flushes.push(ms ?? 0);
        return later(work, ms, ...rest);
      };
      window.setTimeout = spy as typeof setTimeout;
      const { send } = XMLHttpRequest.prototype;
      XMLHttpRequest.prototype.send = function (...args) {
        seen.timeouts.push(this.timeout);
        return send.apply(this, args);
      };
    });
    const ingest = watchIngest(page);
    await page.goto(`/overview?p_id=${projectId}`);
    await expect.poll(() => ingest.of('track').length, { timeout: 30_000 }).toBeGreaterThan(0);
    const seen = await page.evaluate(
      () => (window as unknown as { seen: { flushes: number[]; timeouts: number[] } }).seen,
    );
    expect(seen.flushes).toContain(ANALYTICS_FLUSH_MS);
    expect(new Set(seen.timeouts)).toEqual(new Set([ANALYTICS_TIMEOUT_MS]));
    const cookie = (await page.context().cookies()).find(({ name }) => name.startsWith('mp_'));
    const days = ((cookie?.expires ?? 0) * 1000 - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(ANALYTICS_COOKIE_DAYS);
  });

  test('carry no token, no code and no fragment, whatever way the person came in', async ({
    enter,
    rich,
  }) => {
    const page = await enter(null);
    const ingest = watchIngest(page);
    const email = freshEmail();
    const secrets: string[] = [];
    page.on('response', async (response) => {
      const code = /#code=([^&]+)/.exec((await response.headerValue('location')) ?? '')?.[1];
      if (code) secrets.push(code);
    });

    await page.goto('/login');
    await page.getByLabel('E-mail').fill(email);
    await page.keyboard.press('Enter');
    const link = await signInLink(email);
    secrets.push(link.split('token=')[1] ?? '');
    await page.goto(link);
    await expect(heading(page, 'Welcome to Trailmark')).toBeVisible();
    secrets.push(await storedToken(page));
    const userId = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').id as string);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(heading(page, 'Sign in to Trailmark')).toBeVisible();

    await addGooglePerson({ email, given_name: 'Noor', family_name: 'Haddad' });
    await page.getByRole('link', { name: 'Continue with Google' }).click();
    await page.getByRole('button', { name: new RegExp(email) }).click();
    await expect(page).toHaveURL(/\/welcome/);
    secrets.push(await storedToken(page));
    expect(secrets.filter(Boolean)).toHaveLength(4);

    const invite = { project_id: rich.second.project_id, emails: [email], role: 'viewer' as const };
    await rich.people.owner.call(inviteMembers, { body: invite });
    const joining = await inviteLink(email);
    secrets.push(joining.split('token=')[1] ?? '');
    await page.goto(joining);
    await page.getByRole('button', { name: 'Accept and open the project' }).click();
    await expect(heading(page, /Welcome|Hello/)).toBeVisible();
    await page.goto('/account');
    await expect(heading(page, 'Account')).toBeVisible();

    const arrived = async () => (await viewsOf(userId)).map(({ route }) => route);
    await expect.poll(arrived, { timeout: 30_000 }).toContain('/account');
    const sent = JSON.stringify(ingest.sent) + JSON.stringify(await analyticsReceived());
    for (const secret of secrets) expect(sent).not.toContain(secret);
    expect(sent).not.toMatch(/#(token|code)=/);
  });

  test('come without cookie and bearer, in a form to which the receiver has no objection', async ({
    enter,
  }) => {
    const { person, projectId } = await somebody();
    const page = await enter(person);
    await page.goto(`/overview?p_id=${projectId}`);
    await expect.poll(async () => (await viewsOf(person.userId)).length, { timeout: 30_000 }).toBe(1);
    const { requests, violations } = await analyticsReceived();
    expect(requests.length).toBeGreaterThan(0);
    for (const { headers } of requests) {
      expect(headers.cookie).toBeUndefined();
      expect(headers.authorization ?? '').not.toContain('Bearer');
      expect(headers.referer).toBeUndefined();
    }
    expect(violations).toEqual([]);
  });
});

/** Everything that a page asks for that has to do with analytics or messaging. */
function watchTracking(page: Page): string[] {
  const requested: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (url.includes(INGEST_PATH) || /assets\/(analytics|mixpanel)/.test(url) || url.includes('intercom')) {
      requested.push(url);
    }
  });
  return requested;
}

/** Looks at several screens, lets the time of a few flushes go by, and leaves. */
async function lookAround(page: Page, projectId: string): Promise<void> {
  await page.clock.install();
  await page.goto(`/overview?p_id=${projectId}`);
  await expect(heading(page, 'Overview')).toBeVisible();
  await wander(page, 4);
  await page.clock.fastForward(3 * ANALYTICS_FLUSH_MS);
  await page.goto(`/account?p_id=${projectId}`);
  await expect(heading(page, 'Account')).toBeVisible();
  await page.clock.fastForward(3 * ANALYTICS_FLUSH_MS);
  await page.goto('about:blank');
}

test.describe('who does not want it', () => {
  test('is left alone on every device, from the first moment', async ({ enter }) => {
    const { person, projectId } = await somebody();
    await person.call(updateUser, { body: { analytics_opt_out: true } });
    const page = await enter(person, NEW_BROWSER);
    const requested = watchTracking(page);
    await lookAround(page, projectId);
    expect(requested).toEqual([]);
    expect(await viewsOf(person.userId)).toEqual([]);
    expect((await page.context().cookies()).filter(({ name }) => name.startsWith('mp_'))).toEqual([]);
  });

  test('stops it by the switch on the account page, and nothing follows', async ({ enter }) => {
    const { person, projectId } = await somebody();
    const page = await enter(person, NEW_BROWSER);
    await page.goto(`/account?p_id=${projectId}`);
    await expect.poll(async () => (await viewsOf(person.userId)).length, { timeout: 30_000 }).toBe(1);
    await page.getByRole('switch', { name: 'Share how I use the dashboard' }).click();
    await expect(page.locator('[data-slot="toast"]')).toContainText('Usage sharing is off');
    const requested = watchTracking(page);
    await sectionLink(page, 'Overview').click();
    await expect(heading(page, 'Overview')).toBeVisible();
    await lookAround(page, projectId);
    expect(requested).toEqual([]);
    expect(await viewsOf(person.userId)).toHaveLength(1);
  });

  test('an installation without configuration loads and sends nothing', async ({ browser, bare }) => {
    const context: BrowserContext = await browser.newContext(startOf(bare.url, bare.owner));
    const page = await context.newPage();
    const requested = watchTracking(page);
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(bare.url) && request.url() !== 'about:blank') foreign.push(request.url());
    });
    await lookAround(page, bare.projectId);
    expect(requested).toEqual([]);
    expect(foreign).toEqual([]);
    await page.goto(`${bare.url}/account`);
    await expect(heading(page, 'Account')).toBeVisible();
    await expect(page.getByText('Share how I use the dashboard')).toHaveCount(0);
    await context.close();
  });
});

test.describe('customer messaging', () => {
  /** A widget that keeps every command that it gets. */
  async function withWidget(page: Page): Promise<() => Promise<unknown[][]>> {
    const body = `(() => {
      const calls = [...window.Intercom.q];
      window.Intercom = (...command) => calls.push(command);
      window.commands = calls;
    })()`;
    await page.route(`${MESSENGER}**`, (route) => route.fulfill({ contentType: 'text/javascript', body }));
    return () => page.evaluate(() => (window as unknown as { commands?: unknown[][] }).commands ?? []);
  }

  test('learns who is there, hears of route changes, and is shut down on signing out', async ({ enter }) => {
    const { person, projectId } = await somebody();
    const page = await enter(person);
    const commands = await withWidget(page);
    const requested: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('intercom')) requested.push(request.url());
    });
    await page.goto(`/overview?p_id=${projectId}`);
    await expect.poll(async () => (await commands()).map(([name]) => name)).toContain('boot');
    const boot = (await commands()).find(([name]) => name === 'boot');
    expect(boot?.[1]).toEqual({
      app_id: 'messenger1',
      user_id: person.userId,
      name: 'Asha Rao',
      email: person.email,
      company: { company_id: 'Kite Grocery', name: 'Kite Grocery' },
    });
    const updates = async () => (await commands()).filter(([name]) => name === 'update').length;
    const before = await updates();
    await sectionLink(page, 'Settings').click();
    await expect.poll(updates).toBe(before + 1);
    await page.getByRole('button', { name: /account menu/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(heading(page, 'Sign in to Trailmark')).toBeVisible();
    expect((await commands()).at(-1)?.[0]).toBe('shutdown');
    expect(requested).toEqual([`${MESSENGER}widget/messenger1`]);
    expect(JSON.stringify(await commands())).not.toContain(person.token);
  });

  test('is not even fetched before someone is signed in', async ({ enter }) => {
    const page = await enter(null);
    const requested = watchTracking(page).length;
    await page.goto('/login');
    await expect(page.getByRole('link', { name: 'Continue with Google' })).toBeVisible();
    await expect.poll(() => page.evaluate(() => 'Intercom' in window)).toBe(false);
    expect(requested).toBe(0);
  });
});
