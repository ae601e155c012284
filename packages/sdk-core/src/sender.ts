import type { Backlog, QueueItem } from './backlog.ts';
import type { Ports } from './ports.ts';
import { API, isoTime, post } from './post.ts';
import type { Verdict } from './wire.ts';

export interface Sender {
  /** Sends the first batch. Returns whether to go on; if not, `wait` says when. */
  next(): Promise<unknown>;
  /** Hands over what is not on its way to something that outlives the page. It stays in the backlog. */
  leave(send: (path: string, body: string) => boolean): void;
  /** What is on its way. */
  sending: QueueItem[];
  /** Milliseconds until the next try; 0 when there is nothing left. */
  wait: number;
  /** Whether the server named the time to wait. */
  isHeld: boolean;
}

export interface SenderOptions {
  token: string;
  /** Called for every stored item, with the answer of the server: for `init` it is the attribution. */
  onStored?(item: QueueItem, data: unknown): void;
}

const BATCH = `${API}batch`;
const MOST_ITEMS = 50;
/** Characters of a batch: the browser sends at most 64 kB for a page that closes. */
const MOST_TEXT = 2e4;

/** The first items that one request may hold, and at least one. */
function pack(items: QueueItem[], limit: number): QueueItem[] {
  let size = 0;
  return items.slice(0, limit).filter((item, index) => {
    size += JSON.stringify(item).length;
    return size < MOST_TEXT || !index;
  });
}

/** Sends a backlog in batches and acts on the verdicts. */
export function createSender(ports: Ports, { token, onStored }: SenderOptions, backlog: Backlog): Sender {
  let limit = MOST_ITEMS;
  let failures = 0;
  const textOf = (list: QueueItem[]) => {
    const items = list.map(({ call, body }) => ({ call, body }));
    return JSON.stringify({ token, sent_at: isoTime(ports.now()), items });
  };
  const notify = (item: QueueItem, data: unknown) => {
    try {
      onStored?.(item, data);
    } catch {}
  };
  const settle = (sent: QueueItem[], verdicts: Verdict[]) => {
    failures = 0;
    limit = MOST_ITEMS;
    backlog.save(sent.filter((_, index) => verdicts[index]?.ok));
    for (const [index, item] of sent.entries()) {
      const verdict = verdicts[index] as Verdict;
      if (verdict?.ok) notify(item, verdict.data);
      else backlog.drop([item], 'refused', `${verdict?.field} ${verdict?.reason}`);
    }
  };
  const sender: Sender = {
    sending: [],
    wait: 0,
    isHeld: false,
    async next() {
      const sent = pack(backlog.items, limit);
      sender.wait = 0;
      if (!sent[0]) return false;
      sender.sending = sent;
      const { status, body, retryAfter } = await post(ports, BATCH, textOf(sent));
      sender.sending = [];
      const answer = body as { msg?: string; data?: { results?: Verdict[] } } | null;
      const verdicts = answer?.data?.results;
      // A page of a hotel's network also says 200: only a verdict for each item counts.
      if (status === 200 && verdicts?.length === sent.length) settle(sent, verdicts);
      else if ([400, 413, 422].includes(status)) {
        // One item may be the reason for which all are refused: it is found by halves.
        if (sent[1]) limit = sent.length >> 1;
        else backlog.drop(sent, 'refused', answer?.msg);
      } else {
        const seconds = Math.min(Number(retryAfter) || 0, 3600);
        sender.isHeld = seconds > 0;
        // Doubles up to five minutes, with jitter, on top of what the server asks for.
        sender.wait = seconds * 1e3 + Math.min(1e3 * 2 ** failures++, 3e5) * (0.5 + ports.random() / 2);
      }
      return !sender.wait;
    },
    leave(send) {
      for (;;) {
        const left = pack(
          backlog.items.filter((item) => !item.left && !sender.sending.includes(item)),
          limit,
        );
        if (!left[0] || !send(BATCH, textOf(left))) break;
        for (const item of left) item.left = 1;
      }
      backlog.save();
    },
  };
  return sender;
}
