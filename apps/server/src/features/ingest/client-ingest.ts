import type { NodeOf } from '../../db/connection.ts';
import { TransactionOutcomeUnknown } from '../../db/is-away.ts';
import type { Group, Item, Unit } from '../../pipeline/group.ts';
import type { Ingest } from '../../pipeline/ingest.ts';
import { isItemsFault } from '../../pipeline/items-fault.ts';
import type { AnswerDelivery } from './answer-delivery.ts';
import { createCopiesInFlight } from './copies-in-flight.ts';
import { storeLostAnswers } from './resends.ts';
import { createUnknownCommits } from './unknown-commits.ts';

/** The way of a request to the pipeline. */
export interface ClientIngest {
  add(unit: Unit, delivery: AnswerDelivery | null): Promise<Group>;
  /** The same for items that may fail one by one: the group of each that is stored, or refused by it. */
  addEach(unit: Unit, delivery: AnswerDelivery | null): Promise<Map<Item, Group>>;
  /** The request is over, and a loss of its answer is stored. */
  end(delivery: AnswerDelivery): void;
}

/** Stores a unit in one transaction; where the database refuses one of its items, in as many as that takes. */
async function addHalves(ingest: Ingest, unit: Unit, groups: Map<Item, Group>): Promise<void> {
  if (unit.length === 0) return;
  try {
    const group = await ingest.add(unit);
    for (const item of unit) groups.set(item, group);
  } catch (error) {
    if (!isItemsFault(error)) throw error;
    if (unit.length === 1) return;
    const middle = Math.ceil(unit.length / 2);
    await addHalves(ingest, unit.slice(0, middle), groups);
    await addHalves(ingest, unit.slice(middle), groups);
  }
}

/**
 * The request is refused as a whole although a part of it is stored: its client sends all of it again. What is stored and
 * has no identity of its own is then a resend, which is known from the table, or else from the transaction.
 */
async function keepStored(connection: NodeOf<'db'>, stored: Item[], error: unknown): Promise<void> {
  const [first] = stored;
  const resends = stored.flatMap(({ resend }) => (resend && !resend.isStored ? [resend] : []));
  if (!first || resends.length === 0) return;
  const { project, receivedAt } = first;
  const { projectId } = project;
  try {
    const { db } = await connection.of(projectId);
    await storeLostAnswers(db, resends, { projectId, now: receivedAt });
  } catch {
    throw new TransactionOutcomeUnknown(error);
  }
  for (const resend of resends) resend.transactionId = null;
}

/** What has no identity of its own may be a resend, and is looked at more closely. */
export function createClientIngest(ingest: Ingest, connection: NodeOf<'db'>): ClientIngest {
  const copies = createCopiesInFlight();
  const unknownCommits = createUnknownCommits(connection);
  const follow = <Result>(
    add: (unit: Unit) => Promise<Result>,
    delivery: AnswerDelivery | null,
  ): ((unit: Unit) => Promise<Result>) => {
    if (!delivery || delivery.resends.length === 0) return add;
    return copies.follow(unknownCommits.follow(add, delivery.resends), delivery);
  };
  const addOrRefuse = async (unit: Unit) => {
    const group = await ingest.add(unit);
    for (const item of unit) {
      const refused = group.refused.get(item);
      if (refused) throw refused;
    }
    return group;
  };
  return {
    add: (unit, delivery) => follow(addOrRefuse, delivery)(unit),
    async addEach(unit, delivery) {
      const groups = new Map<Item, Group>();
      const addParts = async (one: Unit) => {
        try {
          await addHalves(ingest, one, groups);
        } catch (error) {
          await keepStored(connection, [...groups.keys()], error);
          throw error;
        }
      };
      await follow(addParts, delivery)(unit);
      return groups;
    },
    end(delivery) {
      if (delivery.resends.length > 0) copies.end(delivery);
    },
  };
}
