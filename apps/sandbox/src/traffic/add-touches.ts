import { DAY, dayOf, HOUR } from './calendar.ts';
import { createDevice, type Device } from './device.ts';
import { type Person, pickLink, type Source, sourceOn, timeToInstall } from './person.ts';
import { createPicker } from './picker.ts';
import { createRandom, type Random } from './random.ts';
import { timeOfDay } from './rhythm.ts';
import type { HistoryRows, InstallRow, TouchRow } from './rows.ts';
import type { Campaign, Scenario } from './scenario.ts';

const MULTI_TOUCH = 0.24;

function touchRow(id: string, slug: string, { region, platform, advertisingId }: Device): TouchRow {
  const row = { id, slug, country: region.country, platform };
  return advertisingId ? { ...row, advertising_id: advertisingId } : row;
}

export type Credit = Pick<InstallRow, 'slug' | 'match_type' | 'touched_at'>;

function matchOf(random: Random, { platform, advertisingId }: Device): InstallRow['match_type'] {
  if (platform === 'ANDROID') return random.chance(0.93) ? 'click_id' : 'probabilistic';
  return advertisingId ? 'device_id' : 'probabilistic';
}

/** What a person touched before the install, and who is credited for it. */
export function addTouches(
  scenario: Scenario,
  { rows, random }: { rows: HistoryRows; random: Random },
  { index, source, device, installedAt }: Person,
): Credit {
  if (!source) return { match_type: 'organic' };
  const at = Math.max(scenario.start, installedAt - timeToInstall(random, source));
  const { slug } = source.link;
  const touch = touchRow(`${index}.0`, slug, device);
  const isView = device.advertisingId !== null && random.chance(source.campaign.traits.viewShare);
  const time = new Date(at).toISOString();
  if (isView) rows.impressions.push({ ...touch, viewed_at: time });
  else rows.clicks.push({ ...touch, clicked_at: time });
  addEarlierTouches(scenario, { rows, random }, { source, device, before: at, index });
  return { slug, match_type: isView ? 'view' : matchOf(random, device), touched_at: time };
}

/** Some saw other ads before the one that is credited. */
function addEarlierTouches(
  scenario: Scenario,
  { rows, random }: { rows: HistoryRows; random: Random },
  { source, device, before, index }: { source: Source; device: Device; before: number; index: number },
): void {
  for (let count = 1; count <= 3 && random.chance(MULTI_TOUCH); count += 1) {
    const at = Math.floor(before - random.logNormal(9 * HOUR, 1.4));
    if (at < scenario.start) return;
    const other = random.chance(0.5) ? source : sourceOn(scenario, dayOf(scenario, at), random);
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
export function addStrayTouches(
  scenario: Scenario,
  rows: HistoryRows,
  installsOf: ReadonlyMap<string, number>,
): void {
  for (const [at, campaign] of scenario.campaigns.entries()) {
    const installs = installsOf.get(campaign.idea.displayId) ?? 0;
    const { clickToInstall } = campaign.traits;
    const count = Math.round(installs * (1 / clickToInstall - 1));
    addStrayTouchesOf(scenario, rows, { count, campaign, at });
  }
}

/** When the ads of a campaign are looked at. */
function timesOf(scenario: Scenario, campaign: number): (random: Random) => number {
  const weightOn = (day: number) =>
    scenario.arrivals.weightOn(day, campaign) * (1 + (0.5 * day) / scenario.days);
  const pickDay = createPicker(Array.from({ length: scenario.days }, (_, day) => weightOn(day)));
  return (random) => Math.floor(scenario.start + pickDay(random) * DAY + timeOfDay(random));
}

function addStrayTouchesOf(scenario: Scenario, rows: HistoryRows, { count, campaign, at }: Strays): void {
  const { displayId, audience, only, viewsPerClick = 0 } = campaign.idea;
  const random = createRandom(`${scenario.seed}/strays/${displayId}`);
  const timeFor = timesOf(scenario, at);
  const touch = (id: string) => {
    const device = createDevice(random, { audience, only });
    return touchRow(`${displayId}.${id}`, pickLink(campaign, random).slug, device);
  };
  for (let number = 0; number < count; number += 1) {
    const time = timeFor(random);
    if (time >= scenario.until) continue;
    rows.clicks.push({ ...touch(`${number}`), clicked_at: new Date(time).toISOString() });
  }
  for (let number = 0; number < count * viewsPerClick; number += 1) {
    const time = timeFor(random);
    if (time >= scenario.until) continue;
    rows.impressions.push({ ...touch(`v${number}`), viewed_at: new Date(time).toISOString() });
  }
}
