// A receiver that takes everything: what it was sent is counted, and the first requests are kept as samples.
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { answerParent } from '../child.ts';

/** A request as it came. */
export interface SampleRequest {
  path: string;
  headers: Record<string, string>;
  body: string;
}

export type ReceiverOrder =
  | { order: 'listen' }
  /** Counts from zero. */
  | { order: 'reset' }
  | { order: 'counts' }
  | { order: 'samples'; file: string };

export interface ReceiverCounts {
  requests: number;
  items: number;
  bytes: number;
}

const MOST_SAMPLES = 400;
const OWN_HEADERS = ['host', 'connection', 'content-length', 'transfer-encoding'];
let counts: ReceiverCounts = { requests: 0, items: 0, bytes: 0 };
let samples: SampleRequest[] = [];

/** A webhook is one item; a request to a tool is a list. */
const itemsOf = (path: string, body: string) =>
  path.includes('/import') ? (JSON.parse(body) as unknown[]).length : path.includes('/engage') ? 0 : 1;

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const [path, body] = [request.url ?? '', Buffer.concat(parts).toString('utf8')];
    counts.requests += 1;
    counts.items += itemsOf(path, body);
    counts.bytes += body.length;
    if (samples.length < MOST_SAMPLES) {
      const headers = Object.entries(request.headers).filter(([name]) => !OWN_HEADERS.includes(name));
      samples.push({
        path,
        body,
        headers: Object.fromEntries(headers.map(([name, value]) => [name, String(value)])),
      });
    }
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(path.includes('/engage') ? '{"status":1,"error":null}' : '{"code":200,"status":"OK"}');
  });
});

async function listen(): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

answerParent<ReceiverOrder>(async (request) => {
  if (request.order === 'listen') return { port: await listen() };
  if (request.order === 'reset') {
    counts = { requests: 0, items: 0, bytes: 0 };
    samples = [];
  }
  if (request.order === 'samples') writeFileSync(request.file, JSON.stringify(samples));
  return counts;
});
