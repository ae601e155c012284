// npx tsx scripts/screenshots.ts [--only overview,receipt] [--data-dir …]: renders docs/images again, from the demo.
// With the data directory of a demo that is there already, it does not wait for a new one.
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { getPerson, listPeople } from '@trailmark/contract/people';
import { listProjects } from '@trailmark/contract/projects';
import { arriveBy, type SignedInPerson, startOf } from '../e2e/support/signed-in-people.ts';

const ROOT = join(import.meta.dirname, '..');
const IMAGES = join(ROOT, 'docs/images');
const THEMES = ['dark', 'light'] as const;
const LINK = /(http:\/\/127\.0\.0\.1:\d+)\/login\/verify#token=[\w-]+/;
const VIEW = {
  viewport: { width: 1440, height: 900 },
  locale: 'en-GB',
  timezoneId: 'Asia/Kolkata',
} satisfies BrowserContextOptions;

const PATIENCE_MS = 120_000;
const LOOK_MS = 200;

/** Waits until there is something, and nothing is waited for, for a while. */
async function whenDrawn(page: Page): Promise<void> {
  const main = page.locator('main');
  const waiting = main.locator('[data-slot="skeleton"], [aria-busy="true"]');
  let looks = 0;
  for (let quiet = 0; quiet < 5; looks += 1) {
    if (looks * LOOK_MS > PATIENCE_MS) throw new Error(`${page.url()} was not drawn.`);
    const isDrawn = (await waiting.count()) === 0 && (await main.innerText()).length > 100;
    quiet = isDrawn ? quiet + 1 : 0;
    await page.waitForTimeout(LOOK_MS);
  }
}

/** Runs `npm run demo`, without live traffic: pictures hold still. */
async function startDemo(dataDir: string): Promise<{ url: string; link: string; stop(): Promise<void> }> {
  const args = ['scripts/demo.mjs', '--still', '--port', '0', '--data-dir', dataDir];
  const child: ChildProcess = spawn(process.execPath, args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let output = '';
  const [link, url = ''] = await new Promise<RegExpExecArray>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      process.stdout.write(chunk);
      output += chunk.toString();
      const found = LINK.exec(output);
      if (found) resolve(found);
    });
    void ended.then(() => reject(new Error('The demo did not start.')));
  });
  return {
    url,
    link,
    stop: async () => {
      child.kill('SIGINT');
      await ended;
    },
  };
}

/** The install with the most telling receipt: several touches, of which one won, and a person with a name. */
async function bestReceipt(person: SignedInPerson, project_id: string): Promise<string> {
  const { items } = await person.call(listPeople, { query: { project_id, limit: 200 } });
  const decided = items.filter(({ match_type }) => match_type === 'click_id' || match_type === 'device_id');
  let best = { installId: '', touches: 0 };
  const named = decided.toSorted((one, other) => Number(other.name !== null) - Number(one.name !== null));
  for (const { install_id } of named.slice(0, 100)) {
    const { installs } = await person.call(getPerson, { query: { project_id, install_id } });
    const touches = installs[0]?.decisions[0]?.touches.length ?? 0;
    if (touches > best.touches) best = { installId: install_id, touches };
  }
  if (best.touches === 0) throw new Error('No install of the demo has a receipt.');
  return best.installId;
}

interface Picture {
  file: string;
  path: string;
  theme: (typeof THEMES)[number];
  as: BrowserContextOptions;
}

async function draw(browser: Browser, { file, path, theme, as }: Picture): Promise<void> {
  const context = await browser.newContext({ ...VIEW, ...as, colorScheme: theme });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  await page.goto(path);
  await whenDrawn(page);
  const news = page.getByRole('region', { name: 'What is new' }).getByRole('button');
  while ((await news.count()) > 0) await news.click();
  await whenDrawn(page);
  await page.evaluate('document.fonts.ready');
  await page.mouse.move(720, 880);
  await page.screenshot({ path: join(IMAGES, file), animations: 'disabled' });
  await context.close();
  console.log(`docs/images/${file}`);
}

/** The page of each picture. */
const PAGES: Record<string, (person: SignedInPerson, projectId: string) => Promise<string>> = {
  overview: async () => '/overview',
  campaigns: async () => '/campaigns',
  cohorts: async () => '/cohorts',
  receipt: async (person, projectId) => `/users/i:${await bestReceipt(person, projectId)}`,
};

async function drawAll(
  browser: Browser,
  demo: { url: string; link: string },
  names: string[],
): Promise<void> {
  const person = await arriveBy(demo.url, demo.link);
  const [project] = await person.call(listProjects, { query: {} });
  if (!project) throw new Error('The demo has no project.');
  const as = startOf(demo.url, person);
  for (const name of names) {
    const pathOf = PAGES[name];
    if (!pathOf) throw new Error(`There is no picture ${name}, only ${Object.keys(PAGES).join(', ')}.`);
    const path = `${await pathOf(person, project.project_id)}?p_id=${project.project_id}`;
    for (const theme of THEMES) await draw(browser, { file: `${name}-${theme}.png`, path, theme, as });
  }
}

const { values } = parseArgs({ options: { only: { type: 'string' }, 'data-dir': { type: 'string' } } });
const scratch = values['data-dir'] ? null : mkdtempSync(join(tmpdir(), 'trailmark-pictures-'));
if (scratch) chmodSync(scratch, 0o755);
const demo = await startDemo(values['data-dir'] ?? join(scratch ?? '', 'data'));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
});
try {
  await drawAll(browser, demo, values.only?.split(',') ?? Object.keys(PAGES));
} finally {
  await browser.close();
  await demo.stop();
  if (scratch) rmSync(scratch, { recursive: true, force: true });
}
