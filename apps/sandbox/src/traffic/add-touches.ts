import { DAY, dayOf, HOUR } from './calendar.ts';
import { addressOf, createDevice } from './device.ts';
import { type Person, pickLink, sourceOn, timeToInstall } from './person.ts';
import { createPicker } from './picker.ts';
import { createRandom, type Random } from './random.ts';
import { timeOfDay } from './rhythm.ts';
import type { Handset, HistoryRows, OpenRow } from './rows.ts';
import type { Campaign, Scenario } from './scenario.ts';

const MULTI_TOUCH = 0.24;

/** Somebody who comes by a source, and the phone on which they do. */
type Comer = Pick<Person, 'index' | 'source' | 'installedAt'> & { handset: Handset };

export type Origin = Pick<OpenRow, 'slug' | 'touchKey' | 'touchedAt'>;

const ORGANIC_ORIGIN: Origin = { slug: null, touchKey: null, touchedAt: null };

/** What a person touched before the install, and which touch the store hands to the app. */
export function addTouches(
  scenario: Scenario,
  { rows, random }: { rows: HistoryRows; random: Random },
  comer: Comer,
): Origin {
  const { index, source, installedAt, handset } = comer;
  if (!source) return ORGANIC_ORIGIN;
  const at = Math.max(scenario.start, installedAt - timeToInstall(random, source));
  const { slug } = source.link;
  const { traits, idea } = source.campaign;
  const isView = handset.device.advertisingId !== null && random.chance(traits.viewShare);
  const key = `${index}.0`;
  rows.touches.push({ key, at, kind: isView ? 'view' : 'click', slug, handset });
  addEarlierTouches(scenario, { rows, random }, comer, at);
  // Of a click that nobody made the store knows nothing.
  const isHandedOn = !isView && idea.fraud !== 'floods_clicks' && random.chance(0.93);
  return { slug, touchKey: isHandedOn ? key : null, touchedAt: at };
}

/** Some saw other ads before the one that is credited. */
function addEarlierTouches(
  scenario: Scenario,
  { rows, random }: { rows: HistoryRows; random: Random },
  { source, handset, index }: Comer,
  before: number,
): void {
  for (let count = 1; count <= 3 && random.chance(MULTI_TOUCH); count += 1) {
    const at = Math.floor(before - random.logNormal(9 * HOUR, 1.4));
    if (at < scenario.start) return;
    const other = random.chance(0.5) ? source : sourceOn(scenario, dayOf(scenario, at), random);
    if (!other) continue;
    rows.touches.push({ key: `${index}.${count}`, at, kind: 'click', slug: other.link.slug, handset });
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
  const add = (kind: 'click' | 'view', number: number) => {
    const time = timeFor(random);
    if (time >= scenario.until) return;
    const device = createDevice(random, { audience, only });
    const handset = { device, address: addressOf(device, random), installId: '' };
    const { slug } = pickLink(campaign, random);
    rows.touches.push({ key: `${displayId}.${kind}.${number}`, at: time, kind, slug, handset });
  };
  for (let number = 0; number < count; number += 1) add('click', number);
  for (let number = 0; number < count * viewsPerClick; number += 1) add('view', number);
}
