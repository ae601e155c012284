import { describe, expect, test } from 'vitest';
import { Count, Decimal, ReportDay } from './ad-report.ts';
import { AdCostRow } from './google/google-report.ts';
import { InsightsAnswer } from './meta/meta-report.ts';
import { ReportAnswer } from './tiktok/tiktok-report.ts';
import { VendorCurrency, VendorName, VendorSeconds } from './vendor-text.ts';

const REFUSED = 'refused';
const given = (
  schema: { safeParse(value: unknown): { success: boolean; data?: unknown } },
  value: unknown,
) => {
  const { success, data } = schema.safeParse(value);
  return success ? data : REFUSED;
};

describe('what networks write', () => {
  test.each([
    ['12.50', '12.50'],
    [12.5, '12.5'],
    [3, '3'],
    [0, '0'],
    [0.1 + 0.2, '0.3'],
    // A third of a conversion, as Google divides it.
    [0.3333333333333333, '0.333333333'],
    ['0.33333333333333331', '0.333333333'],
    [1e-7, '0.0000001'],
    [1e-12, '0'],
    ['-1', REFUSED],
    [-1, REFUSED],
    [Number.NaN, REFUSED],
    [1e15, REFUSED],
    ['1e5', REFUSED],
    ['', REFUSED],
    [null, REFUSED],
  ])('the decimal %j', (value, expected) => expect(given(Decimal, value)).toBe(expected));

  test.each([
    ['12', 12],
    [12, 12],
    [1.5, REFUSED],
    ['1.5', REFUSED],
    [-1, REFUSED],
    ['', REFUSED],
    [null, REFUSED],
    [true, REFUSED],
    [1e16, REFUSED],
  ])('the count %j', (value, expected) => expect(given(Count, value)).toBe(expected));

  test.each([
    ['2026-11-16', '2026-11-16'],
    ['2026-11-16 00:00:00', '2026-11-16'],
    ['2026-02-30', REFUSED],
    ['2026-13-01', REFUSED],
    ['yesterday', REFUSED],
  ])('the day %j', (value, expected) => expect(given(ReportDay, value)).toBe(expected));

  test('a currency, a name and a time are never more than can be stored', () => {
    expect(['INR', 'inr', '', 7, undefined].map((value) => VendorCurrency.parse(value))).toEqual([
      ...['INR', null, null, null, null],
    ]);
    expect(VendorName.parse('x'.repeat(1000))).toHaveLength(400);
    expect(VendorName.parse({})).toBe('');
    expect([3600, -1, 9e15].map((value) => VendorSeconds.safeParse(value).success)).toEqual([
      ...[true, false, false],
    ]);
  });
});

describe('a report', () => {
  test('of Google with a divided install', () => {
    const row = {
      customer: { currencyCode: 'INR' },
      campaign: { id: '1', name: 'C' },
      adGroup: { id: '2' },
      adGroupAd: { ad: { id: '3' } },
      segments: { date: '2026-11-16' },
      metrics: { costMicros: '1234567', biddableAppInstallConversions: 2.6666666666666665 },
    };
    expect(AdCostRow.parse(row)).toMatchObject({
      spend: '1.234567',
      installs: '2.666666667',
      currency: 'INR',
    });
  });

  test('of Meta that goes on, and does not say where, is none', () => {
    const page = (paging: object) => InsightsAnswer.safeParse({ data: [], paging });
    expect(page({ next: 'https://graph.facebook.com/', cursors: { after: 'a' } }).data?.after).toBe('a');
    expect(page({ cursors: { after: 'a' } }).data?.after).toBeNull();
    expect(page({ next: 'https://graph.facebook.com/' }).success).toBe(false);
  });

  test('of TikTok that is full, and does not say how long it is, goes on', () => {
    const row = {
      dimensions: { ad_id: '3', stat_time_day: '2026-11-16 00:00:00' },
      metrics: { spend: '1', impressions: '1', clicks: '1', campaign_id: '1', adgroup_id: '2' },
    };
    const isLast = (rows: number) =>
      ReportAnswer.parse({ list: Array.from({ length: rows }, () => row) }).isLast;
    expect([isLast(999), isLast(1000)]).toEqual([true, false]);
  });
});
