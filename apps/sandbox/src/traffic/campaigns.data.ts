import type { Audience } from './regions.data.ts';

export type NetworkName = 'META' | 'GOOGLE' | 'TIKTOK' | 'JIO_COUPONS' | 'OTHER' | 'NONE';

/** How people from a source behave. */
export interface Traits {
  /** From the click to the open, in minutes: the middle, and how wide it is spread. */
  ctitMinutes: number;
  ctitSigma: number;
  /** Installs of a hundred clicks. */
  clickToInstall: number;
  /** Installs that only a view is credited with. */
  viewShare: number;
  signup: number;
  /** How much more, or less, than usual they come back and buy. */
  retention: number;
  buying: number;
  /** What an install costs, in the currency of the bill; 0: nothing. */
  cpi: number;
  billed: 'INR' | 'USD';
}

export const ORGANIC: Traits = {
  ctitMinutes: 0,
  ctitSigma: 0,
  clickToInstall: 0,
  viewShare: 0,
  signup: 0.5,
  retention: 1.1,
  buying: 1.15,
  cpi: 0,
  billed: 'INR',
};

export const NETWORK_TRAITS: Readonly<Record<NetworkName, Traits>> = {
  META: {
    ctitMinutes: 3.6,
    ctitSigma: 1.35,
    clickToInstall: 0.08,
    viewShare: 0.07,
    signup: 0.45,
    retention: 1,
    buying: 1,
    cpi: 118,
    billed: 'INR',
  },
  GOOGLE: {
    ctitMinutes: 2.4,
    ctitSigma: 1.2,
    clickToInstall: 0.1,
    viewShare: 0.03,
    signup: 0.48,
    retention: 1.06,
    buying: 1.1,
    cpi: 96,
    billed: 'INR',
  },
  TIKTOK: {
    ctitMinutes: 5,
    ctitSigma: 1.6,
    clickToInstall: 0.06,
    viewShare: 0.12,
    signup: 0.36,
    retention: 0.78,
    buying: 0.7,
    cpi: 0.92,
    billed: 'USD',
  },
  JIO_COUPONS: {
    ctitMinutes: 7,
    ctitSigma: 1.1,
    clickToInstall: 0.15,
    viewShare: 0,
    signup: 0.62,
    retention: 0.86,
    buying: 0.75,
    cpi: 48,
    billed: 'INR',
  },
  OTHER: {
    ctitMinutes: 4,
    ctitSigma: 1.4,
    clickToInstall: 0.08,
    viewShare: 0.05,
    signup: 0.4,
    retention: 0.88,
    buying: 0.85,
    cpi: 84,
    billed: 'INR',
  },
  NONE: {
    ctitMinutes: 2,
    ctitSigma: 1,
    clickToInstall: 0.22,
    viewShare: 0,
    signup: 0.58,
    retention: 1.25,
    buying: 1.35,
    cpi: 0,
    billed: 'INR',
  },
};

export interface CampaignIdea {
  displayId: string;
  name: string;
  network: NetworkName;
  networkName?: string;
  /** Its share of the traffic, relative to the others. */
  weight: number;
  /** The part of the history in which it runs. */
  runs: readonly [number, number];
  audience: Audience;
  only?: 'ANDROID' | 'IOS';
  /** Where it differs from its network. */
  traits?: Partial<Traits>;
  /** How many views are reported for a click; most networks report none. */
  viewsPerClick?: number;
  /**
   * Its clicks are not those of people. Injected ones come moments before the first open, to take credit for installs of
   * others; a flood of them meets some installs at any time of the day.
   */
  fraud?: 'injects_clicks' | 'floods_clicks';
  /** An ad that everybody has seen by now: it gets this much more of the budget than the others. */
  tired?: { creative: string; weeks: number; weight: number };
  adSets: Readonly<Record<string, readonly string[]>>;
  tags: readonly string[];
}

const ALWAYS = [0, 1] as const;
type Rest = Omit<CampaignIdea, 'displayId' | 'name' | 'weight'>;
const idea = (displayId: string, name: string, weight: number, rest: Rest): CampaignIdea => ({
  displayId,
  name,
  weight,
  ...rest,
});

const META_AD_SETS = {
  'Lookalike 1 %': ['Video · 15 s kitchen', 'Carousel · basket'],
  'Broad 25–44': ['Video · 15 s kitchen', 'Static · ₹100 off'],
} as const;
const VIDEO_ONLY = { 'Interest · cooking': ['Reel · chef', 'Reel · family'] } as const;
const ONE = { 'All people': ['Default'] } as const;
const SEARCH = { 'Exact match': ['Text ad'], 'Phrase match': ['Text ad'] } as const;
const APP = {
  'Tier 1 cities': ['Asset group A', 'Asset group B'],
  'Tier 2 cities': ['Asset group A'],
} as const;

