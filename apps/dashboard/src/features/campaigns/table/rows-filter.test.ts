import type { CampaignRow, GroupRow } from '@trailmark/contract/campaign-report';
import { expect, it } from 'vitest';
import { type AddressSearch, readAddress } from '../../../address/address-state.ts';
import { filterOfCampaign, filterOfGroup, filterOfTotal } from './rows-filter.ts';
import { DEFAULT_TABLE, TABLE_STATE } from './table-state.ts';

const table = (search: AddressSearch = {}) => readAddress(TABLE_STATE, DEFAULT_TABLE, search);
const group = (key: string, campaign_id: string | null = null) => ({ key, campaign_id }) as GroupRow;
const items = [{ campaign_id: 'a' }, { campaign_id: 'b' }] as CampaignRow[];
const said = (filter: object | undefined) => JSON.parse(JSON.stringify(filter ?? null));

it('filters the rows of a campaign by the table’s filters, whatever network it has now', () => {
  const state = table({ network: 'META', countries: 'IN,NP', status: 'paused' });
  expect(said(filterOfCampaign(state, 'c').filter)).toEqual({ campaigns: 'c', countries: 'IN,NP' });
});

it.each([
  ['link', 'c:018f', { campaigns: 'c', link_id: '018f' }],
  ['ad_set', 'c:Broad: 25–44', { campaigns: 'c', ad_set: 'Broad: 25–44' }],
  ['creative', 'c:', { campaigns: 'c', creative: '' }],
] as const)('filters the rows of a %s', (by, key, filter) => {
  expect(said(filterOfGroup(table({ group: by, q: 'sale' }), by, group(key, 'c')).filter)).toEqual(filter);
});

it('filters the rows of an ad set by its campaign', () => {
  expect(said(filterOfGroup(table(), 'ad_set', group('c:Broad', 'c')).filter)).toEqual({
    campaigns: 'c',
    ad_set: 'Broad',
  });
});

it('filters the rows of a country by the campaign search', () => {
  const state = table({ group: 'country', status: 'active', q: 'sale', tag: 'festive', network: 'META' });
  const expected = { group_by: 'country', filter: 'ACTIVE', search: 'sale', tag: 'festive', network: 'META' };
  expect(said(filterOfGroup(state, 'country', group('')).filter)).toEqual({
    ...expected,
    countries: 'unknown',
  });
  expect(said(filterOfTotal(state, [], 900).filter)).toEqual(expected);
});

it('filters the rows of a total with conditions by its campaigns', () => {
  const having = { having: 'installs:gt:5' };
  expect(said(filterOfTotal(table(having), items, 2).filter)).toEqual({ campaigns: 'a,b' });
  expect(filterOfTotal(table(having), items, 3).rowless).toContain('3 rows');
  expect(filterOfTotal(table({ ...having, group: 'link' }), [], 2).rowless).toContain('2 rows');
});
