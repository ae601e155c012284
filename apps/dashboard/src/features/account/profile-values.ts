import { zodResolver } from '@hookform/resolvers/zod';
import { Email, optionalText, text } from '@trailmark/contract/fields';
import { type User, UserRole } from '@trailmark/contract/users';
import { z } from 'zod';

const NameAtLeast = z.object({
  first_name: text(80),
  last_name: optionalText(80),
  company: optionalText(120),
  role: UserRole.nullable(),
  /** Left empty unless the local owner gives one. */
  email: z.union([z.literal('').transform(() => undefined), Email]),
});

export type ProfileValues = z.input<typeof NameAtLeast>;
export type Profile = z.output<typeof NameAtLeast>;

/** A person needs a first name here; everything else may be left out. */
export const profileResolver = zodResolver(NameAtLeast);

export function profileOf(user: User): ProfileValues {
  return {
    first_name: user.first_name ?? '',
    last_name: user.last_name ?? '',
    company: user.company ?? '',
    role: user.role,
    email: '',
  };
}
