/** Where everything runs that the journeys use. */
export interface World {
  sandboxUrl: string;
  /** Mail, Google, analytics and messaging are set up. */
  fullUrl: string;
  /** Started without any configuration. */
  bareUrl: string;
  /** A file that holds what the bare installation printed in its terminal. */
  bareTerminal: string;
  /** In milliseconds. */
  startedAt: number;
}

export function readWorld(): World {
  const text = process.env.TRAILMARK_WORLD;
  if (!text) throw new Error('The world has not been set up.');
  return JSON.parse(text) as World;
}
