import type { Claim } from '@trailmark/core/attribution/claim';
import type { MatchType, Verdict } from '@trailmark/core/attribution/decision';
import type { ConsentChange, ConsentState } from '@trailmark/core/client/consent-history';
import type { Consent, ConsentStatement } from '@trailmark/core/client/read-consent';
import type { Device } from '@trailmark/core/client/read-device';
import type { DevicePlatform } from '@trailmark/core/client/read-platform';
import type { TrafficSource } from '@trailmark/core/client/traffic-source';
import type { VisitKind } from '@trailmark/core/metrics/counters';
import type { ConversionValue } from '@trailmark/core/skan/schema/encode';
import type { Tx } from '../db/connection.ts';
import type { AppError } from '../platform/app-error.ts';
import type { Deltas } from '../rollups/deltas.ts';
import type { AdDetails } from './ad-details.ts';
import type { Credit, CreditPeriod } from './credit.ts';
import type { ProjectConfig } from './project-config.ts';

/** How a resend of a body without an identity of its own is recognised: the answer to an equal one was lost. */
export interface Resend {
  /** Equal bodies have the same. */
  bodyKey: string;
  /** Whether the answer to this request did not reach its client, as far as is known by now. */
  isAnswerLost(): boolean;
  /** The loss is on disk with the rest of the group. */
  isLossStored: boolean;
  /** The transaction that was to store it, as PostgreSQL numbers them; null before there is one. */
  transactionId: string | null;
  /** An equal body is stored by a transaction whose commit was not answered: this one is its resend. */
  isStored: boolean;
}

export interface UserData {
  /** null: the user of the install. */
  id: string | null;
  name: string | null;
  email: string | null;
  phone: string | null;
  createdAt: Date | null;
  isFirstTime: boolean | null;
  /** Ids of the same person in other tools. */
  identities: Record<string, string>;
}

export interface Payment {
  type: string;
  paymentId: string;
  status: 'PAYMENT_INITIATED' | 'PAYMENT_COMPLETED' | 'PAYMENT_FAILED' | 'PAYMENT_CANCELLED';
  /** An exact decimal. */
  amount: string;
  currency: string;
  /** What was sent as its currency, where that is not a code of ISO 4217. */
  currencyText: string | null;
}

/** What history says of an install; for everything else it says that it is history. */
export interface Imported {
  credit: Credit | null;
  kind: 'install' | 'reinstall';
  matchType: MatchType;
  touchedAt: Date | null;
}

/** What a call says of its visit. */
export interface VisitPart {
  sessionId: string;
  /** Only the beginning of a visit says these. */
  entryPage: string | null;
  source: TrafficSource | null;
}

/** One thing that a client or a server has sent, in terms of our own. */
export interface Item {
  call:
    | 'open'
    | 'deep_link'
    | 'signup'
    | 'user'
    | 'consent'
    | 'event'
    | 'payment'
    | 'remove_payment'
    | 'push_token'
    | 'integrations'
    | VisitKind;
  project: ProjectConfig;
  /** Empty when only the user is known: then the user's latest install is meant. */
  installId: string;
  platform: DevicePlatform;
  receivedAt: Date;
  /** Given for history and by servers; clients say how long ago it was, or how long after the install. */
  occurredAt: Date | null;
  ageMs: number | null;
  sinceInstallMs: number | null;
  ip: string | null;
  country: string;
  device: Device | null;
  /** What it says about consent. */
  consent: ConsentStatement | null;
  userId: string | null;
  /** The identity of the event: a repeat has the same. */
  key: string | null;
  /** Of an open, which is identified by its minute: the key that it would have had in the minute before. */
  previousKey?: string;
  /** The identity that its client gave the call, where the event has another one or there is none. */
  callKey: string | null;
  /** Where there is no such identity. */
  resend: Resend | null;
  event: { name: string; data: Record<string, unknown> | null; isOther?: boolean } | null;
  /** Of a page, a screen or the beginning of a visit: the visit that it is of. */
  visit?: VisitPart;
  user: UserData | null;
  payment: Payment | null;
  removal: { userId: string | null; paymentId: string | null } | null;
  /** The link that opened the app. */
  url: string | null;
  /** A link with a click of ours that a browser remembers: it counts for the first visit alone. */
  rememberedUrl?: string;
  pushToken: string | null;
  integrations: Record<string, string> | null;
  /** The same as it was sent. */
  integrationData?: Record<string, unknown>;
  /** It says that nobody is there: it is answered, and nothing of it is stored. */
  isBot?: true;
  /** It is of a page, and its project requires signatures, which pages cannot give: it may be about visitors alone. */
  isUnsignedPage?: true;
  /** History: it decides nothing and is delivered to nobody. */
  imported: Imported | null;
}

