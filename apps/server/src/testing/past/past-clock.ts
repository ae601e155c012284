import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Clock } from '../../platform/clock.ts';

/** The time of a request, in milliseconds. */
const TIME_HEADER = 'x-demo-time';

interface RequestTime {
  at: Date;
  isOver: boolean;
}

export interface PastClock extends Clock {
  /** Lets the server take the time of each request for now, while it answers it. */
  rule(server: Server): void;
}

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * The clock of a server that takes in the history of a demo. A request brings its time, or is made now; what belongs to no request, such
 * as a group of events, happens at the latest time that any request has brought.
 */
export function createPastClock(): PastClock {
  const times = new AsyncLocalStorage<RequestTime>();
  const waiting: (() => void)[] = [];
  let latest: Date | null = null;

  const answer = (handle: Handle, request: IncomingMessage, response: ServerResponse) => {
    const given = Number(request.headers[TIME_HEADER]);
    const time = { at: given > 0 ? new Date(given) : new Date(), isOver: false };
    if (given > 0 && (latest === null || time.at > latest)) latest = time.at;
    response.once('close', () => {
      time.isOver = true;
    });
    times.run(time, handle, request, response);
  };

  // One in each turn of the event loop: clicks that arrive in the same turn are answered together.
  const answerNext = () => {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(answerNext);
  };

  return {
    now: () => {
      const time = times.getStore();
      return time && !time.isOver ? time.at : (latest ?? new Date());
    },
    rule(server) {
      for (const listener of server.listeners('request')) {
        server.off('request', listener as Handle);
        server.on('request', (request: IncomingMessage, response: ServerResponse) => {
          waiting.push(() => answer(listener as Handle, request, response));
          if (waiting.length === 1) setImmediate(answerNext);
        });
      }
    },
  };
}
