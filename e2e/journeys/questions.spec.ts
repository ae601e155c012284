import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { listLinks } from '@trailmark/contract/links';
import { readEnvironment } from '../support/environment.ts';
import { makeMorning } from '../support/morning.ts';
import { walk } from '../support/states.ts';
import { expect, test } from '../support/test.ts';

const MOST_CLICKS = 3;

/** An element; or a point of it, as far from its left edge (0.5 is the middle), which shows something when pointed at. */
type Click = Locator | { on: Locator; at: number; shows: Locator };

async function doClick(page: Page, click: Click): Promise<void> {
  if (!('at' in click)) return await click.click();
  const { on, at, shows } = click;
  // A chart that has just been drawn may still change its size.
  await expect(async () => {
    await on.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await on.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.move(x, y + height / 2);
    await page.mouse.move(x + width * at, y + height / 2);
    await expect(shows).toBeVisible({ timeout: 2000 });
  }).toPass();
  await page.mouse.down();
  await page.mouse.up();
}

/** The questions with their number of clicks, as the documentation has them. */
function documented(): [title: string, clicks: number][] {
  const text = readFileSync(new URL('../../docs/questions.md', import.meta.url), 'utf8');
  return [...text.matchAll(/^\| (.+\?) \| (\d) \|/gm)].map(([, title = '', clicks]) => [
    title,
    Number(clicks),
  ]);
}

/** The bar that is higher than all others. */
async function highest(bars: Locator): Promise<Locator> {
  await bars.first().waitFor();
  const heights = await bars.evaluateAll((all) => all.map((bar) => bar.getBoundingClientRect().height));
  return bars.nth(heights.indexOf(Math.max(...heights)));
}

