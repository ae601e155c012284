/** How large a demo is unless it is told otherwise. */
export const PRESETS = { seed: 'kite', people: 20_200, days: 90, pace: 1, port: 4610 } as const;

/** Whose account it is. */
export const DEMO_EMAIL = 'demo@kite.example';
