import { type Envelope, type Message, parseMessage } from './parse-message.ts';

const MAX_MESSAGES = 500;
const DEFAULT_TIMEOUT_MS = 10_000;

export type MessageFilter = {
  to?: string | undefined;
  /** Part of the subject, or a pattern for it. */
  subject?: string | RegExp | undefined;
  /** Received at this instant or later. */
  after?: Date | undefined;
};

export type Mailbox = {
  /** Newest first. */
  list(filter?: MessageFilter): Message[];
  find(id: string): { message: Message; raw: Buffer } | null;
  /** The newest message that matches, as soon as there is one. */
  waitFor(filter: MessageFilter & { timeoutMs?: number }): Promise<Message>;
  deliver(raw: Buffer, envelope: Envelope): Promise<Message>;
  /** The next `count` messages are answered with a temporary failure and not kept. */
  refuseNext(count: number): void;
  takeRefusal(): boolean;
  clear(): void;
};

function matches(message: Message, { to, subject, after }: MessageFilter): boolean {
  if (to && !message.to.some((address) => address.toLowerCase() === to.toLowerCase())) return false;
  if (after && new Date(message.receivedAt) < after) return false;
  if (subject === undefined) return true;
  return typeof subject === 'string' ? message.subject.includes(subject) : subject.test(message.subject);
}

function describeAbsence(filter: MessageFilter, messages: Message[]): Error {
  const present = messages.map((message) => `"${message.subject}" to ${message.to.join(', ')}`).join('; ');
  const criteria = `to ${filter.to ?? 'anyone'}, subject ${filter.subject ?? 'any'}`;
  return new Error(`No message ${criteria} arrived in time; the mailbox holds: ${present || 'nothing'}`);
}

export function createMailbox(): Mailbox {
  let stored: { message: Message; raw: Buffer }[] = [];
  let lastId = 0;
  let refusals = 0;
  const listeners = new Set<(message: Message) => void>();

  const list = (filter: MessageFilter = {}) =>
    stored.map(({ message }) => message).filter((message) => matches(message, filter));

  async function deliver(raw: Buffer, envelope: Envelope) {
    const parsed = await parseMessage(raw, envelope);
    lastId += 1;
    const message = { id: String(lastId), receivedAt: new Date().toISOString(), ...parsed };
    stored = [{ message, raw }, ...stored].slice(0, MAX_MESSAGES);
    for (const listener of listeners) listener(message);
    return message;
  }

  function waitFor({ timeoutMs = DEFAULT_TIMEOUT_MS, ...filter }: MessageFilter & { timeoutMs?: number }) {
    const [newest] = list(filter);
    if (newest) return Promise.resolve(newest);
    return new Promise<Message>((resolve, reject) => {
      const listener = (message: Message) => {
        if (!matches(message, filter)) return;
        finish();
        resolve(message);
      };
      const timer = setTimeout(() => {
        finish();
        reject(describeAbsence(filter, list()));
      }, timeoutMs);
      function finish() {
        clearTimeout(timer);
        listeners.delete(listener);
      }
      listeners.add(listener);
    });
  }

  return {
    list,
    find: (id) => stored.find(({ message }) => message.id === id) ?? null,
    waitFor,
    deliver,
    refuseNext(count) {
      refusals = count;
    },
    takeRefusal() {
      if (refusals === 0) return false;
      refusals -= 1;
      return true;
    },
    clear() {
      stored = [];
      refusals = 0;
    },
  };
}
