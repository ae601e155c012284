import { inBatches } from '@trailmark/core/destinations/deliver-items';
import type { Destination, Judgement, PlannedRequest } from '@trailmark/core/destinations/destination';
import { googleApp } from '@trailmark/core/destinations/google-app/google-app';
import { googleOffline } from '@trailmark/core/destinations/google-offline/google-offline';
import { metaCapi } from '@trailmark/core/destinations/meta-capi/meta-capi';
import type { NetworkEvent } from '@trailmark/core/destinations/network-event';
import {
  buildEventMap,
  buildNetworkDevice,
  buildNetworkEvent,
} from '@trailmark/core/destinations/testing/build-network-event';
import { tiktokEvents } from '@trailmark/core/destinations/tiktok-events/tiktok-events';
import {
  GOOGLE_CLIENT,
  GOOGLE_CONVERSION_ACTIONS,
  GOOGLE_DEV_TOKEN,
  GOOGLE_LINKS,
  GOOGLE_MANAGER,
  GOOGLE_SCOPES,
} from '@trailmark/sandbox/google-ads/google-ads.data';
import { META_DATASETS, META_SYSTEM_TOKEN } from '@trailmark/sandbox/meta/meta.data';
import { type Sandbox, startSandbox } from '@trailmark/sandbox/start';
import { TIKTOK_APPS, TIKTOK_PIXELS } from '@trailmark/sandbox/tiktok/tiktok.data';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

// Every ad network against its stand-in, which accepts only what the network documents.

const NOW = new Date('2026-11-16T10:00:05Z');
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());
beforeEach(() => {
  sandbox.receivers.forget();
  sandbox.receivers.clock.follow(() => NOW);
});

const toSandbox = (url: string) => url.replace('https://', `${sandbox.toolsUrl}/`);
async function send({ request: { method, url, headers, body } }: PlannedRequest<unknown>) {
  const response = await fetch(toSandbox(url), { method, headers, body, redirect: 'manual' });
  const answered = Object.fromEntries(response.headers);
  return { status: response.status, headers: answered, body: await response.text() };
}

const IPHONE = { platform: 'ios', country: 'US' };
const iphone = buildNetworkDevice({
  advertisingId: 'A1B2C3D4-E5F6-4718-893A-4B5C6D7E8F90',
  vendorId: 'B1B2C3D4-E5F6-4718-893A-4B5C6D7E8F90',
  osVersion: '18.1',
  model: 'iPhone15,2',
  language: 'en-US',
  isTrackingAllowed: true,
});
const WEB = {
  platform: 'web',
  device: buildNetworkDevice({ userAgent: 'Mozilla/5.0 (X11)', pageUrl: 'https://kite.example/pay?a=1#top' }),
};
const clicked = (ids: Record<string, string>) => ({ at: new Date('2026-11-15T07:58:00Z'), ids });

const APP: Partial<NetworkEvent>[] = [
  {},
  { kind: 'install', name: '$install', amount: null, currency: null },
  { kind: 'signup', name: '$signup', amount: null, currency: null },
  { ...IPHONE, device: iphone },
  { ...IPHONE, device: { ...iphone, isTrackingAllowed: false, advertisingId: null } },
  { contact: { email: null, phone: null, name: null }, userId: null },
  {
    contact: { email: ' ÄNNE@Beispiel.example ', phone: '0049 170 1234567', name: "Änne O'Neill 정 🙂" },
    userId: 'ü 🙂',
  },
  { click: clicked({ gclid: 'EAIaIQobChMI_abc-123', gbraid: '0AAAAA-gb' }) },
  { click: null, amount: '0.10' },
  { consent: { isEea: null, adUserData: true, adPersonalization: false }, country: 'DE' },
  { occurredAt: new Date('2026-11-16T11:00:00Z') },
  { occurredAt: new Date('2026-11-10T10:00:00Z') },
  { id: 'not-a-uuid: 7' },
];
const ON_THE_WEB: Partial<NetworkEvent>[] = [
  WEB,
  { ...WEB, contact: { email: 'a@b.example', phone: null, name: 'A' } },
];

interface Case<Config, Item> {
  destination: Destination<Config, Item, NetworkEvent>;
  receiver: string;
  config(): Promise<Config> | Config;
  events: Partial<NetworkEvent>[];
  /** Whether the network recognises an event that it has. */
  recognises: boolean;
}

