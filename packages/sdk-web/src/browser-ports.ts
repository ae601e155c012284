import type { Ports } from '@trailmark/sdk-core/ports';
import type { TrailmarkOptions } from './options.ts';

export interface BrowserPorts extends Ports {
  /** Hands over to the browser what a page that is left has to send. */
  beacon(path: string, body: string): unknown;
}

export function browserPorts({ cookieless, endpoint, token }: TrailmarkOptions): BrowserPorts {
  // The token is in the address for the preflight, which has no body.
  const address = (path: string) => `${endpoint}${path}?t=${token}`;
  return {
    storage: () => (cookieless ? sessionStorage : localStorage),
    now: Date.now,
    random: Math.random,
    schedule: (run, ms) => setTimeout(run, ms),
    beacon: (path, body) => navigator.sendBeacon(address(path), body),
    async send(path, body) {
      // A text is sent as text/plain, for which the browser does not ask first.
      const response = await fetch(address(path), {
        method: 'POST',
        body,
        keepalive: true,
      });
      return {
        status: response.status,
        retryAfter: +(response.headers.get('retry-after') as string),
        // A proxy on the way answers with pages: its status and its time to wait count.
        body: await response.json().catch(() => 0),
      };
    },
  };
}
