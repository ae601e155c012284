import { type Backlog, createBacklog } from './backlog.ts';
import type { Ports, Reply } from './ports.ts';
import type { SafeStorage } from './safe-storage.ts';
import type { BatchCall, Properties, Verdict } from './wire.ts';

/** As `Ports`, with storage that never throws. */
export type QueuePorts = Omit<Ports, 'storage'> & { storage: SafeStorage };

/**
 * What became of items: the verdicts of the server, one for each, or why they are dropped. `full`: the queue was full.
 * `consent`: consent was withdrawn. `invalid`: it is not JSON, or is longer than 20,000 characters.
 */
export type Outcome = Verdict[] | 'full' | 'consent' | 'invalid';

export interface QueueOptions {
  token: string;
  /** Where the queue is stored. */
  key: string;
  /** The most items that wait; 1000 without it. */
  max?: number;
  /** Milliseconds from an item to its batch, in which others may join; 300 without it. */
  delay?: number;
  /** Called once for every item, which is given as JSON; an invalid one as its call and its body. Must not throw. */
  onOutcome?(lines: string[], outcome: Outcome, body?: Properties): void;
  /** Called before every batch; may clear the queue. */
  beforeSend?(): void;
}

export interface Queue {
  add(call: BatchCall, body: Properties): void;
  /** Sends what waits, also before its time; only a server that named a time to wait is not asked earlier. */
  flush(): Promise<unknown>;
  /**
   * Hands over what is not on its way to something that outlives the page. It stays in the queue: whether it arrived
   * is not known, so that it is sent again.
   */
  leave(send: (path: string, body: string) => unknown): void;
  /** Drops everything but choices of consent, also what other tabs have stored. */
  clear(): void;
  backlog: Backlog;
}

type Answer = { data?: { results?: Verdict[] } } | null | undefined;

const BATCH = '/api/client/batch';
const MOST_ITEMS = 50;
/** Characters of a batch: the browser sends at most 64 kB for a page that closes. */
const MOST_TEXT = 2e4;
/** All but the installs, the money and the choices, which are dropped last. */
const isMinor = (line: string) => /^{"call":"(?!init|capture-p|remove|consent)/.test(line);
const isNoChoice = (line: string) => !/^{"call":"consent/.test(line);

const batchText = (token: string, ms: number, items: string[]) =>
  `{"token":"${token}","sent_at":${JSON.stringify(new Date(ms))},"items":[${items}]}`;

/** Doubles up to five minutes, with jitter, on top of the seconds that the server asks for. */
const waitMs = (failures: number, seconds: number | null | undefined, random: () => number) =>
  (seconds || 0) * 1e3 + Math.min(1e3 * 2 ** failures, 3e5) * (0.5 + random());

/** The first lines that one request may hold. */
function pack(lines: string[], limit: number): string[] {
  let size = 0;
  return lines.filter((line, index) => {
    size += line.length;
    return size <= MOST_TEXT && index < limit;
  });
}

/**
 * Keeps what happened until the server has given its verdict. An instance sends what it was started with and what is
 * added to it. An item that two instances send has the same event_id, so that it is counted once.
 */
export function createQueue(ports: QueuePorts, options: QueueOptions): Queue {
  const { max = 1000, delay = 300 } = options;
  const backlog = createBacklog(ports.storage, options.key);
  let sending: string[] = [];
  let limit = MOST_ITEMS;
  let failures = 0;
  let isHeld = false;
  let running: Promise<unknown> | null = null;
  let currentTimer: object | null = null;

  const finish = (lines: string[], outcome: Outcome) => {
    backlog.save(lines);
    options.onOutcome?.(lines, outcome);
  };
  const wake = (ms: number) => {
    const mine = {};
    currentTimer = mine;
    ports.schedule(() => mine === currentTimer && run(), ms);
  };
  const idle = () => backlog.lines.filter((line) => !sending.includes(line));
  const textOf = (items: string[]) => batchText(options.token, ports.now(), items);
  const next = async (): Promise<unknown> => {
    options.beforeSend?.();
    const items = pack(backlog.lines, limit);
    if (!items[0]) return;
    sending = items;
    const { status, body, retryAfter } = await ports.send(BATCH, textOf(items)).catch((): Reply => ({}));
    const verdicts = (body as Answer)?.data?.results;
    sending = [];
    // A page of a hotel's network also says 200: only a verdict for each item counts.
    if (verdicts?.length === items.length) {
      failures = 0;
      limit = MOST_ITEMS;
      finish(items, verdicts);
    } else if (/400|413/.test(`${status}`)) {
      // One item may be the reason for which all are refused: it is found by halves.
      if (items[1]) limit = items.length >> 1;
      else finish(items, [{}]);
    } else {
      isHeld = !!retryAfter;
      return wake(waitMs(failures++, retryAfter, ports.random));
    }
    return next();
  };
  /** One at a time: who comes later waits for the same. */
  const run = () => {
    currentTimer = null;
    isHeld = false;
    running ||= next().then(() => {
      running = null;
      runSoon();
    });
    return running;
  };
  const runSoon = () => {
    if (backlog.lines[0] && !currentTimer && !running) wake(delay);
  };
  runSoon();

  return {
    add(call, body) {
      let line = '';
      try {
        // A text: what the app changes afterwards did not happen then.
        line = JSON.stringify({ call, body });
      } catch {}
      if (!line || line.length > MOST_TEXT) return options.onOutcome?.([call], 'invalid', body);
      backlog.lines.push(line);
      backlog.save();
      if (backlog.lines.length > max) finish([idle().find(isMinor) || (idle()[0] as string)], 'full');
      runSoon();
    },
    flush: async () => isHeld || run(),
    leave(send) {
      const items = pack(idle(), limit);
      if (items[0]) send(BATCH, textOf(items));
    },
    clear: () => finish(backlog.all().filter(isNoChoice), 'consent'),
    backlog,
  };
}
