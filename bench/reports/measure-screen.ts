import { existsSync } from 'node:fs';
import { chromium, type Page } from '@playwright/test';

export interface Shown {
  path: string;
  /** Cumulative layout shift while the data arrived. */
  shift: number;
}

export interface Scrolled {
  frames: number;
  p95Ms: number;
  /** Frames that took more than two of a screen with 60 of them a second. */
  late: number;
}

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'];
const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser'];
const STEPS = 200;

/** Adds up what moves without a person having done anything, as browsers report it. */
function watchShifts(): void {
  const seen = window as unknown as { shift: number };
  seen.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput } = entry as unknown as { value: number; hadRecentInput: boolean };
      if (!hadRecentInput) seen.shift += value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

async function shiftOf(page: Page, path: string): Promise<Shown> {
  await page.goto(path);
  await page.waitForFunction(() => document.querySelector('main [aria-busy="true"]') === null);
  await page.waitForTimeout(1500);
  const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift);
  return { path: path.split('?')[0] ?? path, shift };
}

/** Rolls through the table as a wheel does, and notes how long each frame took. */
async function scrollTable(page: Page): Promise<Scrolled> {
  const times = await page.evaluate(async (steps) => {
    const boxes = [...document.querySelectorAll('main, main *')];
    const box = boxes.find((one) => one.scrollHeight > one.clientHeight + 500) ?? document.documentElement;
    const frames: number[] = [];
    let last = performance.now();
    for (let step = 0; step < steps; step += 1) {
      box.scrollTop += 900;
      await new Promise(requestAnimationFrame);
      const now = performance.now();
      frames.push(now - last);
      last = now;
    }
    return frames;
  }, STEPS);
  times.sort((one, other) => one - other);
  const p95Ms = times[Math.floor(times.length * 0.95)] ?? 0;
  return { frames: times.length, p95Ms, late: times.filter((ms) => ms > 2000 / 60).length };
}

/** How still the screens stand while data comes, and how fluid the table is. */
export async function measureScreens({
  url,
  token,
  projectId,
}: {
  url: string;
  token: string;
  projectId: string;
}) {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? BROWSERS.find(existsSync) ?? '',
    args: FLAGS,
  });
  try {
    const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } });
    await context.addInitScript((value) => localStorage.setItem('token', JSON.stringify(value)), token);
    await context.addInitScript(watchShifts);
    const page = await context.newPage();
    const shown: Shown[] = [];
    for (const screen of ['overview', 'cohorts', 'campaigns']) {
      shown.push(await shiftOf(page, `/${screen}?p_id=${projectId}`));
    }
    return { shown, scrolled: await scrollTable(page) };
  } finally {
    await browser.close();
  }
}
