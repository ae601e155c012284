import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { ROUTES } from '@trailmark/contract/routes';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from './openapi.ts';

/** /api/docs: the OpenAPI document of all calls, those of apps and servers too, to browse and to download. */
export async function mountDocs(app: FastifyInstance): Promise<void> {
  await app.register(async (docs) => {
    docs.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'static' };
    });
    // Built when it is requested: it would take a good part of every start.
    await docs.register(swagger, {
      openapi: {},
      transformObject: () => openApiDocument(ROUTES) as Record<string, unknown>,
    });
    await docs.register(swaggerUi, {
      routePrefix: '/api/docs',
      uiConfig: { deepLinking: false, docExpansion: 'list' },
    });
  });
}
