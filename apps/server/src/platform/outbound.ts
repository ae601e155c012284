import { lookup as lookUpName } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { Agent, type Dispatcher, request } from 'undici';
import type { Env } from './env.ts';
import { AnswerTooLarge, type Target } from './exchange-text.ts';
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

/** The address is none that we may connect to. */
export class OutboundRefused extends Error {
  override name = 'OutboundRefused';
}

type Addresses = (host: string) => Promise<string[]>;

/** To one server at a time; what exceeds that waits, and holds up no other server. */
const CONNECTIONS = 16;
const trusted = new Agent({ connections: CONNECTIONS });

const systemAddresses: Addresses = async (host) =>
  (await lookUpName(host, { all: true })).map(({ address }) => address);

const isAllowed = (env: Env, address: string) =>
  isPublicAddress(address) || isInNetworks(address, env.outboundAllow);

/** Gives a new connection only addresses that it may go to: what a name said earlier, or says later, does not matter. */
function lookUpAllowed(env: Env, addressesOf: Addresses): LookupFunction {
  const find = async (host: string) => {
    const addresses = (await addressesOf(host)).filter((address) => isAllowed(env, address));
    if (addresses.length === 0) throw new OutboundRefused(`${host} has no public address`);
    return addresses.map((address) => ({ address, family: isIP(address) }));
  };
  return (host, { all }, answer) => {
    find(host).then(
      (found) => (all ? answer(null, found) : answer(null, found[0]?.address ?? '', found[0]?.family)),
      (error) => answer(error, '', 0),
    );
  };
}

const agents = new WeakMap<Env, WeakMap<Addresses, Agent>>();

/** Connections to public addresses alone. They stay open for the next request to the same server. */
function publicAgent(env: Env, addressesOf: Addresses): Agent {
  const ofEnv = agents.get(env) ?? new WeakMap<Addresses, Agent>();
  const lookup = lookUpAllowed(env, addressesOf);
  const agent = ofEnv.get(addressesOf) ?? new Agent({ connections: CONNECTIONS, connect: { lookup } });
  agents.set(env, ofEnv.set(addressesOf, agent));
  return agent;
}

/** Refuses what the address itself says already; where a name leads is seen when a connection is opened. */
export function checkUrl(env: Env, url: URL): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new OutboundRefused(`${url.protocol}// is not a web address`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new OutboundRefused('an address must not have a user name or password in it');
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) && !isAllowed(env, host)) throw new OutboundRefused(`${host} is not a public address`);
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
    method,
    headers,
    signal,
    dispatcher,
    body: options.body ?? null,
  });
  const body = Readable.from(limited(answer.body, maxBytes), { objectMode: false });
  // A reader that stops early must not keep the connection.
  body.once('close', () => answer.body.on('error', () => {}).destroy());
  return { status: answer.statusCode, headers: answer.headers, body };
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

async function askPublic(
  env: Env,
  url: URL,
  { addressesOf, ...options }: OutboundOptions & { addressesOf: Addresses },
): Promise<OutboundAnswer> {
  checkUrl(env, url);
  return await ask(url, options, publicAgent(env, addressesOf));
}

/** Fetches a URL that a stranger supplied, such as the domain of a tenant: only from the public internet. */
export async function fetchUntrusted(
  env: Env,
  url: string | URL,
  { addressesOf = systemAddresses, ...options }: OutboundOptions & { addressesOf?: Addresses },
): Promise<OutboundAnswer> {
  return await follow(new URL(url), options, (next) => askPublic(env, next, { ...options, addressesOf }));
}

/** The origins that the operator of this installation has configured; they may be on its own networks. */
function isConfigured(env: Env, { origin }: URL): boolean {
  const { google, analytics, ipRanges, adServicesUrl, toolsUrl } = env;
  const urls = [
    google?.issuer,
    analytics?.upstream,
    ipRanges.privateRelay,
    ipRanges.anonymous,
    adServicesUrl,
    toolsUrl,
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
      : await askPublic(env, next, { ...options, addressesOf: systemAddresses }),
  );
}

/** Fetches from this installation itself, at its public address: that is the operator's, wherever it leads. */
export async function fetchOwn(url: string, options: OutboundOptions): Promise<OutboundAnswer> {
  return await ask(new URL(url), options, trusted);
}

/** Where many requests go, which make no streams and follow no redirects (exchange-text.ts). */
export function targetOf(env: Env, url: URL, { isConfigured }: { isConfigured: boolean }): Target {
  if (!isConfigured) checkUrl(env, url);
  const dispatcher = isConfigured ? trusted : publicAgent(env, systemAddresses);
  return { dispatcher, origin: url.origin, path: `${url.pathname}${url.search}` };
}

/** The whole answer as text. */
export async function readText({ body }: OutboundAnswer): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of body as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
