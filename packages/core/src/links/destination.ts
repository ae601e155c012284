import { addParameters, type Pair, parametersIn, queryOf, withoutParameters } from './add-parameters.ts';
import { cleanValue } from './click-ids.ts';
import type { LinkTarget } from './link-target.ts';
import { deepLinkUrl, webUrl } from './safe-destination.ts';
import { CLICK_PARAMETER } from './signed-click.ts';

export type Outcome = 'store' | 'web' | 'app';

/** One of the campaign's own addresses, made ready: what a visit adds goes to its end only. */
export interface Destination {
  outcome: Outcome;
  url: string;
  /** Where the parameters of a visit are added: the query, the referrer that Google Play hands to the app, or nowhere. */
  into: 'query' | 'referrer' | null;
  /** Whether the signed click goes along. */
  carriesClick: boolean;
  /** Names that may be handed on; what the address itself gives a value to is not among them. */
  passthrough: readonly string[];
}

const PLAY_HOST = 'play.google.com';

/** The campaign's utm values and the names to hand on, as far as the address does not have its own. */
function additionsTo(link: LinkTarget, known: URLSearchParams) {
  const utm = Object.entries(link.utm).filter(([name, value]) => value !== '' && !known.has(name));
  const taken = new Set([...known.keys(), ...utm.map(([name]) => name), CLICK_PARAMETER]);
  return { utm, passthrough: link.passthrough.filter((name) => !taken.has(name)) };
}

/** A page of the campaign, or the project's website, which does not get the click. */
export function webDestination(
  link: LinkTarget,
  text: string | null,
  { carriesClick }: { carriesClick: boolean },
): Destination | null {
  const found = webUrl(text);
  if (!found) return null;
  const url = withoutParameters(found, [CLICK_PARAMETER]);
  const { utm, passthrough } = additionsTo(link, parametersIn(url));
  return { outcome: 'web', url: addParameters(url, utm), into: 'query', carriesClick, passthrough };
}

/** Only Google Play hands a referrer to the app; an App Store address keeps its pt, ct and mt and gets nothing. */
export function storeDestination(link: LinkTarget, text: string | null): Destination | null {
  const url = webUrl(text);
  if (!url) return null;
  if (new URL(url).hostname !== PLAY_HOST) {
    return { outcome: 'store', url, into: null, carriesClick: false, passthrough: [] };
  }
  const known = new URLSearchParams(parametersIn(url).get('referrer') ?? '');
  known.delete(CLICK_PARAMETER);
  const { utm, passthrough } = additionsTo(link, known);
  const referrer: Pair[] = [...known, ...utm];
  const bare = withoutParameters(url.split('#', 1)[0] ?? '', ['referrer']);
  return {
    outcome: 'store',
    url: addParameters(bare, [['referrer', queryOf(referrer)]]),
    into: 'referrer',
    carriesClick: true,
    passthrough,
  };
}

/** The deep link; the click id goes along, so that the app's open is matched to it. */
export function appDestination(link: LinkTarget): Destination | null {
  const found = deepLinkUrl(link.deepLink);
  if (!found) return null;
  const url = withoutParameters(found, [CLICK_PARAMETER]);
  const { passthrough } = additionsTo(link, parametersIn(url));
  return { outcome: 'app', url, into: 'query', carriesClick: true, passthrough };
}

/** The address for one visit. */
export function addressFor(
  { url, into, carriesClick, passthrough }: Destination,
  { clickToken, query }: { clickToken: string | null; query: { get(name: string): string | null } },
): string {
  if (into === null) return url;
  const pairs: Pair[] = [];
  for (const name of passthrough) {
    const value = cleanValue(query.get(name));
    if (value) pairs.push([name, value]);
  }
  if (carriesClick && clickToken !== null) pairs.push([CLICK_PARAMETER, clickToken]);
  if (pairs.length === 0) return url;
  if (into === 'query') return addParameters(url, pairs);
  const joint = url.endsWith('referrer=') ? '' : '&';
  return url + encodeURIComponent(joint + queryOf(pairs));
}
