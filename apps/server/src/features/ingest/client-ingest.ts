import type { Db } from '../../db/connection.ts';
import type { Group, Unit } from '../../pipeline/group.ts';
import type { Ingest } from '../../pipeline/ingest.ts';
import type { AnswerDelivery } from './answer-delivery.ts';
import { createCopiesInFlight } from './copies-in-flight.ts';
import { createUnknownCommits } from './unknown-commits.ts';

/** The way of a request to the pipeline. */
export interface ClientIngest {
  add(unit: Unit, delivery: AnswerDelivery | null): Promise<Group>;
  /** The request is over, and a loss of its answer is stored. */
  end(delivery: AnswerDelivery): void;
}

/** What has no identity of its own may be a resend, and is looked at more closely. */
export function createClientIngest(ingest: Ingest, db: Db): ClientIngest {
  const copies = createCopiesInFlight();
  const unknownCommits = createUnknownCommits(db);
  return {
    add(unit, delivery) {
      if (!delivery || delivery.resends.length === 0) return ingest.add(unit);
      return copies.follow(unknownCommits.follow(ingest, delivery.resends), delivery).add(unit);
    },
    end(delivery) {
      if (delivery.resends.length > 0) copies.end(delivery);
    },
  };
}
