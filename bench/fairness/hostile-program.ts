// A client with one public token that sends the costliest requests it may, as fast as it is answered.
import { answerParent } from '../child.ts';

/** `shared-device`: events that name only a device with very many installs; `one-install`: all wait for one lock. */
export type Attack = 'first-opens' | 'large-events' | 'shared-device' | 'one-install';

export interface HostileOrder {
  attack: Attack;
  url: string;
  token: string;
  slugs: string[];
  ip: string;
  /** The advertising id of a device with very many installs. */
  sharedDevice: string;
  connections: number;
  seconds: number;
}

export interface HostileAnswer {
  requests: number;
  /** Answers by status. */
  statuses: Record<string, number>;
  slowestMs: number;
}

const BATCH = 500;
/** As large as a body may be, all in all. */
const EVENT_BYTES = 1900;

const DEVICE = { device: 'Pixel 7', system_version: '13', language: 'en', locale: 'en_IN' };

function firstOpen({ url, slugs }: HostileOrder, installId: string, n: number) {
  const body = {
    package_version: '3.1.0',
    app_version: '4.2.1',
    platform: 'ANDROID',
    device_data: DEVICE,
    install_instance_id: installId,
    link: `${url}/l/${slugs[n % slugs.length]}`,
  };
  return { call: 'init', body };
}

function largeEvent(installId: string, n: number) {
  const properties = Object.fromEntries(
    Array.from({ length: 60 }, (_, field) => [`property_${field}`, 'x'.repeat(12)]),
  );
  const body = {
    platform: 'ANDROID',
    event_name: `large_${n % 10}`,
    install_instance_id: installId,
    event_data: { ...properties, text: 'x'.repeat(EVENT_BYTES - 1700) },
  };
  return { call: 'capture-event', body };
}

function smallEvent({ sharedDevice }: HostileOrder, installId: string) {
  const body = {
    platform: 'ANDROID',
    event_name: 'tap',
    install_instance_id: installId,
    device_data: { gaid: sharedDevice },
  };
  return { call: 'capture-event', body };
}

const run = Date.now().toString(36);
let sent = 0;

const ITEMS: Record<Attack, (order: HostileOrder, id: string, n: number) => object> = {
  'first-opens': firstOpen,
  'large-events': (_, id, n) => largeEvent(id, n),
  'shared-device': (order) => smallEvent(order, ''),
  'one-install': (order) => smallEvent(order, run),
};

function bodyOf(order: HostileOrder): string {
  sent += 1;
  const items = Array.from({ length: BATCH }, (_, n) => ITEMS[order.attack](order, `${run}-${sent}-${n}`, n));
  return JSON.stringify({ token: order.token, items });
}

answerParent<HostileOrder>(async (order) => {
  const answer: HostileAnswer = { requests: 0, statuses: {}, slowestMs: 0 };
  const until = performance.now() + order.seconds * 1000;
  const send = async () => {
    while (performance.now() < until) {
      const body = bodyOf(order);
      const begun = performance.now();
      const response = await fetch(`${order.url}/api/client/batch`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': order.ip },
        body,
      });
      await response.text();
      answer.requests += 1;
      answer.statuses[response.status] = (answer.statuses[response.status] ?? 0) + 1;
      answer.slowestMs = Math.max(answer.slowestMs, Math.round(performance.now() - begun));
    }
  };
  await Promise.all(Array.from({ length: order.connections }, send));
  return answer;
});
