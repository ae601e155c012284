import type { PostbackSigner } from '../apple/postback-signer.ts';
import { createRandom, type Random } from './random.ts';
import type { Scenario } from './scenario.ts';
import { APP_STORE_ID } from './set-up.ts';
import { type SkanIds, skanIdsOf } from './skan-ids.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
/** Of the people of as many days; at most so many installs. */
const SHARE = 0.25;
const MOST_INSTALLS = 4_000;

type Body = Record<string, unknown>;

/** A postback and when it arrived. */
export interface DemoPostback {
  at: number;
  body: Body;
}

/** The days after which a window ends, and how many hours Apple waits then, at least and at most. */
const WINDOWS = [
  { ends: 2, waits: [24, 48] },
  { ends: 7, waits: [24, 144] },
  { ends: 35, waits: [24, 144] },
] as const;

const COARSE = ['low', 'low', 'low', 'medium', 'medium', 'high'] as const;
const COUNTRIES = ['IN', 'IN', 'IN', 'AE', 'US', 'SG'];
const PUBLISHERS = [284_882_215, 389_801_252, 835_599_320, 1_234_567_891];

/** What Apple leaves in: the fewer installs a campaign has, the less. */
interface Crowd {
  digits: 2 | 3 | 4;
  value: 'none' | 'coarse' | 'fine';
  hasSource: boolean;
}

function crowdOf(random: Random): Crowd {
  const tier = random.weighted([
    { tier: 0, weight: 2 },
    { tier: 1, weight: 3 },
    { tier: 2, weight: 4 },
    { tier: 3, weight: 3 },
  ]).tier;
  if (tier < 2) return { digits: 2, value: tier === 0 ? 'none' : 'coarse', hasSource: false };
  return { digits: random.pick([2, 3, 4, 4] as const), value: 'fine', hasSource: tier === 3 };
}

/** Most do little: low values are many. */
const fineValue = (random: Random) => Math.min(63, Math.floor(-Math.log(1 - random.next()) * 12));

interface Install {
  ids: SkanIds;
  crowd: Crowd;
  transaction: string;
  installedAt: number;
  isKit: boolean;
  isOld: boolean;
  isRedownload: boolean;
  isView: boolean;
  didWin: boolean;
  country: string | undefined;
}

function installOf(random: Random, ids: SkanIds, installedAt: number): Install {
  const crowd = crowdOf(random);
  return {
    ids,
    crowd,
    installedAt,
    transaction: random.uuid(),
    isKit: random.chance(0.12),
    isOld: random.chance(0.07),
    isRedownload: random.chance(0.12),
    isView: random.chance(0.25),
    didWin: random.chance(0.9),
    country: crowd.hasSource ? random.pick(COUNTRIES) : undefined,
  };
}

function valuesOf(random: Random, { crowd, didWin }: Install, sequence: number): Body {
  if (!didWin || crowd.value === 'none') return {};
  if (sequence > 0 || crowd.value === 'coarse') return { 'coarse-conversion-value': random.pick(COARSE) };
  return { 'conversion-value': fineValue(random) };
}

function bodyOf(signer: PostbackSigner, random: Random, install: Install, sequence: number): Body {
  const { ids, crowd, transaction, isRedownload, isView, didWin } = install;
  const digits = ids.sourceIdentifier.slice(sequence === 0 ? -crowd.digits : -2);
  const hasSource = crowd.hasSource && didWin && sequence === 0;
  const source = hasSource ? random.pick(PUBLISHERS) : undefined;
  const country = install.country ? { 'country-code': install.country } : {};
  const values = valuesOf(random, install, sequence);
  if (install.isKit) {
    const payload = {
      'postback-identifier': transaction,
      'ad-network-identifier': ids.networkId,
      'advertised-item-identifier': APP_STORE_ID,
      'source-identifier': digits,
      'did-win': didWin,
      'conversion-type': isRedownload ? random.pick(['redownload', 're-engagement']) : 'download',
      'impression-type': 'app-impression',
      'postback-sequence-index': sequence,
      'publisher-item-identifier': source,
      'marketplace-identifier': 'com.apple.AppStore',
    };
    return signer.kit(payload, { 'ad-interaction-type': isView ? 'view' : 'click', ...country, ...values });
  }
  const common = {
    'ad-network-id': ids.networkId,
    'app-id': APP_STORE_ID,
    'transaction-id': transaction,
    redownload: isRedownload,
    'source-app-id': source,
    'fidelity-type': isView ? 0 : 1,
    'did-win': didWin,
  };
  if (!install.isOld)
    return signer.skan({
      version: '4.0',
      ...common,
      'source-identifier': digits,
      'postback-sequence-index': sequence,
      ...country,
      ...values,
    });
  const fine = didWin && crowd.value === 'fine' ? { 'conversion-value': fineValue(random) } : {};
  return signer.skan({ version: '3.0', ...common, 'campaign-id': ids.campaignNumber, ...fine });
}

