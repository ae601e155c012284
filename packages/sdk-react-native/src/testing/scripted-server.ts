import type { Reply } from '@trailmark/sdk-core/ports';
import { createFakeRandom, createFakeTime } from '@trailmark/sdk-core/testing/fake-device';
import type { Fetch } from '../transport.ts';
import { createScriptedPhone, type PhoneScript } from './scripted-phone.ts';

type Body = Record<string, unknown>;

export const ORGANIC = {
  attribution_source: 'ORGANIC',
  match_type: 'organic',
  deeplink: null,
  campaign_data: null,
};

/** A phone and a server that answers as scripted, in time that passes only when a test says so. */
export function createScene(given: Partial<PhoneScript> = {}) {
  const time = createFakeTime();
  const items: { call: string; body: Body }[] = [];
  const requests: { path: string; headers: Record<string, string>; body: Body }[] = [];
  /** The data of an answer, by call. */
  const answers: Record<string, unknown> = { init: ORGANIC };
  /** What happens to the next requests instead of an answer. */
  const faults: (Reply | 'no answer')[] = [];
  let serverSkewMs = 0;

  const answerTo = (path: string, body: Body): unknown => {
    if (path !== '/api/client/batch') return answers[path.replace('/api/client/', '')];
    const sent = body.items as typeof items;
    items.push(...sent);
    return { accepted: sent.length, results: sent.map(({ call }) => ({ ok: true, data: answers[call] })) };
  };
  const fetch: Fetch = async (url, { headers, body: text }) => {
    const path = url.replace('https://tm.example', '');
    const body = JSON.parse(text) as Body;
    requests.push({ path, headers, body });
    const date = new Date(time.now() + serverSkewMs).toUTCString();
    const fault = faults.shift();
    if (fault === 'no answer') throw new TypeError('Network request failed');
    const reply = fault ?? { status: 200, body: { msg: 'ok', status: 200, data: answerTo(path, body) } };
    const headersOf: Record<string, string> = {
      date,
      ...(reply.retryAfter ? { 'retry-after': String(reply.retryAfter) } : {}),
    };
    return {
      status: reply.status ?? 0,
      headers: { get: (name) => headersOf[name] ?? null },
      json: async () => reply.body,
    };
  };
  const phone = createScriptedPhone({
    platform: 'ANDROID',
    device: {
      device_model: 'Pixel 7',
      app_version: '2.3',
      installer_package: 'com.android.vending',
      gaid: 'g',
    },
    sources: {},
    fetch,
    now: time.now,
    schedule: time.schedule,
    random: createFakeRandom(1),
    ...given,
  });
  return {
    phone,
    time,
    items,
    requests,
    answers,
    faults,
    calls: () => items.map(({ call }) => call),
    bodies: (call: string) => items.filter((item) => item.call === call).map(({ body }) => body),
    setServerSkew: (ms: number) => {
      serverSkewMs = ms;
    },
  };
}

export const OPTIONS = { token: 'token', endpoint: 'https://tm.example/', linkDomains: ['go.kite.example'] };
