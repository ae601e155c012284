import type { Env } from '../../platform/env.ts';
import { fetchConfigured } from '../../platform/outbound.ts';

const TIMEOUT_MS = 30_000;
/** Apple's list has about 15 MB. */
const MOST_BYTES = 64 * 1024 * 1024;
const MOST_REDIRECTS = 3;

export interface Download {
  etag: string | null;
  lines: AsyncIterable<string>;
}

interface Known {
  etag: string | null;
  signal: AbortSignal;
}

async function* linesOf(body: AsyncIterable<Buffer>): AsyncIterable<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = parts.pop() ?? '';
    yield* parts;
  }
  if (rest) yield rest;
}

/** The lines behind an address of the configuration; null when they are still those of the given ETag. */
export async function downloadLines(
  env: Env,
  url: string,
  { etag, signal }: Known,
): Promise<Download | null> {
  const answer = await fetchConfigured(env, url, {
    headers: { accept: 'text/csv, text/plain, */*', ...(etag ? { 'if-none-match': etag } : {}) },
    signal,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MOST_BYTES,
    redirects: MOST_REDIRECTS,
  });
  if (answer.status !== 200) answer.body.destroy();
  if (answer.status === 304) return null;
  if (answer.status !== 200) throw new Error(`The list was answered with ${answer.status}.`);
  const newTag = answer.headers.etag;
  return { etag: typeof newTag === 'string' ? newTag : null, lines: linesOf(answer.body) };
}
