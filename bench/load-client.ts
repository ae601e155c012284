import { connect, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';

export interface LoadResult {
  answered: number;
  /** Answers that were not the expected one, and requests without an answer. */
  failed: number;
  firstFailure: string | null;
  seconds: number;
  p50Ms: number;
  p99Ms: number;
  /** The part of one core that the client itself used. */
  clientBusy: number;
}

interface Load {
  port: number;
  connections: number;
  seconds: number;
  /** Ready to be sent. */
  requests: Buffer[];
  status: number;
  onAnswered(index: number): void;
}

const HEAD_END = '\r\n\r\n';
const LENGTH = /content-length: (\d+)/i;

/** Bytes of the first answer in a text, or 0 while it is not there as a whole. */
function answerLength(text: string): number {
  const headEnd = text.indexOf(HEAD_END);
  if (headEnd < 0) return 0;
  const body = Number(LENGTH.exec(text.slice(0, headEnd))?.[1] ?? 0);
  const length = headEnd + HEAD_END.length + body;
  return text.length >= length ? length : 0;
}

function percentile(sorted: Float64Array, part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

/**
 * Sends requests over connections that stay open, one at a time on each, until the time is over or nothing is
 * left; then waits for the last answers. Speaks no more HTTP than it must: it shall not be what is measured.
 */
export async function sendLoad(load: Load): Promise<LoadResult> {
  const { requests, seconds, status } = load;
  const times = new Float64Array(requests.length);
  const expected = `HTTP/1.1 ${status}`;
  let next = 0;
  let answered = 0;
  let failed = 0;
  let firstFailure: string | null = null;
  let deadline = 0;

  const fail = (text: string) => {
    failed += 1;
    firstFailure ??= text.slice(0, 500);
  };

  const run = (socket: Socket) =>
    new Promise<void>((resolve) => {
      let index = -1;
      let begun = 0;
      let text = '';
      const send = () => {
        const now = performance.now();
        const request = now < deadline ? requests[next] : undefined;
        if (!request) {
          index = -1;
          socket.end();
          resolve();
          return;
        }
        index = next;
        next += 1;
        begun = now;
        socket.write(request);
      };
      socket.on('data', (chunk: Buffer) => {
        text = text === '' ? chunk.toString('latin1') : text + chunk.toString('latin1');
        const length = answerLength(text);
        if (length === 0) return;
        if (text.startsWith(expected)) {
          times[answered] = performance.now() - begun;
          answered += 1;
          load.onAnswered(index);
        } else fail(text);
        text = text.slice(length);
        send();
      });
      socket.on('error', () => {});
      socket.on('close', () => {
        if (index >= 0) fail('the connection was closed without an answer');
        resolve();
      });
      send();
    });

  const sockets = await Promise.all(Array.from({ length: load.connections }, () => open(load.port)));
  const cpu = process.cpuUsage();
  const begun = performance.now();
  deadline = begun + seconds * 1000;
  await Promise.all(sockets.map(run));
  const tookMs = performance.now() - begun;
  const { user, system } = process.cpuUsage(cpu);
  const sorted = times.subarray(0, answered).sort();
  return {
    ...{ answered, failed, firstFailure, seconds: tookMs / 1000 },
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
    clientBusy: (user + system) / 1000 / tookMs,
  };
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true }, () => resolve(socket));
    socket.once('error', reject);
  });
}
