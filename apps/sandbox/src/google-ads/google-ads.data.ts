import { type AdAccount, planAccount } from '../ad-accounts/ad-account.ts';

/** The OAuth client that Google's stand-in knows. */
export const GOOGLE_CLIENT = {
  id: '700112233445-trailmark.apps.googleusercontent.com',
  secret: 'GOCSPX-sandbox-trailmark-secret',
  name: 'Trailmark',
} as const;

export const GOOGLE_SCOPES = [
  'https://www.googleapis.com/auth/adwords',
  'https://www.googleapis.com/auth/datamanager',
] as const;

/** What the app conversion API knows a measurement partner by. */
export const GOOGLE_DEV_TOKEN = 'sandboxDevToken_1234567';

/** The number that Google gives a measurement partner for its links. */
export const GOOGLE_PROVIDER_ID = '7001';

/** The manager account, which has access to both accounts; the second one can also be used directly. */
export const GOOGLE_MANAGER = {
  id: '5550001110',
  name: 'Kite Group',
  currency: 'INR',
  timeZone: 'Asia/Kolkata',
} as const;

export const GOOGLE_ACCOUNTS: readonly AdAccount[] = [
  planAccount({
    id: '5550002221',
    name: 'Kite India',
    currency: 'INR',
    timeZone: 'Asia/Kolkata',
    firstId: 21_000_010_001n,
    campaigns: [
      { name: 'IN App installs', adSets: ['Android all', 'Android value'] },
      { name: 'IN Search brand', adSets: ['Brand exact', 'Brand broad'] },
      { name: 'IN App engagement', adSets: ['Lapsed', 'Carts'] },
    ],
  }),
  planAccount({
    id: '5550003332',
    name: 'Kite US',
    currency: 'USD',
    timeZone: 'America/New_York',
    firstId: 22_000_010_001n,
    campaigns: [
      { name: 'US App installs iOS', adSets: ['iOS all', 'iOS value'] },
      { name: 'US Performance Max', adSets: ['Diaspora', 'Gifts'] },
    ],
  }),
];

export const DIRECT_ACCOUNT_IDS: readonly string[] = [GOOGLE_MANAGER.id, '5550003332'];

export type LinkStatus = 'ENABLED' | 'REMOVED' | 'REQUESTED' | 'PENDING_APPROVAL' | 'REJECTED' | 'REVOKED';
export type AppVendor = 'APPLE_APP_STORE' | 'GOOGLE_APP_STORE';

/** A link between an app of an account and a measurement partner. */
export interface AppLink {
  customerId: string;
  accountLinkId: string;
  /** The link_id of the app conversion API. */
  linkId: string;
  appId: string;
  appVendor: AppVendor;
  status: LinkStatus;
}

export const GOOGLE_LINKS: readonly AppLink[] = [
  {
    customerId: '5550002221',
    accountLinkId: '810001',
    linkId: 'a1b2c3d4e5f60718293a4b5c6d7e8f90',
    appId: 'com.kite.shop',
    appVendor: 'GOOGLE_APP_STORE',
    status: 'ENABLED',
  },
  {
    customerId: '5550003332',
    accountLinkId: '810002',
    linkId: 'b1b2c3d4e5f60718293a4b5c6d7e8f91',
    appId: '6400000001',
    appVendor: 'APPLE_APP_STORE',
    status: 'ENABLED',
  },
];

/** Conversion actions that the Data Manager API may send to, by account. */
export const GOOGLE_CONVERSION_ACTIONS: Readonly<Record<string, readonly string[]>> = {
  '5550002221': ['910001', '910002'],
  '5550003332': ['920001'],
};

export interface ConversionAction {
  id: string;
  name: string;
  type: 'UPLOAD_CLICKS' | 'WEBPAGE' | 'FIREBASE_ANDROID_FIRST_OPEN';
  status: 'ENABLED' | 'REMOVED' | 'HIDDEN';
}

/** All conversion actions as a query shows them, by account: also one of an app, which takes nothing from elsewhere. */
export const GOOGLE_LISTED_ACTIONS: Readonly<Record<string, readonly ConversionAction[]>> = {
  '5550002221': [
    { id: '910001', name: 'Orders on the web', type: 'UPLOAD_CLICKS', status: 'ENABLED' },
    { id: '910002', name: 'Leads by phone', type: 'UPLOAD_CLICKS', status: 'ENABLED' },
    { id: '910003', name: 'Newsletter (old)', type: 'WEBPAGE', status: 'REMOVED' },
    {
      id: '910004',
      name: 'Kite (Android) First open',
      type: 'FIREBASE_ANDROID_FIRST_OPEN',
      status: 'ENABLED',
    },
  ],
  '5550003332': [{ id: '920001', name: 'Purchases', type: 'WEBPAGE', status: 'ENABLED' }],
};

/** The person who connects. */
export const GOOGLE_PERSON = { id: '104938271650192837465', email: 'asha@kite.example' } as const;