const META: readonly CampaignIdea[] = [
  idea('meta-adv-plus', 'Advantage+ · always on', 190, {
    network: 'META',
    runs: ALWAYS,
    audience: 'india',
    tags: ['always-on', 'prospecting'],
    adSets: {
      'Parents 28–45': ['Video · 20 s first basket', 'Static · baby week'],
      ...META_AD_SETS,
    },
    tired: { creative: 'Video · 20 s first basket', weeks: 8, weight: 3 },
  }),
  idea('meta-lookalike', 'Lookalike buyers 1–3 %', 62, {
    network: 'META',
    runs: ALWAYS,
    audience: 'india',
    adSets: META_AD_SETS,
    tags: ['prospecting'],
    traits: { buying: 1.3, retention: 1.12, cpi: 142 },
  }),
  idea('meta-festive', 'Festive baskets', 78, {
    network: 'META',
    runs: [0.55, 0.82],
    audience: 'india',
    adSets: META_AD_SETS,
    tags: ['festive'],
    traits: { retention: 0.85, buying: 1.15 },
  }),
  idea('meta-reels', 'Reels · creators', 44, {
    network: 'META',
    runs: [0.2, 1],
    audience: 'india',
    adSets: VIDEO_ONLY,
    tags: ['video', 'creators'],
    traits: { viewShare: 0.18, retention: 0.9, cpi: 88 },
  }),
  idea('meta-ios', 'iPhone · metro cities', 26, {
    network: 'META',
    runs: ALWAYS,
    audience: 'india',
    only: 'IOS',
    adSets: META_AD_SETS,
    tags: ['ios'],
    traits: { cpi: 236, buying: 1.6, retention: 1.15 },
  }),
  idea('meta-nri', 'Send home · NRI families', 17, {
    network: 'META',
    runs: [0.1, 1],
    audience: 'abroad',
    adSets: VIDEO_ONLY,
    tags: ['abroad'],
    traits: { cpi: 310, buying: 1.7 },
  }),
  idea('meta-gulf', 'Gulf · weekend cravings', 15, {
    network: 'META',
    runs: [0.3, 0.9],
    audience: 'gulf',
    adSets: VIDEO_ONLY,
    tags: ['abroad'],
    traits: { cpi: 265 },
  }),
  idea('meta-winback', 'Win back · 30 days silent', 12, {
    network: 'META',
    runs: [0.25, 1],
    audience: 'india',
    adSets: ONE,
    tags: ['retargeting'],
    traits: { retention: 1.2, buying: 1.4, cpi: 64 },
  }),
  idea('meta-monsoon', 'Monsoon staples', 48, {
    network: 'META',
    runs: [0, 0.34],
    audience: 'india',
    adSets: META_AD_SETS,
    tags: ['season'],
  }),
  idea('meta-test-copy', 'Test · copy in Hindi', 9, {
    network: 'META',
    runs: [0.7, 1],
    audience: 'india',
    adSets: ONE,
    tags: ['test', 'hindi'],
    traits: { cpi: 82 },
  }),
  idea('meta-test-tamil', 'Test · copy in Tamil', 6, {
    network: 'META',
    runs: [0.75, 1],
    audience: 'india',
    adSets: ONE,
    tags: ['test', 'tamil'],
    traits: { cpi: 76, retention: 1.1 },
  }),
  idea('meta-click-to-wa', 'Stories · tap to shop', 21, {
    network: 'META',
    runs: [0.4, 1],
    audience: 'india',
    adSets: VIDEO_ONLY,
    tags: ['stories'],
  }),
];

