import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';

interface Sending {
  method?: 'GET' | 'POST';
  /** With the query. */
  path: string;
  headers?: OutgoingHttpHeaders;
  body?: unknown;
  /** When it is sent, if that is not now: only a product that takes in history believes it. */
  at?: number | undefined;
}

export interface WireAnswer {
  status: number;
  location: string | null;
  retryAfter: number;
  text: string;
}

/** Sends what apps, browsers and servers send, over few connections. */
export type Wire = (sending: Sending) => Promise<WireAnswer>;

const CONNECTIONS = 96;

async function read(response: IncomingMessage): Promise<WireAnswer> {
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part as Buffer);
  const { statusCode = 0, headers } = response;
  return {
    status: statusCode,
    location: headers.location ?? null,
    retryAfter: Number(headers['retry-after'] ?? 1),
    text: Buffer.concat(parts).toString('utf8'),
  };
}

export function createWire(url: string, signal: AbortSignal): Wire {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  signal.addEventListener('abort', () => agent.destroy(), { once: true });
  return ({ method = 'GET', path, headers = {}, body, at }) => {
    const json = body === undefined ? null : Buffer.from(JSON.stringify(body));
    const own = {
      ...headers,
      ...(at === undefined ? {} : { 'x-demo-time': String(Math.floor(at)) }),
      ...(json ? { 'content-type': 'application/json', 'content-length': json.length } : {}),
    };
    return new Promise((resolve, reject) => {
      const sent = request({ hostname, port, method, path, agent, headers: own }, (response) =>
        read(response).then(resolve, reject),
      );
      sent.on('error', (error) => reject(signal.aborted ? signal.reason : error));
      sent.end(json ?? undefined);
    });
  };
}
