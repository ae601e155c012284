import { expect, it } from 'vitest';
import { ListingForm } from './store-listing-values.ts';

const IOS = 'https://apps.apple.com/in/app/kite/id6443201111';
const PLAY = 'https://play.google.com/store/apps/details?id=example.kite';

const problemOf = (url: string, platform = 'IOS') =>
  ListingForm.safeParse({ name: 'Kite', platform, url }).error?.issues[0]?.message;

it('takes the address of the right store', () => {
  expect(problemOf(IOS)).toBeUndefined();
  expect(problemOf(PLAY, 'ANDROID')).toBeUndefined();
});

it('reports what is wrong with another one', () => {
  expect(problemOf('')).toBe('is required');
  expect(problemOf(PLAY)).toMatch(/apps.apple.com/);
  expect(problemOf(IOS, 'ANDROID')).toMatch(/play.google.com/);
  expect(problemOf('https://kite.example')).toMatch(/apps.apple.com/);
});
