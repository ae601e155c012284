import { type Account, type Person, shopperOf } from './person.ts';
import type { Phone } from './phone.ts';
import type { Random } from './random.ts';
import { createVisit } from './visit.ts';

/** Waits; refuses to when everything is about to end. */
export type Wait = (ms: number) => Promise<void>;

/** A visit of minutes is played in seconds. */
const FASTER = 8;

interface Playing {
  phone: Phone;
  random: Random;
  wait: Wait;
}

type Visitor = Pick<Person, 'device' | 'traits' | 'account' | 'habit'>;

async function signUp({ phone }: Playing, { userId, name, email }: Account): Promise<void> {
  await phone.call('trigger', { user_data: { id: userId, name, email, is_first_time_user: true } });
}

/** Plays a visit like those of the history, but through a phone; returns the id of its payment, if any. */
export async function playVisit(
  playing: Playing,
  visitor: Visitor,
  { isFirst, lateSeconds = 0 }: { isFirst: boolean; lateSeconds?: number },
): Promise<string | null> {
  const { phone, random, wait } = playing;
  const { account } = visitor;
  const visit = createVisit(random, shopperOf(visitor, { canOrder: account !== null, isFirst }));
  let now = 0;
  for (const { after, name, data } of visit.events) {
    await wait((after - now) / FASTER);
    now = after;
    const event = { event_name: name, event_id: random.uuid(), event_data: data ?? null };
    // A phone that was offline says how long after the install it was.
    await phone.call(
      'capture-event',
      lateSeconds > 0 ? { ...event, time_since_app_install: lateSeconds } : event,
    );
    if (name === 'app_open' && isFirst && account) await signUp(playing, account);
  }
  if (!visit.order || !account) return null;
  await wait((visit.order.after - now) / FASTER);
  const { amount, currency, data } = visit.order;
  const payment_id = `live-${random.hex(12)}`;
  await phone.call('capture-payment', {
    user_id: account.userId,
    payment_id,
    amount,
    currency,
    event_data: data,
  });
  return payment_id;
}
