import type { NetworkAd } from '@trailmark/contract/network-spend';
import { describe, expect, it, test } from 'vitest';
import { type AdMatch, adsBelow, isSettled, movedWords, spentWords } from './match-words.ts';

const ad = (over: Partial<NetworkAd>): NetworkAd => ({
  kind: 'META',
  ad_account_id: '1',
  account_name: 'Kite India',
  level: 'campaign',
  network_campaign_id: '10',
  network_ad_set_id: null,
  network_ad_id: null,
  name: 'IN_Android',
  parents: [],
  campaign: null,
  link: null,
  matched_by: null,
  ignored: false,
  spent: [{ amount: '1250.50', currency: 'INR' }],
  impressions: 0,
  clicks: 0,
  installs: '0',
  ...over,
});
const ours = { campaign_id: '01900000-0000-7000-8000-000000000000', name: 'Android in India' };

describe('what an ad has cost', () => {
  it('is said in the currency of the account, and not where it was nothing', () => {
    expect(spentWords(ad({}))).toBe('₹1,250.50');
    expect(spentWords(ad({ spent: [{ amount: '0', currency: 'INR' }] }))).toBeNull();
    expect(spentWords(ad({ spent: [] }))).toBeNull();
  });
});

describe('what has moved', () => {
  test.each<[string, Partial<NetworkAd>, Partial<AdMatch>, RegExp]>([
    ['a match', {}, { campaign: ours }, /^₹1,250\.50 of the last 30 days now counts there/],
    ['an ad that cost nothing', { spent: [] }, { campaign: ours }, /^What it costs now counts there/],
    ['one that is ignored', {}, { ignored: true }, /left out of every campaign/],
    ['a match that is undone', {}, {}, /counts for no campaign\.$/],
    ['an ad set whose match is undone', { level: 'ad_set' }, {}, /counts with the level above\.$/],
  ])('by %s', (_which, change, match, words) => {
    const before = { campaign: null, link_id: null, ignored: false };
    expect(movedWords(ad(change), { ...before, ...match }).description).toMatch(words);
  });
});

it('an ad is settled when it is ours or ignored', () => {
  expect([ad({}), ad({ campaign: ours }), ad({ ignored: true })].map(isSettled)).toEqual([false, true, true]);
});

it('ads follow their ad set', () => {
  const items = [
    ad({ level: 'ad', name: 'a1', network_ad_set_id: 'a', network_ad_id: '1' }),
    ad({ level: 'ad_set', name: 'b', network_ad_set_id: 'b' }),
    ad({ level: 'ad', name: 'x1', network_ad_set_id: 'x', network_ad_id: '1' }),
    ad({ level: 'ad_set', name: 'a', network_ad_set_id: 'a' }),
    ad({ level: 'ad', name: 'b1', network_ad_set_id: 'b', network_ad_id: '1' }),
  ];
  expect(adsBelow(items).map(({ name }) => name)).toEqual(['b', 'b1', 'a', 'a1', 'x1']);
});
