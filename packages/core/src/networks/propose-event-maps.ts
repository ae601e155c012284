import type { NetworkKind } from '@trailmark/contract/network-accounts';

/** What an event of ours may be for a network. */
export interface ProposedMap {
  event: string;
  networkEvent: string;
  /** Whether what was paid goes with it. */
  hasValue: boolean;
}

/** What apps measure, whatever they call it. Of two that fit, the first counts. */
const MEANINGS = {
  purchase: ['purchase', 'orderplaced', 'ordercompleted', 'checkoutcompleted', 'buy', 'bought', 'sale'],
  add_payment: ['addpaymentinfo', 'addcard', 'cardadded', 'paymentinfoadded'],
  checkout: ['checkout', 'initiatecheckout', 'begincheckout', 'checkoutstarted', 'startcheckout'],
  add_to_cart: ['addtocart', 'addtobasket', 'cartadd', 'addedtocart'],
  add_to_wishlist: ['addtowishlist', 'wishlist', 'favourite', 'favorite'],
  view_content: ['viewcontent', 'viewitem', 'viewproduct', 'productviewed', 'contentview', 'itemview'],
  search: ['search', 'searched', 'viewsearchresults'],
  subscribe: ['subscribe', 'subscribed', 'subscriptionstarted', 'subscription'],
  start_trial: ['starttrial', 'trialstarted', 'trial'],
  registration: ['signup', 'register', 'registration', 'completeregistration', 'accountcreated'],
  tutorial: ['completetutorial', 'tutorialcompleted', 'tutorialcomplete', 'onboardingcompleted'],
  level: ['achievelevel', 'levelachieved', 'levelup', 'levelcompleted', 'leveldone'],
  login: ['login', 'signin', 'loggedin'],
  lead: ['lead', 'generatelead', 'submitform', 'formsubmitted'],
} as const;
type Meaning = keyof typeof MEANINGS;
type Known = Meaning | 'install' | 'signup' | 'payment';

const NAMES: Record<NetworkKind, Partial<Record<Known, string>>> = {
  META: {
    install: 'MobileAppInstall',
    signup: 'CompleteRegistration',
    payment: 'Purchase',
    purchase: 'Purchase',
    add_payment: 'AddPaymentInfo',
    checkout: 'InitiateCheckout',
    add_to_cart: 'AddToCart',
    add_to_wishlist: 'AddToWishlist',
    view_content: 'ViewContent',
    search: 'Search',
    subscribe: 'Subscribe',
    start_trial: 'StartTrial',
    lead: 'Lead',
    registration: 'CompleteRegistration',
    tutorial: 'CompleteTutorial',
    level: 'AchieveLevel',
  },
  GOOGLE: {
    install: 'first_open',
    signup: 'sign_up',
    payment: 'in_app_purchase',
    purchase: 'ecommerce_purchase',
    add_to_cart: 'add_to_cart',
    view_content: 'view_item',
    search: 'view_search_results',
    checkout: 'begin_checkout',
    registration: 'sign_up',
    tutorial: 'tutorial_complete',
    level: 'level_up',
    login: 'login',
    lead: 'generate_lead',
    start_trial: 'start_trial',
    subscribe: 'subscribe',
    add_payment: 'add_payment_info',
    add_to_wishlist: 'add_to_wishlist',
  },
  TIKTOK: {
    install: 'InstallApp',
    signup: 'Registration',
    payment: 'Purchase',
    purchase: 'Purchase',
    add_payment: 'AddPaymentInfo',
    checkout: 'Checkout',
    add_to_cart: 'AddToCart',
    add_to_wishlist: 'AddToWishlist',
    view_content: 'ViewContent',
    search: 'Search',
    subscribe: 'Subscribe',
    start_trial: 'StartTrial',
    registration: 'Registration',
    tutorial: 'CompleteTutorial',
    level: 'AchieveLevel',
    login: 'Login',
    lead: 'GenerateLead',
  },
  JIO_COUPONS: { install: 'install', signup: 'signup', payment: 'purchase', purchase: 'purchase' },
};

const KINDS = ['install', 'signup', 'payment'] as const;
const VALUED: readonly Known[] = ['payment'];

function meaningOf(name: string): Meaning | null {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  const found = Object.entries(MEANINGS).find(([, words]) => (words as readonly string[]).includes(plain));
  return (found?.[0] as Meaning | undefined) ?? null;
}

/** What every app has, and the events whose names say what they are. */
export function proposeEventMaps(kind: NetworkKind, eventNames: readonly string[]): ProposedMap[] {
  const names = NAMES[kind];
  const own = KINDS.map((event) => ({ event: event as string, known: event as Known }));
  const found = eventNames.flatMap((event) => {
    const known = meaningOf(event);
    return known ? [{ event, known: known as Known }] : [];
  });
  return [...own, ...found].flatMap(({ event, known }) => {
    const networkEvent = names[known];
    return networkEvent ? [{ event, networkEvent, hasValue: VALUED.includes(known) }] : [];
  });
}
