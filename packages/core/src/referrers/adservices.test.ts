import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAdServices } from './adservices.ts';

const answer = {
  attribution: true,
  orgId: 40669820,
  campaignId: 542370539,
  adGroupId: 542317095,
  keywordId: 87675432,
  adId: 542317136,
  countryOrRegion: 'US',
  conversionType: 'Download',
  claimType: 'Click',
  clickDate: '2024-10-08T17:17Z',
};

const claim = {
  kind: 'click',
  orgId: '40669820',
  campaignId: '542370539',
  adGroupId: '542317095',
  keywordId: '87675432',
  adId: '542317136',
  country: 'US',
  isRedownload: false,
  at: '2024-10-08T17:17:00.000Z',
};

describe("Apple's answer to a token", () => {
  test('is a claim with a time when tracking is authorised', () => {
    expect(readAdServices(answer)).toEqual(claim);
  });

  test('is a claim without a time otherwise', () => {
    const { clickDate: _, ...standard } = answer;
    expect(readAdServices(standard)).toEqual({ ...claim, at: null });
  });

  test('is a view when Apple says that the ad was only seen', () => {
    const seen = { ...answer, claimType: 'Impression', impressionDate: '2024-10-08T16:00Z' };
    expect(readAdServices(seen)).toEqual({ ...claim, kind: 'view', at: '2024-10-08T16:00:00.000Z' });
  });

  test('may report a redownload', () => {
    expect(readAdServices({ ...answer, conversionType: 'Redownload' })?.isRedownload).toBe(true);
  });

  test('may leave out what Apple leaves out', () => {
    expect(readAdServices({ attribution: true, campaignId: 5 })).toEqual({
      kind: 'click',
      orgId: null,
      campaignId: '5',
      adGroupId: null,
      keywordId: null,
      adId: null,
      country: null,
      isRedownload: false,
      at: null,
    });
  });

  test.each([
    ['no time', 'soon'],
    ['a time without a zone, which could be any', '2024-10-08T17:17'],
    ['a number', 5],
  ])('has no time when it says %s', (_, clickDate) => {
    expect(readAdServices({ ...answer, clickDate })).toEqual({ ...claim, at: null });
  });

  test.each([
    ['it claims nothing', { attribution: false }],
    ['it claims nothing, whatever else it says', { ...answer, attribution: false }],
    ['it is the sample that apps under development get', { ...answer, orgId: 1234567890 }],
    ['its campaign is the sample', { ...answer, campaignId: 1234567890 }],
    ['its ad is the sample, as text', { ...answer, adId: '1234567890' }],
    ['it names no campaign', { ...answer, campaignId: null }],
    ['its campaign is no id', { ...answer, campaignId: 'spring' }],
    ['its attribution is not yes or no', { ...answer, attribution: 'true' }],
    ['it is a text', 'ok'],
    ['it is nothing', null],
    ['it is a list', [answer]],
  ])('is no claim when %s', (_, payload) => {
    expect(readAdServices(payload)).toBeNull();
  });

  test('whatever it is, it is read without a fault', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (payload, campaignId) => {
        readAdServices(payload);
        const read = readAdServices({ ...answer, campaignId });
        expect(read === null || /^\d+$/.test(read.campaignId)).toBe(true);
      }),
    );
  });
});
