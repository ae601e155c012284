import type { Conversion, KnownDevice, Receipt, Touch } from '@trailmark/core/attribution/decision';
import type { InstallState, Item } from '../../pipeline/group.ts';
import type { CurrentDecision } from './current-decision.ts';
import type { Evidence } from './read-evidence.ts';

/** Whether addresses say something about a device. */
export interface IpKnowledge {
  relayKnown(): boolean;
  isRelay(ip: string | null): boolean;
  isAnonymous(ip: string | null): boolean;
  /** The address of a proxy of ours, recorded where the proxy did not say the device's. */
  isOwnProxy(ip: string | null): boolean;
}

/** What a receipt does not keep of a touch. */
export interface TouchDetails {
  /** Where the app leads: the deferred deep link of its campaign. */
  deepLink: string | null;
  /** What its link was filled in with, as JSON. */
  params: string | null;
}

/** An open that is to be attributed, with what was found about it. */
export interface UndecidedOpen {
  n: number;
  item: Item;
  install: InstallState;
  kind: Exclude<Conversion['kind'], 'session'>;
  at: Date;
  evidence: Evidence;
  touches: Touch[];
  /** Set where the address had more clicks than the receipt lists. */
  sharedAddress: Conversion['sharedAddress'];
  /** It brings a click id of ours: clicks of its address are looked up only if that click cannot win. */
  isAddressSkipped: boolean;
  /** By the id of the touch. */
  touchDetails: Map<string, TouchDetails>;
  before: KnownDevice | null;
  /** The decision that is revised, where a link is reported after the open that it led to. */
  revises: CurrentDecision | null;
}

/** An open with what core decided about it. */
export interface DecidedOpen {
  open: UndecidedOpen;
  receipt: Receipt;
}

export function conversionOf(open: UndecidedOpen, ips: IpKnowledge): Conversion {
  const { item, install, kind, at, before, sharedAddress, isAddressSkipped } = open;
  const { device, ip } = item;
  const consent = install.consent?.consent ?? install.storedConsent;
  return {
    kind,
    installId: install.installId,
    at: at.toISOString(),
    platform: item.platform,
    ip,
    isRelay: ips.isRelay(ip),
    relayKnown: ips.relayKnown(),
    isAnonymous: ips.isAnonymous(ip),
    advertisingId: device?.advertisingId ?? null,
    hasMalformedId: device?.hasMalformedId ?? false,
    osVersion: device?.osVersion ?? null,
    model: device?.model ?? null,
    language: device?.language ?? null,
    trackingAuthorized: device?.trackingAuthorized ?? null,
    installBeginAt: device?.installBeginAt?.toISOString() ?? null,
    before,
    ...(consent ? { consent } : {}),
    ...(sharedAddress ? { sharedAddress } : {}),
    ...(isAddressSkipped ? { isAddressSkipped: true } : {}),
  };
}
