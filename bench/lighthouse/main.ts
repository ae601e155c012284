// npm run bench -- lighthouse: Lighthouse on desktop for a first visit of the sign-in and of the overview, beside a bare
// page of the same server. Lighthouse is fetched by npx when it runs: it and what it needs would be a third of all packages.
import { type ChildProcess, spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { machine } from '../machine.ts';
import { type Product, startProduct } from '../product.ts';
import { type Audited, audit, CATEGORIES, type Category, LIGHTHOUSE } from './audit.ts';
import { type Measured, makeProject } from './make-project.ts';

const GOALS: Record<Category, number> = { performance: 95, accessibility: 100, 'best-practices': 100 };

const { values } = parseArgs({
  args: process.argv.slice(2),
  options: { runs: { type: 'string', default: '5' } },
  allowPositionals: true,
});
const runs = Number(values.runs);

interface Page {
  name: string;
  url: string;
  hasGoals: boolean;
}

function pagesOf(url: string, { projectId }: Measured): Page[] {
  return [
    // A text without script, for somebody whose link from a mail is broken.
    { name: 'bare page', url: `${url}/unsubscribe`, hasGoals: false },
    { name: 'sign-in', url: `${url}/login`, hasGoals: true },
    { name: 'overview', url: `${url}/overview?p_id=${projectId}`, hasGoals: true },
  ];
}

/** Only the overview is opened by somebody who is signed in. */
async function setToken(port: number, url: string, token: string | null): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const [context] = browser.contexts();
  if (!context) throw new Error('The browser has no window.');
  const page = await context.newPage();
  await page.goto(`${url}/healthz`);
  await page.evaluate((stored) => {
    localStorage.clear();
    if (stored !== null) localStorage.setItem('token', JSON.stringify(stored));
  }, token);
  await page.close();
  // Only lets go of it: Lighthouse waits for ever in a browser that somebody else drives as well.
  await browser.close();
}

const median = (numbers: number[]) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? 0;

/** True where every goal is met. */
function print(page: Page, audited: Audited[]): boolean {
  const scores = CATEGORIES.map((category) => median(audited.map(({ scores: of }) => of[category])));
  const missed = page.hasGoals && CATEGORIES.some((category, at) => (scores[at] ?? 0) < GOALS[category]);
  const times = (['fcpMs', 'lcpMs', 'blockedMs'] as const).map((time) => {
    return `${median(audited.map((one) => one[time])).toFixed(0)} ms`.padStart(10);
  });
  const cells = scores.map((score) => String(score).padStart(16));
  process.stdout.write(
    `${page.name.padEnd(12)}${cells.join('')}${times.join('')}${missed ? '  MISSED' : ''}\n`,
  );
  const remarks = new Set(audited.flatMap(({ failed }) => failed));
  if (page.hasGoals) for (const remark of remarks) process.stdout.write(`    ${remark}\n`);
  return !missed;
}

async function startBrowser(profile: string, port: number): Promise<ChildProcess> {
  const executable =
    process.env.CHROMIUM ?? ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync);
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run'];
  const browser = spawn(
    executable ?? chromium.executablePath(),
    [...flags, `--remote-debugging-port=${port}`, `--user-data-dir=${profile}`, 'about:blank'],
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  );
  for await (const text of on(browser.stderr, 'data')) if (/listening on/.test(String(text))) break;
  browser.stderr.resume();
  return browser;
}

/** With everything that it started: the program may be a script that starts the browser. */
async function end(browser: ChildProcess): Promise<void> {
  const ended = once(browser, 'exit');
  if (browser.pid !== undefined) process.kill(-browser.pid);
  await ended;
}

async function measure(product: Product): Promise<boolean> {
  const url = `http://127.0.0.1:${product.port}`;
  const project = await makeProject(product, url);
  const profile = mkdtempSync(join(tmpdir(), 'trailmark-lighthouse-'));
  const port = 9300 + (process.pid % 600);
  const browser = await startBrowser(profile, port);
  let isGood = true;
  try {
    for (const page of pagesOf(url, project)) {
      const audited: Audited[] = [];
      for (let run = 0; run < runs; run += 1) {
        await setToken(port, url, page.name === 'overview' ? project.token : null);
        audited.push(await audit(page.url, port));
      }
      isGood = print(page, audited) && isGood;
    }
  } finally {
    await end(browser);
    // The last processes of the browser write a moment longer.
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
  return isGood;
}

const product = await startProduct({ profile: false, env: { PRIVATE_RELAY_URL: 'off' } });
try {
  process.stdout.write(`${JSON.stringify(machine())}\n${LIGHTHOUSE}, desktop, median of ${runs}\n`);
  const heads = [
    ...CATEGORIES.map((head) => head.padStart(16)),
    ...['FCP', 'LCP', 'blocked'].map((h) => h.padStart(10)),
  ];
  process.stdout.write(`${''.padEnd(12)}${heads.join('')}\n`);
  process.exitCode = (await measure(product)) ? 0 : 1;
} finally {
  await product.stop();
}
