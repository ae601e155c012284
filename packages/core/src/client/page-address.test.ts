import { expect, test } from 'vitest';
import { pageAddress, readAddress } from './page-address.ts';

test.each([
  ['https://Kite.example/', 'kite.example/'],
  ['https://kite.example', 'kite.example/'],
  ['https://kite.example:8080/plans/', 'kite.example/plans'],
  ['https://kite.example/plans?id=7&token=secret#top', 'kite.example/plans'],
  ['https://user:secret@kite.example/plans', 'kite.example/plans'],
  ['https://kite.example/%00', 'kite.example/%00'],
])('the page of %s is %s', (address, page) => {
  expect(readAddress(address)?.page).toBe(page);
});

test.each([null, undefined, '', 'plans', '/plans', 'mailto:a@kite.example', 'http://'])(
  '%s is no address',
  (address) => {
    expect(readAddress(address)).toBeNull();
  },
);

test('only what says where a visitor comes from is kept of a query', () => {
  const address =
    'https://kite.example/plans?mail=a@b.example&utm_source=x&gclid=1&gclid=2&tm_click=t&reset=s';
  expect(pageAddress(address)).toBe('kite.example/plans?utm_source=x&gclid=1&tm_click=t');
  expect(pageAddress('https://kite.example/plans?mail=a@b.example')).toBe('kite.example/plans');
});
