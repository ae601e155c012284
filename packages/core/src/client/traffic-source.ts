import type { TrafficSourceType } from '@trailmark/contract/visits';
import { cleanValue } from '../links/click-ids.ts';
import { CLICK_PARAMETER } from '../links/signed-click.ts';
import { readAddress } from './page-address.ts';
import { TRAFFIC_HOSTS } from './traffic-hosts.data.ts';

/** Where a visit comes from. */
export interface TrafficSource {
  type: TrafficSourceType;
  /** The network, search engine, site or `utm_source`; empty where there is none. */
  name: string;
}

/** Whose ad brings each click id, in the order in which they are looked for. */
const CLICK_ID_NETWORKS: Record<string, string> = {
  gclid: 'Google',
  gbraid: 'Google',
  wbraid: 'Google',
  dclid: 'Google',
  ttclid: 'TikTok',
  twclid: 'X',
  msclkid: 'Microsoft',
  li_fat_id: 'LinkedIn',
  irclickid: 'Impact',
  sccid: 'Snapchat',
  epik: 'Pinterest',
  rdt_cid: 'Reddit',
  yclid: 'Yandex',
  qclid: 'Quora',
  obclid: 'Outbrain',
  tblci: 'Taboola',
  kclid: 'Skai',
};
/** Facebook puts it on links in posts too: a medium that says so is believed. */
const META_CLICK_ID = 'fbclid';

const MEDIUMS: [TrafficSourceType, RegExp][] = [
  [
    'paid',
    /^(cp[acimv]|ppc|paid.*|.*[-_]paid|display|banner|retargeting|remarketing|ads?|affiliates?|video[-_]?ads?)$/,
  ],
  ['email', /^(e-?mail|mail|newsletter|drip)$/],
  ['social', /^(social.*|sm|organic[-_]social|community)$/],
  ['ai_search', /^(ai|ai[-_]search|llm|chatbot)$/],
  ['search', /^(organic|search|seo)$/],
  ['referral', /^(referral|referrer|link|partner|pr|qr|sms|push|whatsapp)$/],
];

/** How people write the names of networks. */
const SPELLINGS: Record<string, string> = {
  google: 'Google',
  adwords: 'Google',
  'google.com': 'Google',
  googleads: 'Google',
  google_ads: 'Google',
  meta: 'Meta',
  fb: 'Facebook',
  ig: 'Instagram',
  tiktok_ads: 'TikTok',
  twitter: 'X',
  newsletter: 'Newsletter',
};
const META_SITES = new Set(['Facebook', 'Instagram', 'Messenger', 'Threads', 'Meta']);

const HOST_CLASSES = Object.entries(TRAFFIC_HOSTS) as [TrafficSourceType, Record<string, string>][];
const SITES = new Map(
  HOST_CLASSES.flatMap(([type, hosts]) =>
    Object.entries(hosts).map(([host, name]) => [host, { type, name }] as const),
  ),
);
const NAMES = new Map([...SITES.values()].map(({ name }) => [name.toLowerCase(), name]));

/** Search engines with a host for each country. */
const GOOGLE = /^(www\.)?google(\.[a-z]{2,3}){1,2}$/;
const YANDEX = /^(www\.)?yandex(\.[a-z]{2,3}){1,2}$/;
const MAIL = /^(web)?mail\d*\./;

function siteOf(host: string): TrafficSource | null {
  for (let rest = host; rest.includes('.'); rest = rest.slice(rest.indexOf('.') + 1)) {
    const site = SITES.get(rest);
    if (site) return site;
  }
  if (GOOGLE.test(host)) return { type: 'search', name: 'Google' };
  if (YANDEX.test(host)) return { type: 'search', name: 'Yandex' };
  return MAIL.test(host) ? { type: 'email', name: host } : null;
}

function spelled(source: string): string {
  const text = source.toLowerCase();
  return SPELLINGS[text] ?? NAMES.get(text) ?? siteOf(text)?.name ?? source;
}

/** The name of a network as one word for all its sites. */
const networkOf = (name: string) => (META_SITES.has(name) ? 'Meta' : name);

function ofMedium(source: string | null, medium: string): TrafficSource | null {
  const type = MEDIUMS.find(([, words]) => words.test(medium))?.[0];
  if (!type) return null;
  const name = spelled(source ?? '');
  return { type, name: type === 'paid' ? networkOf(name) : name };
}

function ofUtm(source: string | null, medium: string | null): TrafficSource | null {
  const named = medium === null ? null : ofMedium(source, medium);
  if (named) return named;
  if (source === null) return medium === null ? null : { type: 'referral', name: medium };
  // Some assistants and sites name themselves, without a medium.
  const host = source.toLowerCase();
  const site = host.includes('.') ? siteOf(host) : null;
  return site ?? { type: 'referral', name: spelled(source) };
}

function ofClickId(parameters: Map<string, string>, medium: string | null): TrafficSource | null {
  for (const [id, name] of Object.entries(CLICK_ID_NETWORKS)) {
    if (parameters.has(id)) return { type: 'paid', name };
  }
  if (!parameters.has(META_CLICK_ID)) return null;
  const named = medium === null ? undefined : MEDIUMS.find(([, words]) => words.test(medium));
  return named && named[0] !== 'paid' ? null : { type: 'paid', name: 'Meta' };
}

const withoutWww = (host: string) => (host.startsWith('www.') ? host.slice(4) : host);

/** A site and its subdomains are the same visitor's own way. */
function isOwn(own: string, host: string): boolean {
  const [one, other] = [withoutWww(own), withoutWww(host)];
  return one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`);
}

function ofReferrer(own: string | null, referrer: string | null): TrafficSource | null {
  const host = readAddress(referrer)?.host;
  if (!host || (own !== null && isOwn(own, host))) return null;
  return siteOf(host) ?? { type: 'referral', name: withoutWww(host) };
}

/** Classifies a visit: a click id, what the link says of itself, the site before, or nothing of these. */
export function readTrafficSource(address: string | null, referrer: string | null): TrafficSource {
  const landing = readAddress(address);
  const parameters = new Map<string, string>();
  for (const [name, value] of landing?.query ?? []) {
    const text = cleanValue(value);
    const known = name.toLowerCase();
    if (text !== null && !parameters.has(known)) parameters.set(known, text);
  }
  const medium = parameters.get('utm_medium')?.toLowerCase() ?? null;
  const source = parameters.get('utm_source')?.slice(0, 100) ?? null;
  return (
    ofClickId(parameters, medium) ??
    ofUtm(source, medium) ??
    ofReferrer(landing?.host ?? null, referrer) ??
    (parameters.has(CLICK_PARAMETER) ? { type: 'referral', name: 'Link' } : { type: 'direct', name: '' })
  );
}
