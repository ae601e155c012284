/** The default size of a demo. */
export const PRESETS = { seed: 'kite', people: 4500, days: 90, pace: 1, port: 4610 } as const;

/** The owner's account. */
export const DEMO_EMAIL = 'demo@kite.example';
