import { updateAdPart } from '@trailmark/contract/ad-parts';
import { archiveCampaign, type CampaignForm, createCampaign } from '@trailmark/contract/campaigns';
import { addDomain, saveVerificationObject } from '@trailmark/contract/domains';
import { createLink } from '@trailmark/contract/links';
import { createSdkCredential } from '@trailmark/contract/sdk-credentials';
import { createStoreListing } from '@trailmark/contract/store-listings';
import type { SignedInPerson } from './signed-in-people.ts';

export const APP_STORE = 'https://apps.apple.com/in/app/kite-grocery/id6443201111';
export const PLAY_STORE = 'https://play.google.com/store/apps/details?id=example.kite.grocery';
export const FINGERPRINT = Array.from({ length: 32 }, (_, at) => (at * 7 + 16).toString(16).padStart(2, '0'))
  .join(':')
  .toUpperCase();

const CAMPAIGNS: readonly CampaignForm[] = [
  { name: 'Newsletter footer', tags: ['mail', 'owned'], owned_media: true },
  { name: 'App store QR · stores', network: 'OTHER', network_name: 'Posters', tags: ['offline'] },
  { name: 'Influencer · code 07', network: 'OTHER', active: false },
  { name: 'Recharge coupons', network: 'JIO_COUPONS', tags: ['coupons'] },
  {
    name: 'UAC installs · tier 2 cities',
    network: 'GOOGLE',
    tags: ['uac', 'tier-2', 'android', 'always-on'],
  },
  { name: 'UGC creators · June', network: 'TIKTOK', expires_at: '2026-06-30T18:30:00Z', tags: ['ugc'] },
  { name: 'Brand search · exact', network: 'GOOGLE', display_id: 'brand-search', tags: ['brand'] },
];

/** What one campaign leads to and how it is bought, with every field that there is. */
const MONSOON: CampaignForm = {
  name: 'Monsoon basket · Advantage+',
  network: 'META',
  display_id: 'monsoon-26',
  desktop_redirect: 'https://kite.example/monsoon',
  deep_link: 'kite://offers/monsoon',
  deferred_deep_link: 'kite://welcome/monsoon',
  utm: { source: 'instagram', medium: 'paid_social', campaign: 'monsoon_26' },
  passthrough: ['coupon', 'ref'],
  windows: { click_hours: 72 },
  tags: ['monsoon', 'prospecting'],
};

async function makeCampaigns(member: SignedInPerson, project_id: string, listings: Partial<CampaignForm>) {
  for (const form of CAMPAIGNS) await member.call(createCampaign, { body: { project_id, ...form } });
  const diwali = await member.call(createCampaign, {
    body: { project_id, name: 'Diwali teaser', network: 'META' },
  });
  const { campaign_id: gone } = diwali;
  await member.call(archiveCampaign, { body: { project_id, campaign_id: gone, archived: true } });
  const { campaign_id } = await member.call(createCampaign, {
    body: { project_id, ...MONSOON, ...listings },
  });
  const links = [
    { name: 'Lookalike 1 % · video A', ad_set: 'Lookalike 1 %', creative: 'Video A' },
    { name: 'Broad 25–44 · carousel', ad_set: 'Broad 25–44', creative: 'Carousel' },
    { name: 'Broad 25–44 · poster', ad_set: 'Broad 25–44', creative: 'Poster of last year' },
  ];
  for (const link of links) await member.call(createLink, { body: { project_id, campaign_id, ...link } });
  const creative = { project_id, kind: 'creative' } as const;
  await member.call(updateAdPart, { body: { ...creative, name: 'Video A', tags: ['UGC', 'chef'] } });
  await member.call(updateAdPart, {
    body: { ...creative, name: 'Poster of last year', tags: ['print'], archived: true },
  });
  return campaign_id;
}

/** Campaigns, links, a domain, store listings and a credential, as the people themselves would make them. */
export async function connect(
  admin: SignedInPerson,
  member: SignedInPerson,
  project_id: string,
): Promise<string> {
  const listing = (name: string, platform: 'IOS' | 'ANDROID', url: string) =>
    admin.call(createStoreListing, { body: { project_id, name, platform, url } });
  const ios = await listing('Kite Grocery', 'IOS', APP_STORE);
  const android = await listing('Kite Grocery on Play', 'ANDROID', PLAY_STORE);
  await admin.call(createSdkCredential, { body: { project_id, platform: 'IOS' } });
  await admin.call(createSdkCredential, { body: { project_id, platform: 'ANDROID' } });
  await admin.call(addDomain, { body: { project_id, host: 'go.kite.example' } });
  const ios_apps = [{ team_id: 'ABCDE12345', bundle_id: 'example.kite.grocery' }];
  await admin.call(saveVerificationObject, { body: { project_id, platform: 'IOS', ios_apps } });
  return await makeCampaigns(member, project_id, {
    ios_store_listing_id: ios.id,
    android_store_listing_id: android.id,
  });
}
