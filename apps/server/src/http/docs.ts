import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { Route } from '@trailmark/contract/route';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from './openapi.ts';

/** /api/docs: the OpenAPI document to browse and to download. */
export async function mountDocs(app: FastifyInstance, routes: Route[]): Promise<void> {
  await app.register(async (docs) => {
    docs.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'static' };
    });
    // Made when somebody asks for it: it would take a good part of every start.
    await docs.register(swagger, {
      openapi: {},
      transformObject: () => openApiDocument(routes) as Record<string, unknown>,
    });
    await docs.register(swaggerUi, {
      routePrefix: '/api/docs',
      uiConfig: { deepLinking: false, docExpansion: 'list' },
    });
  });
}
