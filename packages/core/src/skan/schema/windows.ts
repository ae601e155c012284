import type { SkanWindow } from '@trailmark/contract/skan-bases';

const DAY_MS = 86_400_000;

/**
 * The conversion windows, in days from the first open
 * (https://developer.apple.com/documentation/storekit/receiving-postbacks-in-multiple-conversion-windows).
 */
export const WINDOWS: Record<SkanWindow, { fromDay: number; toDay: number }> = {
  0: { fromDay: 0, toDay: 2 },
  1: { fromDay: 2, toDay: 7 },
  2: { fromDay: 7, toDay: 35 },
};

export const ALL_WINDOWS: readonly SkanWindow[] = [0, 1, 2];

/** Whole days since the first open; below 0 before it. */
export const dayAfter = (firstOpenAt: Date, at: Date): number =>
  Math.floor((at.getTime() - firstOpenAt.getTime()) / DAY_MS);

/** The window that something falls into; null after the last one, and before the first open. */
export function windowAt(firstOpenAt: Date, at: Date): SkanWindow | null {
  const day = dayAfter(firstOpenAt, at);
  return ALL_WINDOWS.find((window) => day >= WINDOWS[window].fromDay && day < WINDOWS[window].toDay) ?? null;
}

/** Whether a day after the first open is in a window. */
export const isDayOf = (window: SkanWindow, day: number): boolean =>
  day >= WINDOWS[window].fromDay && day < WINDOWS[window].toDay;
