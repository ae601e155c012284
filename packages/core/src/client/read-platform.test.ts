import { expect, test } from 'vitest';
import { readPlatform } from './read-platform.ts';

const ID = '38400000-8cf0-11bd-b23e-10b96e40000d';

test.each([
  ['IOS', { gaid: ID }, 'ios'],
  ['ANDROID', { brand: 'Apple' }, 'android'],
  ['REACT_NATIVE', { manufacturer: 'Apple' }, 'ios'],
  ['EXPO', { brand: 'Apple', gaid: null }, 'ios'],
  ['FLUTTER', { idfv: ID }, 'ios'],
  ['FLUTTER', { system_name: 'iOS' }, 'ios'],
  ['FLUTTER', { api_level: 34 }, 'android'],
  ['REACT_NATIVE', { api_level: -1 }, 'other'],
  ['REACT_NATIVE', { gaid: ID }, 'android'],
  ['CAPACITOR', { appsetid: ID }, 'android'],
  ['EXPO', { android_id: '9f8e7d6c5b4a3921' }, 'android'],
  ['EXPO', { install_ref: 'utm_source=x' }, 'android'],
  ['REACT_NATIVE', { install_ref: 'unknown', android_id: 'unknown' }, 'other'],
  ['WEB', null, 'web'],
  ['WEB', { brand: 'Apple', gaid: ID }, 'web'],
  ['CORDOVA', null, 'other'],
  [null, { gaid: ID }, 'android'],
  [undefined, {}, 'other'],
])('%s with %j runs on %s', (named, deviceData, platform) => {
  expect(readPlatform(named, deviceData)).toBe(platform);
});
