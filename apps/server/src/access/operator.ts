import { AppError } from '../platform/app-error.ts';
import type { Kit } from '../platform/kit.ts';
import type { Person } from './caller.ts';

/**
 * Whether a person runs this installation: its operators are named in the environment; where none is, it is
 * the first account. Ids begin with the time they were made at, so the least is the oldest.
 */
export async function isOperator(
  { db, env }: Pick<Kit, 'db' | 'env'>,
  { userId, email }: Pick<Person, 'userId' | 'email'>,
): Promise<boolean> {
  if (env.operatorEmails.length > 0) return env.operatorEmails.includes(email);
  const first = await db.selectFrom('users').select('id').orderBy('id').limit(1).executeTakeFirst();
  return first?.id === userId;
}

/** Refuses everybody else; `what` says what they were about to do. */
export async function requireOperator(kit: Kit, person: Person, what: string): Promise<void> {
  if (await isOperator(kit, person)) return;
  throw new AppError('forbidden', `${what} is only for operators of this installation.`);
}
