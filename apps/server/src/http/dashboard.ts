import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { checkoutRoot } from '../platform/package-root.ts';
import { refuseUnknown } from './errors.ts';

const DASHBOARD = join(checkoutRoot, 'apps/dashboard/dist');
const YEAR_SECONDS = 31_536_000;

const isPage = (path: string) => !/^\/(api|ingest|assets)(\/|$)/.test(path) && !/\.\w+$/.test(path);

const options: FastifyStaticOptions = {
  root: DASHBOARD,
  preCompressed: true,
  cacheControl: false,
  setHeaders: (reply, path) => {
    // Names under assets/ carry a hash of their content; everything else may change.
    const hashed = path.includes('/assets/');
    reply.setHeader('vary', 'accept-encoding');
    reply.setHeader('cache-control', hashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
  },
};

/** Serves the built dashboard; every page address answers with the one page that the router then fills. */
export async function mountDashboard(app: FastifyInstance): Promise<void> {
  const isBuilt = existsSync(join(DASHBOARD, 'index.html'));
  if (isBuilt) {
    await app.register(fastifyStatic, { ...options, serve: false });
    const assets = { ...options, root: join(DASHBOARD, 'assets'), prefix: '/assets/' };
    // A route of its own for each of the other files: their places are those of pages, too.
    const others = { ...options, wildcard: false, globIgnore: ['assets/**'] };
    await app.register(async (files) => {
      files.addHook('onRoute', (route) => {
        route.config = { ...route.config, access: 'static' };
      });
      await files.register(fastifyStatic, { ...assets, decorateReply: false });
      await files.register(fastifyStatic, { ...others, decorateReply: false });
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const isPageRequest = ['GET', 'HEAD'].includes(request.method) && isPage(path);
    if (isBuilt && isPageRequest) return reply.sendFile('index.html');
    return refuseUnknown(request, reply);
  });
}
