import { DAY, dayOf, HOUR, MINUTE, SECOND } from './calendar.ts';
import { ORGANIC, type Traits } from './campaigns.data.ts';
import { addressOf, createDevice, type Device } from './device.ts';
import { createRandom, type Random } from './random.ts';
import { habitOf } from './retention.ts';
import type { Campaign, Link, Scenario } from './scenario.ts';
import { FIRST_NAMES, LAST_NAMES } from './shop.data.ts';
import { freshnessOf } from './story.ts';
import type { Shopper } from './visit.ts';

/** The source of an install; null: organic. */
export interface Source {
  campaign: Campaign;
  link: Link;
}

export interface Account {
  userId: string;
  name: string;
  email: string;
  at: number;
}

/** Somebody who gets the app: who they are, when they come and through whom. */
export interface Person {
  index: number;
  source: Source | null;
  traits: Traits;
  device: Device;
  address: string;
  /** How often they use the app, relative to the average. */
  habit: number;
  installId: string;
  installedAt: number;
  account: Account | null;
}

export function accountOf(random: Random, key: string, at: number): Account {
  const first = random.pick(FIRST_NAMES);
  const last = random.pick(LAST_NAMES);
  const email = `${first}.${last}.${key}@mail.example`.toLowerCase();
  return { userId: `kite-${key}`, name: `${first} ${last}`, email, at };
}

/** While they look around for the first time. */
function signUpAt(random: Random, installedAt: number): number {
  return installedAt + Math.floor(Math.min(9 * MINUTE, 20 * SECOND + random.logNormal(70 * SECOND, 0.8)));
}

/** The link of somebody who only looks. */
export function pickLink(campaign: Campaign, random: Random): Link {
  return random.weighted(campaign.links);
}

/** A person whom an ad does not bring any more comes by another one. */
export function sourceOn(scenario: Scenario, day: number, random: Random): Source | null {
  const campaign = scenario.campaigns[scenario.arrivals.sourceOn(day, random)];
  if (!campaign) return null;
  const link = pickLink(campaign, random);
  const isBrought = random.chance(freshnessOf(scenario, link, scenario.start + day * DAY));
  return isBrought ? { campaign, link } : sourceOn(scenario, day, random);
}

/** Those whom a tired ad still brings are not those whom it was made for. */
function traitsOf(scenario: Scenario, source: Source | null, at: number): Traits {
  if (!source) return ORGANIC;
  const { traits } = source.campaign;
  return { ...traits, buying: traits.buying * freshnessOf(scenario, source.link, at) };
}

/** The same number always gives the same person. */
export function personOf(scenario: Scenario, index: number): Person {
  const random = createRandom(`${scenario.seed}/person/${index}`);
  const installedAt = scenario.arrivals.sample(random);
  const source = sourceOn(scenario, dayOf(scenario, installedAt), random);
  const traits = traitsOf(scenario, source, installedAt);
  const { audience, only } = source?.campaign.idea ?? { audience: 'everywhere' as const };
  const device = createDevice(random, { audience, only });
  const address = addressOf(device, random);
  const at = random.chance(traits.signup) ? signUpAt(random, installedAt) : null;
  return {
    index,
    source,
    traits,
    device,
    address,
    habit: habitOf(random),
    installId: random.hex(20),
    installedAt,
    account: at !== null && at < scenario.until ? accountOf(random, index.toString(36), at) : null,
  };
}

/** The time from the credited touch to the open. */
export function timeToInstall(random: Random, { campaign: { idea, traits } }: Source): number {
  if (idea.fraud === 'injects_clicks') return random.int(2, 8) * SECOND + random.int(0, 999);
  // Clicks that nobody made meet their installs at any time.
  if (idea.fraud === 'floods_clicks') return Math.floor(random.between(3 * MINUTE, 23 * HOUR));
  const minutes = random.logNormal(traits.ctitMinutes, traits.ctitSigma);
  return Math.floor(Math.min(6.5 * DAY, Math.max(14 * SECOND, minutes * MINUTE)));
}

/** How somebody shops on a visit. */
export function shopperOf(
  { device: { region }, traits, habit }: Pick<Person, 'device' | 'traits' | 'habit'>,
  visit: Pick<Shopper, 'canOrder' | 'isFirst'>,
): Shopper {
  return {
    buying: traits.buying * (0.7 + 0.3 * habit) * (region.buying ?? 1),
    currency: region.currency ?? 'INR',
    basket: region.basket ?? 1,
    ...visit,
  };
}
