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

interface Exchange {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string | Buffer | null;
  signal?: AbortSignal;
  timeoutMs: number;
  maxBytes: number;
}

/** One request by the lowest floor of undici: without streams and signals of its own it takes half of the time. */
export function exchangeText(
  dispatcher: Dispatcher,
  url: URL,
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
      signal?.removeEventListener('abort', stop);
    };
    if (signal?.aborted) return stop();
    signal?.addEventListener('abort', stop);
    dispatcher.dispatch(
      { origin: url.origin, path: `${url.pathname}${url.search}`, method, headers, body },
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
          resolve({ status, headers: answered, text: Buffer.concat(chunks).toString('utf8') });
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
