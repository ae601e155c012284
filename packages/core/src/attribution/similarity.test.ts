import { describe, expect, test } from 'vitest';
import { ADDRESS_POINTS, similarity, type Traits } from './similarity.ts';

const nothing: Traits = { osVersion: null, model: null, language: null };

test('an equal address alone gives 60 of 100', () => {
  expect(similarity(nothing, nothing)).toBe(ADDRESS_POINTS);
  expect(ADDRESS_POINTS).toBe(60);
});

test('everything that agrees gives 100, everything that differs 0', () => {
  const phone = { osVersion: '14', model: 'Pixel 8', language: 'en' };
  expect(similarity(phone, phone)).toBe(100);
  expect(similarity(phone, { osVersion: '13', model: 'SM-G991B', language: 'hi' })).toBe(0);
});

describe.each([
  ['osVersion', '14', '14', 75, 'the same version'],
  ['osVersion', '14', '14.0.1', 75, 'the same major version'],
  ['osVersion', 'Android 14', '14', 75, 'the same major version behind a name'],
  ['osVersion', '17.5', '18.5', 30, 'another major version'],
  ['osVersion', '14', null, 60, 'a version that the device does not send'],
  ['osVersion', null, '14', 60, 'a version that the browser hides'],
  ['osVersion', '14', 'unknown', 60, 'a version without a number'],
  ['model', 'Pixel 8', 'pixel 8', 75, 'the same model'],
  ['model', 'SM-G991B', 'samsung SM-G991B', 75, 'the same model with its maker'],
  ['model', 'moto_g_power', 'Moto G Power', 75, 'the same model in another spelling'],
  ['model', 'Pixel 8', 'Pixel 8 Pro', 20, 'a model that only begins alike'],
  ['model', 'Pixel 8', 'SM-G991B', 20, 'another model'],
  ['model', 'K', 'Pixel 8', 60, 'the K that Chrome calls every phone'],
  ['model', '', 'Pixel 8', 60, 'an empty model'],
  ['model', 'iPhone', 'iPhone15,2', 60, 'the family that Safari names'],
  ['model', 'iPhone', 'iPhone', 60, 'the family on both sides'],
  ['model', 'iPad', 'iPhone15,2', 20, 'another family'],
  ['language', 'en-GB', 'en_US', 70, 'the same language of two countries'],
  ['language', 'en-US,en;q=0.9', 'EN', 70, 'the first of several languages'],
  ['language', 'en', 'hi', 45, 'another language'],
  ['language', 'fil', 'fi', 45, 'a language that only begins alike'],
  ['language', '*', 'en', 60, 'any language'],
] as const)('%s %j against %j', (trait, click, install, expected, what) => {
  test(`is ${what}: ${expected}`, () => {
    expect(similarity({ ...nothing, [trait]: click }, { ...nothing, [trait]: install })).toBe(expected);
    expect(similarity({ ...nothing, [trait]: install }, { ...nothing, [trait]: click })).toBe(expected);
  });
});
