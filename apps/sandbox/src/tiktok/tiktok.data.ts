import { type AdAccount, planAccount } from '../ad-accounts/ad-account.ts';

/** The app that TikTok's stand-in knows. */
export const TIKTOK_APP = {
  id: '7301122334455667788',
  secret: '5c1f0e9d8b7a69584736251403f2e1d0c9b8a796',
  name: 'Trailmark',
} as const;

/** What the app may do; TikTok fixes it on the app, and numbers it. */
export const TIKTOK_PERMISSIONS = ['ad_account', 'reporting', 'measurement'] as const;
export const TIKTOK_SCOPE_NUMBERS: Record<string, number> = { ad_account: 1, reporting: 4, measurement: 15 };

export const TIKTOK_ACCOUNTS: readonly AdAccount[] = [
  planAccount({
    id: '7011223344556677881',
    name: 'Kite India',
    currency: 'INR',
    timeZone: 'Asia/Kolkata',
    firstId: 1_780_000_000_010_001n,
    campaigns: [
      { name: 'TT_IN_Android_Installs', adSets: ['Spark Gen Z', 'Interest Fashion'] },
      { name: 'TT_IN_Purchases', adSets: ['Value 7d', 'Cart 14d'] },
    ],
  }),
  planAccount({
    id: '7011223344556677882',
    name: 'Kite US',
    currency: 'USD',
    timeZone: 'America/New_York',
    firstId: 1_790_000_000_010_001n,
    campaigns: [
      { name: 'TT_US_iOS_Installs', adSets: ['Broad 18-34', 'Diaspora'] },
      { name: 'TT_US_Web', adSets: ['Visitors', 'Creators'] },
      { name: 'TT_US_Retargeting', adSets: ['Lapsed 30d', 'Cart 7d'] },
    ],
  }),
];

export interface Pixel {
  pixel_id: string;
  pixel_code: string;
  pixel_name: string;
  advertiserId: string;
  /** An UNBOUND pixel belongs to somebody else by now, and takes nothing. */
  relation: null | 'TRANSFERRED' | 'SHARED' | 'UNBOUND';
}

export const TIKTOK_PIXELS: readonly Pixel[] = [
  {
    pixel_id: '7400000000000000001',
    pixel_code: 'CKITEIN0000000000A01',
    pixel_name: 'Kite India web',
    advertiserId: '7011223344556677881',
    relation: null,
  },
  {
    pixel_id: '7400000000000000002',
    pixel_code: 'CKITEUS0000000000A02',
    pixel_name: 'Kite US web',
    advertiserId: '7011223344556677882',
    relation: 'SHARED',
  },
  {
    pixel_id: '7400000000000000003',
    pixel_code: 'CKITEUS0000000000A03',
    pixel_name: 'Old US web',
    advertiserId: '7011223344556677882',
    relation: 'UNBOUND',
  },
];

export interface NetworkApp {
  /** What app events use as event_source_id. */
  app_id: string;
  app_name: string;
  package_name: string;
  platform: 'ANDROID' | 'IOS';
  advertiserId: string;
}

export const TIKTOK_APPS: readonly NetworkApp[] = [
  {
    app_id: '7500000000000000001',
    app_name: 'Kite',
    package_name: 'com.kite.shop',
    platform: 'ANDROID',
    advertiserId: '7011223344556677881',
  },
  {
    app_id: '7500000000000000002',
    app_name: 'Kite',
    package_name: '6400000001',
    platform: 'IOS',
    advertiserId: '7011223344556677882',
  },
];
