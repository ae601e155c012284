import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type BrowserPool, clear, type PooledBrowser, startAs } from '../support/browser-pool.ts';
import { draw, IS_FULL } from '../support/draw.ts';
import { readEnvironment } from '../support/environment.ts';
import {
  expectAccessible,
  expectFits,
  expectPlainWords,
  expectReadable,
  expectWholeCells,
  type Refusal,
  settled,
  watchComplaints,
  watchRefusals,
} from '../support/page-checks.ts';
import { personOf, type Recipe } from '../support/recipe.ts';
import { BESIDES } from '../support/recipes-beside.ts';
import { RECIPES, SCREENS } from '../support/screens.ts';
import { walk } from '../support/states.ts';
import { test as base, expect } from '../support/test.ts';

const PICTURES = join(import.meta.dirname, '../results/screens');
/** PICTURES=1 keeps a picture of every screen in each window and theme. */
const TAKES_PICTURES = Boolean(process.env.PICTURES);
const THEMES = ['dark', 'light'] as const;
type Theme = (typeof THEMES)[number];
const SMALLEST = 360;

interface WindowSize {
  width: number;
  height: number;
  isPhone: boolean;
}
const WINDOWS = {
  wide: { width: 1440, height: 900, isPhone: false },
  narrow: { width: 390, height: 844, isPhone: true },
} satisfies Record<string, WindowSize>;
type Window = keyof typeof WINDOWS;

const picture = (recipe: Recipe, theme: string, window: Window) =>
  join(PICTURES, `${recipe.name}-${theme}-${WINDOWS[window].width}.png`);

/** A browser, and what it has to complain about. */
interface Room extends PooledBrowser {
  complaints: string[];
  refusals: Refusal[];
  /** Which screen the dashboard shows to whom, if it is in order and others can follow without a load. */
  left?: { what: string; who: Recipe['who'] } | undefined;
}

/** Turns the window of an open page into another one, with or without a finger as its pointer. */
async function resize({ devtools }: Room, { width, height, isPhone }: WindowSize): Promise<void> {
  const screen = { screenWidth: width, screenHeight: height, deviceScaleFactor: 1 };
  await devtools.send('Emulation.setDeviceMetricsOverride', { ...screen, width, height, mobile: isPhone });
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: isPhone });
}

/**
 * The whole page in a window as high as it: a picture of a longer page forgets that the pointer is a finger.
 * Playwright knows only the window that a context began with, so the browser itself is asked for the picture.
 */
async function takePicture(room: Room, size: WindowSize, path: string): Promise<void> {
  const { page, devtools } = room;
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  if (height > size.height) await resize(room, { ...size, height });
  await settled(page);
  const { data } = await devtools.send('Page.captureScreenshot', { captureBeyondViewport: false });
  writeFileSync(path, Buffer.from(data, 'base64'));
  await resize(room, size);
}

interface Look {
  recipe: Recipe;
  window: Window;
  /** Axe looks at everything in the first of them, and at the colours in the other one. */
  themes: Theme[];
}

