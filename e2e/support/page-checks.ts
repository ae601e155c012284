import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import type { Result, RunOptions } from 'axe-core';
import { hasLinkInText } from './axe-candidates.ts';
import { markUncertain } from './contrast.ts';

/** Waits until nothing on the page is loading, moving or about to change its font. */
export async function settled(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeAttached();
  await expect(page.locator('[data-slot="skeleton"], [aria-busy="true"], .animate-spin')).toHaveCount(0);
  await page.evaluate(async () => {
    await document.fonts.ready;
    const images = [...document.images].map((image) => image.decode().catch(() => undefined));
    await Promise.all(images);
    // What follows the scroll instead of the clock is finished only when somebody scrolls.
    // What is folded away does not move on, and what turns for ever does not end.
    const moving = document.getAnimations().filter(({ effect }) => {
      const isSeen = effect instanceof KeyframeEffect && effect.target?.checkVisibility();
      return isSeen && effect.getComputedTiming().iterations !== Number.POSITIVE_INFINITY;
    });
    await Promise.all(moving.map((animation) => animation.finished.catch(() => undefined)));
  });
}

/** Elements that stick out of the window sideways and cannot be scrolled to. */
function cutOff(page: Page, width: number): Promise<string[]> {
  return page.evaluate((edge) => {
    const excused = (element: Element | null): boolean => {
      if (element === null || element === document.body) return false;
      if (element.getAttribute('aria-hidden') === 'true') return true;
      const { overflowX, textOverflow, clipPath, position } = getComputedStyle(element);
      const hiddenOnPurpose = position === 'absolute' && clipPath !== 'none';
      if (['auto', 'scroll'].includes(overflowX) || textOverflow === 'ellipsis' || hiddenOnPurpose)
        return true;
      return excused(element.parentElement);
    };
    return [...document.body.querySelectorAll('*')]
      .filter((element) => {
        const { left, right, width: breadth, height } = element.getBoundingClientRect();
        return breadth > 0 && height > 0 && (left < -1 || right > edge + 1) && !excused(element);
      })
      .map((element) => element.outerHTML.slice(0, 160));
  }, width);
}

/** Cells that reach across the edge of what their table scrolls in; what is beyond it is a swipe away. */
function cutCells(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const scrollerOf = (element: Element | null): Element | null =>
      element === null || ['auto', 'scroll'].includes(getComputedStyle(element).overflowX)
        ? element
        : scrollerOf(element.parentElement);
    // Headings of rows that are blocks on a phone are read aloud, and clipped away.
    const isClipped = (element: Element) => {
      const head = element.closest('thead');
      return head !== null && getComputedStyle(head).clipPath !== 'none';
    };
    const isSeen = (element: Element) =>
      element.checkVisibility() &&
      element.closest('[aria-hidden="true"], .sr-only') === null &&
      !isClipped(element);
    return [...document.querySelectorAll('table')].filter(isSeen).flatMap((table) => {
      const edge = scrollerOf(table)?.getBoundingClientRect().right ?? document.documentElement.clientWidth;
      return [...table.querySelectorAll('th, td')]
        .filter((cell) => {
          const { left, right, width } = cell.getBoundingClientRect();
          return isSeen(cell) && width > 1 && left < edge - 1.5 && right > edge + 1.5;
        })
        .map((cell) => `${table.getAttribute('aria-label')}: ${cell.textContent}`);
    });
  });
}

/** Columns of a table are in sight or a swipe away, and none is cut in two. */
export async function expectWholeCells(page: Page): Promise<void> {
  await expect.poll(() => cutCells(page), 'cells that are cut').toEqual([]);
}

/** Nothing is wider than the window, and nothing lies outside it. */
export async function expectFits(page: Page, width: number): Promise<void> {
  const widest = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(widest, `the page is wider than ${width} px`).toBeLessThanOrEqual(width);
  // What hangs over the page finds its new place a moment after the window has changed.
  await expect.poll(() => cutOff(page, width), `cut off at ${width} px`).toEqual([]);
}

