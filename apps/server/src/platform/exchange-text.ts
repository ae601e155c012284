import type { Dispatcher } from 'undici';

export interface ExchangedAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** What is given up after its time; named as the platform names it. */
export class ExchangeTimeout extends Error {
  override name = 'TimeoutError';
}

export class AnswerTooLarge extends Error {
  override name = 'AnswerTooLarge';
}

/** Where requests go: found and checked once, for all of them. */
export interface Target {
  dispatcher: Dispatcher;
  origin: string;
  path: string;
}

interface Exchange {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string | Buffer | null;
  signal?: AbortSignal;
  timeoutMs: number;
  maxBytes: number;
}

type Stop = () => void;

/** Requests that end with a signal. To listen to a signal for each of them would take a tenth of their time. */
const runningOf = new WeakMap<AbortSignal, Set<Stop>>();

function runningUntil(signal: AbortSignal): Set<Stop> {
  const known = runningOf.get(signal);
  if (known) return known;
  const running = new Set<Stop>();
  runningOf.set(signal, running);
  signal.addEventListener(
    'abort',
    () => {
      for (const stop of running) stop();
    },
    { once: true },
  );
  return running;
}

/** One request by the lowest floor of undici: without streams and signals of its own it takes half of the time. */
export function exchangeText(
  { dispatcher, origin, path }: Target,
  { method = 'GET', headers = {}, body = null, signal, timeoutMs, maxBytes }: Exchange,
): Promise<ExchangedAnswer> {
  return new Promise((resolve, reject) => {
    let running: Dispatcher.DispatchController | undefined;
    let [status, answered]: [number, ExchangedAnswer['headers']] = [0, {}];
    let [chunks, bytes]: [Buffer[], number] = [[], 0];
    const fail = (error: Error) => {
      settle();
      reject(error);
      running?.abort(error);
    };
    const timer = setTimeout(() => fail(new ExchangeTimeout(`no answer within ${timeoutMs} ms`)), timeoutMs);
    const stop = () => fail(signal?.reason as Error);
    const settle = () => {
      clearTimeout(timer);
      if (signal) runningUntil(signal).delete(stop);
    };
    if (signal?.aborted) return stop();
    if (signal) runningUntil(signal).add(stop);
    dispatcher.dispatch(
      { origin, path, method, headers, body },
      {
        onRequestStart(controller) {
          running = controller;
        },
        onResponseStart(_controller, statusCode, responseHeaders) {
          [status, answered] = [statusCode, responseHeaders];
        },
        onResponseData(_controller, chunk) {
          bytes += chunk.byteLength;
          if (bytes > maxBytes)
            return fail(new AnswerTooLarge(`The answer is larger than ${maxBytes} bytes.`));
          chunks.push(chunk);
        },
        onResponseEnd() {
          settle();
          const all = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
          resolve({ status, headers: answered, text: all?.toString('utf8') ?? '' });
          chunks = [];
        },
        onResponseError(_controller, error) {
          settle();
          reject(error);
        },
      },
    );
  });
}
