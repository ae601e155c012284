import type { SpendRow } from '@trailmark/contract/spend';
import { expect, it } from 'vitest';
import { campaignsOfTwoSources, countedInstead } from './spend-sources.ts';

const row = (over: Partial<SpendRow>): SpendRow => ({
  date: '2026-11-01',
  campaign_id: 'a',
  campaign_name: 'Android',
  link_id: null,
  link_name: null,
  money: { amount: '1', currency: 'INR' },
  source: 'file',
  counted: true,
  spend_source: 'network',
  ...over,
});

it('a row that does not count says who has the day', () => {
  const aside = row({ counted: false });
  const words = countedInstead([aside, row({ source: 'META' })]);
  expect(words(aside)).toBe('Meta has this day');
  expect(words(row({ date: '2026-11-02', counted: false }))).toBe('a network has this day');
  expect(words(row({ date: '2026-11-02', counted: false, source: 'TIKTOK' }))).toBe('a file has this day');
});

it('a campaign has two sources where one of them does not count', () => {
  expect(campaignsOfTwoSources([row({}), row({ date: '2026-11-02', source: 'META' })])).toEqual([]);
  const both = [row({ counted: false }), row({ source: 'META' }), row({ campaign_id: 'b' })];
  expect(campaignsOfTwoSources(both)).toEqual([
    { campaign_id: 'a', name: 'Android', network: 'Meta', counts: 'network' },
  ]);
  const chosen = [
    row({ spend_source: 'file' }),
    row({ source: 'META', counted: false, spend_source: 'file' }),
  ];
  expect(campaignsOfTwoSources(chosen)).toMatchObject([{ counts: 'file' }]);
});
