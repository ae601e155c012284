import { advertisingId } from '../referrers/ids.ts';

/** The click ids that networks append to the URLs of their ads, to be sent back with a conversion. */
export const CLICK_IDS = [
  'gclid',
  'gbraid',
  'wbraid',
  'dclid',
  'fbclid',
  'ttclid',
  'twclid',
  'msclkid',
  'li_fat_id',
  'irclickid',
  'ScCid',
  'epik',
  'rdt_cid',
  'yclid',
  'qclid',
  'obclid',
  'tblci',
  'kclid',
] as const;

/** What affiliates fill in. */
const AFFILIATE = [
  'click_id',
  'clid',
  'coupon',
  'aff_id',
  'pub_id',
  'offer_id',
  'creative_id',
  'campaign_id',
  'adset_id',
  'ad_id',
  'site_id',
  'placement',
];

const ADVERTISING_IDS = ['gaid', 'idfa', 'oaid', 'advertising_id'];

const spelling = new Map<string, string>([...CLICK_IDS].map((name) => [name.toLowerCase(), name]));
const KEPT = new Set([...AFFILIATE, ...ADVERTISING_IDS]);
const KEPT_FAMILY = /^(utm_[a-z_]{1,30}|gad_[a-z_]{1,30}|(aff_)?sub([1-9]|10))$/;

const MAX_PARAMETERS = 40;
const MAX_VALUE = 500;

/** {gaid}, {{gaid}}, __IDFA__, [IDFA], %%GAID%%, ${GAID}: what is left when nobody filled in a macro. */
const MACRO = /^(\$?\{+[^{}]*\}+|__\w+__|\[[^\]]*\]|%%[^%]*%%|\$\$[^$]*\$\$|<[^>]*>)$/;
const NOTHING = new Set(['', 'null', '(null)', 'undefined', 'none', '(not set)', 'n/a']);

/** Nothing in it to be taken away, and no macro. */
const PLAIN = /^[A-Za-z0-9][\w.-]*$/;

/** A value as it may be stored: without NUL, not too long, not cut through a character; null when there is none. */
export function cleanValue(value: string | null): string | null {
  if (value === null) return null;
  if (value.length <= MAX_VALUE && PLAIN.test(value)) return NOTHING.has(value.toLowerCase()) ? null : value;
  const text = value
    .replaceAll('\0', '')
    .trim()
    .slice(0, MAX_VALUE)
    .replace(/\p{Surrogate}/gu, '');
  return NOTHING.has(text.toLowerCase()) || MACRO.test(text) ? null : text;
}

/** The parameters of a click that are stored. */
export interface ClickParameters {
  clickIds: Record<string, string> | null;
  /** utm and affiliates' values, and what the campaign hands on. */
  params: Record<string, string> | null;
  advertisingId: string | null;
  /** What another server sends about the visitor whose click it reports; null for a visitor's own request. */
  reported: { ip: string | null; userAgent: string | null } | null;
}

const EMPTY: ClickParameters = { clickIds: null, params: null, advertisingId: null, reported: null };

const orNull = (pairs: [string, string][]) => (pairs.length > 0 ? Object.fromEntries(pairs) : null);

function firstId(query: URLSearchParams): string | null {
  for (const name of ADVERTISING_IDS) {
    const id = advertisingId(query.get(name));
    if (id) return id;
  }
  return null;
}

/**
 * A click that a server reports says so with `s2s=1`. Anybody can make up the visitor's address in it, so the address
 * is used for the country and never for a match; only the advertising id matches.
 */
function reportedBy(query: URLSearchParams): ClickParameters['reported'] {
  if (query.get('s2s') !== '1') return null;
  return { ip: cleanValue(query.get('ip')), userAgent: cleanValue(query.get('user_agent')) };
}

/** Reads what a link was opened with; the first value of a name counts, and there are limits to number and length. */
export function readClickParameters(
  query: URLSearchParams | null,
  passthrough: readonly string[],
): ClickParameters {
  if (!query) return EMPTY;
  const clickIds: [string, string][] = [];
  const params: [string, string][] = [];
  const seen = new Set<string>();
  for (const [name, raw] of query) {
    if (seen.size >= MAX_PARAMETERS) break;
    const spelt = spelling.get(name.toLowerCase());
    const isClickId = spelt !== undefined;
    const known = spelt ?? name;
    if (seen.has(known)) continue;
    if (!isClickId && !KEPT.has(name) && !KEPT_FAMILY.test(name) && !passthrough.includes(name)) continue;
    seen.add(known);
    const value = cleanValue(raw);
    if (value !== null) (isClickId ? clickIds : params).push([known, value]);
  }
  return {
    clickIds: orNull(clickIds),
    params: orNull(params),
    advertisingId: firstId(query),
    reported: reportedBy(query),
  };
}
