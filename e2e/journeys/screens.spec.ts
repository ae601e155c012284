import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { clear, type PooledBrowser, startAs } from '../support/browser-pool.ts';
import { test as base, expect } from '../support/house.ts';
import {
  expectAccessible,
  expectFits,
  expectFitting,
  expectPlainWords,
  expectReadable,
  type Refusal,
  settled,
  watchComplaints,
  watchRefusals,
} from '../support/page-checks.ts';
import { personOf, type Recipe } from '../support/recipe.ts';
import { BESIDES } from '../support/recipes-beside.ts';
import { RECIPES, SCREENS } from '../support/screens.ts';
import { readWorld } from '../support/world.ts';

const PICTURES = join(import.meta.dirname, '../results/screens');
/** PICTURES=1 keeps a picture of every look. It also opens every screen anew and runs all of axe in each window. */
const IS_FULL = Boolean(process.env.PICTURES);
const THEMES = ['dark', 'light'] as const;
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
}

/** Turns the window of an open page into another one, with or without a finger as its pointer. */
async function resize({ devtools }: Room, { width, height, isPhone }: WindowSize): Promise<void> {
  const screen = { screenWidth: width, screenHeight: height, deviceScaleFactor: 1 };
  await devtools.send('Emulation.setDeviceMetricsOverride', { ...screen, width, height, mobile: isPhone });
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: isPhone });
}

/** The whole page in a window as high as it: a picture of a longer page forgets that the pointer is a finger. */
async function takePicture(room: Room, size: WindowSize, path: string): Promise<void> {
  const { page } = room;
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  if (height > size.height) await resize(room, { ...size, height });
  await settled(page);
  await page.screenshot({ path });
  await resize(room, size);
}

interface Look {
  recipe: Recipe;
  window: Window;
  /** The theme in which axe looks at everything; in the other one it looks at the colours. */
  first: (typeof THEMES)[number];
  /** Axe has looked at the screen in another window: only what depends on the layout is left to it. */
  isSecond: boolean;
}

async function inspect(room: Room, { recipe, window, first, isSecond }: Look): Promise<void> {
  const { page } = room;
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    await settled(page);
    await expect(page.locator('h1')).toHaveCount(1);
    await expectFits(page, WINDOWS[window].width);
    if (theme === first) await expectPlainWords(page);
    if (IS_FULL) await takePicture(room, WINDOWS[window], picture(recipe, theme, window));
    if (theme !== first) await expectReadable(page);
    else if (isSecond && !IS_FULL) await expectFitting(page);
    else await expectAccessible(page, recipe.menu ? ['region'] : []);
  }
  if (window === 'wide') return;
  await resize(room, { ...WINDOWS.narrow, width: SMALLEST });
  await settled(page);
  await expectFits(page, SMALLEST);
}

const windowsOf = ({ only }: Recipe): Window[] => (only ? [only] : ['wide', 'narrow']);

/** One theme is the first on the wide window and the other on the narrow one, the other way round for every second. */
function looksAt(recipe: Recipe, nth: number): Look[] {
  return windowsOf(recipe).map((window, at) => ({
    ...{ recipe, window, first: THEMES[(nth + at) % 2] ?? 'dark', isSecond: at > 0 },
  }));
}

const ALL = Object.entries({ ...RECIPES, ...BESIDES })
  .flatMap(([what, recipes]) => recipes.map((recipe) => ({ what, recipe })))
  .map(({ what, recipe }, nth) => ({ what, recipe, looks: looksAt(recipe, nth) }));

/** One browser for all that a worker looks at: what it has loaded, it need not load for the next screen. */
const test = base.extend<{ roomOf: (recipe: Recipe) => Promise<Room> }, { room: Room }>({
  room: [
    async ({ pool }, use) => {
      const taken = await pool.take();
      const { page } = taken;
      await use({ ...taken, complaints: watchComplaints(page), refusals: await watchRefusals(page) });
      await taken.context.close();
    },
    { scope: 'worker' },
  ],
  roomOf: async ({ rich, room }, use) => {
    await use(async (recipe) => {
      await startAs(room, await personOf(recipe, rich));
      room.complaints.length = 0;
      room.refusals.length = 0;
      return room;
    });
    await clear(room);
  },
});

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
  test(`${what}, ${recipe.name}: looks finished in every window and theme`, async ({ roomOf, rich }) => {
    mkdirSync(PICTURES, { recursive: true });
    const room = await roomOf(recipe);
    const { page } = room;
    const at = (path: string) =>
      recipe.who === 'nobody' || typeof recipe.who === 'function'
        ? path
        : `${path}?p_id=${rich.project.project_id}`;
    const screen = SCREENS.find(({ path, frame }) => path === what && frame === 'shell');
    let over: string[] = [];
    for (const look of looks) {
      await resize(room, WINDOWS[look.window]);
      const isKept = look.isSecond && !recipe.opensAgain && !IS_FULL;
      if (!isKept) await recipe.open({ page, rich, at });
      if (screen) await expect(page).toHaveTitle(`${screen.title} · Trailmark`);
      await settled(page);
      if (isKept) expect(await overPage(page), 'what hangs over the page').toEqual(over);
      over = await overPage(page);
      await inspect(room, look);
    }
    expect(room.complaints.filter((text) => !recipe.expected?.test(text))).toEqual([]);
    expect(room.refusals, 'refused by the policy').toEqual([]);
  });
}

test('every screen has its four pictures', async () => {
  test.skip(!IS_FULL, 'PICTURES=1 takes them');
  const begun = statSync(dirname(readWorld().bareTerminal)).mtimeMs;
  const missing = () =>
    SCREENS.flatMap(({ path }) => RECIPES[path] ?? []).flatMap((recipe) =>
      THEMES.flatMap((theme) =>
        windowsOf(recipe)
          .map((window) => picture(recipe, theme, window))
          .filter((file) => !existsSync(file) || statSync(file).mtimeMs < begun),
      ),
    );
  // The other worker may still be drawing the last ones.
  await expect.poll(missing, { timeout: 50_000 }).toEqual([]);
});
