import { DAY, dayOf, MINUTE, SECOND } from './calendar.ts';
import { ORGANIC, type Traits } from './campaigns.data.ts';
import { createDevice, type Device } from './device.ts';
import { createRandom, type Random } from './random.ts';
import { habitOf } from './retention.ts';
import { FIRST_NAMES, LAST_NAMES } from './shop.data.ts';
import type { Campaign, Link, World } from './world.ts';

/** Who brought somebody; null: nobody. */
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
  /** How given they are to the shop. */
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

export function sourceOn(world: World, day: number, random: Random): Source | null {
  const campaign = world.campaigns[world.arrivals.sourceOn(day, random)];
  return campaign ? { campaign, link: pickLink(campaign, random) } : null;
}

/** The same person for the same number, whatever else is asked for. */
export function personOf(world: World, index: number): Person {
  const random = createRandom(`${world.seed}/person/${index}`);
  const installedAt = world.arrivals.sample(random);
  const source = sourceOn(world, dayOf(world, installedAt), random);
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
    account: at !== null && at < world.until ? accountOf(random, index.toString(36), at) : null,
  };
}

/** How long before the open the touch was that is credited with it. */
export function timeToInstall(random: Random, { campaign: { idea, traits } }: Source): number {
  if (idea.injectsClicks) return random.int(2, 9) * SECOND + random.int(0, 999);
  const minutes = random.logNormal(traits.ctitMinutes, traits.ctitSigma);
  return Math.floor(Math.min(6.5 * DAY, Math.max(14 * SECOND, minutes * MINUTE)));
}
