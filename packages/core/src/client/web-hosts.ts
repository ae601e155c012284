import { parseUrl } from '../links/parse-url.ts';

/**
 * Which pages may send events. A project names hosts: `shop.example.com`, or `*.example.com` for every name below
 * example.com but not example.com itself, as in certificates. A host that is named with a port is that port alone; one
 * without is the usual port of http and https.
 */

const MAX_HOST = 253;
/** As browsers write it: scheme, host and port. */
const MAX_ORIGIN = MAX_HOST + 20;
/** More than sites have: each is a name by which the host could be allowed, and is looked up. */
const MAX_LABELS = 10;
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
const USUAL_PORTS = new Set(['80', '443']);
const EXAMPLE = 'such as shop.example.com or *.example.com';

interface HostAndPort {
  name: string;
  /** Empty for the usual one. */
  port: string;
}

const isAddress = (name: string) => name.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/.test(name);

/** Whether it is a name: at least two labels, the last of which is no number. */
function isName(name: string): boolean {
  const labels = name.split('.');
  if (
    labels.length < 2 ||
    labels.length > MAX_LABELS ||
    name.length > MAX_HOST ||
    /^\d+$/.test(labels.at(-1) ?? '')
  )
    return false;
  return labels.every((label) => LABEL.test(label));
}

/** This machine, by whatever name. */
function isLocalName(name: string): boolean {
  if (name === 'localhost' || name.endsWith('.localhost') || name === '0.0.0.0') return true;
  return /^127\./.test(name) || name === '[::]' || name === '[::1]' || name.startsWith('[::ffff:7f');
}

const withPort = ({ name, port }: HostAndPort) => (port === '' ? name : `${name}:${port}`);

/** In the one spelling that browsers send: ASCII, small letters, no dot at the end. */
function parseHost(text: string): HostAndPort | null {
  const url = parseUrl(`http://${text}`);
  if (!url) return null;
  const { hostname, port } = url;
  return { name: hostname.replace(/\.$/, ''), port: USUAL_PORTS.has(port) ? '' : port };
}

export type HostReading = { host: string } | { reason: string };

/** A host as somebody types it, also as the address of a page without a path, in its one spelling. */
export function readHost(text: string): HostReading {
  const given = text
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/$/, '');
  if (given === '') return { reason: 'is required' };
  if (given.length > MAX_ORIGIN) return { reason: 'is too long for a host' };
  if (/[\s/@?#%\\]/.test(given)) return { reason: `must be the host alone, without a path: ${EXAMPLE}` };
  const isWildcard = given.startsWith('*.');
  const rest = isWildcard ? given.slice(2) : given;
  if (rest.includes('*'))
    return { reason: 'has a * elsewhere than in front of a domain, as in *.example.com' };
  const parsed = parseHost(rest);
  if (!parsed) return { reason: `is not a host, ${EXAMPLE}` };
  if (isLocalName(parsed.name)) return { reason: 'is this machine: allow localhost instead' };
  if (isAddress(parsed.name)) {
    return isWildcard
      ? { reason: 'is an address in numbers, which has no subdomains' }
      : { host: withPort(parsed) };
  }
  if (!isName(parsed.name)) return { reason: `is not a host, ${EXAMPLE}` };
  return { host: `${isWildcard ? '*.' : ''}${withPort(parsed)}` };
}

/** The site of the page that sent a request. */
export interface PageOrigin {
  /** With its port unless it is the usual one. */
  host: string;
  isLocal: boolean;
}

/** Reads the header Origin; null where it names no host, as in a sandboxed frame, a file or an extension. */
export function readOrigin(header: string | undefined): PageOrigin | null {
  if (header === undefined || header.length > MAX_ORIGIN || !/^https?:\/\/[^/?#@\\\s]+$/i.test(header))
    return null;
  const url = parseUrl(header);
  if (!url) return null;
  const { hostname, port } = url;
  const name = hostname.replace(/\.$/, '');
  const isLocal = isLocalName(name);
  if (!isLocal && !isAddress(name) && !isName(name)) return null;
  return { host: withPort({ name, port }), isLocal };
}

/** Everything that a project can have named to allow a host, the host itself first. */
export function hostsThatCover(host: string): string[] {
  const covering = [host];
  const [name = '', port] = host.startsWith('[') ? [host] : host.split(':');
  if (isAddress(name)) return covering;
  const labels = name.split('.');
  const end = port === undefined ? '' : `:${port}`;
  for (let at = 1; at < labels.length - 1; at += 1) covering.push(`*.${labels.slice(at).join('.')}${end}`);
  return covering;
}

/** What a project allows. */
export interface AllowedPages {
  hosts: ReadonlySet<string>;
  localhost: boolean;
}

export const LOCALHOST = 'localhost';

/** The host by which a page is allowed, `localhost` for this machine; null where it is not. */
export function allowedBy({ hosts, localhost }: AllowedPages, { host, isLocal }: PageOrigin): string | null {
  if (isLocal) return localhost ? LOCALHOST : null;
  return hostsThatCover(host).find((one) => hosts.has(one)) ?? null;
}
