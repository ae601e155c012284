import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { DomainFindings } from '@trailmark/contract/domains';
import ipaddr from 'ipaddr.js';
import type { Kit } from '../../platform/kit.ts';
import { isProof } from './proof.ts';
import { PROOF_PATH } from './well-known-paths.ts';

const TIMEOUT_MS = 5000;
const MAX_BODY = 2000;
/** Where no public domain is; in production the name of a stranger must not lead us into this machine. */
const INSIDE = ['loopback', 'linkLocal', 'unspecified', 'multicast', 'broadcast', 'reserved'];

interface Target {
  host: string;
  addresses: string[];
}

function isOutside(address: string): boolean {
  return ipaddr.isValid(address) && !INSIDE.includes(ipaddr.process(address).range());
}

/** Connects to the addresses that were looked up and to nothing else. */
function onlyTo(addresses: string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, options, answer) => {
    const [first] = found;
    if (options.all) answer(null, found);
    else answer(first ? null : new Error('no address'), first?.address ?? '', first?.family);
  };
}

/** The body of a plain answer; null for a redirect, an error or more text than a proof has. */
function fetchProof({ host, addresses }: Target, { secure, port }: Kit['env']['linkProbe']) {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const headers = { accept: 'application/json', 'user-agent': 'Trailmark domain check' };
  const lookup = onlyTo(addresses);
  return new Promise<string | null>((resolve, reject) => {
    const send = secure ? requestHttps : requestHttp;
    const options = { host, port, path: PROOF_PATH, headers, lookup, signal, agent: false };
    const request = send(options, (response) => {
      const done = (body: string | null) => {
        resolve(body);
        request.destroy();
      };
      if (response.statusCode !== 200) return done(null);
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        body += chunk;
        if (body.length > MAX_BODY) done(null);
      });
      response.on('end', () => done(body));
      response.on('error', reject);
    });
    request.on('error', reject);
    request.end();
  });
}

/** Asks the domain who it is. What it says is compared and never shown to anybody. */
export async function probe(
  kit: Pick<Kit, 'env' | 'secrets'>,
  { host, addresses }: Target,
): Promise<DomainFindings['https']> {
  const allowed = kit.env.production ? addresses.filter(isOutside) : addresses;
  if (allowed.length === 0) return 'no_answer';
  try {
    const body = await fetchProof({ host, addresses: allowed }, kit.env.linkProbe);
    return body !== null && isProof(kit.secrets, host, body) ? 'ours' : 'someone_else';
  } catch {
    // No connection, no certificate, no answer in time: for the owner of the domain it is one thing.
    return 'no_answer';
  }
}
