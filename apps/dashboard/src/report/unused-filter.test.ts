import { expect, it } from 'vitest';
import { NO_FILTER } from './report-filter.ts';
import { unusedFilter } from './unused-filter.ts';

const filter = { network: 'META', campaign: 'x', countries: ['IN'], platforms: ['ios'] };

it('says which filters a screen does not apply', () => {
  expect(unusedFilter('/overview', filter)).toEqual(NO_FILTER);
  expect(unusedFilter('/campaigns', filter)).toEqual({ ...NO_FILTER, campaign: 'x' });
  expect(unusedFilter('/skan', filter)).toEqual({ ...filter, campaign: null });
  expect(unusedFilter('/new-report', filter)).toEqual(filter);
});

it('has no campaigns of organic installs', () => {
  const organic = { ...NO_FILTER, network: 'ORGANIC' };
  expect(unusedFilter('/campaigns', organic)).toEqual(organic);
  expect(unusedFilter('/overview', organic)).toEqual(NO_FILTER);
});
