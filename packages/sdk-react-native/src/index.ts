import { reactNativePorts } from './react-native.ts';
import { Trailmark } from './trailmark.ts';

export type { AttributionData, CampaignData } from './attribution.ts';
export type { DeepLink, DeeplinkData } from './deep-links.ts';
export type { ConsentOptions, InitOptions } from './options.ts';
export type { PaymentOptions, Person as UserData } from './trailmark.ts';
export type { Trailmark };

export const trailmark = new Trailmark(reactNativePorts());
