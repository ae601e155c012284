import { DAY, dayOf, HOUR } from './calendar.ts';
import { createDevice, type Device } from './device.ts';
import { type Person, pickLink, type Source, sourceOn, timeToInstall } from './person.ts';
import { createPicker } from './picker.ts';
import { createRandom, type Random } from './random.ts';
import { timeOfDay } from './rhythm.ts';
import type { InstallRow, Rows, TouchRow } from './rows.ts';
import type { Campaign, World } from './world.ts';

const MULTI_TOUCH = 0.24;

function touchRow(id: string, slug: string, { place, platform, advertisingId }: Device): TouchRow {
  const row = { id, slug, country: place.country, platform };
  return advertisingId ? { ...row, advertising_id: advertisingId } : row;
}

export type Credit = Pick<InstallRow, 'slug' | 'match_type' | 'touched_at'>;

function matchOf(random: Random, { platform, advertisingId }: Device): InstallRow['match_type'] {
  if (platform === 'ANDROID') return random.chance(0.93) ? 'click_id' : 'probabilistic';
  return advertisingId ? 'device_id' : 'probabilistic';
}

/** What a person touched before the install, and who is credited for it. */
export function tellTouches(
  world: World,
  { rows, random }: { rows: Rows; random: Random },
  { index, source, device, installedAt }: Person,
): Credit {
  if (!source) return { match_type: 'organic' };
  const at = Math.max(world.start, installedAt - timeToInstall(random, source));
  const { slug } = source.link;
  const touch = touchRow(`${index}.0`, slug, device);
  const isView = device.advertisingId !== null && random.chance(source.campaign.traits.viewShare);
  const time = new Date(at).toISOString();
  if (isView) rows.impressions.push({ ...touch, viewed_at: time });
  else rows.clicks.push({ ...touch, clicked_at: time });
  tellEarlier(world, { rows, random }, { source, device, before: at, index });
  return { slug, match_type: isView ? 'view' : matchOf(random, device), touched_at: time };
}

/** Some saw other ads before the one that is credited. */
function tellEarlier(
  world: World,
  { rows, random }: { rows: Rows; random: Random },
  { source, device, before, index }: { source: Source; device: Device; before: number; index: number },
): void {
  for (let count = 1; count <= 3 && random.chance(MULTI_TOUCH); count += 1) {
    const at = Math.floor(before - random.logNormal(9 * HOUR, 1.4));
    if (at < world.start) return;
    const other = random.chance(0.5) ? source : sourceOn(world, dayOf(world, at), random);
    if (!other) continue;
    const touch = touchRow(`${index}.${count}`, other.link.slug, device);
    rows.clicks.push({ ...touch, clicked_at: new Date(at).toISOString() });
  }
}

interface Strays {
  count: number;
  campaign: Campaign;
  at: number;
}

/** Clicks of people who did not get the app, in proportion to those who did. */
export function tellStrays(world: World, rows: Rows, installsOf: ReadonlyMap<string, number>): void {
  for (const [at, campaign] of world.campaigns.entries()) {
    const installs = installsOf.get(campaign.idea.displayId) ?? 0;
    const { clickToInstall } = campaign.traits;
    const count = Math.round(installs * (1 / clickToInstall - 1));
    tellStraysOf(world, rows, { count, campaign, at });
  }
}

/** When the ads of a campaign are looked at. */
function timesOf(world: World, campaign: number): (random: Random) => number {
  const weightOn = (day: number) => world.arrivals.weightOn(day, campaign) * (1 + (0.5 * day) / world.days);
  const pickDay = createPicker(Array.from({ length: world.days }, (_, day) => weightOn(day)));
  return (random) => Math.floor(world.start + pickDay(random) * DAY + timeOfDay(random));
}

function tellStraysOf(world: World, rows: Rows, { count, campaign, at }: Strays): void {
  const { displayId, audience, only, viewsPerClick = 0 } = campaign.idea;
  const random = createRandom(`${world.seed}/strays/${displayId}`);
  const timeFor = timesOf(world, at);
  const touch = (id: string) => {
    const device = createDevice(random, { audience, only });
    return touchRow(`${displayId}.${id}`, pickLink(campaign, random).slug, device);
  };
  for (let number = 0; number < count; number += 1) {
    const time = timeFor(random);
    if (time >= world.until) continue;
    rows.clicks.push({ ...touch(`${number}`), clicked_at: new Date(time).toISOString() });
  }
  for (let number = 0; number < count * viewsPerClick; number += 1) {
    const time = timeFor(random);
    if (time >= world.until) continue;
    rows.impressions.push({ ...touch(`v${number}`), viewed_at: new Date(time).toISOString() });
  }
}
