import type { AdNetwork } from './ad-networks.ts';

export interface AppField {
  name: string;
  label: string;
  hint: string;
  isSecret?: boolean;
  /** It can be left out for good. */
  isOptional?: boolean;
  /** Of an optional secret: what deleting it means. */
  deleteLabel?: string;
}

const APP = (at: string, secret: string): AppField[] => [
  { name: 'app_id', label: 'App ID', hint: `Digits, at the top of your app’s page ${at}.` },
  { name: 'app_secret', label: 'App secret', hint: secret, isSecret: true },
];

/** What it takes to reach a network with the advertiser's own app, in the order in which it is asked for. */
export const APP_FIELDS: Record<AdNetwork, AppField[]> = {
  META: APP('at Meta for Developers, under App settings, Basic', '32 characters, on the same page.'),
  TIKTOK: APP('at TikTok for Business, under Basic Information', 'On the same page.'),
  GOOGLE: [
    { name: 'client_id', label: 'Client ID', hint: 'Ends in .apps.googleusercontent.com.' },
    {
      name: 'client_secret',
      label: 'Client secret',
      hint: 'Shown when the client is created.',
      isSecret: true,
    },
    {
      name: 'dev_token',
      label: 'Developer token for app conversions',
      hint: 'From the API Center of your manager account. Without it, installs and events of apps are not sent; those of websites are.',
      isSecret: true,
      isOptional: true,
      deleteLabel: 'Delete the developer token and send no events of apps',
    },
    {
      name: 'app_analytics_provider_id',
      label: 'Provider ID',
      hint: 'Google gives one to measurement partners. Without it, create links in Google Ads and enter their IDs here.',
      isOptional: true,
    },
  ],
};

interface Guide {
  /** What is created. */
  noun: string;
  /** What to create, step by step. */
  steps: string[];
  page: { label: string; url: string };
  /** Where the redirect address is entered. */
  redirect: string;
}

/** Where the advertiser's own app is created. */
export const APP_GUIDES: Record<AdNetwork, Guide> = {
  META: {
    noun: 'app',
    steps: [
      'Create an app of the type Business, and add the product Facebook Login for Business to it.',
      'Enter the address below under Facebook Login, Settings, Valid OAuth redirect URIs.',
      'Switch the app to Live, and copy its ID and secret here.',
    ],
    page: { label: 'Meta for Developers', url: 'https://developers.facebook.com/apps/' },
    redirect: 'Valid OAuth redirect URI',
  },
  TIKTOK: {
    noun: 'app',
    steps: [
      'Create an app with the permissions Ads Management, Reporting and Measurement.',
      'Enter the address below as the advertiser redirect URL.',
      'When TikTok has approved the app, copy its ID and secret here.',
    ],
    page: { label: 'TikTok for Business', url: 'https://business-api.tiktok.com/portal/apps' },
    redirect: 'Advertiser redirect URL',
  },
  GOOGLE: {
    noun: 'OAuth client',
    steps: [
      'In a project of Google Cloud, enable the Google Ads API and the Data Manager API.',
      'Publish the OAuth consent screen: while it is in testing, every sign-in ends after 7 days.',
      'Create an OAuth client of the type Web application, with the address below as an authorised redirect URI.',
    ],
    page: { label: 'Google Cloud', url: 'https://console.cloud.google.com/apis/credentials' },
    redirect: 'Authorised redirect URI',
  },
};

/** What somebody is asked for at the network. */
export const SIGN_IN_TEXT: Record<AdNetwork, string> = {
  META: 'Sign in as someone who can see the ad accounts in Business Manager, and leave every permission switched on.',
  TIKTOK:
    'Sign in as someone who manages the advertisers in TikTok Ads Manager, and choose at least one of them.',
  GOOGLE: 'Sign in as someone who can open the accounts in Google Ads, and tick both permissions.',
};
