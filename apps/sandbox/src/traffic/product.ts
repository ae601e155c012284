/** The product refused, or did not answer. */
export class ProductError extends Error {
  override name = 'ProductError';
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

interface Ask {
  /** A session or a private key. */
  bearer?: string | undefined;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  signal?: AbortSignal | undefined;
  /** How often it may say that it is busy. */
  tries?: number;
  /** When it is sent, if that is not now: only a product that takes in history believes it. */
  at?: number | undefined;
}

const TIMEOUT_MS = 120_000;
const TRIES = 30;
const BUSY = [429, 503];

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function addressOf(url: string, path: string, query: Ask['query'] = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) search.append(name, String(value));
  return search.size > 0 ? `${url}/api${path}?${search}` : `${url}/api${path}`;
}

async function ask(address: string, method: string, { bearer, body, signal, at }: Ask): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (bearer) headers.authorization = `Bearer ${bearer}`;
  if (at !== undefined) headers['x-demo-time'] = String(Math.floor(at));
  if (body !== undefined) headers['content-type'] = 'application/json';
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  return await fetch(address, {
    method,
    headers,
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

/** The product as the outside world knows it: by its address. */
export interface Product {
  url: string;
  call<Answer>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, given?: Ask): Promise<Answer>;
}

/** With a time, all calls are made then, unless they say another one. */
export function createProduct(url: string, at?: number): Product {
  return {
    url,
    async call<Answer>(method: string, path: string, call: Ask = {}): Promise<Answer> {
      const given = at === undefined ? call : { at, ...call };
      const address = addressOf(url, path, given.query);
      for (let tries = 1; ; tries += 1) {
        const response = await ask(address, method, given);
        const answer = (await response.json()) as { msg: string; data: Answer };
        if (response.ok) return answer.data;
        if (!BUSY.includes(response.status) || tries >= (given.tries ?? TRIES)) {
          throw new ProductError(
            `${method} ${path} was answered with ${response.status}: ${answer.msg}`,
            response.status,
          );
        }
        // It says when it has time again.
        await pause(1000 * Number(response.headers.get('retry-after') ?? 1));
      }
    },
  };
}
