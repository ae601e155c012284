import { lookup as lookUpName } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { Agent, type Dispatcher, request } from 'undici';
import type { Env } from './env.ts';
import { isInNetworks, isPublicAddress } from './public-address.ts';

/** All outbound HTTP: nothing else in the server opens a connection to a web server. */

export interface OutboundOptions {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string | Buffer | null;
  signal?: AbortSignal;
  /** For everything, to the last byte of the answer. */
  timeoutMs: number;
  /** An answer that is longer breaks off. */
  maxBytes: number;
  /** How many redirects are followed; each is checked as the first address is. */
  redirects?: number;
}

export interface OutboundAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Readable;
}

/** The name resolves to no address that we may connect to. */
export class OutboundRefused extends Error {
  override name = 'OutboundRefused';
}

export class AnswerTooLarge extends Error {
  override name = 'AnswerTooLarge';
}

type Addresses = (host: string) => Promise<string[]>;

const CONNECTIONS = 16;
const trusted = new Agent({ connections: CONNECTIONS });

const systemAddresses: Addresses = async (host) =>
  (await lookUpName(host, { all: true })).map(({ address }) => address);

/** Connects to the addresses that were checked and to nothing else, whatever the name says by then. */
function onlyTo(addresses: string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, options, answer) => {
    const [first] = found;
    if (options.all) answer(null, found);
    else answer(first ? null : new OutboundRefused('no address'), first?.address ?? '', first?.family);
  };
}

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '');

/** A connection for one request, to public addresses alone. */
async function checkedAgent(env: Env, url: URL, addressesOf: Addresses): Promise<Agent> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new OutboundRefused('not a web address');
  const host = hostOf(url);
  const addresses = isIP(host) ? [host] : await addressesOf(host);
  const allowed = addresses.filter((one) => isPublicAddress(one) || isInNetworks(one, env.outboundAllow));
  if (allowed.length === 0) throw new OutboundRefused(`${host} has no public address`);
  return new Agent({ connections: 1, connect: { lookup: onlyTo(allowed) } });
}

async function* limited(body: Readable, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new AnswerTooLarge(`The answer is larger than ${maxBytes} bytes.`);
    yield chunk;
  }
}

async function ask(url: URL, options: OutboundOptions, dispatcher: Dispatcher): Promise<OutboundAnswer> {
  const { method = 'GET', headers = {}, timeoutMs, maxBytes } = options;
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  const answer = await request(url, {
    ...{ method, headers, signal, dispatcher },
    body: options.body ?? null,
  });
  const body = Readable.from(limited(answer.body, maxBytes), { objectMode: false });
  // A reader that stops early must not keep the connection.
  body.once('close', () => answer.body.on('error', () => {}).destroy());
  return { status: answer.statusCode, headers: answer.headers, body };
}

/** With a connection that ends with the answer. */
async function fetchOnce(url: URL, options: OutboundOptions, agent: Agent): Promise<OutboundAnswer> {
  try {
    const answer = await ask(url, options, agent);
    answer.body.once('close', () => void agent.destroy());
    return answer;
  } catch (error) {
    await agent.destroy();
    throw error;
  }
}

const REDIRECTS = [301, 302, 303, 307, 308];

async function follow(
  url: URL,
  options: OutboundOptions,
  open: (url: URL) => Promise<OutboundAnswer>,
): Promise<OutboundAnswer> {
  let [answer, current] = [await open(url), url];
  for (let left = options.redirects ?? 0; left > 0 && REDIRECTS.includes(answer.status); left -= 1) {
    const { location } = answer.headers;
    if (typeof location !== 'string') break;
    answer.body.destroy();
    current = new URL(location, current);
    answer = await open(current);
  }
  return answer;
}

/** Fetches a URL that a stranger supplied, such as the domain of a tenant: only from the public internet. */
export async function fetchUntrusted(
  env: Env,
  url: string | URL,
  { addressesOf = systemAddresses, ...options }: OutboundOptions & { addressesOf?: Addresses },
): Promise<OutboundAnswer> {
  return await follow(new URL(url), options, async (next) =>
    fetchOnce(next, options, await checkedAgent(env, next, addressesOf)),
  );
}

/** The origins that the operator of this installation has configured; they may be on its own networks. */
function isConfigured(env: Env, { origin }: URL): boolean {
  const { google, analytics, ipRanges, adServicesUrl } = env;
  const urls = [
    google?.issuer,
    analytics?.upstream,
    ipRanges.privateRelay,
    ipRanges.anonymous,
    adServicesUrl,
  ];
  return urls.some((url) => url && new URL(url).origin === origin);
}

/** Fetches a configured URL, or one that it redirects to: the latter only if it is public. */
export async function fetchConfigured(
  env: Env,
  url: string | URL,
  options: OutboundOptions,
): Promise<OutboundAnswer> {
  return await follow(new URL(url), options, async (next) =>
    isConfigured(env, next)
      ? await ask(next, options, trusted)
      : await fetchOnce(next, options, await checkedAgent(env, next, systemAddresses)),
  );
}

/** The whole answer as text. */
export async function readText({ body }: OutboundAnswer): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of body as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
