import { describe, expect, it } from 'vitest';
import { type AddressSearch, readAddress, writeAddress } from '../address/address-state.ts';
import { filterQuery, isNarrowed, NO_FILTER, REPORT_FILTER, type ReportFilter } from './report-filter.ts';

const readReportFilter = (search: AddressSearch) => readAddress(REPORT_FILTER, NO_FILTER, search);
const writeReportFilter = (filter: ReportFilter) => writeAddress(REPORT_FILTER, NO_FILTER, filter);

const full: ReportFilter = {
  network: 'GOOGLE',
  campaign: '0d8f3f0e-31a5-4d55-9f0b-6f1f3a1c7b11',
  countries: ['IN', 'NP'],
  platforms: ['ios', 'android'],
};

describe('the filter of an address', () => {
  it('is what was written', () => {
    expect(readReportFilter(writeReportFilter(full))).toEqual(full);
    expect(readReportFilter({})).toEqual(NO_FILTER);
    expect(JSON.stringify(writeReportFilter(NO_FILTER))).toBe('{}');
  });

  it('leaves out what makes no sense', () => {
    const odd = {
      network: { a: 1 },
      campaign: 'summer',
      platforms: 'toaster,ios',
      countries: 'IN,,IN,nowhere-land',
    };
    expect(readReportFilter(odd)).toEqual({ ...NO_FILTER, platforms: ['ios'], countries: ['IN'] });
  });
});

it('goes into calls under their own names', () => {
  expect(filterQuery(full)).toEqual({
    networks: 'GOOGLE',
    campaigns: full.campaign,
    countries: 'IN,NP',
    platforms: 'ios,android',
  });
  expect(Object.values(filterQuery(NO_FILTER))).toEqual([undefined, undefined, undefined, undefined]);
});

it('knows whether it narrows anything', () => {
  expect(isNarrowed(NO_FILTER)).toBe(false);
  expect(isNarrowed({ ...NO_FILTER, network: 'META' })).toBe(true);
  expect(isNarrowed({ ...NO_FILTER, countries: ['IN'] })).toBe(true);
});