test('the questions of a morning are answered in at most three clicks', async ({ people }) => {
  const owner = await people.visitor();
  const { page, call } = owner;
  const { project_id } = await people.project(owner);
  const { campaignId } = await makeMorning(call, readEnvironment().fullUrl, project_id);
  const overview = `/overview?p_id=${project_id}`;
  const answered: [string, number][] = [];

  /** From the overview: nothing but these clicks, each of which is found when its turn comes. */
  async function ask(
    title: string,
    clicks: readonly (() => Click | Promise<Click>)[],
    says: () => Promise<void>,
  ): Promise<void> {
    await test.step(title, async () => {
      await page.keyboard.press('Escape');
      await walk(page, overview);
      await expect(page.getByRole('table', { name: 'Top campaigns' })).toContainText('Monsoon basket');
      expect(clicks.length).toBeLessThanOrEqual(MOST_CLICKS);
      for (const click of clicks) await doClick(page, await click());
      await says();
      answered.push([title, clicks.length]);
    });
  }
  const button = (name: string | RegExp) => () => page.getByRole('button', { name }).first();
  const link = (name: string | RegExp) => () => page.getByRole('link', { name }).first();
  const section = (name: string) => () =>
    page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name, exact: true });
  const row = (table: string, name: string) =>
    page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: name });

  await page.goto(overview);
  const days = page.getByLabel('Installs by day').locator('[data-slot="trend-grid"]');
  const busyDay = page.locator('[data-slot="trend-tooltip"]').filter({ hasText: /Total\s*10(?!\d)/ });
  await ask('What happened on Tuesday?', [() => ({ on: days, at: 27 / 29, shows: busyDay })], async () => {
    const sheet = page.getByRole('dialog', { name: 'Why Installs changed' });
    await expect(sheet.getByRole('definition')).toHaveText(['3', '10', '+7']);
    await expect(sheet.getByRole('table', { name: 'By network' }).getByRole('row').nth(1)).toContainText(
      /Meta.*\+10/,
    );
  });

  await ask(
    'Which creative do I pause?',
    [
      link('Creatives'),
      button('More for Carousel'),
      () => page.getByRole('menuitem', { name: 'Pause', exact: true }),
    ],
    async () => {
      // The most expensive one, and nobody whom it brought paid.
      await expect(page.getByRole('table', { name: 'Campaigns' }).locator('tbody tr').first()).toContainText(
        /Carousel.*₹1,200.*0\.00/,
      );
      // Six installs are few, but what was spent on them usually buys thirty.
      await expect(row('Campaigns', 'Carousel').getByTitle(/^Below 1/)).toHaveClass(/\btext-bad\b/);
      const isPaused = async () => {
        const links = await call(listLinks, { query: { project_id, campaign_id: campaignId } });
        return links.filter(({ active }) => !active).map(({ name }) => name);
      };
      await expect.poll(isPaused).toEqual(['Carousel']);
      await expect(row('Campaigns', 'Carousel').getByRole('img', { name: 'Paused' })).toBeVisible();
    },
  );

  await ask('Which network brings people who pay?', [], async () => {
    await expect(row('By network', 'Google')).toContainText('9.00');
    await expect(row('By network', 'Meta')).toContainText('0.75');
    // Two installs for the price of a few: this may be chance.
    await expect(row('By network', 'Google').getByTitle(/^Small sample: 2 attributed/)).toHaveText('9.00');
  });

  await ask('What did an install cost?', [], async () => {
    await expect(row('By network', 'Google')).toContainText('₹50');
    await expect(row('By network', 'Meta')).toContainText('₹200');
  });

  await ask('Is something broken right now?', [link('Open alerts')], async () => {
    await expect(row('Alerts', 'Networks that lose money')).toContainText('Firing since');
    await expect(row('History', 'Networks that lose money')).toContainText('ROAS of Meta is 0.75, below 1');
  });

  await ask(
    'Which campaign looks like fraud, and why?',
    [link('View them'), () => page.getByRole('table', { name: 'People' }).getByRole('link').first()],
    async () => {
      await expect(page.getByRole('heading', { name: 'Why this install was credited' })).toContainText(
        'Bazaar · display',
      );
      await expect(page.getByText(/Marked as suspicious: it came only/)).toBeVisible();
    },
  );

  await ask('Which country pays?', [button(/^India, Revenue: ₹2,400/)], async () => {
    const payments = page.getByRole('table', { name: 'Rows behind Revenue' }).locator('tbody tr');
    await expect(payments).toHaveCount(4);
  });

  await test.step('the countries that are not listed are opened where they are', async () => {
    await page.keyboard.press('Escape');
    const countries = page.getByRole('table', { name: 'By country' }).locator('tbody tr');
    await expect(countries).toHaveCount(5);
    await page.getByRole('button', { name: /^and \d more$/ }).click();
    await expect(countries.filter({ hasText: 'Kenya' })).toBeVisible();
    await expect(countries).not.toHaveCount(5);
    await page.getByRole('button', { name: 'Show fewer' }).click();
    await expect(countries).toHaveCount(5);
  });

  await ask(
    'When is spend paid back?',
    [section('Cohorts'), () => page.getByRole('radio', { name: 'ROAS' })],
    async () => {
      await expect(page.getByText('Spend is paid back on day 1.')).toBeVisible();
    },
  );

  await ask(
    'Which link of a campaign works?',
    [() => row('Top campaigns', 'Monsoon').getByRole('link'), link(/^Links · 3/)],
    async () => {
      await expect(row('Links', 'Video A')).toContainText(/40.*4.*1\.88/);
      await expect(row('Links', 'Carousel')).toContainText(/60.*6.*0\.00/);
    },
  );

  await ask(
    'Who is behind the spike of an event?',
    [section('Events'), () => highest(page.locator('[data-slot="trend-bar"]'))],
    async () => {
      const people = page.getByRole('table', { name: 'People behind the bar' });
      await expect(people.locator('tbody tr')).toHaveCount(2);
      await expect(people.getByRole('row').filter({ hasText: 'Ravi Pillai' })).toContainText('9');
    },
  );

  expect(answered).toEqual(documented());
});
