import { describe, expect, test } from 'vitest';
import { appIdOf } from './store-listings.ts';

describe('the app behind a store’s address', () => {
  test.each([
    ['IOS', 'https://apps.apple.com/in/app/kite-grocery/id1234567890', '1234567890'],
    ['IOS', 'https://apps.apple.com/app/id42?ppid=abc&ct=diwali', '42'],
    ['IOS', 'https://itunes.apple.com/us/app/kite/id42/', '42'],
    ['ANDROID', 'https://play.google.com/store/apps/details?id=com.kite.grocery', 'com.kite.grocery'],
    ['ANDROID', 'https://play.google.com/store/apps/details?hl=hi&id=com.kite.a_1&gl=IN', 'com.kite.a_1'],
  ] as const)('%s %s is %s', (platform, url, appId) => {
    expect(appIdOf(platform, url)).toBe(appId);
  });

  test.each([
    ['IOS', 'https://play.google.com/store/apps/details?id=com.kite.grocery'],
    ['IOS', 'https://apps.apple.com/in/app/kite-grocery'],
    ['IOS', 'https://apps.apple.com/app/id'],
    ['IOS', 'https://apps.apple.com/app/id42x'],
    ['IOS', 'https://apps.apple.com.evil.example/app/id42'],
    ['IOS', 'https://apps.apple.com@evil.example/app/id42'],
    ['IOS', 'https://apps.apple.com:444/app/id42'],
    ['IOS', 'http://apps.apple.com/app/id42'],
    ['IOS', 'itms-apps://apps.apple.com/app/id42'],
    ['ANDROID', 'https://apps.apple.com/app/id42'],
    ['ANDROID', 'https://play.google.com/store/apps/details'],
    ['ANDROID', 'https://play.google.com/store/apps/details?id='],
    ['ANDROID', 'https://play.google.com/store/apps/details?id=kite'],
    ['ANDROID', 'https://play.google.com/store/apps/details?id=com.kite;drop'],
    ['ANDROID', `https://play.google.com/store/apps/details?id=com.${'a'.repeat(300)}`],
    ['ANDROID', 'market://details?id=com.kite.grocery'],
    ['ANDROID', 'nonsense'],
  ] as const)('%s %s is none', (platform, url) => {
    expect(appIdOf(platform, url)).toBeNull();
  });
});
