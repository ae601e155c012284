/** Which window a postback is of, and whether its version has windows at all. */
export interface PostbackTiming {
  /** SKAdNetwork before version 4: one postback, after a timer that each new value starts again. */
  isEarly: boolean;
  sequence: number;
}

/** Days from the end of each window to the arrival of its postback: the middle of Apple's random delay. */
export const RANDOM_DELAY_DAYS = [1.5, 3.5, 3.5] as const;

/**
 * Days from the install to the arrival of a postback: the end of its window and the random delay
 * (https://developer.apple.com/documentation/storekit/receiving-postbacks-in-multiple-conversion-windows).
 * Before version 4: a day of the timer and up to a day of delay, each taken as a day. A window that an app locks is not taken
 * into account: with a lock after 24 hours it is the first call after them that locks, and many installs make none.
 */
export const MEAN_DELAY_DAYS = {
  early: 2,
  windows: [2 + RANDOM_DELAY_DAYS[0], 7 + RANDOM_DELAY_DAYS[1], 35 + RANDOM_DELAY_DAYS[2]],
} as const;

/** The longest of them, in whole days. */
export const LONGEST_DELAY_DAYS = Math.ceil(Math.max(...MEAN_DELAY_DAYS.windows));

/** How many days before its arrival the install of a postback was, on average. */
export function meanDelayDays({ isEarly, sequence }: PostbackTiming): number {
  if (isEarly) return MEAN_DELAY_DAYS.early;
  return MEAN_DELAY_DAYS.windows[sequence] ?? MEAN_DELAY_DAYS.windows[0];
}
