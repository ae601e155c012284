import { createBacklog, type Dropped, type QueueItem } from './backlog.ts';
import type { Ports } from './ports.ts';
import { createSender, type Sender, type SenderOptions } from './sender.ts';
import type { BatchCall, Properties } from './wire.ts';

export interface QueueOptions extends SenderOptions {
  /** Where the queue is stored. */
  key: string;
  /** The most items that wait; 1000 without it. */
  max?: number;
  /** Milliseconds from an item to its batch, in which others may join; 300 without it. */
  delay?: number;
  onDropped?(dropped: Dropped): void;
  /** Called before every batch; may clear the queue. */
  beforeSend?(): void;
}

export interface Queue {
  add(call: BatchCall, body: Properties): void;
  /** Sends what waits, also before its time; only a server that named a time to wait is not asked earlier. */
  flush(): Promise<void>;
  leave: Sender['leave'];
  /** Drops everything but what `keeps` names, also what other tabs have stored. */
  clear(keeps: (item: QueueItem) => boolean): void;
  /** How many items wait, and how many were dropped since the start. */
  stats(): { waiting: number; dropped: number };
}

/** The installs, the money and the choices: dropped last. */
const isCritical = ({ call }: QueueItem) => /init|payment|consent/.test(call);

/**
 * Keeps what happened until the server has given its verdict. An instance sends what it was started with and what is
 * added to it. An item that two instances send has the same event_id, so that it is counted once.
 */
export function createQueue(ports: Ports, options: QueueOptions): Queue {
  const { max = 1000, delay = 300 } = options;
  const backlog = createBacklog(ports.storage, options);
  const sender = createSender(ports, options, backlog);
  let running: Promise<void> | null = null;
  /** The timer that counts; null: none. */
  let timer: object | null = null;

  const wake = (ms: number) => {
    const mine = {};
    timer = mine;
    ports.schedule(() => {
      if (mine === timer) run();
    }, ms);
  };
  const loop = async () => {
    do options.beforeSend?.();
    while (await sender.next());
    running = null;
    if (sender.wait) wake(sender.wait);
    // What was added after the last look.
    else if (backlog.items[0]) wake(delay);
  };
  /** One at a time: who comes later waits for the same. */
  const run = () => {
    timer = null;
    sender.isHeld = false;
    running ||= loop();
    return running;
  };
  if (backlog.items[0]) wake(delay);

  return {
    add(call, body) {
      let item: QueueItem = { call, body };
      try {
        // A copy: what the app changes afterwards did not happen then.
        item = JSON.parse(JSON.stringify(item));
      } catch {
        return backlog.drop([item], 'invalid');
      }
      backlog.items.push(item);
      backlog.save();
      if (backlog.items.length > max) {
        const idle = backlog.items.filter((one) => !sender.sending.includes(one));
        backlog.drop([idle.find((one) => !isCritical(one)) || (idle[0] as QueueItem)], 'full');
      }
      if (!timer && !running) wake(delay);
    },
    flush: async () => {
      if (!sender.isHeld) await run();
    },
    leave: sender.leave,
    clear(keeps) {
      backlog.adopt();
      backlog.drop(
        backlog.items.filter((item) => !keeps(item)),
        'consent',
      );
    },
    stats: () => ({ waiting: backlog.items.length, dropped: backlog.lost }),
  };
}
