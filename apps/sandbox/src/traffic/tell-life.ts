import { DAY, dayOf, MINUTE, SECOND } from './calendar.ts';
import { createDevice, type Device } from './device.ts';
import { type Person, sourceOn } from './person.ts';
import { createRandom, type Random } from './random.ts';
import { activeDays } from './retention.ts';
import { timeOfDay } from './rhythm.ts';
import type { InstallRow, Rows } from './rows.ts';
import { type Credit, tellTouches } from './tell-touches.ts';
import { createVisit, type Order } from './visit.ts';
import type { World } from './world.ts';

const REINSTALLS = 0.045;
const SECOND_DEVICES = 0.05;
const REFUNDS = 0.035;
const FAILURES = 0.06;
const LATE = 0.015;

/** One life as it is told: numbers go on, whatever the app is installed on. */
interface Telling {
  world: World;
  rows: Rows;
  random: Random;
  person: Person;
  events: number;
  orders: number;
}

const iso = (at: number) => new Date(at).toISOString();

function tellInstall(
  { rows }: Telling,
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
    country: device.place.country,
    kind,
    ...credit,
    ...(userId ? { user_id: userId } : {}),
    ...(device.advertisingId ? { advertising_id: device.advertisingId } : {}),
    vendor_id: device.vendorId,
    os_version: device.osVersion,
    model: device.model,
    language: device.place.language,
    app_version: device.appVersion,
  });
}

function tellOrder(
  telling: Telling,
  { installId, at, order }: { installId: string; at: number; order: Order },
): void {
  const { world, rows, random, person } = telling;
  if (at >= world.until || !person.account) return;
  const hasFailed = random.chance(FAILURES);
  const payment_id = `${person.index.toString(36)}-${telling.events}`;
  rows.payments.push({
    install_instance_id: installId,
    user_id: person.account.userId,
    payment_id,
    amount: order.amount,
    currency: order.currency,
    type: telling.orders === 0 ? 'FIRST_PAYMENT' : 'DEFAULT',
    status: hasFailed ? 'PAYMENT_FAILED' : 'PAYMENT_COMPLETED',
    occurred_at: iso(at),
    event_data: order.data,
  });
  if (hasFailed) return;
  telling.orders += 1;
  const backAt = at + Math.floor(random.logNormal(1.5 * DAY, 0.7));
  if (random.chance(REFUNDS) && backAt < world.until)
    rows.refunds.push({ payment_id, occurred_at: iso(backAt) });
}

function tellVisit(
  telling: Telling,
  { installId, at, isFirst }: { installId: string; at: number; isFirst: boolean },
) {
  const { world, rows, random, person } = telling;
  const { account, device, traits, habit } = person;
  const visit = createVisit(random, {
    buying: traits.buying * (0.7 + 0.3 * habit),
    canOrder: account !== null && account.at < at + 3 * MINUTE,
    currency: device.place.currency ?? 'INR',
    isFirst,
  });
  for (const { after, name, data } of visit.deeds) {
    if (at + after >= world.until) return;
    telling.events += 1;
    const event = {
      install_instance_id: installId,
      event_name: name,
      event_id: `${person.index.toString(36)}.${telling.events}`,
      occurred_at: iso(at + after),
      ...(data ? { event_data: data } : {}),
    };
    if (random.chance(LATE)) rows.late.push(event);
    else rows.events.push(event);
  }
  if (!visit.order || !account) return;
  const paidAt = Math.max(at + visit.order.after, account.at + 30 * SECOND);
  tellOrder(telling, { installId, at: paidAt, order: visit.order });
}

/** The app is removed one day, and put there again some days later. */
function comeBack(telling: Telling): { goneAt: number; backAt: number; installId: string } | null {
  const { world, random, person } = telling;
  if (!random.chance(REINSTALLS)) return null;
  const goneAt = person.installedAt + random.int(2, 30) * DAY;
  const backAt = Math.floor(goneAt + random.between(1, 25) * DAY);
  return backAt < world.until ? { goneAt, backAt, installId: random.hex(20) } : null;
}

function tellReturn(
  telling: Telling,
  { backAt, installId }: { backAt: number; installId: string },
  first: Credit,
) {
  const { world, random, person } = telling;
  const other = random.chance(0.4) ? sourceOn(world, dayOf(world, backAt), random) : null;
  const again = other && { ...person, source: other, installedAt: backAt, index: -1 - person.index };
  const { touched_at: _, ...inherited } = first;
  const credit = again ? tellTouches(world, telling, again) : inherited;
  const { device, account } = person;
  const userId = account && account.at < backAt ? account.userId : undefined;
  tellInstall(telling, { installId, at: backAt, device, kind: 'reinstall', credit, userId });
}

/** Somebody with an account puts the app on a tablet, too. */
function tellSecondDevice(telling: Telling): void {
  const { world, random, person } = telling;
  if (!person.account || !random.chance(SECOND_DEVICES)) return;
  const at = Math.floor(person.account.at + random.between(0.5, 20) * DAY);
  if (at >= world.until) return;
  const device = createDevice(random, { audience: 'everywhere' });
  const installId = random.hex(20);
  const { userId } = person.account;
  tellInstall(telling, { installId, at, device, kind: 'install', credit: { match_type: 'organic' }, userId });
  const upTo = dayOf(world, world.until) - dayOf(world, at);
  tellVisit(telling, { installId, at: at + 5 * SECOND, isFirst: false });
  for (const day of activeDays(random, { keenness: 0.8, upTo })) {
    const midnight = world.start + (dayOf(world, at) + day) * DAY;
    tellVisit(telling, { installId, at: Math.floor(midnight + timeOfDay(random)), isFirst: false });
  }
}

/** Everything that one person ever does. */
export function tellLife(world: World, rows: Rows, person: Person): void {
  const random = createRandom(`${world.seed}/life/${person.index}`);
  const telling: Telling = { world, rows, random, person, events: 0, orders: 0 };
  const { installId, installedAt: at, device, account, traits } = person;
  const credit = tellTouches(world, telling, person);
  tellInstall(telling, { installId, at, device, kind: 'install', credit });
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
  tellVisit(telling, { installId, at: at + random.int(1, 9) * SECOND, isFirst: true });
  const back = comeBack(telling);
  if (back) tellReturn(telling, back, credit);
  const firstDay = dayOf(world, at);
  const upTo = dayOf(world, world.until) - firstDay;
  for (const day of activeDays(random, { keenness: traits.retention, upTo })) {
    const time = Math.floor(world.start + (firstDay + day) * DAY + timeOfDay(random));
    if (back && time > back.goneAt && time <= back.backAt) continue;
    tellVisit(telling, {
      installId: back && time > back.backAt ? back.installId : installId,
      at: time,
      isFirst: false,
    });
  }
  tellSecondDevice(telling);
}
