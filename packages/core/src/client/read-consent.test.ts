import { describe, expect, test } from 'vitest';
import {
  type Consent,
  consentForAds,
  deniesAds,
  NO_CONSENT,
  readConsent,
  readDeviceConsent,
} from './read-consent.ts';

describe('consent', () => {
  test.each([
    [
      'as published clients send it',
      { is_eea: '1', ad_user_data: '1', ad_personalization: '0' },
      { isEea: true, adUserData: true, adPersonalization: false },
    ],
    [
      'as words',
      {
        ad_user_data: 'granted',
        ad_personalization: 'denied',
        ad_storage: 'DENIED',
        analytics_storage: 'unknown',
      },
      { adUserData: true, adPersonalization: false, adStorage: false, analyticsStorage: null },
    ],
    [
      'in other forms',
      { is_eea: false, ad_user_data: 1, ad_personalization: 'true', gpc: true },
      { isEea: false, adUserData: true, adPersonalization: true, gpc: true },
    ],
    ['of iOS by its number', { att_status: '3' }, { attStatus: 'authorized' }],
    ['of iOS by its name', { att_status: 'notDetermined' }, { attStatus: 'not_determined' }],
    ['as far as it is said', { ad_user_data: '0' }, { adUserData: false }],
    [
      'without what is no answer',
      { is_eea: '', ad_user_data: 'maybe', ad_personalization: 0, att_status: 7, gpc: null, ad_storage: {} },
      { adPersonalization: false },
    ],
  ])('is read %s', (_, given, expected) => {
    expect(readConsent(given)).toEqual(expected);
  });

  test.each([[undefined], [null], ['1'], [{}], [[]], [{ is_eea: null }], [{ ad_user_data: '<null>' }]])(
    'is unknown where nothing is said: %j',
    (given) => {
      expect(readConsent(given)).toBeNull();
    },
  );
});

test('what published clients leave out of their device data is not known any more', () => {
  expect(readDeviceConsent({ ad_user_data: '0', gpc: '1' })).toEqual({
    isEea: null,
    adUserData: false,
    adPersonalization: null,
    gpc: true,
  });
  expect(readDeviceConsent({})).toBeNull();
});

describe('ads', () => {
  test.each<[string, Partial<Consent>, boolean]>([
    ['are refused by ad_user_data', { adUserData: false }, true],
    ['are refused by ad_storage', { adUserData: true, adStorage: false }, true],
    ['are refused by the browser', { adUserData: true, gpc: true }, true],
    ['are not refused by personalization alone', { adPersonalization: false }, false],
    ['are not refused by analytics', { analyticsStorage: false }, false],
    ['are not refused where nothing is said', {}, false],
  ])('%s', (_, given, expected) => {
    const consent = { ...NO_CONSENT, ...given };
    expect(deniesAds(consent)).toBe(expected);
    expect(consentForAds(consent).adUserData).toBe(expected ? false : (given.adUserData ?? null));
  });

  test('are not personalized where the browser says so', () => {
    const consent = { ...NO_CONSENT, adPersonalization: true, gpc: true };
    expect(consentForAds(consent).adPersonalization).toBe(false);
  });
});
