import { createBacklog, type Dropped } from './backlog.ts';
import type { Ports } from './ports.ts';
import type { SafeStorage } from './safe-storage.ts';
import { createSender, type Sender, type SenderOptions } from './sender.ts';
import type { BatchCall, Properties } from './wire.ts';

/** As `Ports`, with storage that never throws. */
export type QueuePorts = Omit<Ports, 'storage'> & { storage: SafeStorage };

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
  /** Drops everything but choices of consent, also what other tabs have stored. */
  clear(): void;
  /** How many items wait, and how many were dropped since the start. */
  stats(): { waiting: number; dropped: number };
}

/** The installs, the money and the choices: dropped last. */
const CRITICAL = /^{"call":"(init|capture-p|remove|consent)/;

/**
 * Keeps what happened until the server has given its verdict. An instance sends what it was started with and what is
 * added to it. An item that two instances send has the same event_id, so that it is counted once.
 */
export function createQueue(ports: QueuePorts, options: QueueOptions): Queue {
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
    // What was added after the last look has no timer yet.
    if (backlog.lines[0]) wake(sender.wait || delay);
  };
  /** One at a time: who comes later waits for the same. */
  const run = () => {
    timer = null;
    sender.isHeld = false;
    running ||= loop();
    return running;
  };
  if (backlog.lines[0]) wake(delay);

  return {
    add(call, body) {
      try {
        // A text: what the app changes afterwards did not happen then.
        backlog.lines.push(JSON.stringify({ call, body }));
      } catch {
        return backlog.report(() => ({ call, body, reason: 'invalid' }));
      }
      backlog.save();
      if (backlog.lines.length > max) {
        const idle = backlog.lines.filter((line) => !sender.sending.includes(line));
        backlog.drop([idle.find((line) => !CRITICAL.test(line)) || (idle[0] as string)], 'full');
      }
      if (!timer && !running) wake(delay);
    },
    flush: async () => {
      if (!sender.isHeld) await run();
    },
    leave: sender.leave,
    clear() {
      backlog.adopt();
      backlog.drop(
        backlog.lines.filter((line) => !/^{"call":"consent/.test(line)),
        'consent',
      );
    },
    stats: () => ({ waiting: backlog.lines.length, dropped: backlog.lost }),
  };
}