/** An install as the transaction knows it; steps change it and the database together. */
export interface InstallState {
  projectId: string;
  installId: string;
  /** What it was first heard of by, in this group: there is nothing of it from before. null: it was known. */
  bornOf: Item | null;
  platform: string;
  country: string;
  installedAt: Date | null;
  kind: 'install' | 'reinstall' | null;
  /** The local day of the install. */
  cohortDate: string | null;
  /** Who is credited from when on, oldest first; the first period holds from the beginning. */
  timeline: CreditPeriod[];
  revision: number;
  matchType: MatchType | null;
  touchId: string | null;
  touchedAt: Date | null;
  verdict: Verdict;
  deepLink: string | null;
  /** The ad that brought it, where that was decided in this group; null: it has to be looked up. */
  ad: AdDetails | null;
  userId: string | null;
  /** A network may claim it until then; null: none is asked, or it has answered. */
  claimPendingUntil: Date | null;
  /** The person refuses ads now. */
  deniesAds: boolean;
  /** The person refuses analytics, or has done so. */
  hasDeniedAnalytics: boolean;
  /** Its consent from before this group; null: nothing is known of it. */
  storedConsent: Consent | null;
  /** What the group has made of its consent; null: it says nothing about it. */
  consent: ConsentState | null;
}

/** A row for `events`. */
export interface Fact {
  id: string;
  item: Item;
  install: InstallState;
  kind: 'open' | 'event' | 'signup' | 'payment' | 'refund' | VisitKind;
  name: string;
  /** Its project has all the names it may have: it is counted as "(other)". */
  isOther?: boolean;
  /** null: what makes it unique is kept elsewhere. */
  key: string | null;
  occurredAt: Date;
  userId: string | null;
  amount: string | null;
  currency: string | null;
  data: Record<string, unknown> | null;
}

/** A decision that a group has stored: a new one, or a revision. */
export interface NewDecision {
  install: InstallState;
  kind: 'install' | 'reinstall' | 'reengagement' | 'reattribution';
  revision: number;
  credit: Credit;
  matchType: MatchType | null;
  /** The same open was decided before. */
  isRevised: boolean;
  verdict: Verdict;
  inForceFrom: Date;
  /** When we received what it was decided by: the open or the claim. */
  receivedAt: Date;
  isImported: boolean;
}

/** An event that was the first of its name until an earlier one arrived. */
export interface MovedFirst {
  eventId: string;
  at: Date;
  counts: { metric: 'first_events' | 'signups'; eventName: string };
}

/** What one request brought. All of it is stored, or none. */
export type Unit = Item[];

/** A network claims an install after it was decided, or a later session of it. */
export interface InstallClaim {
  projectId: string;
  installId: string;
  claim: Claim;
  /** The session: the id of the event or return that the network was sent, and its time. Without it, the install. */
  session?: { id: string; at: Date };
  /** The account whose delivery the network answered, where it was asked with one. */
  adNetworkId?: string;
}

/** A coupon that somebody redeemed, and the campaign that its code is of. */
export interface CouponRedemption {
  id: string;
  code: string;
  poolId: string;
  campaignId: string;
  /** Of the campaign. */
  network: string;
  redeemedAt: Date;
  windowHours: number;
}

/** A person with an install has redeemed a coupon, after the install was decided. */
export interface InstallCoupon {
  projectId: string;
  installId: string;
  redemption: CouponRedemption;
}

/** What a transaction stores of one project: every statement of a step is about that project alone. */
export interface Group {
  projectId: string;
  units: Unit[];
  items: Item[];
  /** Items that turned out to be refused, and are left out of `items`. */
  refused: Map<Item, AppError>;
  claims: InstallClaim[];
  coupons: InstallCoupon[];
  now: Date;
  /** By the id of the install. */
  installs: Map<string, InstallState>;
  consentChanges: { installId: string; receivedAt: Date; change: ConsentChange }[];
  /** Opens and sign-ins that are not stored as events, unless they are conversions: the person refuses analytics. */
  withoutFact: Set<Item>;
  facts: Fact[];
  /** The facts that were not stored before. */
  stored: Fact[];
  decisions: NewDecision[];
  movedFirsts: MovedFirst[];
  deltas: Deltas;
  /** What apps are to register with Apple, by the id of their install; null: the project has not activated SKAN. */
  conversionValues: Map<string, ConversionValue & { fine: number }> | null;
  /** How many messages about it are to be delivered. */
  plannedMessages: number;
  /** Things to do after the commit. */
  afterCommit: (() => Promise<void>)[];
  /** What a request is answered with: the install of each item as it is now. */
  installOf(item: Item): InstallState;
}

/** One part of the way of an event; `main` puts them in order. */
export type Step = (tx: Tx, group: Group) => Promise<void>;
