import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { test as base, expect } from '../support/house.ts';
import {
  expectAccessible,
  expectFits,
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
/** PICTURES=1 keeps a picture of every look. */
const TAKES_PICTURES = Boolean(process.env.PICTURES);
const THEMES = ['dark', 'light'] as const;
const SMALLEST = 360;

const WINDOWS = {
  narrow: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  wide: { viewport: { width: 1440, height: 900 } },
} satisfies Record<string, BrowserContextOptions>;
type Window = keyof typeof WINDOWS;

const picture = (recipe: Recipe, theme: string, window: Window) =>
  join(PICTURES, `${recipe.name}-${theme}-${WINDOWS[window].viewport.width}.png`);

/** The whole page in a window as high as it: a picture of a longer page forgets that the pointer is a finger. */
async function takePicture(page: Page, path: string): Promise<void> {
  const before = page.viewportSize() ?? WINDOWS.wide.viewport;
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  if (height > before.height) await page.setViewportSize({ ...before, height });
  await settled(page);
  await page.screenshot({ path });
  await page.setViewportSize(before);
}

interface Look {
  recipe: Recipe;
  window: Window;
  /** The theme in which axe looks at everything; in the other one it looks at the colours. */
  first: (typeof THEMES)[number];
}

async function inspect(page: Page, { recipe, window, first }: Look): Promise<void> {
  const { width, height } = WINDOWS[window].viewport;
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    await settled(page);
    await expect(page.locator('h1')).toHaveCount(1);
    await expectFits(page, width);
    if (theme === first) await expectPlainWords(page);
    if (TAKES_PICTURES) await takePicture(page, picture(recipe, theme, window));
    if (theme === first) await expectAccessible(page, recipe.menu ? ['region'] : []);
    else await expectReadable(page);
  }
  if (window === 'wide') return;
  await page.setViewportSize({ width: SMALLEST, height });
  await settled(page);
  await expectFits(page, SMALLEST);
}

const windowsOf = ({ only }: Recipe): Window[] => (only ? [only] : ['wide', 'narrow']);

/** One theme is the first on the wide window and the other on the narrow one, the other way round for every second. */
function looksAt(recipe: Recipe, nth: number): Look[] {
  return windowsOf(recipe).map((window, at) => ({ recipe, window, first: THEMES[(nth + at) % 2] ?? 'dark' }));
}

const ALL = Object.entries({ ...RECIPES, ...BESIDES })
  .flatMap(([what, recipes]) => recipes.map((recipe) => ({ what, recipe })))
  .flatMap(({ what, recipe }, nth) => looksAt(recipe, nth).map((look) => ({ what, ...look })));

/** A browser with somebody in it, and what it has to complain about. */
interface Room {
  page: Page;
  complaints: string[];
  refusals: Refusal[];
}

async function openRoom(browser: Browser, options: BrowserContextOptions): Promise<Room> {
  const page = await (await browser.newContext(options)).newPage();
  return { page, complaints: watchComplaints(page), refusals: await watchRefusals(page) };
}

/** People of the rich project stay in theirs: what it has loaded, it need not load for the next screen. */
const test = base.extend<{ roomOf: (look: Look) => Promise<Room> }, { rooms: Map<string, Room> }>({
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
    await use(async ({ recipe, window }) => {
      const { who } = recipe;
      const isAtHome = typeof who === 'string' && who !== 'nobody';
      const key = `${who} ${window}`;
      const known = isAtHome ? rooms.get(key) : undefined;
      const room =
        known ?? (await openRoom(browser, { ...(await browserOf(recipe, rich)), ...WINDOWS[window] }));
      if (isAtHome) rooms.set(key, room);
      else opened.push(room.page);
      room.complaints.length = 0;
      room.refusals.length = 0;
      await room.page.setViewportSize(WINDOWS[window].viewport);
      return room;
    });
    for (const page of opened) await page.context().close();
    for (const { page } of rooms.values()) await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
});

// The pictures tell what a trace would, and traces of so many pages take longer than the pages.
test.use({ trace: 'off' });

test('every screen has a recipe that brings it up', () => {
  const without = SCREENS.filter(({ path }) => !RECIPES[path]?.length).map(({ path }) => path);
  expect(without).toEqual([]);
  const unknown = Object.keys(RECIPES).filter((path) => !SCREENS.some((screen) => screen.path === path));
  expect(unknown).toEqual([]);
});

for (const { what, ...look } of ALL) {
  const { recipe, window } = look;
  test(`${what}, ${recipe.name}: looks finished on a ${window} window`, async ({ roomOf, rich }) => {
    mkdirSync(PICTURES, { recursive: true });
    const { page, complaints, refusals } = await roomOf(look);
    const at = (path: string) =>
      recipe.who === 'nobody' || typeof recipe.who === 'function'
        ? path
        : `${path}?p_id=${rich.project.project_id}`;
    await recipe.open({ page, rich, at });
    const screen = SCREENS.find(({ path, frame }) => path === what && frame === 'shell');
    if (screen) await expect(page).toHaveTitle(`${screen.title} · Trailmark`);
    await inspect(page, look);
    expect(complaints.filter((text) => !recipe.expected?.test(text))).toEqual([]);
    expect(refusals, 'refused by the policy').toEqual([]);
  });
}

test('every screen has its four pictures', async () => {
  test.skip(!TAKES_PICTURES, 'PICTURES=1 takes them');
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
