import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { EventStream } from './handled.ts';
import type { OpenStream, OpenStreams, StreamOwner } from './open-streams.ts';

/** How often something is sent so that no proxy takes the connection for dead. */
export const HEARTBEAT_MS = 15_000;
/** How long a browser waits before it comes again. */
const RETRY_MS = 3000;
/** What may wait for a slow client before the line is cut; it comes again and begins with the latest. */
const MOST_WAITING_BYTES = 1024 * 1024;

interface Source {
  owner: StreamOwner;
  /** Begins; what it sends goes out until the signal. */
  open(stream: EventStream<unknown>): Promise<void>;
  /** What the contract lets out of an item. */
  present(item: unknown): unknown;
  /** Checked with every heartbeat and when access changes: may the caller still see this? */
  isStillAllowed(): Promise<boolean>;
  heartbeatMs: number;
}

/** Answers with server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html */
export function sendEvents(reply: FastifyReply, source: Source, open: OpenStreams): FastifyReply {
  if (reply.request.method !== 'HEAD') open.checkRoom(source.owner);
  reply.type('text/event-stream; charset=utf-8');
  // Nothing on the way shall gather it, and the line shall not outlive the stream.
  reply.headers({ 'x-accel-buffering': 'no', connection: 'close' });
  if (reply.request.method === 'HEAD') return reply.send('');

  const body = new Readable({ read() {} });
  const gone = new AbortController();
  let isOver = false;
  const cut = () => {
    isOver = true;
    body.destroy();
  };
  const end = () => {
    if (isOver) return;
    // Who does not read what is there would not read the end either.
    if (body.readableLength > 0) return cut();
    isOver = true;
    body.push(null);
  };
  const write = (text: string) => {
    if (isOver) return;
    if (body.readableLength > MOST_WAITING_BYTES) cut();
    else body.push(text);
  };
  const fail = (err: unknown) => {
    reply.log.error({ err }, 'a stream of events broke off');
    cut();
  };
  const recheck = async () => {
    const isAllowed = await source.isStillAllowed().catch(() => false);
    if (!isAllowed) end();
  };
  const stream: OpenStream = { ...source.owner, end, recheck: () => void recheck() };
  const beat = setInterval(() => {
    write(': here\n\n');
    void recheck();
  }, source.heartbeatMs).unref();
  body.once('close', () => {
    isOver = true;
    clearInterval(beat);
    open.delete(stream);
    gone.abort();
  });
  open.add(stream);

  write(`retry: ${RETRY_MS}\n\n`);
  const send = (item: unknown) => {
    try {
      write(`event: item\ndata: ${JSON.stringify(source.present(item))}\n\n`);
    } catch (error) {
      // The sender serves other streams, too.
      fail(error);
    }
  };
  source.open({ send, signal: gone.signal }).catch(fail);
  return reply.send(body);
}
