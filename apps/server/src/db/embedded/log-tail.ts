import type { Readable } from 'node:stream';

/** Reads a stream to its end and remembers its last lines. */
export function keepTail(stream: Readable, limit = 50): () => string[] {
  const lines: string[] = [];
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    const parts = (rest + text).split('\n');
    // A line without end must not grow without bound.
    rest = (parts.pop() ?? '').slice(-10_000);
    lines.push(...parts);
    lines.splice(0, lines.length - limit);
  });
  // The other end is gone with PostgreSQL; its exit is what gets reported.
  stream.on('error', () => {});
  return () => (rest ? [...lines, rest] : [...lines]);
}
