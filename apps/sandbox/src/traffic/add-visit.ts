import { DAY, HOUR, MINUTE, SECOND } from './calendar.ts';
import { shopperOf } from './person.ts';
import type { Handset, VisitItem } from './rows.ts';
import type { Simulation } from './simulation.ts';
import { isOutage } from './story.ts';
import { createVisit, type Order } from './visit.ts';

const REFUNDS = 0.035;
const FAILURES = 0.06;
/** Of the visits without an order. */
const OFFLINE = 0.025;

interface Use {
  handset: Handset;
  at: number;
  isFirst: boolean;
  /** With the account that they have on another phone, or had before. */
  signsIn?: boolean;
}

function orderItems(simulation: Simulation, handset: Handset, at: number, order: Order): VisitItem[] {
  const { scenario, rows, random, person } = simulation;
  if (!person.account || at >= scenario.until) return [];
  const isDown = isOutage(scenario, handset.device, at);
  const hasFailed = isDown || random.chance(FAILURES);
  const payment_id = `${person.index.toString(36)}-${simulation.events}`;
  const backAt = at + Math.floor(random.logNormal(1.5 * DAY, 0.7));
  const body = {
    user_id: person.account.userId,
    payment_id,
    amount: order.amount,
    currency: order.currency,
    type: simulation.orders === 0 ? 'FIRST_PAYMENT' : 'DEFAULT',
    status: hasFailed ? 'PAYMENT_FAILED' : 'PAYMENT_COMPLETED',
    event_data: order.data,
  };
  const payment = { call: 'capture-payment' as const, at, body };
  if (!hasFailed) {
    simulation.orders += 1;
    if (random.chance(REFUNDS) && backAt < scenario.until) rows.refunds.push({ at: backAt, payment_id });
    return [payment];
  }
  const reason = isDown ? 'gateway_timeout' : random.pick(['declined', 'cancelled', 'upi_timeout']);
  return [payment, eventItem(simulation, at, 'payment_error', { reason, method: String(order.data.method) })];
}

function eventItem(simulation: Simulation, at: number, name: string, data?: object): VisitItem {
  simulation.events += 1;
  const event_id = `${simulation.person.index.toString(36)}.${simulation.events}`;
  return {
    call: 'capture-event',
    at,
    body: { event_name: name, event_id, ...(data ? { event_data: data } : {}) },
  };
}

/** The account is made on the first visit; on another phone its person signs in. */
function accountItems({ person: { account } }: Simulation, { at, isFirst, signsIn }: Use): VisitItem[] {
  if (!account || !(isFirst || (signsIn && account.at < at))) return [];
  const { userId: id, name, email } = account;
  const body = { user_data: { id, name, email, is_first_time_user: isFirst } };
  return [{ call: 'trigger', at: isFirst ? account.at : at + SECOND, body }];
}

/** What is sent at the beginning of a visit: a first one has been opened already. */
function beginning({ random }: Simulation, { at, isFirst, signsIn }: Use): VisitItem[] {
  const session = { call: 'session-start' as const, at, body: { session_id: random.hex(16) } };
  return isFirst || signsIn ? [session] : [{ call: 'init', at, body: {} }, session];
}

/** When the phone has sent everything: some are offline while they are used. */
function sentAt({ scenario, random }: Simulation, items: VisitItem[], mayWait: boolean): number {
  const last = Math.max(...items.map(({ at }) => at));
  const waits = mayWait && random.chance(OFFLINE) ? random.logNormal(5 * HOUR, 0.8) : 0;
  return Math.floor(Math.min(last + waits, scenario.until - 1));
}

/** One use of the app, with everything that is done in it. */
export function addVisit(simulation: Simulation, use: Use): void {
  const { scenario, rows, random, person } = simulation;
  const { handset, at, isFirst } = use;
  const { account } = person;
  const canOrder = account !== null && account.at < at + 3 * MINUTE;
  const visit = createVisit(random, shopperOf(person, { canOrder, isFirst }));
  const paidAt = visit.order && account && Math.max(at + visit.order.after, account.at + 30 * SECOND);
  const items = [
    ...beginning(simulation, use),
    ...accountItems(simulation, use),
    ...visit.events.map(({ after, name, data }) => eventItem(simulation, at + after, name, data)),
    ...(visit.order && paidAt ? orderItems(simulation, handset, paidAt, visit.order) : []),
  ].filter((item) => item.at < scenario.until);
  if (items.length === 0) return;
  items.sort((one, other) => one.at - other.at);
  const mayWait = !isFirst && !use.signsIn && !visit.order;
  rows.visits.push({ at: sentAt(simulation, items, mayWait), handset, items });
}
