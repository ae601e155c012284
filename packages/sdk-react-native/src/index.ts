import { reactNativePorts } from './react-native.ts';
import { Trailmark } from './trailmark.ts';

export type { AttributionData, CampaignData } from './attribution.ts';
export type { DeepLink, DeeplinkData } from './links.ts';
export type { ConsentOptions, InitOptions, PaymentOptions, UserData } from './options.ts';
export type { Trailmark };

export const trailmark = new Trailmark(reactNativePorts());
