import type { Unit } from '../../pipeline/group.ts';
import type { AnswerDelivery } from './answer-delivery.ts';

export type AddUnit<Result> = (unit: Unit) => Promise<Result>;

/** Bodies without an identity that this process is storing. */
export interface CopiesInFlight {
  /**
   * The way of one request to the pipeline. A resend may come while the copy before it is still being stored: it waits
   * until that one is on disk together with the loss of its answer.
   */
  follow<Result>(add: AddUnit<Result>, delivery: AnswerDelivery): AddUnit<Result>;
  /** The request is over, and a loss of its answer is stored. */
  end(delivery: AnswerDelivery): void;
}

interface Copy {
  delivery: AnswerDelivery;
  ended: Promise<void>;
  end(): void;
}

function newCopy(delivery: AnswerDelivery): Copy {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { delivery, ended, end };
}

export function createCopiesInFlight(): CopiesInFlight {
  const byBody = new Map<string, Set<Copy>>();
  const copyOf = new WeakMap<AnswerDelivery, Copy>();
  const enter = (delivery: AnswerDelivery) => {
    const copy = newCopy(delivery);
    copyOf.set(delivery, copy);
    for (const { bodyKey } of delivery.resends) {
      const copies = byBody.get(bodyKey) ?? new Set();
      byBody.set(bodyKey, copies.add(copy));
    }
  };
  const lostCopies = ({ resends }: AnswerDelivery) =>
    resends
      .flatMap(({ bodyKey }) => [...(byBody.get(bodyKey) ?? [])])
      .filter(({ delivery }) => delivery.isLost());
  return {
    follow: (add, delivery) => async (unit) => {
      if (delivery.resends.length === 0) return await add(unit);
      const lost = lostCopies(delivery);
      enter(delivery);
      await Promise.all(lost.map(({ ended }) => ended));
      return await add(unit);
    },
    end(delivery) {
      const copy = copyOf.get(delivery);
      if (!copy) return;
      for (const { bodyKey } of delivery.resends) {
        const copies = byBody.get(bodyKey);
        copies?.delete(copy);
        if (copies?.size === 0) byBody.delete(bodyKey);
      }
      copy.end();
    },
  };
}
