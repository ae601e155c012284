import type { StoragePort } from './ports.ts';
import { readJson } from './safe-storage.ts';
import type { BatchCall, Properties } from './wire.ts';

export interface QueueItem {
  call: BatchCall;
  /** Has the event_id, which stays the same over retries. */
  body: Properties;
  /** Handed over when the page closed. Whether it arrived is not known, so that it is sent again. */
  left?: 1;
}

/** Something that is not sent any more. */
export interface Dropped {
  call: BatchCall;
  body: Properties;
  /**
   * `full`: the queue was full. `refused`: the server refused it. `consent`: consent was withdrawn.
   * `invalid`: it is not JSON.
   */
  reason: 'full' | 'refused' | 'consent' | 'invalid';
  /** The field that the server refused, and why. */
  detail?: string;
}

export interface Backlog {
  /** Stores the list as it is now, without what is gone. */
  save(gone?: QueueItem[]): void;
  drop(gone: QueueItem[], reason: Dropped['reason'], detail?: string): void;
  /** Takes over what other instances have stored. */
  adopt(): void;
  items: QueueItem[];
  /** How many were dropped. */
  lost: number;
}

const keyOf = ({ call, body }: QueueItem) => [call, body.event_name, body.event_id].join();

/**
 * What waits to be sent, in memory and stored. Several instances (tabs) may share a storage: each writes its own items
 * next to those of the others, so that none is lost.
 */
export function createBacklog(
  storage: StoragePort,
  { key, onDropped }: { key: string; onDropped?(dropped: Dropped): void },
): Backlog {
  /** What is stored, without the given items. */
  const storedBut = (known: QueueItem[]): QueueItem[] => {
    const keys = new Set(known.map(keyOf));
    const list = readJson<QueueItem[]>(storage, key);
    return Array.isArray(list)
      ? list.filter((item) => item?.call && item.body?.event_id && !keys.has(keyOf(item)))
      : [];
  };
  const backlog: Backlog = {
    items: storedBut([]),
    lost: 0,
    save(gone = []) {
      const items = backlog.items.filter((item) => !gone.includes(item));
      const list = [...storedBut([...items, ...gone]), ...items];
      if (list[0]) storage.set(key, JSON.stringify(list));
      else storage.remove(key);
      backlog.items = items;
    },
    drop(gone, reason, detail) {
      backlog.save(gone);
      for (const { call, body } of gone) {
        backlog.lost++;
        try {
          onDropped?.({ call, body, reason, detail });
        } catch {}
      }
    },
    adopt() {
      backlog.items = [...storedBut(backlog.items), ...backlog.items];
    },
  };
  return backlog;
}
