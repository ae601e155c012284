import { expect, it } from 'vitest';
import { type AddressSearch, readAddress } from '../../../address/address-state.ts';
import { BREAKDOWN, breakdownRows, DEFAULT_BREAKDOWN, sortedBy } from './breakdown-rows.ts';
import type { CampaignDetails } from './campaign-details-query.ts';

const part = (key: string) => ({ key, values: { installs: 1 }, previous: null });
const details = {
  by_link: [{ ...part('018f'), label: 'Poster' }],
  by_ad_set: [part('')],
  by_creative: [part('Video A')],
  by_country: [part('IN')],
  by_platform: [part('ios')],
} as unknown as CampaignDetails;

it('names the rows, and filters their metrics', () => {
  expect(breakdownRows(details, 'link', 'c')[0]).toMatchObject({
    name: 'Poster',
    filter: { campaigns: 'c', link_id: '018f' },
  });
  expect(breakdownRows(details, 'ad_set', 'c')[0]).toMatchObject({
    name: 'No ad set',
    filter: { campaigns: 'c', ad_set: '' },
  });
  expect(breakdownRows(details, 'creative', 'c')[0]).toMatchObject({
    name: 'Video A',
    filter: { campaigns: 'c', creative: 'Video A' },
  });
  expect(breakdownRows(details, 'country', 'c')[0]).toMatchObject({
    name: 'India',
    filter: { campaigns: 'c', countries: 'IN' },
  });
  expect(breakdownRows(details, 'platform', 'c')[0]).toMatchObject({
    name: 'iOS',
    filter: { campaigns: 'c', platforms: 'ios' },
  });
});

it('filters by an unknown country', () => {
  const unknown = { ...details, by_country: [part('')] };
  expect(breakdownRows(unknown, 'country', 'c')[0]).toMatchObject({
    name: 'Unknown',
    filter: { campaigns: 'c', countries: 'unknown' },
  });
});

it('sorts by number, money too, with what is none at the end', () => {
  const rows = [null, '9', '10.5', '-1'].map((revenue) => ({ values: { revenue }, previous: null }));
  const by = (order: 'asc' | 'desc') =>
    sortedBy(rows, { metric: 'revenue', order, isByChange: false }).map(({ values }) => values.revenue);
  expect(by('desc')).toEqual(['10.5', '9', '-1', null]);
  expect(by('asc')).toEqual(['-1', '9', '10.5', null]);
});

it('sorts by how far a metric moved, up or down, and from nothing', () => {
  const rows = [
    { values: { installs: 100 }, previous: { installs: 97 } },
    { values: { installs: 4 }, previous: { installs: 14 } },
    { values: { installs: 7 }, previous: { installs: null } },
    { values: { installs: 0 }, previous: null },
  ];
  const sorted = sortedBy(rows, { metric: 'installs', order: 'desc', isByChange: true });
  expect(sorted.map(({ values }) => values.installs)).toEqual([4, 7, 100, 0]);
});

it('reads the address', () => {
  const read = (search: AddressSearch) => readAddress(BREAKDOWN, DEFAULT_BREAKDOWN, search).dimension;
  expect(read({ split: 'country' })).toBe('country');
  expect(read({ split: 'planet' })).toBe('link');
});
