import { describe, expect, it } from 'vitest';
import { profileText, readProfile } from './read-profile.ts';

describe('readProfile', () => {
  it('takes what it has written, and nothing as none', () => {
    const profile = { fields: { coupon_code: 'data.voucher' }, types: { BURNED: 'redeemed' as const } };
    expect(readProfile(profileText(profile))).toEqual({ profile, problem: null });
    expect(readProfile(` \n${profileText(null)}`)).toEqual({ profile: null, problem: null });
  });

  it.each([
    ['{', 'This is not JSON'],
    ['[]', 'The profile is not an object'],
    ['{"fields":[]}', 'fields is not an object'],
    ['{"secret":"x"}', '“secret” is not part of a profile'],
    ['{"fields":{"code":"x"}}', '“code” is not a known field. Known fields are event_id, type, coupon_code'],
    ['{"fields":{"type":"a b"}}', 'fields.type is not the path of a field'],
    ['{"types":{"BURNED":"used"}}', 'types.BURNED is not issued, redeemed or reversed.'],
    ['{"types":{"":"issued"}}', 'types. is empty'],
  ])('says what is wrong with %s', (text, problem) => {
    expect(readProfile(text).problem).toContain(problem);
  });
});
