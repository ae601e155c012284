import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  method: string;
  /** As `/tools` was reached: the host that was meant is the first part. */
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** What to answer; null: the connection is closed without an answer. */
export type AnswerTo = (
  request: ReceivedRequest,
) => { status: number; body?: string; headers?: Record<string, string> } | null;

/** Somebody else's server: it keeps what it was sent, and answers as a test says. */
export async function startReceiver() {
  const received: ReceivedRequest[] = [];
  let answer: AnswerTo = () => ({ status: 200, body: '{}' });
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      const one = { method, path, headers, body: Buffer.concat(parts).toString('utf8') };
      received.push(one);
      const given = answer(one);
      if (given === null) return request.socket.destroy();
      response.writeHead(given.status, given.headers).end(given.body ?? '');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    /** What has come since the last look. */
    take: () => received.splice(0),
    answer: (how: AnswerTo) => {
      answer = how;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type TestReceiver = Awaited<ReturnType<typeof startReceiver>>;
