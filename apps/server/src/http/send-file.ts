import { Readable } from 'node:stream';
import type { FileAnswer } from '@trailmark/contract/route';
import type { FastifyReply } from 'fastify';

type Piece = string | Uint8Array;

/**
 * The pieces as a stream that takes the next one only when the one before has gone out, and that lets go of
 * their source when the other side hangs up. The first is awaited here: until then a failure is still an
 * answer, afterwards the connection just breaks off.
 */
async function streamOf(body: AsyncIterable<Piece>): Promise<Readable> {
  const pieces = body[Symbol.asyncIterator]();
  let first: IteratorResult<Piece> | null = await pieces.next();
  const next = async () => {
    if (first === null) return await pieces.next();
    const piece = first;
    first = null;
    return piece;
  };
  const end = async () => {
    await pieces.return?.();
    return { done: true as const, value: undefined };
  };
  return Readable.from({ [Symbol.asyncIterator]: () => ({ next, return: end }) }, { highWaterMark: 1 });
}

/** Sends a file; for a HEAD request it is not produced. */
export async function sendFile(reply: FastifyReply, file: FileAnswer): Promise<FastifyReply> {
  const isWhole = typeof file.body === 'string' || file.body instanceof Uint8Array;
  const needsBody = reply.request.method !== 'HEAD';
  const empty = () => Readable.from([]);
  const body = isWhole ? file.body : needsBody ? await streamOf(file.body as AsyncIterable<Piece>) : empty();
  const kind = file.attachment ? 'attachment' : 'inline';
  reply.header('content-disposition', `${kind}; filename="${file.filename.replace(/[^\w.-]/g, '_')}"`);
  if (!isWhole && file.bytes !== undefined) reply.header('content-length', file.bytes);
  return reply.type(file.contentType).send(body);
}
