import { ReturnTo } from '@trailmark/contract/fields';
import type { User } from '@trailmark/contract/users';
import { needsWelcome } from '../../project/choose-project.ts';

/** A path of this dashboard that is worth coming back to; null for another site and for the sign-in itself. */
export function safeReturnTo(path: string | null): string | null {
  const parsed = ReturnTo.safeParse(path);
  if (!parsed.success || /^\/login(?![\w-])/.test(parsed.data)) return null;
  return parsed.data;
}

/** Where a person goes who has just signed in. */
export function landingPath(
  user: Pick<User, 'first_name' | 'project_members'>,
  returnTo: string | null,
): string {
  if (needsWelcome(user)) return '/welcome';
  return safeReturnTo(returnTo) ?? '/overview';
}
