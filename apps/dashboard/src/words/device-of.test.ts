import { describe, expect, it } from 'vitest';
import { deviceOf } from './device-of.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe('deviceOf', () => {
  it.each([
    [
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Chrome/141.0.0.0 Safari/537.36`,
      'Chrome on macOS',
      'computer',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
      'phone',
    ],
    [
      'Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/120.0 Mobile/15E148 Safari/604.1',
      'Chrome on iPad',
      'tablet',
    ],
    [
      `Mozilla/5.0 (Linux; Android 15; Pixel 8) ${webkit} Chrome/141.0.0.0 Mobile Safari/537.36`,
      'Chrome on Android',
      'phone',
    ],
    [
      `Mozilla/5.0 (Linux; Android 14; SM-X710) ${webkit} SamsungBrowser/26.0 Chrome/122.0 Safari/537.36`,
      'Samsung Internet on Android tablet',
      'tablet',
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/141.0 Safari/537.36 Edg/141.0`,
      'Edge on Windows',
      'computer',
    ],
    [
      'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0',
      'Firefox on Linux',
      'computer',
    ],
    [
      `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/131.0 Safari/537.36`,
      'Chrome on ChromeOS',
      'computer',
    ],
    ['curl/8.5.0', 'curl', 'program'],
    ['node', 'Unknown device', 'program'],
    ['', 'Unknown device', 'program'],
    [null, 'Unknown device', 'program'],
  ])('%s is %s', (userAgent, name, kind) => {
    expect(deviceOf(userAgent)).toEqual({ name, kind });
  });
});
