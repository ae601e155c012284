import type { NetworkKind } from './network-accounts.ts';

/** The names of events that an ad network knows, and what a name of one's own may look like. */
export interface NetworkEventNames {
  known: readonly string[];
  /** Names of one's own: how long, of which characters, and what the network does with them. */
  own: { max: number; pattern: RegExp; rule: string; hint: string };
}

const META = [
  ...['AchieveLevel', 'ActivateApp', 'AddPaymentInfo', 'AddToCart', 'AddToWishlist', 'CompleteRegistration'],
  ...[
    'CompleteTutorial',
    'Contact',
    'CustomizeProduct',
    'Donate',
    'FindLocation',
    'InitiateCheckout',
    'Lead',
  ],
  ...['MobileAppInstall', 'PageView', 'Purchase', 'Rate', 'Schedule', 'Search', 'SpentCredits', 'StartTrial'],
  ...['SubmitApplication', 'Subscribe', 'UnlockAchievement', 'ViewContent'],
];

/** Of the web and of apps. */
const TIKTOK = [
  ...['AchieveLevel', 'AddPaymentInfo', 'AddToCart', 'AddToWishlist', 'ApplicationApproval', 'Checkout'],
  ...['ClickButton', 'CompletePayment', 'CompleteRegistration', 'CompleteTutorial', 'Contact', 'CreateGroup'],
  ...['CreateRole', 'CustomizeProduct', 'Download', 'FindLocation', 'GenerateLead', 'InAppADClick'],
  ...['InAppADImpr', 'InitiateCheckout', 'InstallApp', 'JoinGroup', 'LaunchAPP', 'Lead', 'LoanApplication'],
  ...['LoanApproval', 'LoanDisbursal', 'Login', 'PageView', 'PlaceAnOrder', 'Purchase', 'Rate'],
  ...['Registration', 'Schedule', 'Search', 'SpendCredits', 'StartTrial', 'SubmitApplication', 'SubmitForm'],
  ...['Subscribe', 'UnlockAchievement', 'ViewContent'],
];

/** https://developers.google.com/app-conversion-tracking/api/request-response-specs */
const GOOGLE = [
  ...['first_open', 'session_start', 'in_app_purchase', 'view_item_list', 'view_item'],
  ...['view_search_results', 'add_to_cart', 'ecommerce_purchase'],
];

export const NETWORK_EVENT_NAMES: Record<NetworkKind, NetworkEventNames> = {
  META: {
    known: META,
    own: {
      max: 40,
      pattern: /^[A-Za-z0-9_][A-Za-z0-9_ -]*$/,
      rule: 'has other characters than letters, digits, spaces, dashes and underscores',
      hint: 'A name of your own becomes a custom event.',
    },
  },
  TIKTOK: {
    known: TIKTOK,
    own: {
      max: 50,
      pattern: /^[A-Za-z0-9_][A-Za-z0-9_ -]*$/,
      rule: 'has other characters than letters, digits, spaces, dashes and underscores',
      hint: 'A name of your own can be reported on, but ads cannot be optimised for it.',
    },
  },
  GOOGLE: {
    known: GOOGLE,
    own: {
      max: 64,
      pattern: /^[A-Za-z0-9][A-Za-z0-9_ -]*$/,
      rule: 'has other characters than letters, digits, spaces, dashes and underscores',
      hint: 'Conversion actions take events of the web and of apps; the other names those of apps alone.',
    },
  },
  JIO_COUPONS: {
    known: ['install', 'signup', 'purchase', 'coupon_issued', 'coupon_redeemed'],
    own: {
      max: 100,
      pattern: /^[\x20-\x7e]+$/,
      rule: 'has other characters than letters, digits and signs',
      hint: 'Any name that the network expects in {event_name}.',
    },
  },
};

/** Names that only events of apps can have: a visitor of a site installs and launches nothing. */
const OF_APPS: Partial<Record<string, readonly string[]>> = {
  META: ['ActivateApp', 'MobileAppInstall'],
  TIKTOK: ['InstallApp', 'LaunchAPP'],
};
export const isOfApps = (network: string, name: string): boolean => OF_APPS[network]?.includes(name) ?? false;

/** Why a network would not take events by a name, to be said after the name of the field; null: it takes them. */
export function networkEventProblem(kind: NetworkKind, name: string): string | null {
  const { known, own } = NETWORK_EVENT_NAMES[kind];
  if (known.includes(name)) return null;
  // Networks compare letter by letter: a slip would make a second event that nobody optimises for.
  const meant = known.find((one) => one.toLowerCase() === name.toLowerCase());
  if (meant) return `is spelt ${meant} by the network`;
  if (name.length > own.max) return `is longer than the ${own.max} characters that the network takes`;
  return own.pattern.test(name) ? null : own.rule;
}
