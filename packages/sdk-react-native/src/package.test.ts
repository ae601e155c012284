import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { VERSION } from './version.ts';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

test('the version is that of the package', () => {
  expect(JSON.parse(read('package.json')).version).toBe(VERSION);
});

/** Every method that JavaScript calls exists on both native sides. */
describe('the native side', () => {
  const methods = [...read('src/native-module.ts').matchAll(/^ {2}(\w+)\(/gm)].map(([, name]) => name);

  test.each(methods)('has %s', (name) => {
    expect(read('android/src/main/java/io/trailmark/reactnative/TrailmarkModule.kt')).toMatch(
      new RegExp(`@ReactMethod\\s+fun ${name}\\(`),
    );
    expect(read('ios/Trailmark.swift')).toMatch(new RegExp(`func ${name}\\(`));
    expect(read('ios/Trailmark.m')).toMatch(new RegExp(`RCT_EXTERN_METHOD\\(${name} :`));
  });

  test('is found by the name that JavaScript looks for', () => {
    expect(methods).toHaveLength(6);
    expect(read('src/react-native.ts')).toContain('NativeModules.Trailmark');
    expect(read('android/src/main/java/io/trailmark/reactnative/TrailmarkModule.kt')).toContain(
      '"Trailmark"',
    );
    expect(read('ios/Trailmark.m')).toContain('RCT_EXTERN_MODULE (Trailmark, NSObject)');
  });
});
