import type { CampaignGroup } from '@trailmark/contract/campaign-report';

export const GROUP_LABELS: Record<CampaignGroup, { label: string; noun: string; plural: string }> = {
  campaign: { label: 'Campaign', noun: 'campaign', plural: 'campaigns' },
  network: { label: 'Network', noun: 'network', plural: 'networks' },
  link: { label: 'Link', noun: 'link', plural: 'links' },
  ad_set: { label: 'Ad set', noun: 'ad set', plural: 'ad sets' },
  creative: { label: 'Creative', noun: 'creative', plural: 'creatives' },
  country: { label: 'Country', noun: 'country', plural: 'countries' },
  platform: { label: 'Platform', noun: 'platform', plural: 'platforms' },
};
