import type { PlausibilityLevel, RejectionReason } from '@trailmark/contract/plausibility';
import type { AttributionWindows } from '@trailmark/contract/windows';
import type { Consent } from '../client/read-consent.ts';

export type { PlausibilityLevel, RejectionReason } from '@trailmark/contract/plausibility';
export { REJECTION_REASONS } from '@trailmark/contract/plausibility';

/** What a receipt holds: everything a decision was made from, and the decision. Instants are ISO-8601 in UTC. */
export interface Receipt {
  conversion: Conversion;
  touches: Touch[];
  rules: Rules;
  decision: Decision;
}

export type TouchPlatform = 'ios' | 'android' | 'desktop' | 'web' | 'other';

/** By what a touch was found for this conversion; one touch can be found by several. */
export type FoundBy =
  | 'click_id'
  | 'deep_link'
  | 'advertising_id'
  | 'coupon'
  | 'meta_referrer'
  | 'adservices'
  | 'google_ads'
  | 'ip';

/** A click, a view, a redeemed coupon, or a network's claim that competes with them. */
export interface Touch {
  id: string;
  kind: 'click' | 'view' | 'coupon';
  at: string;
  /** null: a claim of a network about a campaign that we do not have. */
  campaignId: string | null;
  linkId: string | null;
  network: string;
  /** Ad set and creative as the network or the link names them. */
  adSet: string | null;
  creative: string | null;
  /** An e-mail, a QR code, the own site: there iOS allows probabilistic matching. */
  ownedMedia: boolean;
  platform: TouchPlatform;
  foundBy: FoundBy[];
  ip: string | null;
  advertisingId: string | null;
  osVersion: string | null;
  model: string | null;
  language: string | null;
  /** The address is Apple's Private Relay: it says nothing about the device. */
  isRelay: boolean;
  /** The windows that hold for this touch: project, overridden by network, overridden by campaign. */
  windows: AttributionWindows;
  /** The install that this touch was already credited with. */
  usedBy: string | null;
  /** Touches of the same source in the hour before this one. */
  sameDeviceTouches: number;
  sameIpTouches: number;
  /** The signed click id was not ours. */
  isForged: boolean;
  /** The click id is ours, and of another project. Receipts from before this was known do not have it. */
  isOfOtherApp?: boolean;
  /** The source was found to be a distribution outlier. */
  isOutlier: boolean;
}

/** The open to attribute. */
export interface Conversion {
  /** The first one, one by a link of ours, or the beginning of another session, which only a network can claim. */
  kind: 'first_open' | 'deep_link' | 'session';
  installId: string;
  at: string;
  platform: 'ios' | 'android' | 'web' | 'other';
  ip: string | null;
  isRelay: boolean;
  /** The list of Private Relay's addresses is loaded; until it is, Apple devices are not matched by address. */
  relayKnown: boolean;
  /** The address belongs to a data centre, a VPN or Tor. */
  isAnonymous: boolean;
  advertisingId: string | null;
  /** An advertising id was sent, and it is neither zero nor one. */
  hasMalformedId: boolean;
  osVersion: string | null;
  model: string | null;
  language: string | null;
  trackingAuthorized: boolean | null;
  /** When the store began the download, by its server's clock. */
  installBeginAt: string | null;
  /** The earlier install of this device. */
  before: KnownDevice | null;
  /** What the person had agreed to, as far as it was known. Missing: of older versions, or nothing was known. */
  consent?: Consent;
  /** The address had more clicks than the receipt lists. Missing or null: it lists all of them. */
  sharedAddress?: SharedAddress | null;
  /** A click id decided: clicks of the same address are weaker, and were not looked up. Missing: they were. */
  isAddressSkipped?: true;
}

export interface SharedAddress {
  /** Clicks that were compared with the device, the newest of the address. */
  compared: number;
  listed: number;
  /** There were more than were compared. */
  hasMore: boolean;
}

export interface KnownDevice {
  installId: string;
  installedAt: string;
  lastActiveAt: string;
  campaignId: string | null;
  linkId: string | null;
  network: string;
  adSet: string | null;
  creative: string | null;
}

/** `no_credit`: nobody is credited, because the touch that would have won is implausible. */
export type Verdict = 'clean' | PlausibilityLevel;

export interface Rules {
  /** The version of the project's windows and thresholds. */
  version: number;
  /** For what has no touch: which opens are new installs, which are returns. */
  windows: AttributionWindows;
  thresholds: Thresholds;
  levels: Record<RejectionReason, PlausibilityLevel>;
}

export interface Thresholds {
  /** A click this short before the install was not made by the person who installed. */
  rejectCtitSeconds: number;
  flagCtitSeconds: number;
  deviceTouchesPerHour: number;
  ipTouchesPerHour: number;
  /** The minimum similarity of a click and an install, of 100. */
  minLikeness: number;
}

export type MatchType =
  | 'click_id'
  | 'deep_link'
  | 'device_id'
  | 'coupon'
  | 'meta_referrer'
  | 'adservices'
  | 'google_ads'
  | 'probabilistic'
  | 'view'
  | 'inherited'
  | 'organic';

/** In this order a receipt looks for the reason. */
export type LossReason = 'rejected' | 'outside_window' | 'weaker_class' | 'older_touch';

/** One touch of the receipt: why it won or lost. */
export interface Candidate {
  touchId: string;
  /** null: nothing connects it to the device closely enough. */
  matchType: TouchMatch | null;
  ageSeconds: number;
  windowSeconds: number | null;
  likeness: number | null;
  outcome: 'won' | LossReason;
  /** In words for an engineer: which rule. */
  because: string;
  suspicions: Suspicion[];
}

/** How a touch can be connected to a device. */
export type TouchMatch = Exclude<MatchType, 'organic' | 'inherited'>;

export interface Suspicion {
  reason: RejectionReason;
  level: PlausibilityLevel;
}

export interface Decision {
  /** null: an open that changes nothing. */
  kind: 'install' | 'reinstall' | 'reengagement' | 'reattribution' | null;
  matchType: MatchType;
  touchId: string | null;
  touchedAt: string | null;
  campaignId: string | null;
  linkId: string | null;
  network: string;
  adSet: string | null;
  creative: string | null;
  verdict: Verdict;
  reasons: RejectionReason[];
  candidates: Candidate[];
}
