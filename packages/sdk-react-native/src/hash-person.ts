import { hex, utf8 } from './encode.ts';
import { sha256 } from './sha256.ts';

const PERSONAL = ['name', 'phone', 'email'] as const;

/** Replaces name, phone and email by the lower-case hexadecimal SHA-256 of the text as it is given. */
export function hashPerson<Person extends Record<string, unknown>>(person: Person): Person {
  const hashed: Record<string, unknown> = { ...person };
  for (const field of PERSONAL) {
    const value = hashed[field];
    if (typeof value === 'string' && value !== '') hashed[field] = hex(sha256(utf8(value)));
  }
  return hashed as Person;
}
