import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { NetworkEvent } from '../network-event.ts';
import { buildEventMap, buildNetworkDevice, buildNetworkEvent } from '../testing/build-network-event.ts';
import { type GoogleOfflineConfig, type GoogleOfflineItem, googleOffline } from './google-offline.ts';

const NOW = new Date('2026-11-16T10:05:00Z');
const CONFIG: GoogleOfflineConfig = {
  version: 'v1',
  accessToken: 'secret',
  accountId: '1112223333',
  loginAccountId: '9998887777',
  maps: [
    buildEventMap({ installs: 'all', networkEvent: '555' }),
    buildEventMap({ installs: 'all', event: 'signup', networkEvent: '666', value: { from: 'none' } }),
  ],
};
const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const click = (ids: Record<string, string>) => ({ at: NOW, ids });

function sent(over: Partial<NetworkEvent> = {}): GoogleOfflineItem {
  const mapped = googleOffline.map(buildNetworkEvent(over), CONFIG, NOW);
  if ('skip' in mapped) throw new Error(mapped.skip);
  return mapped.send;
}

test('a conversion has its click, its person and its value', () => {
  const event = sent({ platform: 'web', click: click({ gclid: 'G-1', wbraid: 'W-1' }) });
  expect(event).toEqual({
    conversionActionId: '555',
    event: {
      destinationReferences: ['555'],
      eventTimestamp: '2026-11-16T10:00:00.250Z',
      transactionId: '01a1e8c4-88b7-7364-9aa0-9f2f4aaa66ed',
      eventSource: 'WEB',
      conversionValue: 499,
      currency: 'INR',
      adIdentifiers: { gclid: 'G-1' },
      userData: {
        userIdentifiers: [{ emailAddress: hash('asha@example.com') }, { phoneNumber: hash('+919876543210') }],
      },
    },
  });
});

test.each<[string, Partial<NetworkEvent>, object]>([
  ['iOS', { click: click({ gbraid: 'GB' }), platform: 'ios' }, { adIdentifiers: { gbraid: 'GB' } }],
  [
    'the web of iOS',
    { click: click({ wbraid: 'WB' }), platform: 'web' },
    { adIdentifiers: { wbraid: 'WB' } },
  ],
  [
    'consent',
    { consent: { isEea: null, adUserData: true, adPersonalization: false } },
    { consent: { adUserData: 'CONSENT_GRANTED', adPersonalization: 'CONSENT_DENIED' }, eventSource: 'APP' },
  ],
])('%s', (_which, over, expected) => {
  expect(sent(over).event).toMatchObject(expected);
});

test('is left out where Google would recognise nobody', () => {
  const nobody = { click: null, contact: { email: null, phone: null, name: null } };
  const event = buildNetworkEvent({ ...nobody, device: buildNetworkDevice({ advertisingId: null }) });
  expect(googleOffline.map(event, CONFIG, NOW)).toEqual({ skip: expect.stringMatching(/not recognise/) });
});

test('a request names each conversion action once', () => {
  const items = [sent(), sent({ kind: 'signup', name: '$signup' }), sent()];
  const [planned] = googleOffline.requests(items, CONFIG, NOW);
  expect(planned?.request).toMatchObject({
    url: 'https://datamanager.googleapis.com/v1/events:ingest',
    headers: { authorization: 'Bearer secret' },
  });
  const body = JSON.parse(planned?.request.body ?? '');
  expect(body.destinations).toEqual(
    ['555', '666'].map((id) => ({
      reference: id,
      productDestinationId: id,
      operatingAccount: { accountType: 'GOOGLE_ADS', accountId: '1112223333' },
      loginAccount: { accountType: 'GOOGLE_ADS', accountId: '9998887777' },
    })),
  );
  expect(body.events.map((event: GoogleOfflineItem['event']) => event.destinationReferences)).toEqual([
    ['555'],
    ['666'],
    ['555'],
  ]);
});

const error = (code: number, status: string) => ({ error: { code, status, message: 'No.' } });
test.each<[string, number, unknown, string]>([
  ['taken', 200, { requestId: 'r-1' }, 'delivered'],
  ['a page', 200, '<html>', 'retry'],
  ['bad event', 400, error(400, 'INVALID_ARGUMENT'), 'split'],
  ['token', 401, error(401, 'UNAUTHENTICATED'), 'reconnect'],
  ['no right', 403, error(403, 'PERMISSION_DENIED'), 'reconnect'],
  ['too many', 429, error(429, 'RESOURCE_EXHAUSTED'), 'retry'],
  ['server', 500, error(500, 'INTERNAL'), 'retry'],
  ['gateway', 502, '', 'retry'],
])('an answer: %s', (_which, status, body, expected) => {
  const [planned] = googleOffline.requests([sent(), sent()], CONFIG, NOW);
  if (!planned) throw new Error('no request');
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const judgement = googleOffline.judge({ status, headers: {}, body: text }, planned, NOW);
  const [verdict] = 'split' in judgement ? ['split'] : judgement.verdicts;
  expect(typeof verdict === 'object' ? Object.keys(verdict)[0] : verdict).toBe(expected);
});
