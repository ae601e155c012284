/** How every browser of the journeys starts. */
export const START_WINDOW = {
  colorScheme: 'dark',
  viewport: { width: 1440, height: 900 },
} as const;
