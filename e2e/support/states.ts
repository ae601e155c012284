import type { Page, Route } from '@playwright/test';

export const failing = (route: Route) => route.fulfill({ status: 500, json: {} });

/** Keeps a call waiting until it is let go. */
export async function hold(page: Page, call: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(call, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** The boxes that must stay where they are while a screen fills. */
export function frame(page: Page): Promise<Record<string, number[]>> {
  return page.evaluate(() => {
    const parts = {
      rail: 'aside',
      bar: 'header[data-slot="top-bar"]',
      title: 'h1',
      card: '[data-slot="card"]',
    };
    const boxes = Object.entries(parts).map(([name, selector]) => {
      const { x, y, width, height } =
        document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
      return [name, name === 'card' ? [x, y, width] : [x, y, width, height]];
    });
    return Object.fromEntries(boxes);
  });
}

/** Adds up from now on by how much things jump. */
export async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const watched = window as unknown as { shifted: number; shifts?: PerformanceObserver };
    watched.shifts?.disconnect();
    watched.shifted = 0;
    watched.shifts = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
        watched.shifted += entry.value;
      }
    });
    watched.shifts.observe({ type: 'layout-shift' });
  });
  return () => page.evaluate(() => (window as unknown as { shifted: number }).shifted);
}

/** Goes to another address as a link would, without loading the app again. */
export async function walk(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => window.history.pushState({}, '', to), address);
}
