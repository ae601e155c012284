import { DAY, dayOf, MINUTE, SECOND } from './calendar.ts';
import { ORGANIC, type Traits } from './campaigns.data.ts';
import { createDevice, type Device } from './device.ts';
import { createRandom, type Random } from './random.ts';
import { habitOf } from './retention.ts';
import type { Campaign, Link, Scenario } from './scenario.ts';
import { FIRST_NAMES, LAST_NAMES } from './shop.data.ts';

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

export function pickLink(campaign: Campaign, random: Random): Link {
  return random.weighted(campaign.links);
}

export function sourceOn(scenario: Scenario, day: number, random: Random): Source | null {
  const campaign = scenario.campaigns[scenario.arrivals.sourceOn(day, random)];
  return campaign ? { campaign, link: pickLink(campaign, random) } : null;
}

/** The same number always gives the same person. */
export function personOf(scenario: Scenario, index: number): Person {
  const random = createRandom(`${scenario.seed}/person/${index}`);
  const installedAt = scenario.arrivals.sample(random);
  const source = sourceOn(scenario, dayOf(scenario, installedAt), random);
  const traits = source?.campaign.traits ?? ORGANIC;
  const { audience, only } = source?.campaign.idea ?? { audience: 'everywhere' as const };
  const device = createDevice(random, { audience, only });
  const at = random.chance(traits.signup) ? signUpAt(random, installedAt) : null;
  return {
    index,
    source,
    traits,
    device,
    habit: habitOf(random),
    installId: random.hex(20),
    installedAt,
    account: at !== null && at < scenario.until ? accountOf(random, index.toString(36), at) : null,
  };
}

/** The time from the credited touch to the open. */
export function timeToInstall(random: Random, { campaign: { idea, traits } }: Source): number {
  if (idea.injectsClicks) return random.int(2, 9) * SECOND + random.int(0, 999);
  const minutes = random.logNormal(traits.ctitMinutes, traits.ctitSigma);
  return Math.floor(Math.min(6.5 * DAY, Math.max(14 * SECOND, minutes * MINUTE)));
}
