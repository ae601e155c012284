import { createHash } from 'node:crypto';
import {
  AGENTS,
  BATCH_SIZE,
  EVENT_PREFIX,
  NETWORKS,
  REPEAT_EVERY,
  type RequestKind,
  type Samples,
} from './samples.ts';

/** Requests ready to be sent, and the items that each of them carries: a repeat carries the item of an earlier one. */
export interface PreparedRequests {
  requests: Buffer[];
  /** Request i carries the items with the numbers carries[i]. */
  carries: number[][];
  things: number;
  status: number;
}

interface Plan {
  /** Names what is sent, so that no two runs send the same. */
  run: string;
  count: number;
  /** The first sample that no run has used. */
  skip: number;
}

const pick = <Value>(list: readonly Value[], index: number): Value => {
  const value = list[index % list.length];
  if (value === undefined) throw new Error('There are no samples.');
  return value;
};

const addressOf = (n: number) => `${pick(NETWORKS, n)}.${(n * 7919) % 256}.${((n * 104729) >> 8) & 255}`;

const isRepeat = (index: number) => index % REPEAT_EVERY === REPEAT_EVERY - 1;

function post(path: string, ip: string, body: string): Buffer {
  const head = `POST /api/client/${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\nx-forwarded-for: ${ip}\r\nuser-agent: okhttp/4.12.0\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`;
  return Buffer.from(head + body);
}

/** A repeated click is a new click of the same device on the same link. */
function clicks(samples: Samples, { run, count }: Plan): PreparedRequests {
  const seed = createHash('sha256').update(run).digest().readUInt16BE(0);
  const requestOf = (n: number) =>
    Buffer.from(
      `GET /l/${pick(samples.slugs, n * 31)}?sub1=${run}-${n} HTTP/1.1\r\nhost: 127.0.0.1\r\nuser-agent: ${pick(AGENTS, n)}\r\naccept: text/html\r\naccept-language: en-IN,en;q=0.9\r\nx-forwarded-for: ${addressOf(seed + n)}\r\n\r\n`,
    );
  const requests = Array.from({ length: count }, (_, n) => requestOf(isRepeat(n) ? n - 1 : n));
  return { requests, carries: requests.map((_, n) => [n]), things: count, status: 302 };
}

const DEVICE = {
  device: 'Pixel 7',
  device_name: 'Pixel',
  system_version: '13',
  brand: 'google',
  manufacturer: 'Google',
  bundle_id: 'com.example.app',
  version: '4.2.1',
  build_number: '421',
  connectivity: 'wifi',
  locale: 'en_IN',
  language: 'en',
  country: 'IN',
  timezone: 'Asia/Kolkata',
  timezone_offset: 330,
};

function eventBody(samples: Samples, run: string, n: number) {
  const install = pick(samples.installs, n * 13 + run.length);
  return {
    token: install.token,
    event_name: `${EVENT_PREFIX}${n % 10}`,
    event_data: { item: `sku-${n % 500}`, price: 199.5, quantity: 1, screen: 'checkout', run },
    device_data: DEVICE,
    install_instance_id: install.installId,
    time_since_app_install: (Date.now() - install.installedAt) / 1000,
    platform: 'ANDROID',
    event_id: `${run}-${n}`,
  };
}

function singles(samples: Samples, { run, count }: Plan): PreparedRequests {
  const thing = (n: number) => (isRepeat(n) ? n - 1 : n);
  const requests = Array.from({ length: count }, (_, n) =>
    post('capture-event', addressOf(n), JSON.stringify(eventBody(samples, run, thing(n)))),
  );
  return { requests, carries: requests.map((_, n) => [thing(n)]), things: count, status: 200 };
}

/** All events of a batch belong to one project: a device or a server sends many events at once. */
function batches(samples: Samples, { run, count }: Plan): PreparedRequests {
  const byToken = new Map<string, Samples['installs']>();
  for (const install of samples.installs) {
    const known = byToken.get(install.token);
    if (known) known.push(install);
    else byToken.set(install.token, [install]);
  }
  const projects = [...byToken];
  const carries: number[][] = [];
  const requests = Array.from({ length: count }, (_, at) => {
    const [token, installs] = pick(projects, at);
    const carried: number[] = [];
    const items = Array.from({ length: BATCH_SIZE }, (__, index) => {
      const n = at * BATCH_SIZE + index;
      // The thing before it, in this very batch.
      const thing = isRepeat(n) ? n - 1 : n;
      carried.push(thing);
      const install = pick(installs, thing * 13 + run.length);
      const { token: _token, ...body } = eventBody({ ...samples, installs: [install] }, run, thing);
      return { call: 'capture-event', body };
    });
    carries.push(carried);
    return post('batch', addressOf(at), JSON.stringify({ token, items }));
  });
  return { requests, carries, things: count * BATCH_SIZE, status: 200 };
}

/** First opens, each with the Play referrer of a stored click of its own. */
function installs(samples: Samples, { run, count, skip }: Plan): PreparedRequests {
  const left = samples.clicks.slice(skip, skip + count);
  const thing = (n: number) => (isRepeat(n) ? n - 1 : n);
  const requests = left.map((_, n) => {
    const click = pick(left, thing(n));
    const beganAt = Math.floor(click.clickedAt / 1000) + 30;
    const body = {
      token: click.token,
      package_version: '3.1.0',
      app_version: '4.2.1',
      platform: 'ANDROID',
      source: 'GENERAL',
      debug: null,
      install_instance_id: `${run}-${thing(n)}`,
      device_data: {
        ...DEVICE,
        gaid: click.advertisingId,
        install_referrer: `utm_source=trailmark&tm_click=${click.signed}`,
        referrer_click_timestamp_seconds: Math.floor(click.clickedAt / 1000),
        install_begin_timestamp_seconds: beganAt,
      },
    };
    return post('init', click.ip, JSON.stringify(body));
  });
  return { requests, carries: requests.map((_, n) => [thing(n)]), things: left.length, status: 200 };
}

export const PREPARE: Record<RequestKind, (samples: Samples, plan: Plan) => PreparedRequests> = {
  clicks,
  singles,
  batches,
  installs,
};