/** Phrases that a marketer would have to decode: the screens say "in this period", "metric" or "source" instead. */
const UNCLEAR =
  /\b(these days|period before|whoever|told|anew|likeness|figures?|stands? (in|for)|lies in)\b/i;

export async function expectPlainWords(page: Page): Promise<void> {
  const lines = (await page.locator('body').innerText()).split('\n');
  expect(lines.filter((line) => UNCLEAR.test(line))).toEqual([]);
}

/** Marks the elements whose contrast our own formula cannot decide; axe looks at these alone. */
const UNCERTAIN = 'data-uncertain';
const CONTRAST = 'color-contrast';
/** Who speaks to the browser says what is written on a control. Axe has it off, Lighthouse on. */
const LABEL_NAME = 'label-content-name-mismatch';

/** Nothing that axe knows of is wrong, but for the rules that are named. */
export async function expectAccessible(page: Page, without: string[] = []): Promise<void> {
  const decided = (await contrastRules(page)).length === 0 ? [CONTRAST] : [];
  const off = [...decided, ...without].map((rule) => [rule, { enabled: false }]);
  await expectNoViolations(page, { rules: { ...Object.fromEntries(off), [LABEL_NAME]: { enabled: true } } });
}

/** The same page in other colours: what does not depend on them was looked at before. */
export async function expectReadable(page: Page): Promise<void> {
  const rules = await contrastRules(page);
  if (await hasLinkInText(page)) rules.push('link-in-text-block');
  if (rules.length > 0) await expectNoViolations(page, { runOnly: rules });
}

/** The rule of axe for contrast, if there is something left for it. */
async function contrastRules(page: Page): Promise<string[]> {
  return (await markUncertain(page, UNCERTAIN)) > 0 ? [CONTRAST] : [];
}

async function expectNoViolations(page: Page, options: RunOptions): Promise<void> {
  await loadAxe(page);
  // What is in order need not be listed element by element. Style sheets are parsed ahead only for a rule that is off,
  // and media is loaded for one about sound, which there is none of.
  const given: RunOptions = { ...options, resultTypes: ['violations'], preload: false };
  const found = await page.evaluate(async (all) => (await window.axe.run(document, all)).violations, given);
  expect(found.map(inWords)).toEqual([]);
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Once for a page: its source is large, and most pages are looked at more than once. */
async function loadAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => 'axe' in window)) return;
  await page.evaluate(SOURCE);
  const rule = { id: CONTRAST, selector: `[${UNCERTAIN}]` };
  await page.evaluate((contrast) => window.axe.configure({ rules: [contrast] }), rule);
}

const inWords = ({ id, help, nodes }: Result) => ({
  id,
  help,
  where: nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary ?? ''}`),
});

/** It would come from the internet, which there is none of here. */
const MESSENGER = 'https://widget.intercom.io/';

/** Everything the browser complains about while a page is open. */
export function watchComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`${error.message} ${error.stack ?? ''}`));
  page.on('console', (message) => {
    const { url } = message.location();
    const isComplaint = message.type() === 'error' || message.type() === 'warning';
    if (isComplaint && !url.startsWith(MESSENGER)) complaints.push(`${message.text()} (${url})`);
  });
  return complaints;
}

export interface Refusal {
  directive: string;
  blocked: string;
}

/** What the policy refuses, on every page that is opened from now on. */
export async function watchRefusals(page: Page): Promise<Refusal[]> {
  const refusals: Refusal[] = [];
  await page.exposeFunction('noteRefusal', (refusal: Refusal) => void refusals.push(refusal));
  await page.addInitScript(() => {
    const note = (window as unknown as { noteRefusal: (refusal: Refusal) => void }).noteRefusal;
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      note({ directive: effectiveDirective, blocked: blockedURI }),
    );
  });
  return refusals;
}
