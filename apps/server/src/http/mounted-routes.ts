import type { FastifyInstance } from 'fastify';

/** A route as it is really mounted. */
export interface MountedRoute {
  method: string;
  url: string;
  access: unknown;
}

/** Keeps a list of everything that gets mounted, so that tests walk what is there and not a copy of it. */
export function watchRoutes(app: FastifyInstance): void {
  const mounted: MountedRoute[] = [];
  app.decorate('mountedRoutes', mounted);
  app.addHook('onRoute', (route) => {
    for (const method of [route.method].flat()) {
      if (method === 'HEAD' || method === 'OPTIONS') continue;
      // Read lazily: hooks that run after this one may still set the rule.
      mounted.push({
        method,
        url: route.url,
        get access() {
          return route.config?.access;
        },
      });
    }
  });
}
