import { addTouches, type Credit } from './add-touches.ts';
import { DAY, dayOf, MINUTE, SECOND } from './calendar.ts';
import { createDevice, type Device } from './device.ts';
import { type Person, sourceOn } from './person.ts';
import { createRandom, type Random } from './random.ts';
import { activeDays } from './retention.ts';
import { timeOfDay } from './rhythm.ts';
import type { HistoryRows, InstallRow } from './rows.ts';
import type { Scenario } from './scenario.ts';
import { createVisit, type Order } from './visit.ts';

const REINSTALLS = 0.045;
const SECOND_DEVICES = 0.05;
const REFUNDS = 0.035;
const FAILURES = 0.06;
const LATE = 0.015;

/** The simulation of one person; counters continue across devices. */
interface Simulation {
  scenario: Scenario;
  rows: HistoryRows;
  random: Random;
  person: Person;
  events: number;
  orders: number;
}

const iso = (at: number) => new Date(at).toISOString();

function addInstall(
  { rows }: Simulation,
  {
    installId,
    at,
    device,
    kind,
    credit,
    userId,
  }: {
    installId: string;
    at: number;
    device: Device;
    kind: InstallRow['kind'];
    credit: Credit;
    userId?: string | undefined;
  },
): void {
  rows.installs.push({
    install_instance_id: installId,
    installed_at: iso(at),
    platform: device.platform,
    country: device.region.country,
    kind,
    ...credit,
    ...(userId ? { user_id: userId } : {}),
    ...(device.advertisingId ? { advertising_id: device.advertisingId } : {}),
    vendor_id: device.vendorId,
    os_version: device.osVersion,
    model: device.model,
    language: device.region.language,
    app_version: device.appVersion,
  });
}

function addOrder(
  simulation: Simulation,
  { installId, at, order }: { installId: string; at: number; order: Order },
): void {
  const { scenario, rows, random, person } = simulation;
  if (at >= scenario.until || !person.account) return;
  const hasFailed = random.chance(FAILURES);
  const payment_id = `${person.index.toString(36)}-${simulation.events}`;
  rows.payments.push({
    install_instance_id: installId,
    user_id: person.account.userId,
    payment_id,
    amount: order.amount,
    currency: order.currency,
    type: simulation.orders === 0 ? 'FIRST_PAYMENT' : 'DEFAULT',
    status: hasFailed ? 'PAYMENT_FAILED' : 'PAYMENT_COMPLETED',
    occurred_at: iso(at),
    event_data: order.data,
  });
  if (hasFailed) return;
  simulation.orders += 1;
  const backAt = at + Math.floor(random.logNormal(1.5 * DAY, 0.7));
  if (random.chance(REFUNDS) && backAt < scenario.until)
    rows.refunds.push({ payment_id, occurred_at: iso(backAt) });
}

function addVisit(
  simulation: Simulation,
  { installId, at, isFirst }: { installId: string; at: number; isFirst: boolean },
) {
  const { scenario, rows, random, person } = simulation;
  const { account, device, traits, habit } = person;
  const visit = createVisit(random, {
    buying: traits.buying * (0.7 + 0.3 * habit),
    canOrder: account !== null && account.at < at + 3 * MINUTE,
    currency: device.region.currency ?? 'INR',
    isFirst,
  });
  for (const { after, name, data } of visit.events) {
    if (at + after >= scenario.until) return;
    simulation.events += 1;
    const event = {
      install_instance_id: installId,
      event_name: name,
      event_id: `${person.index.toString(36)}.${simulation.events}`,
      occurred_at: iso(at + after),
      ...(data ? { event_data: data } : {}),
    };
    if (random.chance(LATE)) rows.late.push(event);
    else rows.events.push(event);
  }
  if (!visit.order || !account) return;
  const paidAt = Math.max(at + visit.order.after, account.at + 30 * SECOND);
  addOrder(simulation, { installId, at: paidAt, order: visit.order });
}

/** The app is uninstalled one day, and reinstalled some days later. */
function comeBack(simulation: Simulation): { goneAt: number; backAt: number; installId: string } | null {
  const { scenario, random, person } = simulation;
  if (!random.chance(REINSTALLS)) return null;
  const goneAt = person.installedAt + random.int(2, 30) * DAY;
  const backAt = Math.floor(goneAt + random.between(1, 25) * DAY);
  return backAt < scenario.until ? { goneAt, backAt, installId: random.hex(20) } : null;
}

function addReinstall(
  simulation: Simulation,
  { backAt, installId }: { backAt: number; installId: string },
  first: Credit,
) {
  const { scenario, random, person } = simulation;
  const other = random.chance(0.4) ? sourceOn(scenario, dayOf(scenario, backAt), random) : null;
  const again = other && { ...person, source: other, installedAt: backAt, index: -1 - person.index };
  const { touched_at: _, ...inherited } = first;
  const credit = again ? addTouches(scenario, simulation, again) : inherited;
  const { device, account } = person;
  const userId = account && account.at < backAt ? account.userId : undefined;
  addInstall(simulation, { installId, at: backAt, device, kind: 'reinstall', credit, userId });
}

/** Somebody with an account installs the app on a second device. */
function addSecondDevice(simulation: Simulation): void {
  const { scenario, random, person } = simulation;
  if (!person.account || !random.chance(SECOND_DEVICES)) return;
  const at = Math.floor(person.account.at + random.between(0.5, 20) * DAY);
  if (at >= scenario.until) return;
  const device = createDevice(random, { audience: 'everywhere' });
  const installId = random.hex(20);
  const { userId } = person.account;
  addInstall(simulation, {
    installId,
    at,
    device,
    kind: 'install',
    credit: { match_type: 'organic' },
    userId,
  });
  const upTo = dayOf(scenario, scenario.until) - dayOf(scenario, at);
  addVisit(simulation, { installId, at: at + 5 * SECOND, isFirst: false });
  for (const day of activeDays(random, { returnRate: 0.8, upTo })) {
    const midnight = scenario.start + (dayOf(scenario, at) + day) * DAY;
    addVisit(simulation, { installId, at: Math.floor(midnight + timeOfDay(random)), isFirst: false });
  }
}

/** Simulates everything that one person ever does. */
export function simulateLife(scenario: Scenario, rows: HistoryRows, person: Person): void {
  const random = createRandom(`${scenario.seed}/life/${person.index}`);
  const simulation: Simulation = { scenario, rows, random, person, events: 0, orders: 0 };
  const { installId, installedAt: at, device, account, traits } = person;
  const credit = addTouches(scenario, simulation, person);
  addInstall(simulation, { installId, at, device, kind: 'install', credit });
  if (account) {
    const { userId, name, email } = account;
    rows.signups.push({
      install_instance_id: installId,
      user_id: userId,
      occurred_at: iso(account.at),
      name,
      email,
    });
  }
  addVisit(simulation, { installId, at: at + random.int(1, 9) * SECOND, isFirst: true });
  const back = comeBack(simulation);
  if (back) addReinstall(simulation, back, credit);
  const firstDay = dayOf(scenario, at);
  const upTo = dayOf(scenario, scenario.until) - firstDay;
  for (const day of activeDays(random, { returnRate: traits.retention, upTo })) {
    const time = Math.floor(scenario.start + (firstDay + day) * DAY + timeOfDay(random));
    if (back && time > back.goneAt && time <= back.backAt) continue;
    addVisit(simulation, {
      installId: back && time > back.backAt ? back.installId : installId,
      at: time,
      isFirst: false,
    });
  }
  addSecondDevice(simulation);
}
