import { describe, expect, test } from 'vitest';
import { readConsent } from './read-consent.ts';

describe('consent', () => {
  test.each([
    ['as clients send it', { is_eea: '1', ad_user_data: '1', ad_personalization: '0' }, [true, true, false]],
    ['in other forms', { is_eea: false, ad_user_data: 1, ad_personalization: 'true' }, [false, true, true]],
    ['as far as it is said', { ad_user_data: '0' }, [null, false, null]],
    [
      'without what is no answer',
      { is_eea: '', ad_user_data: 'maybe', ad_personalization: 0 },
      [null, null, false],
    ],
  ])('is read %s', (_, given, [isEea, adUserData, adPersonalization]) => {
    expect(readConsent(given)).toEqual({ isEea, adUserData, adPersonalization });
  });

  test.each([[undefined], [null], ['1'], [{}], [[]], [{ is_eea: null }], [{ ad_user_data: '<null>' }]])(
    'is unknown where nothing is said: %j',
    (given) => {
      expect(readConsent(given)).toBeNull();
    },
  );
});
