import { DAY, midnightOf } from './calendar.ts';
import { CAMPAIGNS, type CampaignIdea, NETWORK_TRAITS, type Traits } from './campaigns.data.ts';
import { createRandom } from './random.ts';
import { type Arrivals, createArrivals } from './rhythm.ts';

/** Everything that a scenario is derived from. */
export interface ScenarioOptions {
  seed: string;
  /** The first local day, YYYY-MM-DD. */
  start: string;
  /** The instant at which history ends, ISO-8601. */
  until: string;
  people: number;
}

export interface Link {
  slug: string;
  adSet: string;
  creative: string;
  weight: number;
  /** For how many weeks its ad has worked less and less. */
  tiresForWeeks?: number;
}

export interface Campaign {
  idea: CampaignIdea;
  traits: Traits;
  links: readonly Link[];
}

export interface Scenario {
  seed: string;
  people: number;
  /** Instants in milliseconds. */
  start: number;
  until: number;
  days: number;
  campaigns: readonly Campaign[];
  arrivals: Arrivals;
}

/** The first is the default link of its campaign. */
function linksOf(seed: string, { displayId, adSets, tired }: CampaignIdea): Link[] {
  const random = createRandom(`${seed}/links/${displayId}`);
  const pairs = Object.entries(adSets).flatMap(([adSet, creatives]) =>
    creatives.map((creative) => ({ adSet, creative })),
  );
  return pairs.map((pair, at) => ({
    ...pair,
    slug: `${displayId}-${at + 1}`,
    weight: random.logNormal(1, 0.5) / (at + 1) + (pair.creative === tired?.creative ? tired.weight : 0),
    ...(pair.creative === tired?.creative ? { tiresForWeeks: tired.weeks } : {}),
  }));
}

/** No two campaigns of a network are alike. */
function traitsOf(seed: string, { displayId, network, traits }: CampaignIdea): Traits {
  const usual = { ...NETWORK_TRAITS[network], ...traits };
  const random = createRandom(`${seed}/traits/${displayId}`);
  return {
    ...usual,
    clickToInstall: Math.min(0.7, usual.clickToInstall * random.logNormal(1, 0.22)),
    ctitMinutes: usual.ctitMinutes * random.logNormal(1, 0.2),
  };
}

export function createScenario({ seed, start: date, until: end, people }: ScenarioOptions): Scenario {
  const start = midnightOf(date);
  const until = Date.parse(end);
  const days = Math.floor((until - start) / DAY) + 1;
  const campaigns = CAMPAIGNS.map((idea) => ({
    idea,
    traits: traitsOf(seed, idea),
    links: linksOf(seed, idea),
  }));
  const arrivals = createArrivals({ seed, start, until, days }, campaigns);
  return { seed, people, start, until, days, campaigns, arrivals };
}
