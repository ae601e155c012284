import { describe, expect, test } from 'vitest';
import { CampaignChange, CampaignForm } from './campaigns.ts';

const ids = {
  project_id: '0198c0de-0000-7000-8000-000000000001',
  campaign_id: '0198c0de-0000-7000-8000-000000000002',
};

describe('a campaign’s form', () => {
  test('needs a name only and invents nothing', () => {
    expect(CampaignForm.parse({ name: ' Diwali ' })).toEqual({ name: 'Diwali' });
    expect(CampaignChange.parse(ids)).toEqual(ids);
  });

  test('keeps each tag once, as it was first written', () => {
    const { tags } = CampaignForm.parse({ name: 'a', tags: ['Diwali', ' India ', 'diwali', 'INDIA'] });
    expect(tags).toEqual(['Diwali', 'India']);
  });

  test('keeps each parameter once, and their case', () => {
    const { passthrough } = CampaignForm.parse({ name: 'a', passthrough: ['sub_1', 'Sub_1', 'sub_1'] });
    expect(passthrough).toEqual(['sub_1', 'Sub_1']);
  });

  test('takes empty choices for none', () => {
    const form = { name: 'a', display_id: '', ios_store_listing_id: '', utm: { source: ' ' } };
    expect(CampaignForm.parse(form)).toEqual({
      name: 'a',
      ios_store_listing_id: null,
      utm: { source: null },
    });
  });

  test.each([
    [{ name: '' }],
    [{ name: 'x'.repeat(121) }],
    [{ network: 'SNAPCHAT' }],
    [{ display_id: 'a b' }],
    [{ display_id: 'x'.repeat(65) }],
    [{ display_id: 'ünï' }],
    [{ tags: Array.from({ length: 21 }, (_, at) => `tag ${at}`) }],
    [{ tags: ['x'.repeat(41)] }],
    [{ tags: [''] }],
    [{ tags: ['a,b'] }],
    [{ passthrough: Array.from({ length: 31 }, (_, at) => `p${at}`) }],
    [{ passthrough: ['a&b'] }],
    [{ passthrough: [''] }],
    [{ windows: { click_hours: 0 } }],
    [{ windows: { click_hours: 721 } }],
    [{ utm: { source: 'x'.repeat(256) } }],
    [{ expires_at: 'tomorrow' }],
    [{ expires_at: '2025-13-01T00:00:00Z' }],
    [{ expires_at: '0000-01-01T00:00:00Z' }],
    [{ expires_at: '9999-01-01T00:00:00Z' }],
    [{ ios_store_listing_id: 'listing' }],
    [{ active: 'yes' }],
  ])('refuses %j', (wrong) => {
    expect(CampaignForm.safeParse({ name: 'a', ...wrong }).success).toBe(false);
  });
});
