import { expect, test } from 'vitest';
import { createPostbackSigner } from '../apple/postback-signer.ts';
import { createRandom } from './random.ts';
import { createScenario } from './scenario.ts';
import { createLivePostback, createPostbacks } from './skan-postbacks.ts';

const scenario = createScenario({
  seed: 'kite',
  people: 6000,
  start: '2026-01-01',
  until: '2026-03-01T12:00:00.000Z',
});
const postbacks = createPostbacks(scenario, createPostbackSigner());

test('all of them are of the days of the demo, in their order', () => {
  const times = postbacks.map(({ at }) => at);
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  expect(times[0]).toBeGreaterThanOrEqual(scenario.start);
  expect(times.at(-1)).toBeLessThan(scenario.until);
});

test.each([
  ...['ad-network-id', 'jws-string', 'conversion-value', 'coarse-conversion-value', 'country-code'],
  ...['source-app-id', 'campaign-id', 'source-identifier'],
])('some have %s, and some do not', (field) => {
  const count = postbacks.filter(({ body }) => body[field] !== undefined).length;
  expect(count).toBeGreaterThan(10);
  expect(count).toBeLessThan(postbacks.length - 10);
});

test('there are all windows, identifiers of two to four digits, and several networks', () => {
  const valuesOf = (read: (body: Record<string, unknown>) => unknown) =>
    new Set(postbacks.map(({ body }) => read(body)).filter((value) => value !== undefined));
  expect([...valuesOf((body) => body['postback-sequence-index'])].sort()).toEqual([0, 1, 2]);
  const digits = valuesOf((body) => (body['source-identifier'] as string | undefined)?.length);
  expect([...digits].sort()).toEqual([2, 3, 4]);
  expect(valuesOf((body) => body['ad-network-id']).size).toBeGreaterThanOrEqual(3);
});

test('some are copies with another value, and some are forged', () => {
  const seen = new Map<unknown, number>();
  for (const { body } of postbacks) {
    const key = `${body['transaction-id']} ${body['postback-sequence-index']}`;
    if (body['transaction-id'] !== undefined) seen.set(key, (seen.get(key) ?? 0) + 1);
  }
  expect([...seen.values()].filter((count) => count > 1).length).toBeGreaterThan(2);
  expect(postbacks.filter(({ body }) => body.redownload === 'x').length).toBeGreaterThan(2);
});

test('live ones are about other installs, of any window, and a copy comes after what it copies', () => {
  const random = createRandom('live');
  const signer = createPostbackSigner();
  const live = Array.from({ length: 800 }, () => createLivePostback(scenario, signer, random));
  const known = new Set(postbacks.map(({ body }) => body['transaction-id']));
  const isOfHistory = (body: Record<string, unknown>) =>
    body['transaction-id'] !== undefined && known.has(body['transaction-id']);
  expect(live.flat().filter(isOfHistory)).toEqual([]);
  const windows = new Set(live.map(([body]) => body?.['postback-sequence-index']));
  expect(windows).toEqual(new Set([0, 1, 2, undefined]));
  const copies = live.filter((bodies) => bodies.length > 1);
  expect(copies.length).toBeGreaterThan(0);
  for (const [first, copy] of copies) expect(copy).toEqual({ ...first, 'conversion-value': 63 });
});
