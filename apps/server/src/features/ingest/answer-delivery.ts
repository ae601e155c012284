import type { EventEmitter } from 'node:events';
import type { Resend } from '../../pipeline/group.ts';

/** Published clients give up after 30 seconds, and the answer has its way to go. */
const PATIENCE_MS = 25_000;

/** What becomes of the answer to one request. */
export interface AnswerDelivery {
  /** The connection was closed before the answer was written, or the answer takes longer than clients wait. */
  isLost(): boolean;
  /** What the request brought that has no identity of its own. */
  readonly resends: readonly Resend[];
  addResend(resend: Resend): void;
  /** Calls back at once where the answer is lost by now, and later where the connection is closed before its end. */
  whenLost(store: (resends: Resend[]) => Promise<void>): Promise<void>;
}

/** An answer, as far as it is watched. */
export type WatchedAnswer = Pick<EventEmitter, 'once'> & {
  /** Whether the connection is closed. */
  closed: boolean;
  writableFinished: boolean;
};

/**
 * Watches the answer to a request from its first resend on: without any, nobody asks what became of it. `elapsedMs` is
 * the machine's own clock, which nobody moves.
 */
export function watchAnswer(response: WatchedAnswer, elapsedMs: () => number): AnswerDelivery {
  const startedAt = elapsedMs();
  const resends: Resend[] = [];
  let state: 'open' | 'written' | 'lost' = 'open';
  let onLost: (() => void) | null = null;
  const onFinish = () => {
    state = state === 'open' ? 'written' : state;
  };
  const onClose = () => {
    if (state === 'written') return;
    state = 'lost';
    onLost?.();
  };
  const watch = () => {
    if (response.writableFinished) onFinish();
    if (response.closed) onClose();
    response.once('finish', onFinish);
    response.once('close', onClose);
  };
  const isLost = () => state === 'lost' || (state === 'open' && elapsedMs() - startedAt > PATIENCE_MS);
  return {
    isLost,
    resends,
    addResend(resend) {
      if (resends.push(resend) === 1) watch();
    },
    async whenLost(store) {
      const missing = () => resends.filter(({ isLossStored }) => !isLossStored);
      if (missing().length === 0) return;
      if (isLost()) await store(missing());
      else onLost = () => void store(missing());
    },
  };
}
