import type { AdConsent } from '../client/read-consent.ts';
import type { DeliveryEvent } from './delivery-event.ts';

export interface NetworkDevice {
  advertisingId: string | null;
  vendorId: string | null;
  osVersion: string | null;
  model: string | null;
  language: string | null;
  appVersion: string | null;
  /** null: the client has not said. */
  isTrackingAllowed: boolean | null;
  ip: string | null;
  userAgent: string | null;
  /** The page on which it happened, on the web. */
  pageUrl: string | null;
}

/** The click that is credited. */
export interface CreditedClick {
  at: Date;
  /** The ids that networks added to the link, such as `fbclid`. */
  ids: Readonly<Record<string, string>>;
}

/** Whether a network is credited with an install that it claimed. */
export interface ClaimAnswer {
  /** The ads that it named, the latest first: that is the one it claimed by. */
  adEventIds: readonly string[];
  isCredited: boolean;
}

/** An event with what ad networks need besides, to recognise the person and their click. */
export interface NetworkEvent extends DeliveryEvent {
  device: NetworkDevice;
  contact: { email: string | null; phone: string | null; name: string | null };
  click: CreditedClick | null;
  consent: AdConsent;
  /** Among the events of its install with that name. */
  isFirst: boolean;
  isFirstOfDay: boolean;
  /** The network was sent an install of this device or person, and counts no other for some time. */
  isInstallSent: boolean;
  /** Of a return: a network's own claim about its session made it one, so that the network knows of it. */
  isClaimedReturn: boolean;
  /** Of an answer to a claim; null where a later one has replaced it, and of everything else. */
  claimAnswer: ClaimAnswer | null;
}
