import { expect, test } from 'vitest';
import { z } from 'zod';
import { ERROR_STATUS } from './errors.ts';
import { inProject, type Route, signedIn } from './route.ts';
import { ROUTES } from './routes.ts';
import { removeWhitelistedHost } from './web-sdk.ts';

const fieldsOf = (schema: z.ZodType) =>
  Object.keys((z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {}) as object);

test('every call has an address of its own, a summary and an access rule', () => {
  const names = ROUTES.map((route) => `${route.method} ${route.path}`);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThan(30);
  for (const route of ROUTES) {
    expect(route.path).toMatch(/^\/[a-z]/);
    expect(route.summary).toMatch(/^\S.*[^.]$/);
    expect(['public', 'signed_in', 'project', 'sdk', 'private_key', 'network_signature']).toContain(
      route.access.kind,
    );
  }
});

test.each(ROUTES.filter((route) => route.access.kind === 'project'))(
  '$method $path names its project in exactly one place',
  (route) => {
    const named = [route.params, route.query, route.body].filter((part) =>
      fieldsOf(part).includes('project_id'),
    );
    expect(named).toHaveLength(1);
  },
);

/** Its callers send what is removed in the body, as the call of the same name does elsewhere. */
const DELETES_BY_BODY = new Map<Route, string[]>([[removeWhitelistedHost, ['tokenId']]]);

test.each(ROUTES)('$method $path takes a body only where there can be one', (route) => {
  if (route.method !== 'GET' && route.method !== 'DELETE') return;
  expect(fieldsOf(route.body)).toEqual(DELETES_BY_BODY.get(route) ?? []);
});

test('an access rule carries only the given options', () => {
  expect(inProject('members.see')).toEqual({ kind: 'project', permission: 'members.see' });
  expect(signedIn).toEqual({ kind: 'signed_in' });
});

test('every code of a refusal has a status of a refusal', () => {
  for (const status of Object.values(ERROR_STATUS)) expect(status).toBeGreaterThanOrEqual(400);
});
