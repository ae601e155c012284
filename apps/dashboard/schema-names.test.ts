import { expect, it } from 'vitest';
import { schemaNamesOf } from './schema-names.ts';

const namesOf = (code: string) => [...schemaNamesOf(code, () => new Set(['Email']))].sort();

it('finds what needs zod, by itself or by what it uses', () => {
  const code = `
    import { z } from 'zod';
    export const ROLES = ['owner'] as const;
    export const Role = z.enum(ROLES);
    export const roleOf = (value: unknown) => Role.parse(value);
    export function first(): string { return ROLES[0]; }`;
  expect(namesOf(code)).toEqual(['Role', 'roleOf', 'z']);
});

it('follows imports, and neither types, names of fields nor the schemas of routes', () => {
  const code = `
    import type { z } from 'zod';
    import { Email, other } from './fields.ts';
    import { route } from './route.ts';
    export const Address = Email.optional();
    export const typed: z.ZodType | null = null;
    export const plain = { Email: other.Email };
    export const get = route({ method: 'GET', path: '/x', query: Email });`;
  expect(namesOf(code)).toEqual(['Address', 'Email']);
});
