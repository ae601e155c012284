import { proposeEventMaps } from '../../networks/propose-event-maps.ts';

/** What an app is opened with, at Meta. */
export const META_OPEN = 'fb_mobile_activate_app';

/**
 * Meta's standard events as its SDKs name them, by their names in the Conversions API; others have one name
 * (https://developers.facebook.com/docs/app-events/reference).
 */
const SDK_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    AchieveLevel: 'fb_mobile_level_achieved',
    ActivateApp: META_OPEN,
    AddPaymentInfo: 'fb_mobile_add_payment_info',
    AddToCart: 'fb_mobile_add_to_cart',
    AddToWishlist: 'fb_mobile_add_to_wishlist',
    CompleteRegistration: 'fb_mobile_complete_registration',
    CompleteTutorial: 'fb_mobile_tutorial_completion',
    InitiateCheckout: 'fb_mobile_initiated_checkout',
    Purchase: 'fb_mobile_purchase',
    Rate: 'fb_mobile_rate',
    Search: 'fb_mobile_search',
    SpentCredits: 'fb_mobile_spent_credits',
    UnlockAchievement: 'fb_mobile_achievement_unlocked',
    ViewContent: 'fb_mobile_content_view',
  }),
);

/** What the project says that events are for Meta: names of the Conversions API, by event. */
export type MetaEventMap = ReadonlyMap<string, string>;

/** The event of Meta that an event is: as the project says, else as its name says, else it keeps its name. */
export function metaEventOf(event: string, map: MetaEventMap): string {
  if (event === 'open') return META_OPEN;
  const proposed = proposeEventMaps('META', [event]).find((one) => one.event === event)?.networkEvent;
  const name = map.get(event) ?? proposed ?? event;
  return SDK_NAMES.get(name) ?? name;
}
