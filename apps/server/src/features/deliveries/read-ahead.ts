import type { DueDelivery } from '../../connections/read-sources.ts';

/** Reads what is due, without those that are on their way; none: there is nothing to send any more. */
export type ReadDue = (except: readonly string[]) => Promise<DueDelivery[]>;

/** What is due, read while earlier ones are being sent. */
export interface ReadAhead {
  /** Up to so many; none: all were taken. */
  take(count: number): Promise<DueDelivery[]>;
  /** They are stored as sent, or to be sent again: when they are due, they may be read again. */
  release(deliveries: readonly DueDelivery[]): void;
  /** When nothing is being read any more. */
  end(): Promise<void>;
}

export function readAhead(read: ReadDue): ReadAhead {
  const waiting: DueDelivery[] = [];
  const taken = new Set<string>();
  let isEnd = false;
  let reading: Promise<void> | null = null;
  const readMore = async () => {
    const due = await read([...taken, ...waiting.map(({ sourceId }) => sourceId)]);
    isEnd = due.length === 0;
    waiting.push(...due);
  };
  const refill = () => {
    reading ??= readMore().finally(() => {
      reading = null;
    });
    return reading;
  };
  return {
    async take(count) {
      while (waiting.length === 0 && !isEnd) await refill();
      const some = waiting.splice(0, count);
      for (const { sourceId } of some) taken.add(sourceId);
      // A failure is that of who waits for it next.
      if (waiting.length < count && !isEnd) refill().catch(() => {});
      return some;
    },
    release(deliveries) {
      for (const { sourceId } of deliveries) taken.delete(sourceId);
    },
    async end() {
      await reading?.catch(() => {});
    },
  };
}
