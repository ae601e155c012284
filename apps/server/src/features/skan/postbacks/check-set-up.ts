import { randomBytes } from 'node:crypto';
import { asHost } from '@trailmark/contract/domains';
import type { checkSkanSetUp } from '@trailmark/contract/skan-postbacks';
import type { SkanFramework } from '@trailmark/core/skan/postback';
import { registrableDomain } from '@trailmark/core/skan/registrable-domain';
import type { z } from 'zod';
import { badField } from '../../../platform/app-error.ts';
import { createDns } from '../../../platform/dns.ts';
import type { Kit } from '../../../platform/kit.ts';
import { fetchUntrusted, readText } from '../../../platform/outbound.ts';
import { POSTBACK_PATHS } from './postback-paths.ts';
import { CHECK_FIELD, isCheckProof } from './test-ticket.ts';

type Answer = z.output<(typeof checkSkanSetUp)['response']>;
type Check = Answer['checks'][number];

const TIMEOUT_MS = 5000;
const MOST_BYTES = 4000;

/** Where devices send to, by what somebody wrote into an Info.plist. */
function domainOf(text: string): string {
  const host = asHost(text.replace(/^https?:\/\//i, '').replace(/[/?#].*$/, ''));
  if (!host) throw badField('domain', 'is not a domain, such as example.com');
  const domain = registrableDomain(host);
  if (!domain) throw badField('domain', `is not a domain of yours: everyone may have names below ${host}`);
  return domain;
}

function isOurs(kit: Kit, nonce: string, text: string): boolean {
  try {
    const answer = JSON.parse(text) as { data?: { proof?: unknown } } | null;
    const proof = answer?.data?.proof;
    return typeof proof === 'string' && isCheckProof(kit.secrets, nonce, proof);
  } catch {
    return false;
  }
}

async function ask(kit: Kit, url: string): Promise<Pick<Check, 'reached' | 'status'>> {
  const nonce = randomBytes(24).toString('base64url');
  try {
    const answer = await fetchUntrusted(kit.env, url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Trailmark setup check' },
      body: JSON.stringify({ [CHECK_FIELD]: nonce }),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MOST_BYTES,
      addressesOf: async (host) => (await createDns(kit.env.dnsServers).addresses(host)) ?? [],
    });
    const { status } = answer;
    const text = await readText(answer);
    if (isOurs(kit, nonce, text)) return { reached: 'ours', status };
    return { reached: status >= 300 && status < 400 ? 'redirect' : 'someone_else', status };
  } catch {
    // No address, no certificate, no answer in time, or an endless one: for who sets it up it is one thing.
    return { reached: 'no_answer', status: null };
  }
}

function words({ reached, status }: Pick<Check, 'reached' | 'status'>, path: string, kit: Kit): string {
  const todo = `Route POST ${path} of this domain to ${kit.publicUrl}${path}, with its body as it is.`;
  if (reached === 'ours') return 'Postbacks that devices send to this address arrive here.';
  if (reached === 'redirect')
    return `The domain answers with a redirect (${status}). Devices do not follow it. ${todo}`;
  if (reached === 'someone_else') return `Another server answers (${status}), so postbacks are lost. ${todo}`;
  return `Nobody answers: check that the domain has an address and a valid certificate. ${todo}`;
}

/** Asks a domain as devices do, in public, whether it leads here. */
export async function checkSetUp(kit: Kit, text: string): Promise<Answer> {
  const domain = domainOf(text);
  const { secure, port } = kit.env.linkProbe;
  const isUsual = secure && port === 443;
  const origin = isUsual ? `https://${domain}` : `${secure ? 'https' : 'http'}://${domain}:${port}`;
  const checks = await Promise.all(
    (['skadnetwork', 'adattributionkit'] satisfies SkanFramework[]).map(async (framework) => {
      const path = POSTBACK_PATHS[framework];
      const found = await ask(kit, `${origin}${path}`);
      return { framework, url: `https://${domain}${path}`, ...found, says: words(found, path, kit) };
    }),
  );
  return { domain, checks };
}