async function inspect(room: Room, { recipe, window, themes }: Look): Promise<void> {
  const { page } = room;
  for (const theme of themes) {
    const isFirst = theme === themes[0];
    await page.emulateMedia({ colorScheme: theme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    await settled(page);
    await expect(page.locator('h1')).toHaveCount(1);
    await expectFits(page, WINDOWS[window].width);
    if (WINDOWS[window].isPhone) await expectWholeCells(page);
    if (isFirst) await expectPlainWords(page);
    if (TAKES_PICTURES) await takePicture(room, WINDOWS[window], picture(recipe, theme, window));
    if (isFirst) await expectAccessible(page, recipe.menu ? ['region'] : []);
    else await expectReadable(page);
  }
  if (window === 'wide') return;
  await resize(room, { ...WINDOWS.narrow, width: SMALLEST });
  await settled(page);
  await expectFits(page, SMALLEST);
  await expectWholeCells(page);
}

const windowsOf = ({ only }: Recipe): Window[] => (only ? [only] : ['wide', 'narrow']);

/** Each screen in one window and one theme, which the seed draws; at full length in all of them. */
function looksAt(recipe: Recipe): Look[] {
  const windows = windowsOf(recipe);
  if (IS_FULL) return windows.map((window) => ({ recipe, window, themes: [...THEMES] }));
  const chosen = Math.floor(draw(recipe.name) * windows.length * THEMES.length);
  const window = windows[chosen % windows.length] ?? 'wide';
  return [{ recipe, window, themes: [chosen < windows.length ? 'dark' : 'light'] }];
}

/** Every screen as it mostly is; of its other states every eighth one, by the seed. */
const isDrawn = (recipe: Recipe, state: number) =>
  IS_FULL || state === 0 || draw(`${recipe.name} state`) < 1 / 8;

const viewerOf = ({ who }: Recipe) => (typeof who === 'string' ? who : '');

/**
 * What the same person looks at in the same window comes one after the other, and states of the same screen far apart:
 * to another screen the dashboard goes without a load.
 */
const orderOf = ({ recipe, looks, state }: { recipe: Recipe; looks: Look[]; state: number }) =>
  `${viewerOf(recipe)} ${looks[0]?.window} ${String(state).padStart(3, '0')}`;
const ALL = Object.entries({ ...RECIPES, ...BESIDES })
  .flatMap(([what, recipes]) => recipes.map((recipe, state) => ({ what, recipe, state })))
  .filter(({ recipe, state }) => isDrawn(recipe, state))
  .map((one) => ({ ...one, looks: looksAt(one.recipe) }))
  .sort((one, other) => orderOf(one).localeCompare(orderOf(other)));

/** One browser for all that a worker looks at: what it has loaded, it need not load for the next screen. */
let kept: Room | undefined;

async function openRoom(pool: BrowserPool): Promise<Room> {
  const taken = await pool.take();
  const { page } = taken;
  return { ...taken, complaints: watchComplaints(page), refusals: await watchRefusals(page) };
}

const test = base.extend<{ roomOf: (recipe: Recipe) => Promise<Room> }>({
  roomOf: async ({ rich, pool }, use) => {
    kept ??= await openRoom(pool);
    const room = kept;
    await use(async (recipe) => {
      if (room.left?.who !== recipe.who) {
        await clear(room);
        await startAs(room, await personOf(recipe, rich));
        room.left = undefined;
      }
      room.complaints.length = 0;
      room.refusals.length = 0;
      return room;
    });
    await room.page.unrouteAll({ behavior: 'ignoreErrors' });
  },
});

/** Goes to another screen as a link would, or to an address of the same one by loading it. */
async function goWithin(page: Page, address: string): Promise<void> {
  const here = page.url();
  if (new URL(address, here).pathname === new URL(here).pathname) {
    await page.goto(address);
    return;
  }
  const title = await page.title();
  await walk(page, address);
  await expect(page).not.toHaveTitle(title);
  await expect.poll(() => overPage(page), 'what hung over the screen before').toEqual([]);
}

/** What hangs over the page, so that nothing is lost unseen when the window becomes another one. */
async function overPage(page: Page): Promise<string[]> {
  const over = page.locator('[role="dialog"], [role="menu"], [role="listbox"]');
  const shown = await over.filter({ visible: true }).all();
  return await Promise.all(shown.map(async (one) => (await one.getAttribute('role')) ?? ''));
}

test('every screen has a recipe that brings it up', () => {
  const without = SCREENS.filter(({ path }) => !RECIPES[path]?.length).map(({ path }) => path);
  expect(without).toEqual([]);
  const unknown = Object.keys(RECIPES).filter((path) => !SCREENS.some((screen) => screen.path === path));
  expect(unknown).toEqual([]);
});

for (const { what, recipe, looks } of ALL) {
  const where = looks.map(({ window, themes }) => `${window} and ${themes.join(' and ')}`).join(', ');
  test(`${what}, ${recipe.name}: looks finished (${where})`, async ({ roomOf, rich }) => {
    mkdirSync(PICTURES, { recursive: true });
    const room = await roomOf(recipe);
    const { page } = room;
    const at = (path: string) =>
      recipe.who === 'nobody' || typeof recipe.who === 'function'
        ? path
        : `${path}?p_id=${rich.project.project_id}`;
    const screen = SCREENS.find(({ path, frame }) => path === what && frame === 'shell');
    const canWalk = room.left !== undefined && room.left.what !== what && !IS_FULL;
    room.left = undefined;
    let isInOrder = false;
    const go = async (address: string) => {
      if (canWalk) await goWithin(page, address);
      else await page.goto(address);
      isInOrder = typeof recipe.who === 'string' && !recipe.expected;
    };
    let over: string[] = [];
    for (const look of looks) {
      await resize(room, WINDOWS[look.window]);
      await recipe.open({ page, go, rich, at });
      if (screen) await expect(page).toHaveTitle(`${screen.title} · Trailmark`);
      await settled(page);
      over = await overPage(page);
      await inspect(room, look);
    }
    expect(room.complaints.filter((text) => !recipe.expected?.test(text))).toEqual([]);
    expect(room.refusals, 'refused by the policy').toEqual([]);
    // What a screen has opened goes with it; what the frame has opened may stay.
    if (isInOrder && (over.length === 0 || screen)) room.left = { what, who: recipe.who };
  });
}

test('every screen has its four pictures', async () => {
  test.skip(!TAKES_PICTURES, 'PICTURES=1 takes them');
  const missing = () =>
    SCREENS.flatMap(({ path }) => RECIPES[path] ?? []).flatMap((recipe) =>
      THEMES.flatMap((theme) =>
        windowsOf(recipe)
          .map((window) => picture(recipe, theme, window))
          .filter((file) => !existsSync(file) || statSync(file).mtimeMs < readEnvironment().startedAt),
      ),
    );
  // The other worker may still be drawing the last ones.
  await expect.poll(missing, { timeout: 50_000 }).toEqual([]);
});
