/** Where everything runs that the journeys use. */
export interface Environment {
  sandboxUrl: string;
  /** Mail, Google, analytics and messaging are set up. */
  fullUrl: string;
  /** Started without any configuration. */
  bareUrl: string;
  /** A file that holds what the bare installation printed in its terminal. */
  bareTerminal: string;
  /** Signs postbacks that the installation with everything takes for Apple's. */
  skanKey: string;
  /** In milliseconds. */
  startedAt: number;
}

export function readEnvironment(): Environment {
  const text = process.env.TRAILMARK_ENVIRONMENT;
  if (!text) throw new Error('The environment has not been set up.');
  return JSON.parse(text) as Environment;
}