/** One for each window that is over; non-winning and old ones have one alone. */
function postbacksOf(signer: PostbackSigner, random: Random, install: Install): DemoPostback[] {
  const windows =
    install.didWin && !install.isOld && install.crowd.value !== 'none' ? WINDOWS : WINDOWS.slice(0, 1);
  return windows.flatMap(({ ends, waits }, sequence) => {
    // The app updates a value in later windows only if somebody comes back.
    if (sequence > 0 && !random.chance(0.5)) return [];
    const at = install.installedAt + ends * DAY + random.between(waits[0], waits[1]) * HOUR;
    return [{ at, body: bodyOf(signer, random, install, sequence) }];
  });
}

/** Apart from what Apple sends: copies with other values, and forgeries. */
function disturbed(random: Random, postback: DemoPostback): DemoPostback[] {
  const { at, body } = postback;
  const later = at + random.between(1, 20) * HOUR;
  if (random.chance(0.015) && body['conversion-value'] !== undefined) {
    return [postback, { at: later, body: { ...body, 'conversion-value': 63 } }];
  }
  if (random.chance(0.015))
    return [{ at, body: { ...body, 'app-id': APP_STORE_ID, 'did-win': 'true', redownload: 'x' } }];
  return [postback];
}

/** The campaigns that Apple sends postbacks about. */
function sourcesOf({ campaigns }: Scenario) {
  return campaigns.flatMap(({ idea }, index) => {
    const ids = skanIdsOf(idea, index);
    return ids ? [{ ids, weight: idea.weight, runs: idea.runs }] : [];
  });
}

/** One that arrives now, about an install of days or weeks ago; now and then with a copy of it. */
export function createLivePostback(scenario: Scenario, signer: PostbackSigner, random: Random): Body[] {
  const sources = sourcesOf(scenario);
  if (sources.length === 0) return [];
  const install = installOf(random, random.weighted(sources).ids, 0);
  return disturbed(random, random.pick(postbacksOf(signer, random, install))).map(({ body }) => body);
}

/** All postbacks of the demo until now, in their order. */
export function createPostbacks(scenario: Scenario, signer: PostbackSigner): DemoPostback[] {
  const random = createRandom(`${scenario.seed}/skan`);
  const sources = sourcesOf(scenario);
  // The last postback of an install comes after five weeks: those of the first days are about earlier installs.
  const first = scenario.start - 35 * DAY;
  const longer = (scenario.until - first) / (scenario.until - scenario.start);
  const count = Math.min(MOST_INSTALLS, Math.ceil(scenario.people * SHARE * longer));
  const postbacks: DemoPostback[] = [];
  for (let n = 0; n < count && sources.length > 0; n += 1) {
    const { ids, runs } = random.weighted(sources);
    const [from, to] = runs;
    const installedAt = first + random.between(from, to) * (scenario.until - first);
    const own = postbacksOf(signer, random, installOf(random, ids, installedAt));
    postbacks.push(...own.flatMap((one) => disturbed(random, one)));
  }
  const isOfDemo = ({ at }: DemoPostback) => at >= scenario.start && at < scenario.until;
  return postbacks.filter(isOfDemo).sort((one, other) => one.at - other.at);
}

/** What phones in developer mode send. */
export function developmentPostbacks(signer: PostbackSigner): Body[] {
  const random = createRandom('development');
  return Array.from({ length: 8 }, (_, n) =>
    signer.kit(
      {
        'postback-identifier': random.uuid(),
        'ad-network-identifier': 'development.adattributionkit',
        'advertised-item-identifier': APP_STORE_ID,
        'source-identifier': '1234',
        'did-win': true,
        'conversion-type': 'download',
        'impression-type': 'app-impression',
        'postback-sequence-index': n % 3,
        'publisher-item-identifier': 0,
      },
      { 'ad-interaction-type': 'click', 'coarse-conversion-value': 'high' },
      { isDevelopment: true },
    ),
  );
}
