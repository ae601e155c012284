import type { AttributionWindows } from '@trailmark/contract/windows';
import { attribute } from './attribute.ts';
import type { Conversion, Decision, KnownDevice, Receipt, Rules, Touch } from './decision.ts';
import { resolveWindows } from './windows.ts';

/** The settings that stored decisions are made again by. */
export interface ReplaySettings {
  rules: Rules;
  networkWindows: Record<string, Partial<AttributionWindows> | undefined>;
  campaignWindows: ReadonlyMap<string, Partial<AttributionWindows>>;
  /** Campaigns that are outliers now, or are none, whatever their receipts say. */
  outliers?: ReadonlyMap<string, boolean>;
}

export interface StoredReceipt {
  installId: string;
  receipt: Receipt;
}

export interface ReplayedDecision extends Decision {
  /**
   * A click id decided, so that clicks of the address were not looked up; under these settings it loses, and whether one of
   * those clicks would win is not known.
   */
  isUnknown: boolean;
}

type Credit = Pick<KnownDevice, 'campaignId' | 'linkId' | 'network' | 'adSet' | 'creative'>;

/** Whether a click of the address would have won. */
const isWeakerThanAddress = ({ matchType }: Decision) =>
  matchType === 'view' || matchType === 'inherited' || matchType === 'organic';

/** A redemption brings the window of its pool along. */
function windowsOf(touch: Touch, settings: ReplaySettings): AttributionWindows {
  if (touch.kind === 'coupon') return touch.windows;
  const ofCampaign = touch.campaignId === null ? undefined : settings.campaignWindows.get(touch.campaignId);
  return resolveWindows(settings.rules.windows, settings.networkWindows[touch.network], ofCampaign);
}

function creditOf({ campaignId, linkId, network, adSet, creative }: Credit): Credit {
  return { campaignId, linkId, network, adSet, creative };
}

/** A re-engagement leaves the credit where it is, and so does an open that changes nothing. */
const movesCredit = ({ kind }: Decision) => kind !== null && kind !== 'reengagement';

const usedTouch = ({ kind, linkId, touchId }: Decision): string | null =>
  kind !== null && linkId !== null ? touchId : null;

/** The credit of an install after a decision. */
function creditAfter(decision: Decision, before: KnownDevice | null): Credit | null {
  if (movesCredit(decision)) return creditOf(decision);
  return before && creditOf(before);
}

/**
 * Makes stored decisions again under other settings, in the order of their opens. What one of them changes holds for those after
 * it: a touch that is not used any more is free for another install, and a return compares with the campaign that would be
 * credited by then. Only differences are kept, so that the history may be long.
 */
export function createReplay(settings: ReplaySettings): (stored: StoredReceipt) => ReplayedDecision {
  const freed = new Set<string>();
  const used = new Map<string, string>();
  const moved = new Map<string, Credit>();

  const touchNow = (touch: Touch): Touch => ({
    ...touch,
    windows: windowsOf(touch, settings),
    isOutlier: settings.outliers?.get(touch.campaignId ?? '') ?? touch.isOutlier,
    usedBy: used.get(touch.id) ?? (freed.has(touch.id) ? null : touch.usedBy),
  });

  const conversionNow = (conversion: Conversion): Conversion => {
    const credit = conversion.before && moved.get(conversion.before.installId);
    return credit && conversion.before
      ? { ...conversion, before: { ...conversion.before, ...credit } }
      : conversion;
  };

  const noteTouches = (installId: string, stored: Decision, decided: Decision): void => {
    const [before, after] = [usedTouch(stored), usedTouch(decided)];
    if (before === after) return;
    if (before !== null) freed.add(before);
    if (after !== null) used.set(after, installId);
  };

  return ({ installId, receipt }) => {
    const conversion = conversionNow(receipt.conversion);
    const decided = attribute(conversion, receipt.touches.map(touchNow), settings.rules);
    noteTouches(installId, receipt.decision, decided);
    const [before, after] = [
      creditAfter(receipt.decision, receipt.conversion.before),
      creditAfter(decided, conversion.before),
    ];
    if (after === null || (before !== null && hasSameCredit(before, after))) moved.delete(installId);
    else moved.set(installId, after);
    const isUnknown = conversion.isAddressSkipped === true && isWeakerThanAddress(decided);
    return { ...decided, isUnknown };
  };
}

/** Whether the same campaign is credited; of campaigns that we do not have, only the network is known. */
export function hasSameCredit(
  one: Pick<Credit, 'campaignId' | 'network'>,
  other: Pick<Credit, 'campaignId' | 'network'>,
): boolean {
  return one.campaignId === other.campaignId && one.network === other.network;
}
