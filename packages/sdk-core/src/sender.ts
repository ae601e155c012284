import type { Backlog } from './backlog.ts';
import type { Ports } from './ports.ts';
import { API, isoTime, post } from './post.ts';
import type { BatchCall, Properties, Verdict } from './wire.ts';

/** What was stored. */
export interface StoredItem {
  call: BatchCall;
  body: Properties;
}

export interface SenderOptions {
  token: string;
  /** Called for every stored item, with the answer of the server: for `init` it is the attribution. */
  onStored?(item: StoredItem, data: unknown): void;
}

export interface Sender {
  /** Sends the first batch. Returns whether to go on; if not, `wait` says when. */
  next(): Promise<boolean>;
  /**
   * Hands over what is not on its way to something that outlives the page. It stays in the backlog: whether it arrived
   * is not known, so that it is sent again.
   */
  leave(send: (path: string, body: string) => boolean): void;
  /** What is on its way. */
  sending: string[];
  /** Milliseconds until the next try; 0 when there is nothing left. */
  wait: number;
  /** Whether the server named the time to wait. */
  isHeld: boolean;
}

const BATCH = `${API}batch`;
const MOST_ITEMS = 50;
/** Characters of a batch: the browser sends at most 64 kB for a page that closes. */
const MOST_TEXT = 2e4;

/** Sends a backlog in batches and acts on the verdicts. */
export function createSender(
  ports: Omit<Ports, 'storage'>,
  { token, onStored }: SenderOptions,
  backlog: Backlog,
): Sender {
  let limit = MOST_ITEMS;
  let failures = 0;
  const left = new Set<string>();
  /** The first lines that one request may hold, and at least one. */
  const pack = (lines: string[]) => {
    let size = 0;
    return lines.filter((line, index) => {
      size += line.length;
      return !index || (index < limit && size < MOST_TEXT);
    });
  };
  const textOf = (lines: string[]) =>
    `{"token":${JSON.stringify(token)},"sent_at":"${isoTime(ports.now())}","items":[${lines}]}`;
  const settle = (sent: string[], verdicts: Verdict[]) => {
    failures = 0;
    limit = MOST_ITEMS;
    backlog.save(sent.filter((_, index) => verdicts[index]?.ok));
    for (const [index, line] of sent.entries()) {
      const { ok, field, reason, data } = verdicts[index] || ({} as Verdict);
      if (!ok) backlog.drop([line], 'refused', `${field} ${reason}`);
      else
        try {
          onStored?.(JSON.parse(line), data);
        } catch {}
    }
  };
  const sender: Sender = {
    sending: [],
    wait: 0,
    isHeld: false,
    async next() {
      const sent = pack(backlog.lines);
      sender.wait = 0;
      if (!sent[0]) return false;
      sender.sending = sent;
      const { status, body, retryAfter } = await post(ports, BATCH, textOf(sent));
      sender.sending = [];
      const { msg, data } = (body || {}) as { msg?: string; data?: { results?: Verdict[] } };
      const verdicts = data?.results;
      // A page of a hotel's network also says 200: only a verdict for each item counts.
      if (status === 200 && verdicts?.length === sent.length) settle(sent, verdicts);
      else if ([400, 413, 422].includes(status)) {
        // One item may be the reason for which all are refused: it is found by halves.
        if (sent[1]) limit = sent.length >> 1;
        else backlog.drop(sent, 'refused', msg);
      } else {
        const seconds = Math.min(retryAfter || 0, 3600);
        sender.isHeld = seconds > 0;
        // Doubles up to five minutes, with jitter, on top of what the server asks for.
        sender.wait = seconds * 1e3 + Math.min(1e3 * 2 ** failures++, 3e5) * (0.5 + ports.random() / 2);
      }
      return !sender.wait;
    },
    leave(send) {
      for (;;) {
        const batch = pack(backlog.lines.filter((line) => !left.has(line) && !sender.sending.includes(line)));
        if (!batch[0] || !send(BATCH, textOf(batch))) break;
        for (const line of batch) left.add(line);
      }
    },
  };
  return sender;
}
