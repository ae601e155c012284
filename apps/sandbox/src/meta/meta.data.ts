import { type AdAccount, planAccount } from '../ad-accounts/ad-account.ts';

/** The app that Meta's stand-in knows. */
export const META_APP = {
  id: '1357924680135792',
  secret: '0f1e2d3c4b5a69788796a5b4c3d2e1f0',
  name: 'Trailmark',
} as const;

export const META_USER_ID = '10158765432109876';

/** A token of a system user, which does not expire and may read ads. */
export const META_SYSTEM_TOKEN = 'EAASYSTEMUSER0000000000000000000000000001';

export const META_SCOPES = ['ads_read', 'ads_management', 'business_management'] as const;

export interface Dataset {
  id: string;
  name: string;
  /** Only such a dataset takes app events. */
  isConsolidated: boolean;
  appId: string | null;
  accountId: string;
}

export const META_DATASETS: readonly Dataset[] = [
  {
    id: '880011223344551',
    name: 'Kite app and web',
    isConsolidated: true,
    appId: META_APP.id,
    accountId: '301122334455667',
  },
  {
    id: '880011223344552',
    name: 'Kite website',
    isConsolidated: false,
    appId: null,
    accountId: '301122334455668',
  },
];

export const META_ACCOUNTS: readonly AdAccount[] = [
  planAccount({
    id: '301122334455667',
    name: 'Kite India',
    currency: 'INR',
    timeZone: 'Asia/Kolkata',
    firstId: 120_210_000_000_010_001n,
    campaigns: [
      { name: 'IN_Android_Installs', adSets: ['Metro 18-34', 'Lookalike 1%'] },
      { name: 'IN_iOS_Installs', adSets: ['iOS Metro', 'iOS Broad'] },
      { name: 'IN_Retargeting', adSets: ['Cart 7d', 'Lapsed 30d'] },
    ],
  }),
  planAccount({
    id: '301122334455668',
    name: 'Kite US',
    currency: 'USD',
    timeZone: 'America/New_York',
    firstId: 120_220_000_000_010_001n,
    campaigns: [
      { name: 'US_iOS_Installs', adSets: ['Diaspora', 'Broad 25-44'] },
      { name: 'US_Web_Purchases', adSets: ['Advantage+', 'Visitors 14d'] },
    ],
  }),
];