/** A token as a person gives it, who allows everything. */
async function googleToken(): Promise<string> {
  const redirect = 'https://trailmark.example/integrations/google/callback';
  const query = new URLSearchParams({
    client_id: GOOGLE_CLIENT.id,
    redirect_uri: redirect,
    response_type: 'code',
    state: 'a-state',
    scope: GOOGLE_SCOPES.join(' '),
    access_type: 'offline',
    prompt: 'consent',
  });
  const url = toSandbox(`https://accounts.google.com/o/oauth2/v2/auth?${query}`);
  const body = new URLSearchParams({ decision: 'allow' });
  const allowed = await fetch(url, { method: 'POST', body, redirect: 'manual' });
  const code = new URL(allowed.headers.get('location') ?? '').searchParams.get('code') ?? '';
  const answer = await fetch(toSandbox('https://oauth2.googleapis.com/token'), {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirect,
      client_id: GOOGLE_CLIENT.id,
      client_secret: GOOGLE_CLIENT.secret,
    }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

const mapsOf = (names: { install: string; signup: string; payment: string }) =>
  Object.entries(names).map(([event, networkEvent]) =>
    buildEventMap({ id: event, event, networkEvent, installs: 'all', consent: 'ignored' }),
  );

const hide = <Config, Item>(one: Case<Config, Item>) => one as unknown as Case<unknown, object>;
const [ACTION = '', OTHER_ACTION = ''] = GOOGLE_CONVERSION_ACTIONS['5550002221'] ?? [];
const CASES: [string, Case<unknown, object>][] = [
  [
    'Meta',
    hide({
      destination: metaCapi,
      receiver: 'meta',
      recognises: true,
      events: [...APP, ...ON_THE_WEB],
      config: () => ({
        version: 'v26.0',
        datasetId: META_DATASETS[0]?.id ?? '',
        accessToken: META_SYSTEM_TOKEN,
        testEventCode: 'TEST123',
        bundleIds: { android: 'com.kite.shop', ios: 'com.kite.shop' },
        maps: mapsOf({ install: 'MobileAppInstall', signup: 'CompleteRegistration', payment: 'Purchase' }),
      }),
    }),
  ],
  [
    'TikTok',
    hide({
      destination: tiktokEvents,
      receiver: 'tiktok',
      recognises: true,
      events: [...APP, ...ON_THE_WEB],
      config: () => ({
        version: 'v1.3',
        accessToken: 'a0'.repeat(20),
        pixelCode: TIKTOK_PIXELS[0]?.pixel_code ?? '',
        appIds: { android: TIKTOK_APPS[0]?.app_id ?? '', ios: TIKTOK_APPS[1]?.app_id ?? '' },
        testEventCode: null,
        maps: mapsOf({ install: 'InstallApp', signup: 'Registration', payment: 'Purchase' }),
      }),
    }),
  ],
  [
    'Google, apps',
    hide({
      destination: googleApp,
      receiver: 'google-ads',
      recognises: false,
      events: APP,
      config: () => ({
        version: '1.0',
        developerToken: GOOGLE_DEV_TOKEN,
        linkIds: { android: GOOGLE_LINKS[0]?.linkId ?? '', ios: GOOGLE_LINKS[1]?.linkId ?? '' },
        maps: mapsOf({ install: 'first_open', signup: 'sign_up', payment: 'in_app_purchase' }),
      }),
    }),
  ],
  [
    'Google, the web',
    hide({
      destination: googleOffline,
      receiver: 'google-ads',
      recognises: true,
      events: [
        ...ON_THE_WEB,
        {
          ...WEB,
          click: clicked({ gclid: 'EAIaIQobChMI_abc-123' }),
          contact: { email: null, phone: null, name: null },
        },
        { ...WEB, click: clicked({ wbraid: 'CjwKCAjw-wb' }), kind: 'signup', name: '$signup', amount: null },
        { ...WEB, consent: { isEea: null, adUserData: true, adPersonalization: true } },
      ],
      config: async () => ({
        version: 'v1',
        accessToken: await googleToken(),
        accountId: '5550002221',
        loginAccountId: GOOGLE_MANAGER.id,
        maps: mapsOf({ install: ACTION, signup: OTHER_ACTION, payment: ACTION }),
      }),
    }),
  ],
];

describe.each(CASES)('%s', (_name, { destination, receiver, config, events, recognises }) => {
  const build = () =>
    events.map((over, n) =>
      buildNetworkEvent({ id: `01a1e8c4-88b7-7364-9aa0-${String(n).padStart(12, '0')}`, ...over }),
    );

  async function deliver(given: unknown, some: NetworkEvent[]): Promise<Judgement[]> {
    const items = some.map((event) => {
      const mapped = destination.map(event, given, NOW);
      if ('skip' in mapped) throw new Error(mapped.skip);
      return mapped.send;
    });
    const judgements: Judgement[] = [];
    for (const batch of inBatches(items, destination.limits)) {
      for (const planned of destination.requests(batch, given, NOW)) {
        judgements.push(destination.judge(await send(planned), planned, NOW));
      }
    }
    return judgements;
  }

  test('accepts every event, in batches and one by one', async () => {
    const given = await config();
    const together = await deliver(given, build());
    const verdicts = together.flatMap((one): unknown[] => ('verdicts' in one ? one.verdicts : [one]));
    expect(verdicts).toEqual(events.map(() => 'delivered'));
    const { received } = sandbox.receivers.get(receiver);
    expect(received.ids().length).toBeGreaterThan(0);
  });

  test('is sent a repeat that it can recognise, where it recognises any', async () => {
    const given = await config();
    const [event] = build();
    if (!event) throw new Error('no event');
    for (const _ of [1, 2]) await deliver(given, [event]);
    expect(sandbox.receivers.get(receiver).received.counts().repeats).toBe(recognises ? 1 : 0);
  });
});

test('what Google claims is read from its answer', async () => {
  const config = CASES.find(([name]) => name === 'Google, apps')?.[1].config;
  const rdid = '38400000-8cf0-11bd-b23e-10b96e40000d';
  const claim = { rdid, campaign_id: '21000010001', timestamp: NOW.getTime() / 1000 - 3600 };
  await fetch(`${sandbox.httpUrl}/receivers/google-ads/attribute`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(claim),
  });
  const given = (await config?.()) as Parameters<typeof googleApp.map>[1];
  const event = buildNetworkEvent({ kind: 'install', name: '$install', amount: null });
  const mapped = googleApp.map(event, given, NOW);
  if ('skip' in mapped) throw new Error(mapped.skip);
  const [planned] = googleApp.requests([mapped.send], given, NOW);
  if (!planned) throw new Error('no request');
  expect(googleApp.judge(await send(planned), planned, NOW)).toMatchObject({
    verdicts: ['delivered'],
    claims: [{ campaignId: '21000010001', at: new Date(NOW.getTime() - 3_600_000), isClick: true }],
  });
});
