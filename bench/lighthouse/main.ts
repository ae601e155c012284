// npm run bench -- lighthouse: Lighthouse on desktop for the sign-in and the overview, beside a bare page of the same
// server. Lighthouse is fetched by npx when it runs: it and what it needs would be a third of all packages.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type BrowserContext, chromium } from '@playwright/test';
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
  userAgent?: string;
}

/** A link inside of an app's browser answers with a page of its own: a text and a button, without script. */
const IN_APP =
  'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Instagram 350';

function pagesOf(url: string, { projectId, link }: Measured): Page[] {
  return [
    { name: 'bare page', url: link, hasGoals: false, userAgent: IN_APP },
    { name: 'sign-in', url: `${url}/login`, hasGoals: true },
    { name: 'overview', url: `${url}/overview?p_id=${projectId}`, hasGoals: true },
  ];
}

/** Only the overview is opened by somebody who is signed in. */
async function setToken(browser: BrowserContext, url: string, token: string | null): Promise<void> {
  const page = await browser.newPage();
  await page.goto(`${url}/healthz`);
  await page.evaluate((stored) => {
    localStorage.clear();
    if (stored !== null) localStorage.setItem('token', JSON.stringify(stored));
  }, token);
  await page.close();
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

async function measure(product: Product): Promise<boolean> {
  const url = `http://127.0.0.1:${product.port}`;
  const project = await makeProject(product, url);
  const profile = mkdtempSync(join(tmpdir(), 'trailmark-lighthouse-'));
  const port = 9300 + (process.pid % 600);
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath:
      process.env.CHROMIUM ?? ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync),
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', `--remote-debugging-port=${port}`],
  });
  let isGood = true;
  try {
    for (const page of pagesOf(url, project)) {
      await setToken(browser, url, page.name === 'overview' ? project.token : null);
      const audited: Audited[] = [];
      for (let run = 0; run < runs; run += 1) audited.push(await audit(page, port));
      isGood = print(page, audited) && isGood;
    }
  } finally {
    await browser.close();
    rmSync(profile, { recursive: true, force: true });
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
