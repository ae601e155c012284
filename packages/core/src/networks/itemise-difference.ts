import type { DifferenceCause } from '@trailmark/contract/network-spend';

/** How a network counts an install: what it writes about its own reports. */
export interface NetworkRules {
  /** How long before an install a click or a view may be. */
  clickDays: number;
  viewDays: number;
  /** On the day of the ad's click or view, or on the day of the install. */
  countsBy: 'touch' | 'install';
}

/**
 * Meta and TikTok count on the day of the ad, with 7 days for clicks and 1 for views; Google by default with 30 days
 * for clicks and 1 for views, on the day of the click.
 */
export const NETWORK_RULES: Readonly<Record<'META' | 'GOOGLE' | 'TIKTOK', NetworkRules>> = {
  META: { clickDays: 7, viewDays: 1, countsBy: 'touch' },
  GOOGLE: { clickDays: 30, viewDays: 1, countsBy: 'touch' },
  TIKTOK: { clickDays: 7, viewDays: 1, countsBy: 'touch' },
};

/** A click or view of an ad of the network, by somebody who installed afterwards. */
export interface NetworkTouch {
  kind: 'click' | 'view';
  at: Date;
  /** Of the account. */
  day: string;
  /** It was too long ago for our own window. */
  isOutside: boolean;
}

/** An install as we know it. */
export interface ComparedInstall {
  at: Date;
  /** Of the project, and of the account. */
  day: string;
  accountDay: string;
  kind: 'install' | 'reinstall';
  /** Whether the network, or the campaign that is asked about, is credited. */
  isCredited: boolean;
  /** Whether another network is, and it is not an install that nobody is credited with. */
  isOfOther: boolean;
  isSuspicious: boolean;
  touches: readonly NetworkTouch[];
}

/** What is compared: by which rules, on which days, and when the network was last asked for each day. */
export interface Comparison {
  rules: NetworkRules;
  from: string;
  to: string;
  pulledAt: ReadonlyMap<string, Date>;
}

const DAY_MS = 86_400_000;
const isIn = ({ from, to }: Comparison, day: string) => day >= from && day <= to;

function isWithin(
  { clickDays, viewDays }: NetworkRules,
  { at }: ComparedInstall,
  touch: NetworkTouch,
): boolean {
  const age = at.getTime() - touch.at.getTime();
  return age >= 0 && age <= (touch.kind === 'click' ? clickDays : viewDays) * DAY_MS;
}

/** The touch that the network would count: a click before a view, then the latest. */
function countedTouch(install: ComparedInstall, rules: NetworkRules): NetworkTouch | null {
  const [best] = install.touches
    .filter((touch) => isWithin(rules, install, touch))
    .toSorted(
      (a, b) => Number(b.kind === 'click') - Number(a.kind === 'click') || b.at.getTime() - a.at.getTime(),
    );
  return best ?? null;
}

const dayAtNetwork = (install: ComparedInstall, touch: NetworkTouch, { countsBy }: NetworkRules) =>
  countsBy === 'touch' ? touch.day : install.accountDay;

/** The network was not asked for this day after the install. */
const isAfterPull = ({ at }: ComparedInstall, day: string, { pulledAt }: Comparison) => {
  const pulled = pulledAt.get(day);
  return pulled === undefined || pulled < at;
};

/** Whether it is one of our installs of the period. */
const isOurs = (install: ComparedInstall, comparison: Comparison) =>
  install.isCredited && install.kind === 'install' && isIn(comparison, install.day);

/** An install that the network counts in the period and we do not: why not. */
function missingHere(install: ComparedInstall, touch: NetworkTouch, comparison: Comparison): DifferenceCause {
  if (install.isCredited && install.kind === 'install') {
    return isIn(comparison, install.accountDay) ? 'zone' : 'date_basis';
  }
  if (install.kind === 'reinstall') return 'reinstall';
  if (install.isSuspicious) return 'suspicious';
  if (install.isOfOther) return 'other_network';
  if (touch.kind === 'view') return 'view_through';
  return touch.isOutside ? 'look_back' : 'other_rule';
}

/** One of ours of the period that the network does not count: why not. */
function missingThere(
  install: ComparedInstall,
  touch: NetworkTouch | null,
  comparison: Comparison,
): DifferenceCause {
  if (!touch) return install.touches.length > 0 ? 'look_back' : 'other_rule';
  const day = dayAtNetwork(install, touch, comparison.rules);
  if (isIn(comparison, day)) return 'not_repulled';
  return isIn(comparison, install.accountDay) ? 'date_basis' : 'zone';
}

/** Whether only the network counts an install (1) or only we do (-1), and why; null: both do, or neither. */
export interface InstallDifference {
  cause: DifferenceCause;
  counts: 1 | -1;
  touch: NetworkTouch | null;
}

export function compareInstall(install: ComparedInstall, comparison: Comparison): InstallDifference | null {
  const { rules } = comparison;
  const touch = countedTouch(install, rules);
  const day = touch && dayAtNetwork(install, touch, rules);
  const isTheirs = day !== null && isIn(comparison, day) && !isAfterPull(install, day, comparison);
  const isOwn = isOurs(install, comparison);
  if (isTheirs === isOwn) return null;
  if (isTheirs && touch) return { cause: missingHere(install, touch, comparison), counts: 1, touch };
  return { cause: missingThere(install, touch, comparison), counts: -1, touch };
}

/** What a network claims less what we count, by cause. */
export interface ItemisedDifference {
  ours: number;
  /** Installs that the network would count by its rules, of those that we know. */
  explained: number;
  items: Map<DifferenceCause, number>;
}

export const noDifference = (): ItemisedDifference => ({ ours: 0, explained: 0, items: new Map() });

/**
 * Counts an install by the one cause that keeps it from being counted on both sides. What the network claims beyond the
 * installs that we could see on its side is the rest, and the items add up to the difference.
 */
export function addInstall(sums: ItemisedDifference, install: ComparedInstall, comparison: Comparison): void {
  const isOwn = isOurs(install, comparison);
  const difference = compareInstall(install, comparison);
  if (isOwn) sums.ours += 1;
  if (isOwn === (difference === null)) sums.explained += 1;
  if (!difference) return;
  const { cause, counts } = difference;
  sums.items.set(cause, (sums.items.get(cause) ?? 0) + counts);
}
