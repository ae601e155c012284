import type { IncomingMessage } from 'node:http';

/** What a path asks of the edge. */
export type LinkRequest =
  | { kind: 'click' | 'view'; name: string; wantsPicture: boolean }
  | { kind: 'well_known'; path: string }
  | { kind: 'nothing' };

/** As slugs and display ids are written; anything else is not looked up at all. */
const NAME = /^[A-Za-z0-9._-]{1,64}$/;
const NOTHING: LinkRequest = { kind: 'nothing' };

function decoded(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return '';
  }
}

function named(kind: 'click' | 'view', segment: string): LinkRequest {
  const name = decoded(segment);
  const isPicture = kind === 'view' && name.endsWith('.gif');
  const bare = isPicture ? name.slice(0, -4) : name;
  return NAME.test(bare) ? { kind, name: bare, wantsPicture: isPicture } : NOTHING;
}

/** The path and the query of a request. */
export function splitUrl(url: string): { path: string; query: URLSearchParams | null } {
  const at = url.indexOf('?');
  if (at < 0) return { path: url, query: null };
  return {
    path: url.slice(0, at),
    query: at === url.length - 1 ? null : new URLSearchParams(url.slice(at + 1)),
  };
}

/** On the main host: /l/<slug> and /i/<slug>, and nothing of the rest is ours. */
export function requestOnMainHost(path: string): LinkRequest {
  if (path.startsWith('/l/')) return named('click', path.slice(3));
  if (path.startsWith('/i/')) return named('view', path.slice(3));
  return path.startsWith('/.well-known/') ? { kind: 'well_known', path } : NOTHING;
}

/** On a link host: /<slug>, /<display id>, /?c=<display id>, /i/<slug> and /.well-known/… */
export function requestOnLinkHost(path: string, query: URLSearchParams | null): LinkRequest {
  if (path.startsWith('/i/')) return named('view', path.slice(3));
  if (path.startsWith('/.well-known/')) return { kind: 'well_known', path };
  if (path === '/') return named('click', query?.get('c') ?? '');
  return named('click', path.slice(1));
}

/** Whether the main host leaves a request to the edge. */
export function isEdgePath(url: string): boolean {
  return url.startsWith('/l/') || url.startsWith('/i/') || url.startsWith('/.well-known/');
}

export const acceptsPicture = ({ headers }: IncomingMessage) => {
  const { accept } = headers;
  return Boolean(accept?.includes('image/') && !accept.includes('text/html'));
};
