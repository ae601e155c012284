import { connect, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { coreTicks, idleShare } from './machine.ts';

export interface LoadResult {
  answered: number;
  /** Answers that were not the expected one, and requests without an answer. */
  failed: number;
  firstFailure: string | null;
  seconds: number;
  p50Ms: number;
  p99Ms: number;
  /** The part of one core that the client itself used, and what one request cost it. */
  clientBusy: number;
  clientUs: number;
  /** The idle share of all cores; null where the system does not report it. */
  idle: number | null;
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

function latencyOf(times: Float64Array) {
  const sorted = times.sort();
  return { p50Ms: percentile(sorted, 0.5), p99Ms: percentile(sorted, 0.99) };
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

  const run = ({ socket, read }: Line) =>
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
      read.onText = (chunk) => {
        text = text === '' ? chunk : text + chunk;
        const length = answerLength(text);
        if (length === 0) return;
        if (text.startsWith(expected)) {
          times[answered] = performance.now() - begun;
          answered += 1;
          load.onAnswered(index);
        } else fail(text);
        text = text.slice(length);
        send();
      };
      socket.on('error', () => {});
      socket.on('close', () => {
        if (index >= 0) fail('the connection was closed without an answer');
        resolve();
      });
      send();
    });

  const lines = await Promise.all(Array.from({ length: load.connections }, () => open(load.port)));
  const [cpu, cores] = [process.cpuUsage(), coreTicks()];
  const begun = performance.now();
  deadline = begun + seconds * 1000;
  await Promise.all(lines.map(run));
  const tookMs = performance.now() - begun;
  const { user, system } = process.cpuUsage(cpu);
  return {
    answered,
    failed,
    firstFailure,
    seconds: tookMs / 1000,
    ...latencyOf(times.subarray(0, answered)),
    clientBusy: (user + system) / 1000 / tookMs,
    clientUs: (user + system) / Math.max(1, answered),
    idle: idleShare(cores, coreTicks()),
  };
}

/** A connection and the listener for its data. */
interface Line {
  socket: Socket;
  read: { onText(text: string): void };
}

/** Read into one buffer for all: a stream of chunks would cost more than the rest of the client. */
const INCOMING = Buffer.allocUnsafe(64 * 1024);

function open(port: number): Promise<Line> {
  return new Promise((resolve, reject) => {
    const read: Line['read'] = { onText: () => {} };
    const callback = (bytes: number) => {
      read.onText(INCOMING.toString('latin1', 0, bytes));
      return true;
    };
    const onread = { buffer: INCOMING, callback };
    const socket = connect({ host: '127.0.0.1', port, noDelay: true, onread }, () =>
      resolve({ socket, read }),
    );
    socket.once('error', reject);
  });
}
