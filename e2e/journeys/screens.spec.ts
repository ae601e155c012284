import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Browser, BrowserContextOptions, CDPSession, Page } from '@playwright/test';
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
import { browserOf, type Recipe } from '../support/recipe.ts';
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

/** A browser with somebody in it, and what it has to complain about. */
interface Room {
  page: Page;
  devtools: CDPSession;
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

async function openRoom(browser: Browser, options: BrowserContextOptions): Promise<Room> {
  const page = await (await browser.newContext(options)).newPage();
  const devtools = await page.context().newCDPSession(page);
  return { page, devtools, complaints: watchComplaints(page), refusals: await watchRefusals(page) };
}

/** People of the rich project stay in theirs: what it has loaded, it need not load for the next screen. */
const test = base.extend<{ roomOf: (recipe: Recipe) => Promise<Room> }, { rooms: Map<string, Room> }>({
  rooms: [
    async ({ browser: _browser }, use) => {
      const rooms = new Map<string, Room>();
      await use(rooms);
      for (const { page } of rooms.values()) await page.context().close();
    },
    { scope: 'worker' },
  ],
  roomOf: async ({ browser, rich, rooms }, use) => {
    const opened: Page[] = [];
    await use(async (recipe) => {
      const { who } = recipe;
      const isAtHome = typeof who === 'string' && who !== 'nobody';
      const known = isAtHome ? rooms.get(who) : undefined;
      const room = known ?? (await openRoom(browser, await browserOf(recipe, rich)));
      if (isAtHome) rooms.set(who, room);
      else opened.push(room.page);
      room.complaints.length = 0;
      room.refusals.length = 0;
      return room;
    });
    for (const page of opened) await page.context().close();
    for (const { page } of rooms.values()) await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
});

/** What hangs over the page, so that nothing is lost unseen when the window becomes another one. */
async function overPage(page: Page): Promise<string[]> {
  const over = page.locator('[role="dialog"], [role="menu"], [role="listbox"]');
  const shown = await over.filter({ visible: true }).all();
  return await Promise.all(shown.map(async (one) => (await one.getAttribute('role')) ?? ''));
}

// The pictures tell what a trace would, and traces of so many pages take longer than the pages.
test.use({ trace: 'off' });

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
