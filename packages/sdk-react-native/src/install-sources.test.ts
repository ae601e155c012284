import { describe, expect, test } from 'vitest';
import { installFields, pickReferrer } from './install-sources.ts';
import type { StoreReferrer } from './native-module.ts';

const google: StoreReferrer = { store: 'google', state: 'ok', referrer: 'utm_source=google-play' };
const samsung: StoreReferrer = { store: 'samsung', state: 'ok', referrer: 'tm_click=s' };
const silent: StoreReferrer = { store: 'huawei', state: 'unavailable' };

describe('the referrer', () => {
  test.each([
    ['com.android.vending', [google, samsung], 'google'],
    ['com.sec.android.app.samsungapps', [google, samsung], 'samsung'],
    ['com.sec.android.app.samsungapps', [google], 'google'],
    ['com.huawei.appmarket', [google, silent], 'google'],
    [undefined, [samsung, google], 'google'],
    [undefined, [samsung], 'samsung'],
    [undefined, [silent], undefined],
    [undefined, [{ store: 'google', state: 'ok', referrer: '' }], undefined],
    [undefined, [], undefined],
  ] as const)('of an app that %s installed', (installer, referrers, store) => {
    expect(pickReferrer([...referrers], installer)?.store).toBe(store);
  });
});

test('a phone that says nothing gives no fields', () => {
  expect(installFields({}, {})).toEqual({});
  expect(installFields({ referrers: [silent] }, {})).toEqual({});
});
