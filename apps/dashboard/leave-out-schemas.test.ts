import { expect, it } from 'vitest';
import { importSchemasApart, leaveOutSchemas, missingPart } from './leave-out-schemas.ts';

it('leaves method and path of a route', () => {
  const code =
    "export const logout = route({ method: 'POST', path: base + '/logout', tag, access: signedIn, response: z.object({}) });";
  expect(leaveOutSchemas(code)).toBe(
    "export const logout = /*#__PURE__*/(() => (({ method: 'POST', path: base + '/logout' })))();",
  );
});

it('does so in functions that make routes', () => {
  expect(
    leaveOutSchemas("const make = (tag) => route({ method: 'GET', path: '/x', tag, query: Query });"),
  ).toBe("const make = (tag) => ({ method: 'GET', path: '/x' });");
});

it('lets values go that nobody uses, and keeps what is none', () => {
  const code = 'const A = z.string().min(1);\nexport const { b } = { b: f() };\nexport const most = 3;\nf();';
  expect(leaveOutSchemas(code)).toBe(
    'const A = /*#__PURE__*/(() => (z.string().min(1)))();\nexport const { b } = /*#__PURE__*/(() => ({ b: f() }))();\nexport const most = 3;\nf();',
  );
});

it.each([
  ["import { logout } from '@trailmark/contract/users';\nuse(logout.body);", 'logout.body'],
  ["import { logout as out } from '@trailmark/contract/users';\nuse(out.response.shape);", 'out.response'],
  ["import { User } from '@trailmark/contract/users';\nuse(User.shape, request.body);", null],
  ["import { logout } from './users';\nuse(logout.body);", null],
])('finds what the built dashboard would miss in %j', (code, missing) => {
  expect(missingPart(code)).toBe(missing);
});

it('imports schemas from a copy of their module', () => {
  const code =
    "import { NETWORKS, Network as One } from './networks.ts';\nimport { route } from './route.ts';";
  expect(importSchemasApart(code, (from) => new Set(from === './networks.ts' ? ['Network'] : []))).toBe(
    "import { NETWORKS as NETWORKS } from './networks.ts';\nimport { Network as One } from './networks.ts?schemas';\nimport { route } from './route.ts';",
  );
});
