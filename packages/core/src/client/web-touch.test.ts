import { expect, test } from 'vitest';
import { readWebTouch, withoutClickIds } from './web-touch.ts';

const LANDING = 'https://kite.example/plans?gclid=1';

test('is read with its source, and without what is nobody\u2019s business', () => {
  const url = 'https://kite.example/offer?gclid=1&mail=a@b.example';
  const given = { url, referrer: 'https://www.google.com/search?q=secret', at: '2026-03-01T10:00:00+05:30' };
  expect(readWebTouch(given, LANDING)).toEqual({
    url: 'kite.example/offer?gclid=1',
    referrer: 'www.google.com/search',
    at: '2026-03-01T04:30:00.000Z',
    source: { type: 'paid', name: 'Google' },
  });
});

test('may name a path of the site', () => {
  const given = { url: '/offer?utm_source=x.com&utm_medium=social', referrer: '' };
  expect(readWebTouch(given, LANDING)).toMatchObject({
    url: 'kite.example/offer?utm_source=x.com&utm_medium=social',
    source: { type: 'social', name: 'X' },
  });
});

test.each([null, undefined, 'text', 7, {}, { url: 7 }, { url: '', referrer: '' }])(
  '%j says nothing',
  (value) => {
    expect(readWebTouch(value, LANDING)).toBeNull();
  },
);

test('loses the ids of networks where ads are refused, and keeps its source', () => {
  const touch = readWebTouch({ url: '/offer?gclid=1&utm_source=x', referrer: '' }, LANDING);
  expect(withoutClickIds(touch)).toEqual({ ...touch, url: 'kite.example/offer?utm_source=x' });
  expect(withoutClickIds(null)).toBeNull();
});