const GOOGLE: readonly CampaignIdea[] = [
  idea('uac-installs', 'App campaign · installs', 92, {
    network: 'GOOGLE',
    runs: ALWAYS,
    audience: 'india',
    adSets: APP,
    tags: ['always-on', 'uac'],
  }),
  idea('uac-first-order', 'App campaign · first order', 56, {
    network: 'GOOGLE',
    runs: [0.15, 1],
    audience: 'india',
    adSets: APP,
    tags: ['uac', 'value'],
    traits: { buying: 1.5, retention: 1.2, cpi: 154 },
  }),
  idea('brand-search', 'Brand search', 38, {
    network: 'GOOGLE',
    runs: ALWAYS,
    audience: 'everywhere',
    adSets: SEARCH,
    tags: ['brand'],
    traits: { clickToInstall: 0.26, retention: 1.3, buying: 1.5, cpi: 42, viewShare: 0 },
  }),
  idea('generic-search', 'Generic search · groceries', 24, {
    network: 'GOOGLE',
    runs: ALWAYS,
    audience: 'india',
    adSets: SEARCH,
    tags: ['search'],
    traits: { viewShare: 0, cpi: 128 },
  }),
  idea('yt-shorts', 'YouTube · Shorts', 33, {
    network: 'GOOGLE',
    runs: [0.3, 1],
    audience: 'india',
    tags: ['video'],
    adSets: { 'Home cooks': ['Shorts · 9 s', 'Shorts · 20 s'], 'New movers': ['Shorts · 9 s'] },
    traits: { viewShare: 0.22, retention: 0.84, cpi: 71, clickToInstall: 0.08 },
  }),
  idea('yt-masthead', 'YouTube · festive film', 29, {
    network: 'GOOGLE',
    runs: [0.58, 0.72],
    audience: 'india',
    adSets: ONE,
    tags: ['video', 'festive'],
    viewsPerClick: 12,
    traits: { viewShare: 0.3, retention: 0.7, cpi: 110 },
  }),
  idea('uac-ios', 'App campaign · iPhone', 16, {
    network: 'GOOGLE',
    runs: [0.2, 1],
    audience: 'india',
    only: 'IOS',
    adSets: ONE,
    tags: ['uac', 'ios'],
    traits: { cpi: 214, buying: 1.4 },
  }),
  idea('uac-gulf', 'App campaign · Gulf', 11, {
    network: 'GOOGLE',
    runs: [0.35, 1],
    audience: 'gulf',
    adSets: ONE,
    tags: ['uac', 'abroad'],
    traits: { cpi: 3.1, billed: 'USD' },
  }),
  idea('display-tier3', 'Display · tier 3 towns', 18, {
    network: 'GOOGLE',
    runs: [0, 0.5],
    audience: 'india',
    only: 'ANDROID',
    adSets: ONE,
    tags: ['display'],
    traits: { retention: 0.62, buying: 0.5, cpi: 38, clickToInstall: 0.05 },
  }),
];

