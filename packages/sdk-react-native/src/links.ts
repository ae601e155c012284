import type { AttributionData } from './attribution.ts';

/** Where a link leads. */
export interface DeeplinkData {
  /** Where to go in the app, null if the link does not say; the link itself if it is not one of Trailmark. */
  deeplink: string | null;
  isTrailmark: boolean;
  /** Of the install, after the link was taken into account; null: the server was not reached. */
  attribution: AttributionData | null;
}

/** What a callback for deep links gets. */
export interface DeepLink {
  deeplink: string;
  /** The app was installed after the link was clicked, and this is its first open. */
  isDeferred: boolean;
  /** How the click and the install were matched; `deep_link` if the link opened the app itself. */
  matchType: string;
  attribution: AttributionData | null;
}
