import type { Actor } from '../../access/caller.ts';
import { isOperator } from '../../access/operator.ts';
import { type Limit, spend } from '../../access/rate-limit.ts';
import type { Db, Tx } from '../../db/connection.ts';
import { DAY_MS, later } from '../../platform/clock.ts';
import type { Kit } from '../../platform/kit.ts';
import { findSignUp } from './store.ts';

/** Mails that invite somebody, in a day. An account of less than a day is not trusted with many. */
const PER_PROJECT = 200;
const PER_PERSON = 100;
const PER_NEW_PERSON = 20;

async function personLimit(kit: Pick<Kit, 'env' | 'clock'>, db: Db | Tx, actor: Actor): Promise<Limit[]> {
  if (await isOperator({ db, env: kit.env }, actor)) return [];
  const signedUpAt = await findSignUp(db, actor.userId);
  const isNew = signedUpAt === null || signedUpAt > later(kit.clock.now(), -DAY_MS);
  const max = isNew ? PER_NEW_PERSON : PER_PERSON;
  const message = `You can invite ${max} people a day.`;
  return [{ bucket: `invite:person:${actor.userId}`, max, perMs: DAY_MS, message }];
}

/** Counts mails that invite somebody, and refuses where a person or a project would send too many. */
export async function spendInvites(
  kit: Kit,
  db: Db | Tx,
  { projectId, actor, times = 1 }: { projectId: string; actor: Actor; times?: number },
): Promise<void> {
  const project: Limit = {
    bucket: `invite:project:${projectId}`,
    max: PER_PROJECT,
    perMs: DAY_MS,
    message: `${PER_PROJECT} people a day can be invited to a project.`,
  };
  // The person first: what they are refused takes nothing from the project's other members.
  const limits = [...(await personLimit(kit, db, actor)), project];
  await spend(
    db,
    kit.clock.now(),
    limits.map((limit) => ({ ...limit, times })),
  );
}
