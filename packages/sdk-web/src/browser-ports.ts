import type { Ports } from '@trailmark/sdk-core/ports';
import type { TrailmarkOptions } from './options.ts';

/** The address of a call. The token is in it for the preflight, which has no body. */
export const addressOf = ({ endpoint, token }: TrailmarkOptions, path: string) =>
  `${endpoint}${path}?t=${token}`;

export function browserPorts(options: TrailmarkOptions): Ports {
  const { cookieless } = options;
  // A key for each day: tomorrow the visitor is somebody else.
  const day = () => (cookieless ? (Date.now() / 864e5) | 0 : '');
  // Asked for at every use: a browser that blocks storage throws at the first mention of it.
  const area = () => (cookieless ? sessionStorage : localStorage);
  return {
    storage: {
      get: (key) => area().getItem(key + day()),
      set: (key, value) => area().setItem(key + day(), value),
      remove: (key) => area().removeItem(key + day()),
    },
    now: Date.now,
    random: Math.random,
    schedule: (run, ms) => setTimeout(run, ms),
    async send(path, body) {
      // A text is sent as text/plain, for which the browser does not ask first.
      const response = await fetch(addressOf(options, path), {
        method: 'POST',
        body,
        keepalive: true,
      });
      return {
        status: response.status,
        retryAfter: +(response.headers.get('retry-after') as string),
        body: await response.json(),
      };
    },
  };
}
