import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { add, decimalOf, textOf, ZERO } from '../../metrics/decimal.ts';
import type { AdReportRow } from '../ad-report.ts';
import { CampaignCostRow, withoutAds } from './google-report.ts';

const NONE = { id: '', name: '' };
const row = (over: Partial<AdReportRow> = {}): AdReportRow => ({
  day: '2026-11-16',
  campaign: { id: '1', name: 'Max' },
  adSet: NONE,
  ad: NONE,
  currency: 'INR',
  spend: '10.50',
  impressions: 100,
  clicks: 10,
  installs: '2.5',
  ...over,
});
const ad = (id: string, over: Partial<AdReportRow> = {}) =>
  row({ adSet: { id: '2', name: 'Set' }, ad: { id, name: 'Ad' }, ...over });

test('a campaign as Google reports it belongs to no ad', () => {
  const answer = {
    campaign: { id: '1', name: 'Max' },
    segments: { date: '2026-11-16' },
    metrics: { costMicros: '1500000', clicks: '3' },
  };
  expect(CampaignCostRow.parse(answer)).toEqual(
    row({ currency: null, spend: '1.500000', impressions: 0, clicks: 3, installs: '0' }),
  );
});

describe('what campaigns have without an ad', () => {
  test('is all of a campaign that has none', () => {
    expect(withoutAds([row()], [ad('3', { campaign: { id: '9', name: 'Other' } })])).toEqual([row()]);
    expect(withoutAds([row()], [ad('3', { day: '2026-11-15' })])).toEqual([row()]);
  });

  test('is nothing where the ads have it all, or have counted on', () => {
    expect(withoutAds([row()], [ad('3', { spend: '10.5', installs: '2.500' })])).toEqual([]);
    const more = { spend: '11', impressions: 101, clicks: 11, installs: '3' };
    expect(withoutAds([row()], [ad('3', more)])).toEqual([]);
  });

  test('is what their ads have not', () => {
    const part = { spend: '4.25', impressions: 40, clicks: 12, installs: '1' };
    expect(withoutAds([row()], [ad('3', part)])).toEqual([
      row({ spend: '6.25', impressions: 60, clicks: 0, installs: '1.5' }),
    ]);
  });

  test('adds up to what Google counts for the campaign', () => {
    const amount = fc
      .integer({ min: 0, max: 5_000_000 })
      .map((n) => textOf({ units: BigInt(n), places: 6 }, 6));
    fc.assert(
      fc.property(fc.array(amount, { maxLength: 5 }), amount, (parts, rest) => {
        const sum = (texts: string[]) =>
          textOf(
            texts.map(decimalOf).reduce((one, other) => add(one, other), ZERO),
            6,
          );
        const ads = parts.map((spend, n) => ad(String(n), { spend }));
        const whole = sum([...parts, rest]);
        const left = withoutAds([row({ spend: whole })], ads);
        expect(sum([...ads, ...left].map(({ spend }) => spend))).toBe(whole);
      }),
    );
  });
});
