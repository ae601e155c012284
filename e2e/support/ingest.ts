import type { Page, Request } from '@playwright/test';

/** One request of a page to the analytics path of our own server. */
export interface SentBatch {
  url: string;
  headers: Record<string, string>;
  items: Record<string, unknown>[];
}

function itemsOf(request: Request): Record<string, unknown>[] {
  const data = new URLSearchParams(request.postData() ?? '').get('data') ?? '[]';
  const text = /^\s*[[{]/.test(data) ? data : Buffer.from(data, 'base64').toString('utf8');
  const value = JSON.parse(text) as Record<string, unknown> | Record<string, unknown>[];
  return Array.isArray(value) ? value : [value];
}

/** Everything that a page sends to analytics from now on, by path: track, engage… */
export function watchIngest(page: Page): { sent: SentBatch[]; of: (kind: string) => SentBatch[] } {
  const sent: SentBatch[] = [];
  page.on('request', (request) => {
    if (!new URL(request.url()).pathname.startsWith('/ingest/')) return;
    sent.push({ url: request.url(), headers: request.headers(), items: itemsOf(request) });
  });
  return {
    sent,
    of: (kind) => sent.filter(({ url }) => new URL(url).pathname.startsWith(`/ingest/${kind}`)),
  };
}
