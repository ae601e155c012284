import { type Campaign, CampaignForm } from '@trailmark/contract/campaigns';
import { describe, expect, it } from 'vitest';
import { emptyCampaign, formOf, valuesOf } from './campaign-values.ts';

const ZONE = 'Asia/Kolkata';
const LISTING = '0192f000-0000-7000-8000-000000000009';

const campaign: Campaign = {
  campaign_id: '0192f000-0000-7000-8000-000000000001',
  display_id: 'summer-26',
  name: 'Summer',
  active: true,
  network: 'OTHER',
  network_name: 'Radio',
  owned_media: true,
  spend_source: 'network',
  desktop_redirect: 'https://kite.example/',
  ios_web_redirect: null,
  android_web_redirect: 'https://m.kite.example/',
  ios_store_listing_id: LISTING,
  android_store_listing_id: null,
  deep_link: 'kite://offers',
  deferred_deep_link: null,
  utm: { source: 'radio', medium: null, campaign: 'summer', content: null, term: null },
  passthrough: ['coupon'],
  windows: { click_hours: 24 },
  tags: ['Summer', 'radio'],
  expires_at: '2026-07-31T18:30:00.000Z',
  skan_network_id: 'abc123.skadnetwork',
  skan_ids: ['5239', '39'],
  links_count: 1,
  link: 'https://t.example/l/abc',
  default_link_id: LISTING,
  created_at: '2026-06-01T00:00:00.000Z',
  updated_at: '2026-06-01T00:00:00.000Z',
  archived_at: null,
  created_by: null,
};

const parsed = (values = emptyCampaign()) => CampaignForm.safeParse(formOf(values, ZONE));
const problems = (values = emptyCampaign()) =>
  parsed(values).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [];

describe('the form of a campaign', () => {
  it('holds a campaign and says the same again', () => {
    const { success, data } = parsed(valuesOf(campaign, ZONE));
    expect(success).toBe(true);
    const { active: _, utm, ...same } = data as NonNullable<typeof data>;
    expect(campaign).toMatchObject(same);
    expect(utm).toEqual(campaign.utm);
  });

  it('needs nothing but a name', () => {
    expect(problems()).toEqual([['name', 'is required']]);
    expect(parsed({ ...emptyCampaign(), name: 'A' }).data).toMatchObject({
      name: 'A',
      windows: {},
      expires_at: null,
      display_id: undefined,
    });
  });

  it('completes addresses of the web, not those of apps', () => {
    const values = {
      ...emptyCampaign(),
      name: 'A',
      desktop_redirect: 'kite.example/a',
      deep_link: 'kite.example',
    };
    expect(formOf(values, ZONE)).toMatchObject({
      desktop_redirect: 'https://kite.example/a',
      deep_link: 'kite.example',
    });
    expect(problems(values).map(([path]) => path)).toEqual(['deep_link']);
  });

  it('forgets the name of a network that is another one now', () => {
    const values = valuesOf(campaign, ZONE);
    expect(parsed({ ...values, network: 'META' }).data?.network_name).toBeNull();
  });

  it('reports an invalid window and an invalid time', () => {
    const values = { ...emptyCampaign(), name: 'A' };
    const windows = { ...values.windows, click_hours: '721', view_hours: '1.5' };
    expect(problems({ ...values, windows })).toEqual([
      ['windows.click_hours', 'is at most 30 days'],
      ['windows.view_hours', 'is not a whole number'],
    ]);
    expect(problems({ ...values, expires_at: 'soon' })[0]).toEqual(['expires_at', 'is not a time in UTC']);
  });
});
