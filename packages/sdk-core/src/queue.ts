import { type Backlog, createBacklog } from './backlog.ts';
import { guard } from './guard.ts';
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
  /** The most items that wait; 1000 without it. */
  max?: number;
  /** Milliseconds from an item to its batch, in which others may join; 300 without it. */
  delay?: number;
  /** Called once for every item, which is given as JSON; an invalid one as its call and its body. Must not throw. */
  onOutcome?(lines: string[], outcome: Outcome, body?: Properties): void;
  /** Consent was withdrawn, here or in another tab: what waits is dropped instead of sent. */
  isDenied(): boolean;
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
const leastOf = (lines: string[]) => lines.find(isMinor) || (lines[0] as string);
const isNoChoice = (line: string) => /^{"call":"(?!consent)/.test(line);

/** The first lines, as many as a request may hold. */
function firstOf(lines: string[], limit: number): string[] {
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
  const backlog = createBacklog(ports.storage);
  let sending: string[] = [];
  let limit = MOST_ITEMS;
  let failures = 0;
  /** Seconds that the server has asked for, until they are over. */
  let held: unknown;
  let running: Promise<unknown> | 0;
  let currentTimer: unknown;

  const finish = (lines: string[], outcome: Outcome) => {
    backlog.save(lines);
    options.onOutcome?.(lines, outcome);
  };
  const clear = () => finish(backlog.all().filter(isNoChoice), 'consent');
  const wake = (ms: number, mine = {}) => {
    currentTimer = mine;
    ports.schedule(() => mine === currentTimer && run(), ms);
  };
  const idle = () => backlog.lines.filter((line) => !sending.includes(line));
  /** The items of a request, which are on their way from now on. */
  const pack = () => {
    if (options.isDenied()) clear();
    const items = firstOf(idle(), limit);
    sending.push(...items);
    return items;
  };
  const textOf = (items: string[]) =>
    `{"token":"${options.token}","sent_at":"${new Date(ports.now()).toJSON()}","items":[${items}]}`;
  const next = async (): Promise<unknown> => {
    sending = [];
    const items = pack();
    if (!items[0]) return;
    const { status, body, retryAfter } = await ports.send(BATCH, textOf(items)).catch((): Reply => ({}));
    const verdicts = (body as Answer)?.data?.results;
    sending = [];
    // A page of a hotel's network also says 200: only a verdict for each item counts.
    if (verdicts?.length === items.length) {
      failures = 0;
      limit = MOST_ITEMS;
      finish(items, verdicts);
    } else if (status === 400 || status === 413) {
      // One item may be the reason for which all are refused: it is found by halves.
      if (items[1]) limit = items.length >> 1;
      else finish(items, [{}]);
    } else {
      held = retryAfter;
      // Doubles up to five minutes, with jitter, on top of the seconds that the server asks for.
      return wake(1e3 * ((retryAfter || 0) + Math.min(2 ** failures++, 300) * (0.5 + ports.random())));
    }
    return next();
  };
  /** One at a time: who comes later waits for the same. */
  const run = () => {
    currentTimer = 0;
    held = 0;
    running ||= next().then(() => {
      running = 0;
      runSoon();
    });
    return running;
  };
  const runSoon = () => backlog.lines[0] && !currentTimer && !running && wake(options.delay || 300);
  runSoon();

  return {
    add(call, body) {
      // A text: what the app changes afterwards did not happen then.
      const line = guard(JSON.stringify)({ call, body });
      if (!line || line.length > MOST_TEXT) return options.onOutcome?.([call], 'invalid', body);
      backlog.add(line);
      if (backlog.lines.length > (options.max || 1e3)) finish([leastOf(idle())], 'full');
      runSoon();
    },
    flush: async () => held || run(),
    leave(send) {
      const items = pack();
      if (items[0]) send(BATCH, textOf(items));
    },
    clear,
    backlog,
  };
}
