const TIMEOUT_MS = 30_000;
/** Apple's list has about 15 MB. */
const MOST_BYTES = 64 * 1024 * 1024;

export interface Download {
  etag: string | null;
  lines: AsyncIterable<string>;
}

interface Known {
  etag: string | null;
  signal: AbortSignal;
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncIterable<string> {
  const decoder = new TextDecoder();
  let bytes = 0;
  let rest = '';
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > MOST_BYTES) throw new Error(`The list is larger than ${MOST_BYTES} bytes.`);
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = parts.pop() ?? '';
    yield* parts;
  }
  if (rest) yield rest;
}

/** The lines behind an address; null when they are still those of the given ETag. */
export async function downloadLines(url: string, { etag, signal }: Known): Promise<Download | null> {
  const response = await fetch(url, {
    headers: { accept: 'text/csv, text/plain, */*', ...(etag ? { 'if-none-match': etag } : {}) },
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  });
  if (response.status === 304) return null;
  if (response.status !== 200 || !response.body) {
    await response.body?.cancel();
    throw new Error(`The list was answered with ${response.status}.`);
  }
  return { etag: response.headers.get('etag'), lines: linesOf(response.body) };
}
