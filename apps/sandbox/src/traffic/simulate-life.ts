import { addReturn } from './add-return.ts';
import { addTouches } from './add-touches.ts';
import { addVisit } from './add-visit.ts';
import { DAY, dayOf, SECOND } from './calendar.ts';
import { addressOf, createDevice } from './device.ts';
import { type Person, sourceOn } from './person.ts';
import { createRandom } from './random.ts';
import { activeDays } from './retention.ts';
import { timeOfDay } from './rhythm.ts';
import type { Handset, HistoryRows } from './rows.ts';
import type { Scenario } from './scenario.ts';
import type { Simulation } from './simulation.ts';

const REINSTALLS = 0.045;
const SECOND_DEVICES = 0.05;

const handsetOf = ({ device, address, installId }: Person): Handset => ({ device, address, installId });

/** The app is uninstalled one day, and reinstalled some days later. */
function comeBack(simulation: Simulation): { goneAt: number; backAt: number; installId: string } | null {
  const { scenario, random, person } = simulation;
  if (!random.chance(REINSTALLS)) return null;
  const goneAt = person.installedAt + random.int(2, 30) * DAY;
  const backAt = Math.floor(goneAt + random.between(1, 25) * DAY);
  return backAt < scenario.until ? { goneAt, backAt, installId: random.hex(20) } : null;
}

/** Some come back by another ad, the others by themselves. */
function addReinstall(
  simulation: Simulation,
  { backAt, installId }: { backAt: number; installId: string },
): Handset {
  const { scenario, rows, random, person } = simulation;
  const handset = { ...handsetOf(person), installId };
  const source = random.chance(0.4) ? sourceOn(scenario, dayOf(scenario, backAt), random) : null;
  const comer = { source, installedAt: backAt, index: -1 - person.index, handset };
  const origin = addTouches(scenario, simulation, comer);
  rows.opens.push({ at: backAt, handset, kind: 'reinstall', ...origin });
  addVisit(simulation, { handset, at: backAt + 4 * SECOND, isFirst: false, signsIn: true });
  return handset;
}

/** Somebody with an account installs the app on a second device. */
function addSecondDevice(simulation: Simulation): void {
  const { scenario, rows, random, person } = simulation;
  if (!person.account || !random.chance(SECOND_DEVICES)) return;
  const at = Math.floor(person.account.at + random.between(0.5, 20) * DAY);
  if (at >= scenario.until) return;
  const device = createDevice(random, { audience: 'everywhere' });
  const handset = { device, address: addressOf(device, random), installId: random.hex(20) };
  rows.opens.push({ at, handset, kind: 'install', slug: null, touchKey: null, touchedAt: null });
  addVisit(simulation, { handset, at: at + 5 * SECOND, isFirst: false, signsIn: true });
  const upTo = dayOf(scenario, scenario.until) - dayOf(scenario, at);
  for (const day of activeDays(random, { returnRate: 0.8, upTo })) {
    const midnight = scenario.start + (dayOf(scenario, at) + day) * DAY;
    addVisit(simulation, { handset, at: Math.floor(midnight + timeOfDay(random)), isFirst: false });
  }
}

/** The days on which the app is used, before it is gone for a while and after. */
function addDays(simulation: Simulation): void {
  const { scenario, random, person } = simulation;
  const handset = handsetOf(person);
  const back = comeBack(simulation);
  const backOn = back ? addReinstall(simulation, back) : handset;
  const firstDay = dayOf(scenario, person.installedAt);
  const upTo = dayOf(scenario, scenario.until) - firstDay;
  let lastAt = person.installedAt;
  for (const day of activeDays(random, { returnRate: person.traits.retention, upTo })) {
    const at = Math.floor(scenario.start + (firstDay + day) * DAY + timeOfDay(random));
    if (back && at > back.goneAt && at <= back.backAt) continue;
    addVisit(simulation, { handset: back && at > back.backAt ? backOn : handset, at, isFirst: false });
    lastAt = at;
  }
  if (!back) addReturn(simulation, handset, lastAt);
}

/** Simulates everything that one person ever does. */
export function simulateLife(scenario: Scenario, rows: HistoryRows, person: Person): void {
  const random = createRandom(`${scenario.seed}/life/${person.index}`);
  const simulation: Simulation = { scenario, rows, random, person, events: 0, orders: 0 };
  const { installedAt: at, index, source } = person;
  const handset = handsetOf(person);
  const origin = addTouches(scenario, simulation, { index, source, installedAt: at, handset });
  rows.opens.push({ at, handset, kind: 'install', ...origin });
  addVisit(simulation, { handset, at: at + random.int(1, 9) * SECOND, isFirst: true });
  addDays(simulation);
  addSecondDevice(simulation);
}
