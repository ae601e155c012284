import { createHash } from 'node:crypto';
import { z } from 'zod';

export const NewPerson = z.object({
  sub: z.string().min(1).max(255).optional(),
  email: z.email(),
  email_verified: z.boolean().default(true),
  given_name: z.string().trim().min(1),
  family_name: z.string().trim().default(''),
  picture: z.url().optional(),
  hd: z.string().optional(),
});
export type NewPerson = z.input<typeof NewPerson>;

/** Claim names as they travel in the id_token. */
export type Person = {
  sub: string;
  email: string;
  email_verified: boolean;
  name: string;
  given_name: string;
  family_name: string;
  picture?: string;
  hd?: string;
};

export type People = {
  add(person: NewPerson): Person;
  list(): Person[];
  find(sub: string): Person | null;
};

const SEED: NewPerson[] = [
  { email: 'asha@kite.example', given_name: 'Asha', family_name: 'Rao', hd: 'kite.example' },
  { email: 'ben@kite.example', given_name: 'Ben', family_name: 'Ortiz', hd: 'kite.example' },
  { email: 'mallory@kite.example', given_name: 'Mallory', family_name: 'Finch', email_verified: false },
];

// A product that keys accounts by subject must meet the same person again after the sandbox restarts,
// so that the subject follows from the address. Google's are 21 digits long.
function subjectOf(email: string): string {
  const digest = createHash('sha256').update(email.toLowerCase()).digest('hex');
  return `1${(BigInt(`0x${digest}`) % 10n ** 20n).toString().padStart(20, '0')}`;
}

export function createPeople(): People {
  const bySub = new Map<string, Person>();

  function add(input: NewPerson): Person {
    const { sub, ...claims } = NewPerson.parse(input);
    const name = `${claims.given_name} ${claims.family_name}`.trim();
    const person = { sub: sub ?? subjectOf(claims.email), name, ...claims };
    bySub.set(person.sub, person);
    return person;
  }

  for (const person of SEED) add(person);
  return { add, list: () => [...bySub.values()], find: (sub) => bySub.get(sub) ?? null };
}
