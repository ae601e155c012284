import type { CampaignGroup } from '@trailmark/contract/campaign-report';

export const GROUP_LABELS: Record<CampaignGroup, { label: string; noun: string; plural: string }> = {
  campaign: { label: 'Campaign', noun: 'campaign', plural: 'campaigns' },
  creative_name: { label: 'Creative', noun: 'creative', plural: 'creatives' },
  ad_set_name: { label: 'Ad set', noun: 'ad set', plural: 'ad sets' },
  creative: { label: 'Creative in each campaign', noun: 'creative', plural: 'creatives' },
  ad_set: { label: 'Ad set in each campaign', noun: 'ad set', plural: 'ad sets' },
  link: { label: 'Link', noun: 'link', plural: 'links' },
  network: { label: 'Network', noun: 'network', plural: 'networks' },
  country: { label: 'Country', noun: 'country', plural: 'countries' },
  platform: { label: 'Platform', noun: 'platform', plural: 'platforms' },
};