const OTHERS: readonly CampaignIdea[] = [
  idea('tt-gulf', 'Gulf · snack attack', 16, {
    network: 'TIKTOK',
    runs: [0.1, 1],
    audience: 'gulf',
    adSets: VIDEO_ONLY,
    tags: ['abroad', 'video'],
    traits: { cpi: 2.2 },
  }),
  idea('tt-nepal', 'Nepal · Dashain', 24, {
    network: 'TIKTOK',
    runs: [0.45, 0.7],
    audience: 'neighbours',
    tags: ['abroad', 'festive'],
    adSets: { 'Kathmandu valley': ['Dance · 12 s', 'Family · 20 s'] },
  }),
  idea('tt-neighbours', 'Neighbours · always on', 19, {
    network: 'TIKTOK',
    runs: ALWAYS,
    audience: 'neighbours',
    adSets: VIDEO_ONLY,
    tags: ['abroad'],
  }),
  idea('tt-creators', 'Creators abroad', 12, {
    network: 'TIKTOK',
    runs: [0.5, 1],
    audience: 'abroad',
    tags: ['creators', 'abroad'],
    adSets: { 'Indian kitchens': ['Creator · Meera', 'Creator · Dev'] },
    viewsPerClick: 9,
    traits: { cpi: 2.6, buying: 1.1 },
  }),
  idea('jio-recharge', 'Recharge coupons ₹75', 58, {
    network: 'JIO_COUPONS',
    runs: ALWAYS,
    audience: 'india',
    only: 'ANDROID',
    tags: ['coupons'],
    adSets: { 'Prepaid 239': ['Coupon ₹75'], 'Prepaid 299': ['Coupon ₹75', 'Coupon ₹100'] },
  }),
  idea('jio-fiber', 'Fiber homes coupons', 20, {
    network: 'JIO_COUPONS',
    runs: [0.4, 1],
    audience: 'india',
    adSets: ONE,
    tags: ['coupons'],
    traits: { retention: 1.05, buying: 1 },
  }),
  idea('jio-festive', 'Festive scratch card', 34, {
    network: 'JIO_COUPONS',
    runs: [0.56, 0.74],
    audience: 'india',
    adSets: ONE,
    tags: ['coupons', 'festive'],
    traits: { retention: 0.55, buying: 0.5 },
  }),
  idea('adhive-android', 'AdHive · performance', 62, {
    network: 'OTHER',
    networkName: 'AdHive',
    runs: [0.12, 1],
    audience: 'india',
    only: 'ANDROID',
    fraud: 'injects_clicks',
    tags: ['affiliate'],
    adSets: { 'Sub-source 1184': ['Banner'], 'Sub-source 2071': ['Banner'] },
    traits: { clickToInstall: 0.55, viewShare: 0, signup: 0.1, retention: 0.12, buying: 0.1, cpi: 52 },
  }),
  idea('adhive-display', 'AdHive · in-app display', 84, {
    network: 'OTHER',
    networkName: 'AdHive',
    runs: [0.3, 1],
    audience: 'india',
    only: 'ANDROID',
    fraud: 'floods_clicks',
    tags: ['affiliate'],
    adSets: { 'Sub-source 0417': ['Banner 320×50'], 'Sub-source 3326': ['Banner 320×50', 'Interstitial'] },
    traits: { clickToInstall: 0.014, viewShare: 0, signup: 0.07, retention: 0.06, buying: 0.08, cpi: 44 },
  }),
  idea('inmobi-video', 'InMobi · rewarded video', 27, {
    network: 'OTHER',
    networkName: 'InMobi',
    runs: ALWAYS,
    audience: 'india',
    tags: ['video'],
    adSets: { Games: ['Playable · basket', 'Video · 30 s'], Music: ['Video · 30 s'] },
    viewsPerClick: 8,
    traits: { retention: 0.6, buying: 0.5, viewShare: 0.14, cpi: 61, clickToInstall: 0.1 },
  }),
  idea('glance-lock', 'Glance · lock screen', 22, {
    network: 'OTHER',
    networkName: 'Glance',
    runs: [0.2, 0.85],
    audience: 'india',
    only: 'ANDROID',
    adSets: ONE,
    tags: ['lock-screen'],
    traits: { retention: 0.75, cpi: 46 },
  }),
  idea('creator-code-07', 'Creator · code MEERA', 14, {
    network: 'OTHER',
    networkName: 'Creators',
    runs: [0.3, 0.8],
    audience: 'india',
    adSets: ONE,
    tags: ['creators'],
    traits: { retention: 1.2, buying: 1.25, cpi: 102, viewShare: 0 },
  }),
  idea('creator-code-11', 'Creator · code KABIR', 8, {
    network: 'OTHER',
    networkName: 'Creators',
    runs: [0.55, 1],
    audience: 'india',
    adSets: ONE,
    tags: ['creators'],
    traits: { retention: 1.1, buying: 1.2, cpi: 98, viewShare: 0 },
  }),
  idea('posters-metro', 'Posters · metro stations', 10, {
    network: 'OTHER',
    networkName: 'Posters',
    runs: [0.25, 0.65],
    audience: 'india',
    tags: ['offline', 'qr'],
    adSets: { Bengaluru: ['QR · escalator'], Delhi: ['QR · platform'] },
    traits: { clickToInstall: 0.3, retention: 1.05, viewShare: 0, cpi: 190 },
  }),
  idea('newsletter', 'Newsletter footer', 13, {
    network: 'NONE',
    runs: ALWAYS,
    audience: 'everywhere',
    adSets: ONE,
    tags: ['owned', 'mail'],
  }),
  idea('web-banner', 'Website · get the app', 30, {
    network: 'NONE',
    runs: ALWAYS,
    audience: 'everywhere',
    tags: ['owned', 'web'],
    adSets: { 'Smart banner': ['Top'], Checkout: ['Button'] },
  }),
  idea('refer-a-friend', 'Refer a friend', 36, {
    network: 'NONE',
    runs: ALWAYS,
    audience: 'india',
    adSets: ONE,
    tags: ['owned', 'referral'],
    traits: { retention: 1.4, buying: 1.5, signup: 0.7 },
  }),
  idea('whatsapp-receipt', 'WhatsApp · order receipt', 11, {
    network: 'NONE',
    runs: [0.5, 1],
    audience: 'india',
    adSets: ONE,
    tags: ['owned'],
  }),
  idea('store-shelf', 'Kirana shelf stickers', 5, {
    network: 'NONE',
    runs: [0.6, 1],
    audience: 'india',
    adSets: ONE,
    tags: ['owned', 'offline', 'qr'],
  }),
];

export const CAMPAIGNS: readonly CampaignIdea[] = [...META, ...GOOGLE, ...OTHERS];
