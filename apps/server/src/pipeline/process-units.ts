import { sql } from 'kysely';
import type { Db, Tx } from '../db/connection.ts';
import { isAway, isCollision, TransactionOutcomeUnknown } from '../db/is-away.ts';
import { MissingPartitions, type Partitions } from '../db/partitions.ts';
import { isMovedToCluster, keepPlans } from '../db/run-prepared.ts';
import { violatedConstraint } from '../db/violated-constraint.ts';
import { createDeltas } from '../rollups/deltas.ts';
import { byProject } from './by-project.ts';
import type { Group, InstallClaim, InstallCoupon, InstallState, Item, Step, Unit } from './group.ts';
import { unknownInstall } from './unknown-install.ts';

const TRIES = 5;
const QUERY_CANCELED = '57014';

/** Another process has decided about an install that was new when the group began: it is known by now. */
const isDecidedMeanwhile = (error: unknown) => violatedConstraint(error) === 'decisions_pkey';

/** Somebody else has stored what was new when the group began. */
export class StoredMeanwhile extends Error {
  readonly code = '40001';
}

/** Given up, with everything taken back, so that others do not wait any longer. */
export class GroupTooSlow extends Error {}

/** Whether a group was given up because it, or one of its statements, took too long. */
export const isTooSlow = (error: unknown): boolean =>
  error instanceof GroupTooSlow || (error as { code?: unknown }).code === QUERY_CANCELED;

function newGroup(
  projectId: string,
  now: Date,
  { units = [], claims = [], coupons = [] }: Partial<Pick<Group, 'units' | 'claims' | 'coupons'>>,
): Group {
  const installs = new Map<string, InstallState>();
  return {
    projectId,
    units,
    items: units.flat(),
    refused: new Map(),
    claims,
    coupons,
    now,
    installs,
    consentChanges: [],
    withoutFact: new Set(),
    facts: [],
    stored: [],
    decisions: [],
    movedFirsts: [],
    deltas: createDeltas(projectId),
    conversionValues: null,
    plannedMessages: 0,
    afterCommit: [],
    installOf(item: Item) {
      const install = installs.get(item.installId);
      if (install) return install;
      if (item.isBot) return unknownInstall(projectId, item.installId);
      throw new Error('An item has no install.');
    },
  };
}

export const projectOf = (unit: Unit): string => unit[0]?.project.projectId ?? '';

/** How long the units of a transaction may take; 0 for a statement: as long as it needs. */
export interface TimeLimit {
  statementMs: number;
  groupMs: number;
}

/**
 * Plans are kept, and there may have been little to read when they were made: no table is read as a whole. The database
 * itself gives a statement up: if we only stopped to wait, it would go on. All in one way to the database.
 */
const begin = ({ statementMs }: TimeLimit) =>
  sql.raw(
    `begin; set local enable_seqscan = off; ${keepPlans()}; set local statement_timeout = ${statementMs}`,
  );

/** A commit without an answer may still happen when the database goes on. */
async function commit(tx: Tx): Promise<void> {
  try {
    await sql`commit`.execute(tx);
  } catch (error) {
    throw isAway(error) ? new TransactionOutcomeUnknown(error) : error;
  }
}

async function attempt(
  { db, steps, limit }: { db: Db; steps: Step[]; limit: TimeLimit },
  groups: Group[],
): Promise<void> {
  const deadline = performance.now() + limit.groupMs;
  await db.connection().execute(async (connection) => {
    // Steps never begin a transaction of their own, which is all that would be different.
    const tx = connection as Tx;
    await begin(limit).execute(tx);
    try {
      for (const group of groups) {
        for (const step of steps) {
          await step(tx, group);
          if (performance.now() > deadline) throw new GroupTooSlow();
        }
        await group.deltas.write(tx);
      }
      await commit(tx);
    } catch (error) {
      // A connection that is gone has taken everything back by itself.
      await sql`rollback`.execute(tx).catch(() => {});
      throw error;
    }
  });
}

/** What groups are processed with. */
export interface Work {
  db: Db;
  now: Date;
  steps: Step[];
  partitions: Partitions;
  limit: TimeLimit;
}

/** Each try begins with new groups: what the steps of the last one wrote into theirs was taken back. */
async function processGroups({ partitions, ...work }: Work, newGroups: () => Group[]): Promise<Group[]> {
  for (let tries = 1; ; tries += 1) {
    try {
      const groups = newGroups();
      await attempt(work, groups);
      for (const { afterCommit } of groups) for (const work of afterCommit) await work();
      return groups;
    } catch (error) {
      if (error instanceof MissingPartitions) {
        await partitions.ensure(error.table, error.days);
        continue;
      }
      const { code, message } = error as { code?: string; message?: string };
      // A partition that another process has dropped meanwhile.
      const isGone = code === '23514' && message?.startsWith('no partition of relation');
      if (isGone) partitions.forget();
      const isAgain = isGone || isDecidedMeanwhile(error) || isCollision(error) || isMovedToCluster(error);
      if (!isAgain || tries === TRIES) throw error;
    }
  }
}

/**
 * The whole way of some units: one transaction, one project after the other, each through the steps in their order,
 * its deltas last. Returns a group for each project.
 */
export async function processUnits(work: Work, units: Unit[]): Promise<Group[]> {
  return await processGroups(work, () =>
    byProject(units, projectOf).map(([id, own]) => newGroup(id, work.now, { units: own })),
  );
}

/** The same for claims of networks: they go through all steps, with a group that has no items. */
export async function processClaims(work: Work, claims: InstallClaim[]): Promise<Group[]> {
  return await processGroups(work, () =>
    byProject(claims, ({ projectId }) => projectId).map(([id, own]) =>
      newGroup(id, work.now, { claims: own }),
    ),
  );
}

/** The same for what happened with a coupon: an event of the person, and installs to be decided again. */
export async function processCoupon(
  work: Work,
  { projectId, unit, coupons }: { projectId: string; unit: Unit; coupons: InstallCoupon[] },
): Promise<Group[]> {
  const units = unit.length > 0 ? [unit] : [];
  return await processGroups(work, () => [newGroup(projectId, work.now, { units, coupons })]);
}
