import type { z } from 'zod';
import type { ErrorCode, Refusal, Success } from './errors.ts';
import type { Route } from './route.ts';

type Part<Name extends string, S extends z.ZodType> =
  Record<never, never> extends z.input<S> ? { [K in Name]?: z.input<S> } : { [K in Name]: z.input<S> };

/** The input of a call to this route; parts without required fields may be left out. */
export type Input<R extends Route> = Part<'params', R['params']> &
  Part<'query', R['query']> &
  Part<'body', R['body']>;

/** The output of a call to this route. */
export type Output<R extends Route> = z.output<R['response']>;

/** A refusal of the server, or no answer from it at all (`code` is null then). */
export class CallError extends Error {
  override name = 'CallError';
  constructor(
    message: string,
    readonly status: number,
    readonly code: ErrorCode | null,
    readonly fields: Record<string, string> = {},
    readonly requestId: string | null = null,
  ) {
    super(message);
  }
}

export interface CallerOptions {
  /** Where the API lives, such as `https://example.com/api`; `/api` in a browser. */
  baseUrl: string;
  timeoutMs: number;
  token: () => string | null;
  fetch?: typeof fetch;
}

/** The path and query of a call, as they go into the URL. */
export function address(route: Route, input: { params?: unknown; query?: unknown }): string {
  const params = (input.params ?? {}) as Record<string, unknown>;
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries((input.query ?? {}) as Record<string, unknown>)) {
    if (value !== undefined && value !== null) search.append(name, String(value));
  }
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

function unreachable(reason: unknown): CallError {
  const late = reason instanceof DOMException && reason.name === 'TimeoutError';
  return new CallError(
    late ? 'The server took too long to answer.' : 'The server cannot be reached.',
    0,
    null,
  );
}

function parse(text: string): object | null {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === 'object' ? json : null;
  } catch {
    return null;
  }
}

async function answerOf<R extends Route>(response: Response): Promise<Output<R>> {
  const text = await response.text().catch((reason: unknown) => {
    throw unreachable(reason);
  });
  const json = parse(text) as Success<Output<R>> | Refusal | null;
  if (json && 'data' in json && response.ok) return json.data;
  const error = json && 'error' in json ? json.error : null;
  const message = json?.msg ?? `The server answered ${response.status} without a reason.`;
  throw new CallError(message, response.status, error?.code ?? null, error?.fields, error?.request_id);
}

/** Makes the typed function through which every call of a client goes. */
export function createCaller(options: CallerOptions) {
  const send = options.fetch ?? ((...request: Parameters<typeof fetch>) => fetch(...request));
  return async function call<R extends Route>(route: R, input: Input<R>): Promise<Output<R>> {
    const { body } = input as { body?: unknown };
    const token = options.token();
    const headers: Record<string, string> = { accept: 'application/json' };
    if (token) headers.authorization = `Bearer ${token}`;
    if (body !== undefined) headers['content-type'] = 'application/json';
    const response = await send(options.baseUrl + address(route, input), {
      method: route.method,
      headers,
      credentials: 'same-origin',
      signal: AbortSignal.timeout(options.timeoutMs),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch((reason: unknown) => {
      throw unreachable(reason);
    });
    return answerOf<R>(response);
  };
}

export type Call = ReturnType<typeof createCaller>;
