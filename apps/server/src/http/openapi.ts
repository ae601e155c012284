import { ERROR_STATUS } from '@trailmark/contract/errors';
import { PERMISSIONS } from '@trailmark/contract/permissions';
import type { Route } from '@trailmark/contract/route';
import { z } from 'zod';

type Json = Record<string, unknown>;

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'openapi-3.0',
  }) as Json;
  return json;
}

function fieldsOf(schema: z.ZodType): { name: string; required: boolean; schema: unknown }[] {
  const json = schemaOf(schema, 'input') as { properties?: Record<string, unknown>; required?: string[] };
  return Object.entries(json.properties ?? {}).map(([name, field]) => ({
    name,
    required: json.required?.includes(name) ?? false,
    schema: field,
  }));
}

function accessText({ access }: Route): string {
  if (access.kind === 'public') return 'Open to everyone.';
  if (access.kind === 'signed_in') return 'For any signed-in person.';
  if (access.kind === 'sdk') return "For apps: the project's public token is in the body.";
  if (access.kind === 'private_key') return 'For servers: `Authorization: Bearer <private key>`.';
  if (access.kind === 'network_signature') {
    return 'For coupon networks: signed in the form of Standard Webhooks with the secret of the network.';
  }
  const { what, roles } = PERMISSIONS[access.permission];
  const shared = access.orShared ? ', or a guest with whom the campaign is shared for editing' : '';
  return `Permission \`${access.permission}\` (${what.toLowerCase()}): ${roles.join(', ')}${shared}.`;
}

const refusal = {
  description: 'Refused',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
};

function answers(route: Route): Json {
  if (route.answers === 'redirect') return { 302: { description: 'On to the next page' } };
  if (route.answers === 'file') {
    const content = { '*/*': { schema: { type: 'string', format: 'binary' } } };
    return { 200: { description: 'The file', content }, default: refusal };
  }
  const data = schemaOf(route.response, 'output');
  if (route.answers === 'events') {
    const content = { 'text/event-stream': { schema: data } };
    return { 200: { description: 'Server-sent events; the data of each `item`', content }, default: refusal };
  }
  const schema = {
    type: 'object',
    required: ['msg', 'status', 'data'],
    properties: { msg: { type: 'string' }, status: { type: 'integer' }, data },
  };
  return { 200: { description: 'Done', content: { 'application/json': { schema } } }, default: refusal };
}

function operation(route: Route): Json {
  const body = fieldsOf(route.body).length > 0;
  return {
    tags: [route.tag],
    summary: route.summary,
    description: accessText(route),
    ...(route.access.kind === 'public' ? { security: [] } : {}),
    parameters: [
      ...fieldsOf(route.params).map((field) => ({ in: 'path', ...field, required: true })),
      ...fieldsOf(route.query).map((field) => ({ in: 'query', ...field })),
    ],
    ...(body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(route.body, 'input') } },
          },
        }
      : {}),
    responses: answers(route),
  };
}

const refusalSchema = {
  type: 'object',
  required: ['msg', 'status', 'error'],
  properties: {
    msg: { type: 'string', description: 'The reason, for people' },
    status: { type: 'integer' },
    error: {
      type: 'object',
      required: ['code', 'request_id'],
      properties: {
        code: { type: 'string', enum: Object.keys(ERROR_STATUS) },
        fields: { type: 'object', additionalProperties: { type: 'string' }, description: 'Field to reason' },
        request_id: { type: 'string' },
      },
    },
  },
};

/** The OpenAPI document, made from the contract: nothing in it is written twice. */
export function openApiDocument(routes: Route[]) {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) };
  }
  return {
    openapi: '3.0.3',
    info: { title: 'Trailmark', version: '0.1.0', description: 'The API of the dashboard.' },
    servers: [{ url: '/api' }],
    security: [{ bearer: [] }],
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Refusal: refusalSchema },
    },
    paths,
  };
}
